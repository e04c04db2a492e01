"""What one seat may know. A white-list: no field can hold a foreign card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Card, CardSet, Suit
from .moves import Move
from .rules import HouseRules


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: the fool's name, or None for a draw."""

    fool: str | None

    def __str__(self) -> str:
        return "draw" if self.fool is None else f"fool {self.fool}"


@dataclass(frozen=True, slots=True)
class View:
    """A deal as `seat` sees it; `str` writes it as a position with unknown cards as `?5`."""

    seat: str
    seats: tuple[str, ...]
    rules: HouseRules
    hand: CardSet
    counts: Mapping[str, int]
    """How many cards each seat holds."""
    talon: int
    """How many cards are left to draw, the turned trump included."""
    turned: Card | None
    """The trump card under the talon, until it is drawn."""
    trump: Suit
    table: tuple[tuple[Card, Card | None], ...]
    attacker: str | None
    defender: str | None
    opener: str | None
    first: bool
    """Is this the first bout of the deal?"""
    taking: bool
    passed: tuple[str, ...]
    out: tuple[str, ...]
    actors: tuple[str, ...]
    discarded: int
    limit: int
    """The attacks allowed in this bout."""
    result: Result | None
    legal_moves: tuple[Move, ...]
    """What `seat` may do now."""
    text: str

    def __str__(self) -> str:
        return self.text
