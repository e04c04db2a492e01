"""Why a move is refused: a code, and the facts about public things and the seat's own hand that explain it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from .cards import ALL_CARDS, RANK_BITS, CardSet, Rank, Suit
from .law import Law
from .moves import Move
from .requirements import COMPARISONS
from .state import NOBODY, State

Facts = dict[str, object]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why `facts["seat"]` may not play `facts["move"]`.

    Every reason has `seat` and `move` (its notation) and `kind`; those of moves with a card have `would`, the own cards
    that would pass every requirement. The other facts depend on the code.
    """

    code: str
    facts: Mapping[str, object]


class IllegalMove(ValueError):  # noqa: N818 - a move, as players say it
    """Raised by `Game.play`; `.reason` says why. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.facts['seat']} may not play {reason.facts['move']}: {reason.code}")
        self.reason = reason


class Refused(NamedTuple):
    """What a fact is found from: the state, the names of its seats, who tried, what, and the law that objects."""

    state: State
    names: tuple[str, ...]
    seat: int
    move: Move
    law: Law

    def name(self, seat: int) -> str | None:
        """The name of a seat, None for nobody."""
        return None if seat == NOBODY else self.names[seat]

    @property
    def defender(self) -> str | None:
        return self.name(self.state.defender)

    @property
    def held(self) -> int:
        """The cards that the defender holds now."""
        return self.state.hands[self.state.defender].bit_count()

    @property
    def open(self) -> CardSet:
        return CardSet(self.state.open)

    def would_do(self, kind: str) -> CardSet:
        """The own cards that would pass every requirement of this kind of move, against the same attack."""
        attack = self.move.attack.index if self.move.attack else -1
        return CardSet(self.law.allowed(self.state, self.seat, kind, attack))

    @property
    def passing_on(self) -> CardSet:
        """The own cards that would pass the attack on, laid or shown."""
        return self.would_do("transfer") | self.would_do("show")


def _turn(it: Refused) -> Facts:
    now = it.state.asked
    turn = it.name(now[0]) if now else it.defender
    return {"turn": turn, "passed": bool(it.state.passed >> it.seat & 1)}


def _house_rule(it: Refused) -> Facts:
    return {"throwers": it.state.rules.throwers, "attacker": it.name(it.state.attacker), "defender": it.defender}


def _wait(it: Refused) -> Facts:
    opener = it.name(it.state.attacker) if it.state.opening else None
    return {"defender": it.defender, "open": it.open, "opener": opener}


def _ranks(it: Refused) -> Facts:
    laid = {ALL_CARDS[card].rank for pair in it.state.pairs for card in pair if card >= 0}
    return {"ranks": tuple(sorted(laid))}


def _attack_limit(it: Refused) -> Facts:
    limit = it.state.limit
    return {"limit": limit, "first": limit != it.state.rules.attack_limit}


def _hand_limit(it: Refused) -> Facts:
    limit = it.state.beaten + it.held
    return {"defender": it.defender, "held": it.held, "open": len(it.open), "limit": limit}


def _taking(it: Refused) -> Facts:
    return {"defender": it.defender, "own": it.seat == it.state.defender}


def _not_open(it: Refused) -> Facts:
    beaten = any(ALL_CARDS[attack] is it.move.attack for attack, _ in it.state.pairs)
    return {"attack": it.move.attack, "open": it.open, "beaten": beaten}


def _comparison(it: Refused) -> Facts:
    return {"attack": it.move.attack, "trump": Suit(it.state.trump), "passing_on": it.passing_on}


def _rank_differs(it: Refused) -> Facts:
    first = it.state.pairs[0][0]
    rank: Rank | None = ALL_CARDS[first].rank if it.state.ranks == RANK_BITS[first] else None
    return {"rank": rank}


def _no_room(it: Refused) -> Facts:
    following = it.state.next_active(it.state.defender)
    needed = len(it.state.pairs) + (it.move.kind == "transfer")
    held, limit = it.state.hands[following].bit_count(), it.state.limit
    over = "hand" if needed > held else "limit"
    return {"next": it.name(following), "held": held, "needed": needed, "limit": limit, "over": over}


_FACTS: Final[dict[str, Callable[[Refused], Facts]]] = {
    "game_over": lambda it: {"fool": it.name(it.state.fool)},
    "not_your_turn": _turn,
    "not_a_thrower": _house_rule,
    "wait_for_defence": _wait,
    "rank_not_on_table": _ranks,
    "attack_limit": _attack_limit,
    "defender_hand_limit": _hand_limit,
    "not_the_defender": lambda it: {"defender": it.defender},
    "already_taking": _taking,
    "opening_not_finished": lambda it: {"attacker": it.name(it.state.attacker)},
    "not_an_open_attack": _not_open,
    **{comparison.code: _comparison for comparison in COMPARISONS},
    "nothing_to_transfer": lambda it: {"attacker": it.name(it.state.attacker)},
    "first_bout_transfer": lambda it: {"open": it.open},
    "already_beaten": lambda it: {"open": it.open},
    "rank_differs": _rank_differs,
    "not_a_trump": lambda it: {"trump": Suit(it.state.trump)},
    "already_shown": lambda it: {"passing_on": it.passing_on},
    "no_room_for_transfer": _no_room,
    "nothing_to_take": lambda it: {"beaten": bool(it.state.pairs)},
    "defender_cannot_pass": lambda it: {"open": it.open},
}


def explain_refusal(code: str, it: Refused) -> Reason:
    """The Reason for a refusal with this code."""
    facts: Facts = {"seat": it.names[it.seat], "move": str(it.move), "kind": it.move.kind}
    if it.move.card:
        facts["card"] = it.move.card
        facts["would"] = it.would_do(it.move.kind)
    if code in _FACTS:
        facts.update(_FACTS[code](it))
    return Reason(code, facts)
