"""What is legal, and why not: for each kind of move, its requirements as sets of cards, in order.

A requirement is asked about a state, a seat and an attack, and yields the cards that it lets through: none, all or
some. A move is legal when its card is let through by all; a refusal is the first that its card falls out of. Everything
else (lists of legal moves, highlights, hints, refusals) is derived from the one table `REQUIREMENTS`. The order and the
codes are those of the rule book, section 5.

Two sorts of requirement stand in the table. Most do not look at cards at all, only at the situation of the seat: whose
turn it is, whether something is beaten. They let all cards through or none, and depend on the house rules and some
flags alone; `law.py` works out once for every situation what they decide. The others compare cards, and stand last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from .cards import ALL, RANK_BITS, SUIT_BITS
from .rules import HouseRules
from .state import (
    ATTACKS_NOW,
    BEATEN,
    DEFENDS,
    FINISHED,
    FIRST,
    LAID,
    OPEN,
    OPENING,
    OVER,
    TAKING,
    THROWS,
    State,
)

# --- the situation of a seat --------------------------------------------------------------------------------------

PASSED, ASKED, UNASKED = (1 << n for n in range(12, 15))
"""What a seat is at a moment, beside its role. UNASKED: nobody who sits before this seat is to be asked first."""

_ONE: Final = tuple((seat,) for seat in range(6))


def ask(state: State) -> None:
    """Find the seats to be asked now to lay an attack (open, go on opening, throw in), first in priority first.

    They are the throwers who have cards and have not passed; only the first of them, unless the order is free.
    """
    hands, passed = state.hands, state.passed
    if state.rules.throw_in_order == "free" and state.pairs and not state.flags & OPENING:
        state.asked = tuple([seat for seat in state.throwers if hands[seat] and not passed >> seat & 1])
        return
    state.asked = ()
    for seat in state.throwers:
        if hands[seat] and not passed >> seat & 1:
            state.asked = _ONE[seat]
            return


def situation(state: State, seat: int) -> int:
    """Everything about the moment and the seat that the requirements look at, cards apart."""
    flags = state.flags | state.roles[seat]
    if flags & DEFENDS:
        return flags
    if state.passed >> seat & 1:
        return flags | PASSED
    now = state.asked
    if seat in now:
        return flags | ASKED
    return flags | UNASKED if not now or _sits_before(state, seat, now[0]) else flags


def _sits_before(state: State, seat: int, other: int) -> bool:
    return (seat - state.attacker) % state.players < (other - state.attacker) % state.players


# --- requirements of the situation --------------------------------------------------------------------------------


def _game_is_on(_rules: HouseRules, flags: int) -> bool:
    return not flags & OVER


def _seat_is_in(_rules: HouseRules, flags: int) -> bool:
    return not flags & FINISHED


def _opens_or_table_is_laid(_rules: HouseRules, flags: int) -> bool:
    return bool(flags & (LAID | ATTACKS_NOW | DEFENDS))


def _seat_is_not_defender(_rules: HouseRules, flags: int) -> bool:
    return not flags & DEFENDS


def _seat_is_defender(_rules: HouseRules, flags: int) -> bool:
    return bool(flags & DEFENDS)


def _seat_is_thrower(_rules: HouseRules, flags: int) -> bool:
    return bool(flags & THROWS)


def _moment_to_add(rules: HouseRules, flags: int) -> bool:
    if not flags & OPEN or flags & TAKING or rules.throw_in_timing == "anytime":
        return True
    return bool(flags & OPENING and flags & ATTACKS_NOW)


def _pass_is_not_final(rules: HouseRules, flags: int) -> bool:
    return rules.passing != "final" or not flags & PASSED


def _no_earlier_seat_is_asked(rules: HouseRules, flags: int) -> bool:
    return bool(flags & (ASKED | UNASKED)) or (rules.throw_in_order == "free" and not flags & PASSED)


def _seat_is_asked(_rules: HouseRules, flags: int) -> bool:
    return bool(flags & ASKED)


def _bout_is_open(_rules: HouseRules, flags: int) -> bool:
    return bool(flags & LAID)


def _defender_has_not_given_up(_rules: HouseRules, flags: int) -> bool:
    return not flags & TAKING


def _opening_is_finished(_rules: HouseRules, flags: int) -> bool:
    return not flags & OPENING


def _transfers_are_agreed(rules: HouseRules, _flags: int) -> bool:
    return rules.transfers


def _showing_is_agreed(rules: HouseRules, _flags: int) -> bool:
    return rules.transfer_by_showing


def _not_barred_in_first_bout(rules: HouseRules, flags: int) -> bool:
    return rules.first_bout_transfers or not flags & FIRST


def _nothing_is_beaten(_rules: HouseRules, flags: int) -> bool:
    return not flags & BEATEN


def _something_to_take(_rules: HouseRules, flags: int) -> bool:
    return bool(flags & OPEN)


# --- the two sorts ------------------------------------------------------------------------------------------------

Lets = Callable[[State, int, int], int]
"""(state, seat, index of the attack to be beaten or -1) → the bits of the cards that are let through."""


class OfSituation(NamedTuple):
    """A requirement that lets all cards through or none: `holds(rules, flags)` for the flags of `situation`."""

    code: str
    holds: Callable[[HouseRules, int], bool]


class OfCards(NamedTuple):
    """A requirement that lets some cards through."""

    code: str
    lets: Lets


class Comparison(OfCards):
    """A requirement on how a card compares with the attack, given the trump suit, and on nothing else."""


Requirement = OfSituation | OfCards

# --- cards --------------------------------------------------------------------------------------------------------


def own_cards(state: State, seat: int, _attack: int) -> int:
    return state.hands[seat]


def _ranks_on_table(state: State, _seat: int, _attack: int) -> int:
    return state.ranks if state.pairs else ALL


def _room_by_rule(state: State, _seat: int, _attack: int) -> int:
    return ALL if len(state.pairs) < state.limit else 0


def _room_in_defenders_hand(state: State, _seat: int, _attack: int) -> int:
    return ALL if state.open.bit_count() < state.hands[state.defender].bit_count() else 0


def _attack_is_open(state: State, _seat: int, attack: int) -> int:
    return ALL if attack >= 0 and state.open >> attack & 1 else 0


def _comparison(code: str, falls_out: Callable[[int, int], int]) -> Comparison:
    """A requirement that only compares: `falls_out(trump, attack)` are the cards that fail, looked up from then on."""
    table = tuple(tuple(ALL & ~falls_out(trump, attack) for attack in range(52)) for trump in range(4))
    return Comparison(code, lambda state, _seat, attack: table[state.trump][attack])


def _below(attack: int) -> int:
    """The lower cards of the attack's suit, and the attack itself, which beats nothing."""
    return SUIT_BITS[attack // 13] & ((2 << attack) - 1)


def _other_plain_suits(trump: int, attack: int) -> int:
    return ALL & ~SUIT_BITS[trump] & ~SUIT_BITS[attack // 13]


def _is_trump(trump: int, attack: int) -> bool:
    return attack // 13 == trump


COMPARISONS: Final = (
    _comparison("plain_on_trump", lambda t, a: _other_plain_suits(t, a) if _is_trump(t, a) else 0),
    _comparison("trump_too_low", lambda t, a: _below(a) if _is_trump(t, a) else 0),
    _comparison("too_low", lambda t, a: 0 if _is_trump(t, a) else _below(a)),
    _comparison("equal_rank", lambda t, a: 0 if _is_trump(t, a) else _other_plain_suits(t, a) & RANK_BITS[a]),
    _comparison("wrong_suit", lambda t, a: 0 if _is_trump(t, a) else _other_plain_suits(t, a) & ~RANK_BITS[a]),
)


# --- passing the attack on ----------------------------------------------------------------------------------------


def _rank_of_all_attacks(state: State, _seat: int, _attack: int) -> int:
    one_rank = RANK_BITS[state.pairs[0][0]] if state.pairs else 0
    return one_rank if state.ranks == one_rank else 0


def _trumps(state: State, _seat: int, _attack: int) -> int:
    return SUIT_BITS[state.trump]


def _not_yet_shown(state: State, _seat: int, _attack: int) -> int:
    return ALL & ~state.shown


def room_to_pass_on(state: State, attacks: int) -> bool:
    """May `attacks` attacks be passed on to the next active player, by his hand and by the limit of the bout?"""
    following = state.next_active(state.defender)
    return attacks <= state.hands[following].bit_count() and attacks <= state.limit


def _room_for_one_more(state: State, _seat: int, _attack: int) -> int:
    return ALL if room_to_pass_on(state, len(state.pairs) + 1) else 0


def _room_for_as_many(state: State, _seat: int, _attack: int) -> int:
    return ALL if room_to_pass_on(state, len(state.pairs)) else 0


# --- the table ----------------------------------------------------------------------------------------------------


EVERY_MOVE: Final = (OfSituation("game_over", _game_is_on), OfSituation("already_out", _seat_is_in))
_TABLE_IS_LAID: Final = OfSituation("not_your_turn", _opens_or_table_is_laid)
_THROWER: Final = OfSituation("not_a_thrower", _seat_is_thrower)
_WAIT: Final = OfSituation("wait_for_defence", _moment_to_add)
_FINAL: Final = OfSituation("already_passed", _pass_is_not_final)
_DEFENDER: Final = OfSituation("not_the_defender", _seat_is_defender)
_NOT_TAKING: Final = OfSituation("already_taking", _defender_has_not_given_up)
_OPENING: Final = OfSituation("opening_not_finished", _opening_is_finished)
_OWN: Final = OfCards("not_your_card", own_cards)
_IS_OPEN: Final = OfCards("not_an_open_attack", _attack_is_open)
_TRANSFERS: Final = OfSituation("transfers_off", _transfers_are_agreed)
_PASS_ON: Final = (
    _DEFENDER,
    OfSituation("nothing_to_transfer", _bout_is_open),
    _NOT_TAKING,
    _OPENING,
    OfSituation("first_bout_transfer", _not_barred_in_first_bout),
    OfSituation("already_beaten", _nothing_is_beaten),
    _OWN,
    OfCards("rank_differs", _rank_of_all_attacks),
)

REQUIREMENTS: Final[dict[str, tuple[Requirement, ...]]] = {
    "attack": (
        *EVERY_MOVE,
        _TABLE_IS_LAID,
        OfSituation("defender_cannot_attack", _seat_is_not_defender),
        _THROWER,
        _WAIT,
        _FINAL,
        OfSituation("not_your_turn", _no_earlier_seat_is_asked),
        _OWN,
        OfCards("rank_not_on_table", _ranks_on_table),
        OfCards("attack_limit", _room_by_rule),
        OfCards("defender_hand_limit", _room_in_defenders_hand),
    ),
    "beat": (
        *EVERY_MOVE,
        _DEFENDER,
        _NOT_TAKING,
        _OPENING,
        _IS_OPEN,
        _OWN,
        *COMPARISONS,
    ),
    "transfer": (*EVERY_MOVE, _TRANSFERS, *_PASS_ON, OfCards("no_room_for_transfer", _room_for_one_more)),
    "show": (
        *EVERY_MOVE,
        _TRANSFERS,
        OfSituation("showing_off", _showing_is_agreed),
        *_PASS_ON,
        OfCards("not_a_trump", _trumps),
        OfCards("already_shown", _not_yet_shown),
        OfCards("no_room_for_transfer", _room_for_as_many),
    ),
    "take": (*EVERY_MOVE, _DEFENDER, OfSituation("nothing_to_take", _something_to_take), _NOT_TAKING, _OPENING),
    "pass": (
        *EVERY_MOVE,
        _TABLE_IS_LAID,
        OfSituation("defender_cannot_pass", _seat_is_not_defender),
        OfSituation("must_open", _bout_is_open),
        _THROWER,
        _WAIT,
        _FINAL,
        OfSituation("not_your_turn", _seat_is_asked),
    ),
}
