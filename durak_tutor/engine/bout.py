"""What happens after a move: cards move, passes are cleared, a bout ends, hands are refilled, seats finish.

Nothing here asks whether a move is legal; that is known before. Events name seats by their numbers' names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .cards import RANK_BITS, CardSet
from .events import Beaten, Drew, Event, GameOver, Out, Took
from .moves import Move
from .requirements import asked
from .state import CLOCKWISE, FIRST, NOBODY, NODISCARD, NOT_BEATEN, OPENING, OVER, TAKING, State

Names = tuple[str, ...]


# --- the bout -----------------------------------------------------------------------------------------------------


def begin_bout(state: State, attacker: int) -> None:
    """Clear the table and name the roles; the defender is the next active player."""
    _clear_bout(state)
    state.opener = attacker
    state.set_roles(attacker, state.next_active(attacker))


def _clear_bout(state: State) -> None:
    state.pairs = ()
    state.open = state.laid = state.beaten = state.ranks = state.passed = state.shown = state.throwers = 0
    state.flags &= ~(TAKING | OPENING)
    state.attacker = state.defender = state.opener = NOBODY
    state.asked = None


def _lay(state: State, seat: int, move: Move) -> int:
    """Take the card out of the hand; a new card on the table clears the passes. Returns its index."""
    card = move.card.index  # type: ignore[union-attr]  # only moves with a card come here
    state.hands[seat] ^= move.bit
    state.laid |= move.bit
    state.ranks |= RANK_BITS[card]
    if state.rules.passing == "reset":
        state.passed = 0
    return card


def _attack(state: State, seat: int, move: Move) -> None:
    opens = not state.pairs
    card = _lay(state, seat, move)
    state.pairs += ((card, NOT_BEATEN),)
    state.open |= move.bit
    if opens and state.rules.opening == "same_rank" and state.rules.throw_in_timing != "anytime":
        state.flags |= OPENING
    if not state.hands[seat]:
        state.flags &= ~OPENING  # who has no card left cannot be asked whether he goes on opening


def _beat(state: State, seat: int, move: Move) -> None:
    attack = move.attack.index  # type: ignore[union-attr]  # a Beat names its attack
    card = _lay(state, seat, move)
    state.pairs = tuple([(attack, card) if pair[0] == attack else pair for pair in state.pairs])
    state.open ^= 1 << attack
    state.beaten += 1


def _transfer(state: State, seat: int, move: Move) -> None:
    state.pairs += ((_lay(state, seat, move), NOT_BEATEN),)
    state.open |= move.bit
    state.set_roles(seat, state.next_active(seat))


def _show(state: State, seat: int, move: Move) -> None:
    state.shown |= move.bit
    state.set_roles(seat, state.next_active(seat))


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
    state.asked = None
    taking = state.flags & TAKING
    if state.open and not taking:
        return ()
    may_be_added = not taking or state.rules.throw_in_after_take
    return () if may_be_added and asked(state) else tuple(_end_bout(state, names))


# --- the end of a bout --------------------------------------------------------------------------------------------


def _end_bout(state: State, names: Names) -> list[Event]:
    defender, taken = state.defender, bool(state.flags & TAKING)
    events: list[Event] = [_clear_table(state, names)]
    if state.drawn < len(state.stock):
        events += _refill(state, names)
    state.idle = state.idle + 1 if taken and len(events) == 1 else 0
    state.flags &= ~FIRST
    if state.drawn == len(state.stock) and 0 in state.hands:
        events += _finish_seats(state, names)
    if _is_decided(state, defender):
        state.flags |= OVER
        _clear_bout(state)
        state.settle_bout()
        events.append(GameOver(None if state.fool == NOBODY else names[state.fool]))
    else:
        begin_bout(state, _next_attacker(state, defender, taken=taken))
    return events


def _clear_table(state: State, names: Names) -> Event:
    cards = CardSet(state.laid)
    if state.flags & TAKING:
        state.hands[state.defender] |= cards
        return Took(names[state.defender], cards)
    state.discarded += 2 * len(state.pairs)
    state.flags &= ~NODISCARD
    return Beaten(cards)


def _drawing_order(state: State) -> list[int]:
    """The roles of the bout that just ended: attacker (or opener) first, the others clockwise, the defender last."""
    first = state.attacker
    if state.rules.first_to_draw == "opener" and state.opener != state.defender:
        first = state.opener
    others = [seat for seat in CLOCKWISE[state.players][first] if seat != state.defender]
    return [*others, state.defender]


def _refill(state: State, names: Names) -> list[Event]:
    events: list[Event] = []
    for seat in _drawing_order(state):
        wanted = state.rules.hand_size - state.hands[seat].bit_count()
        cards = state.stock[state.drawn : state.drawn + max(wanted, 0)]
        for card in cards:
            state.hands[seat] |= 1 << card
        state.drawn += len(cards)
        if cards:
            events.append(Drew(names[seat], len(cards)))
    return events


def _finish_seats(state: State, names: Names) -> list[Event]:
    gone = [seat for seat, hand in enumerate(state.hands) if not hand and not state.out >> seat & 1]
    for seat in gone:
        state.out |= 1 << seat
    return [Out(names[seat]) for seat in gone]


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
