"""What happens after a move: cards move, passes are cleared, a bout ends, hands are refilled, seats finish.

Nothing here asks whether a move is legal; that is known before. Events name seats by their numbers' names.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from .cards import RANK_BITS, CardSet
from .events import Beaten, Drew, Event, GameOver, Out, Took
from .moves import Move
from .requirements import ask
from .state import (
    BEATEN,
    CLOCKWISE,
    FIRST,
    LAID,
    NOBODY,
    NODISCARD,
    NOT_BEATEN,
    OPEN,
    OPENING,
    OVER,
    TAKING,
    State,
)

Names = tuple[str, ...]


# --- the bout -----------------------------------------------------------------------------------------------------


def begin_bout(state: State, attacker: int) -> None:
    """Clear the table and name the roles; the defender is the next active player."""
    state.clear_table()
    state.opener = attacker
    state.set_roles(attacker)
    ask(state)


def _lay(state: State, seat: int, move: Move) -> int:
    """Take the card out of the hand; a new card on the table clears the passes. Returns its index."""
    card = move.card.index  # type: ignore[union-attr]  # only moves with a card come here
    bit = move.bit
    state.hands[seat] ^= bit
    state.laid |= bit
    state.ranks |= RANK_BITS[card]
    if state.passed and state.rules.passing == "reset":
        state.passed = 0
    return card


def _attack(state: State, seat: int, move: Move) -> None:
    opens = not state.pairs
    state.pairs += ((_lay(state, seat, move), NOT_BEATEN),)
    state.open |= move.bit
    state.flags |= LAID | OPEN
    if opens and state.rules.opening == "same_rank" and state.rules.throw_in_timing != "anytime":
        state.flags |= OPENING
    if not state.hands[seat]:
        state.flags &= ~OPENING  # who has no card left cannot be asked whether he goes on opening


def _beat(state: State, seat: int, move: Move) -> None:
    attack = move.attack.index  # type: ignore[union-attr]  # a Beat names its attack
    card = _lay(state, seat, move)
    state.pairs = tuple([(attack, card) if pair[0] == attack else pair for pair in state.pairs])
    state.open ^= 1 << attack
    state.flags = state.flags | BEATEN if state.open else state.flags & ~OPEN | BEATEN


def _transfer(state: State, seat: int, move: Move) -> None:
    state.pairs += ((_lay(state, seat, move), NOT_BEATEN),)
    state.open |= move.bit
    state.set_roles(seat)


def _show(state: State, seat: int, move: Move) -> None:
    state.shown |= move.bit
    state.set_roles(seat)


def _take(state: State, _seat: int, _move: Move) -> None:
    state.flags |= TAKING


def _pass(state: State, seat: int, _move: Move) -> None:
    if state.flags & OPENING:
        state.flags ^= OPENING  # this ends the opening, it is no pass at throwing in
    else:
        state.passed |= 1 << seat


_EFFECTS: Final[dict[str, Callable[[State, int, Move], None]]] = {
    "attack": _attack,
    "beat": _beat,
    "transfer": _transfer,
    "show": _show,
    "take": _take,
    "pass": _pass,
}


def carry_out(state: State, seat: int, move: Move, names: Names) -> tuple[Event, ...]:
    """Do a legal move; return what it brought about beyond itself."""
    _EFFECTS[move.kind](state, seat, move)
    ask(state)
    flags = state.flags
    if flags & (OPEN | TAKING) == OPEN:
        return ()  # the defender is to answer
    if state.asked and (not flags & TAKING or state.rules.throw_in_after_take):
        return ()
    return tuple(_end_bout(state, names))


# --- the end of a bout --------------------------------------------------------------------------------------------


def _end_bout(state: State, names: Names) -> list[Event]:
    defender, taken = state.defender, bool(state.flags & TAKING)
    events = [_clear_table(state, names)]
    if state.drawn < len(state.stock):
        _refill(state, names, events)
    state.idle = state.idle + 1 if taken and len(events) == 1 else 0
    state.flags &= ~FIRST
    if 0 in state.hands and state.drawn == len(state.stock):
        _finish_seats(state, names, events)
    if _is_decided(state, defender):
        state.flags |= OVER
        state.clear_table()
        state.clear_roles()
        events.append(GameOver(None if state.fool == NOBODY else names[state.fool]))
    else:
        begin_bout(state, _next_attacker(state, defender, taken=taken))
    return events


def _clear_table(state: State, names: Names) -> Event:
    if state.flags & TAKING:
        state.hands[state.defender] |= state.laid
        return Took(names[state.defender], CardSet(state.laid))
    state.discarded += 2 * len(state.pairs)
    state.flags &= ~NODISCARD
    return Beaten(CardSet(state.laid))


@functools.cache  # 6 seats at most, so fewer than 150
def _drawing_order(players: int, first: int, defender: int) -> tuple[int, ...]:
    return (*(seat for seat in CLOCKWISE[players][first] if seat != defender), defender)


def _refill(state: State, names: Names, events: list[Event]) -> None:
    """By the roles of the bout that just ended: attacker (or opener) first, the others clockwise, the defender last."""
    first, hands, size = state.attacker, state.hands, state.rules.hand_size
    if state.rules.first_to_draw == "opener" and state.opener != state.defender:
        first = state.opener
    for seat in _drawing_order(state.players, first, state.defender):
        wanted = size - hands[seat].bit_count()
        if wanted > 0 and (cards := state.stock[state.drawn : state.drawn + wanted]):
            hands[seat] |= sum(cards)
            state.drawn += len(cards)
            events.append(_drew(names[seat], len(cards)))


_drew = functools.lru_cache(Drew)  # the same few, again and again


def _finish_seats(state: State, names: Names, events: list[Event]) -> None:
    for seat, hand in enumerate(state.hands):
        if not hand and not state.out >> seat & 1:
            state.out |= 1 << seat
            events.append(Out(names[seat]))


def _is_decided(state: State, defender: int) -> bool:
    """Is the deal over? If so, `state.fool` is set; it stays NOBODY for a draw."""
    left = state.players - state.out.bit_count()
    if left == 1:
        state.fool = next(seat for seat in range(state.players) if not state.out >> seat & 1)
    elif left == 0 and state.rules.tie == "last_defender":
        state.fool = defender
    return left < 2 or state.idle >= state.rules.stalemate_bouts


def _next_attacker(state: State, defender: int, *, taken: bool) -> int:
    """Beaten off: the defender leads. Taken, or the defender is out: the next active player after him."""
    return state.next_active(defender) if taken or state.out >> defender & 1 else defender
