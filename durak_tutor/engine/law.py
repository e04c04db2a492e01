"""The table of requirements at work for given house rules: what is legal, what objects, which cards would do.

Requirements of the situation come first in every row of the table. What they decide is worked out once for each
situation that comes up; what is left to ask is asked of the cards.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Final, NamedTuple

from .cards import ALL
from .moves import ATTACKS, BEATS, PASS, SHOWS, TAKE, TRANSFERS, Move
from .requirements import COMPARISONS, REQUIREMENTS, Lets, OfCards, OfSituation, Requirement, own_cards, situation
from .rules import HouseRules
from .state import NOT_BEATEN, State

OF_CARDS: Final = {kind: tuple(row for row in rows if isinstance(row, OfCards)) for kind, rows in REQUIREMENTS.items()}
"""For each kind of move the requirements that compare cards."""


def _beaters(trump: int, attack: int) -> int:
    state = object.__new__(State)
    state.trump = trump
    return functools.reduce(lambda cards, row: cards & row.lets(state, 0, attack), COMPARISONS, ALL)


BEATERS: Final = tuple(tuple(_beaters(trump, attack) for attack in range(52)) for trump in range(4))
"""[trump][attack] → the cards that all comparisons let through: those that beat the attack."""

# What a list of moves is made from: the own cards, so that it need not ask whose they are.
_ASKED_OF_OWN: Final = {
    kind: tuple(row.lets for row in rows if row.lets is not own_cards) for kind, rows in OF_CARDS.items()
}
_BY_BIT: Final[dict[str, Mapping[int, Move]]] = {"attack": ATTACKS, "transfer": TRANSFERS, "show": SHOWS}
_WITHOUT_CARD: Final[dict[str, Move]] = {"take": TAKE, "pass": PASS}


class Verdict(NamedTuple):
    """What a situation alone decides."""

    closed: Mapping[str, str]
    """The kinds of move that it rules out, each with the code of the first requirement that does."""
    beats: bool
    laying: tuple[tuple[Mapping[int, Move], tuple[Lets, ...]], ...]
    """For each other kind with a card that it leaves open: its moves by their cards, and what is asked of these."""
    plain: tuple[Move, ...]
    """The moves without a card that it makes legal."""


class Law(dict[int, Verdict]):
    """For house rules: situation → Verdict, filled as situations come up."""

    def __init__(self, rules: HouseRules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, flags: int) -> Verdict:
        fails = {kind: self._first_failing(kind, flags) for kind in REQUIREMENTS}
        closed = {kind: code for kind, code in fails.items() if code}
        laying = tuple((by_bit, _ASKED_OF_OWN[kind]) for kind, by_bit in _BY_BIT.items() if kind not in closed)
        plain = tuple(move for kind, move in _WITHOUT_CARD.items() if kind not in closed)
        self[flags] = verdict = Verdict(closed, "beat" not in closed, laying, plain)
        return verdict

    def _first_failing(self, kind: str, flags: int) -> str | None:
        of_situation = (row for row in REQUIREMENTS[kind] if isinstance(row, OfSituation))
        return next((row.code for row in of_situation if not row.holds(self.rules, flags)), None)

    def moves(self, state: State, seat: int) -> list[Move]:
        """Every legal move of the seat."""
        moves: list[Move] = []
        hand = state.hands[seat]
        _closed, beats, laying, plain = self[situation(state, seat)]
        if beats:
            beaters = BEATERS[state.trump]
            for attack, defence in state.pairs:
                if defence == NOT_BEATEN:
                    _add(moves, BEATS[attack], hand & beaters[attack])
        for by_bit, rows in laying:
            cards = hand
            for lets in rows:
                cards &= lets(state, seat, -1)
                if not cards:
                    break
            else:
                _add(moves, by_bit, cards)
        moves += plain
        return moves

    def objection(self, state: State, seat: int, move: Move) -> str | None:
        """The code of the first requirement that the move's card falls out of, or None for a legal move."""
        kind = move.kind
        closed = self[situation(state, seat)].closed
        if kind in closed:
            return closed[kind]
        attack = move.attack.index if move.attack else -1
        for code, lets in OF_CARDS[kind]:
            if not lets(state, seat, attack) & move.bit:
                return code
        return None

    def allowed(self, state: State, seat: int, kind: str, attack: int) -> int:
        """The cards, as bits, that every requirement of this kind lets through (for this attack, or -1)."""
        if kind in self[situation(state, seat)].closed:
            return 0
        cards = ALL
        for _code, lets in OF_CARDS[kind]:
            cards &= lets(state, seat, attack)
        return cards

    def lets_through(self, row: Requirement, state: State, seat: int, attack: int) -> int:
        """The cards, as bits, that this one requirement lets through."""
        if isinstance(row, OfCards):
            return row.lets(state, seat, attack)
        return ALL if row.holds(self.rules, situation(state, seat)) else 0


def _add(moves: list[Move], by_bit: Mapping[int, Move], cards: int) -> None:
    while cards:
        lowest = cards & -cards
        moves.append(by_bit[lowest])
        cards ^= lowest


@functools.cache
def law(rules: HouseRules) -> Law:
    """The Law of these rules, one for all games."""
    return Law(rules)
