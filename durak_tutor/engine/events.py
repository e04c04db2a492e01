"""What everybody at the table saw: the events that a move brings about. No field holds a hidden card."""

from __future__ import annotations

from typing import NamedTuple

from .cards import Card, CardSet
from .moves import Move


class Opens(NamedTuple):
    """A deal begins: `seat` leads, because of `why`, with the card that decided, where one did.

    `why` is `lowest_trump`, `lowest_card` (ties by suit, spades lowest), `lot`, or `earlier_deal`; `redeals` counts the
    deals thrown in because nobody held a trump.
    """

    seat: str
    why: str
    card: Card | None
    redeals: int


class Played(NamedTuple):
    """A seat made a move."""

    seat: str
    move: Move


class Beaten(NamedTuple):
    """All attacks were beaten: these cards went to the discard pile."""

    cards: CardSet


class Took(NamedTuple):
    """The defender picked these cards up."""

    seat: str
    cards: CardSet


class Drew(NamedTuple):
    """A seat drew so many cards from the talon."""

    seat: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


class Out(NamedTuple):
    """A seat has finished: no cards, and nothing left to draw."""

    seat: str


class GameOver(NamedTuple):
    """The deal is over; `fool` is None for a draw."""

    fool: str | None


Event = Opens | Played | Beaten | Took | Drew | Out | GameOver
