"""How a deal begins: shuffling, dealing, the turned trump, and who opens."""

from __future__ import annotations

import functools
import random
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from .bout import begin_bout
from .cards import SUIT_BITS, Card, CardSet, Deck
from .rules import HouseRules
from .state import NOBODY, State


class Beginning(NamedTuple):
    """How a deal came about: the order of the deck, and why `opener` leads (see `events.Opens`)."""

    deck: tuple[Card, ...]
    opener: int
    why: str
    card: Card | None
    redeals: int


@functools.lru_cache  # the same people play deal after deal
def check_seats(seats: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the seats. Raises ValueError for a name that a position could not hold, and for one given twice."""
    for name in seats:
        if not re.fullmatch(r"\w+", name):
            raise ValueError(f"{name!r} cannot name a seat: names are letters, digits and _")
        if name in RESERVED:
            raise ValueError(f"{name!r} cannot name a seat: positions use the word for something else")
    if len(set(seats)) < len(seats):
        raise ValueError(f"two seats have one name: {' '.join(seats)}")
    return seats


RESERVED = frozenset(
    {
        "trump", "talon", "table", "attack", "opener", "taking", "passed", "in", "first", "nodiscard", "shown", "idle",
        "result", "rules", "seats", "deck", "position", "opens",
    }
)  # fmt: skip


def deal(
    rules: HouseRules, players: int, *, seed: int | None, deck: Sequence[Card] | None, opens: int | None
) -> tuple[State, Beginning]:
    """A new deal; `opens` is given where an earlier deal or a record decides who leads."""
    rules.check_players(players)
    # With a deck in full order the seed only serves what the rules leave to chance: it may be left out.
    chance = random.Random((secrets.randbits(63) if deck is None else 0) if seed is None else seed)
    order = Deck(rules.deck).shuffled(chance) if deck is None else _check_order(rules, deck)
    redeals = 0
    state = _hand_out(rules, players, order)
    if opens is None and rules.no_trump_start == "redeal":
        while not _holders(state, SUIT_BITS[state.trump]):
            redeals += 1
            order = Deck(rules.deck).shuffled(chance)
            state = _hand_out(rules, players, order)
    opener, why, card = _find_opener(state, chance) if opens is None else (opens, "earlier_deal", None)
    state.first = state.nodiscard = True
    begin_bout(state, opener)
    return state, Beginning(tuple(order), opener, why, card, redeals)


def _check_order(rules: HouseRules, deck: Sequence[Card]) -> list[Card]:
    cards = CardSet.of(deck)
    wanted = Deck(rules.deck).cards
    if len(deck) != rules.deck or cards != wanted:
        missing = wanted - cards
        raise ValueError(
            f"deck: all {rules.deck} cards once each are needed; {len(deck)} were given, missing: {missing}"
        )
    return list(deck)


def _hand_out(rules: HouseRules, players: int, order: Sequence[Card]) -> State:
    """One card at a time, clockwise; the next one is turned up and goes under the talon."""
    dealt = players * rules.hand_size
    bits = [card.bit for card in order]
    hands = [sum(bits[seat:dealt:players]) for seat in range(players)]
    turned = order[dealt] if dealt < len(order) else order[-1]
    return State(rules, hands, (*bits[dealt + 1 :], *bits[dealt : dealt + 1]), turned.suit)


def _holders(state: State, cards: int) -> list[int]:
    return [seat for seat in range(state.players) if state.hands[seat] & cards]


def _find_opener(state: State, chance: random.Random) -> tuple[int, str, Card | None]:
    """The holder of the lowest trump; without any trump dealt, what `no_trump_start` says."""
    dealt = sum(state.hands)  # hands share no card, so the sum is the union
    trumps = dealt & SUIT_BITS[state.trump]
    if not trumps and state.rules.no_trump_start == "lot":
        return int(chance.random() * state.players), "lot", None
    lowest = next(iter(CardSet(trumps))) if trumps else min(CardSet(dealt), key=lambda card: (card.rank, card.suit))
    why = "lowest_trump" if trumps else "lowest_card"
    return _holders(state, lowest.bit)[0], why, lowest


def next_opener(state: State) -> int | None:
    """Who opens the deal after this one (house rule `next_deal_start`); None: the lowest trump decides."""
    if state.fool == NOBODY or state.rules.next_deal_start == "lowest_trump":
        return None
    step = 1 if state.rules.next_deal_start == "left_of_fool" else -1
    return (state.fool + step) % state.players
