"""What a game is at one moment: cards as bits, seats as numbers. Inner to the engine; `Game` is the door."""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

from .cards import ALL_CARDS, Card
from .rules import HouseRules

NOBODY: Final = -1
NOT_BEATEN: Final = -1

# What is true of a moment, as bits of `State.flags`.
OVER, FIRST, NODISCARD, TAKING, OPENING, LAID, OPEN, BEATEN = (1 << n for n in range(8))
OF_DEAL: Final = OVER | FIRST | NODISCARD
"""The flags that outlive a bout."""
ATTACKS_NOW, DEFENDS, THROWS, FINISHED = (1 << n for n in range(8, 12))
"""What a seat is during a bout, as bits of `State.roles`."""

CLOCKWISE: Final = tuple(
    tuple(tuple((first + step) % players for step in range(players)) for first in range(players))
    for players in range(7)
)
"""[players][first] → all seats, clockwise from the first."""

Pair = tuple[int, int]
"""An attack and what lies over it (or NOT_BEATEN), as card indices."""


class Flag:
    """A flag of `State.flags` that reads and writes like an attribute of its own."""

    def __init__(self, bit: int) -> None:
        self.bit = bit

    def __get__(self, state: State, _owner: type[State]) -> bool:
        return bool(state.flags & self.bit)

    def __set__(self, state: State, value: bool) -> None:  # noqa: FBT001 - the signature of a descriptor
        state.flags = state.flags | self.bit if value else state.flags & ~self.bit


class Seating(NamedTuple):
    """Who does what in a bout."""

    defender: int
    throwers: tuple[int, ...]
    """The seats that the house rules let throw in, in the order in which they are asked."""
    roles: tuple[int, ...]


@functools.cache  # at most 3 house rules, 6 seats and 2⁶ sets of them that have finished
def seating(who_throws: str, players: int, out: int, attacker: int) -> Seating:
    """The defender is the next active seat after the attacker; the rest follows from the house rule `throwers`."""
    _, defender, *others = [seat for seat in CLOCKWISE[players][attacker] if not out >> seat & 1]
    asked = {"all": others, "neighbours": others[:1], "attacker": []}[who_throws]
    roles = [FINISHED if out >> seat & 1 else 0 for seat in range(players)]
    roles[attacker], roles[defender] = ATTACKS_NOW, DEFENDS
    for seat in (attacker, *asked):
        roles[seat] |= THROWS
    return Seating(defender, (attacker, *asked), tuple(roles))


class State:
    """Everything that a move can change, and what stays fixed for a deal."""

    __slots__ = (
        "asked", "attacker", "bout", "defender", "discarded", "drawn", "flags", "fool", "hands", "idle", "laid",
        "limit", "open", "opener", "out", "pairs", "passed", "players", "ranks", "roles", "rules", "shown", "stock",
        "throwers", "trump",
    )  # fmt: skip

    over = Flag(OVER)
    first = Flag(FIRST)
    """Is this the first bout of the deal?"""
    nodiscard = Flag(NODISCARD)
    """Has nothing been discarded in this deal?"""
    taking = Flag(TAKING)
    opening = Flag(OPENING)
    """May the opener still add cards before the defender answers (house rule `opening`)?"""

    # Fixed for the deal.
    rules: HouseRules
    players: int
    stock: tuple[int, ...]
    """The talon as it was, top card first, the turned trump last; each card as a bit."""
    trump: int
    # Of the deal.
    hands: list[int]
    drawn: int
    """How many cards of the stock are gone."""
    discarded: int
    flags: int
    idle: int
    """Bouts in a row without discard and draw."""
    out: int
    """The seats that have finished, as bits, as are those of `passed`."""
    fool: int
    # Of the roles in a bout.
    attacker: int
    defender: int
    opener: int
    throwers: tuple[int, ...]
    """The seats that the house rules let throw in, in the order in which they are asked."""
    roles: tuple[int, ...]
    """For each seat what it does in this bout, and whether it has finished."""
    limit: int
    """The most attacks that the house rules allow in this bout."""
    # Of the table.
    pairs: tuple[Pair, ...]
    open: int
    """The unbeaten attacks, as bits of cards."""
    laid: int
    """All cards on the table, as bits."""
    ranks: int
    """Every card, laid or not, whose rank lies on the table."""
    passed: int
    shown: int
    asked: tuple[int, ...]
    """Who is to be asked to lay an attack; follows from the rest, found by `requirements.ask` after every move."""

    def __init__(self, rules: HouseRules, hands: list[int], stock: tuple[int, ...], trump: int) -> None:
        self.rules, self.players, self.stock, self.trump = rules, len(hands), stock, trump
        self.hands = hands
        self.discarded = rules.deck - len(stock) - sum(hand.bit_count() for hand in hands)
        self.drawn = self.flags = self.idle = self.out = 0
        self.fool = NOBODY
        self.clear_table()
        self.clear_roles()

    def snapshot(self) -> tuple[Any, ...]:
        """Everything that a move can change, as a value."""
        return (
            tuple(self.hands), self.pairs, self.open, self.laid, self.ranks, self.flags, self.passed, self.shown,
            self.asked, self.bout,
        )  # fmt: skip

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Become again what `snapshot` remembers."""
        (
            hands, self.pairs, self.open, self.laid, self.ranks, self.flags, self.passed, self.shown,
            self.asked, self.bout,
        ) = snapshot  # fmt: skip
        (
            self.attacker, self.defender, self.opener, self.throwers, self.roles, self.limit, self.drawn,
            self.discarded, self.idle, self.out, self.fool,
        ) = self.bout  # fmt: skip
        self.hands = [*hands]

    def settle_bout(self) -> None:
        """Note what stays as it is until the roles change next; `snapshot` takes it from here."""
        self.bout = (
            self.attacker, self.defender, self.opener, self.throwers, self.roles, self.limit, self.drawn,
            self.discarded, self.idle, self.out, self.fool,
        )  # fmt: skip

    def copy(self) -> State:
        """A state of its own with the same content."""
        other: State = object.__new__(State)
        other.rules, other.players, other.stock, other.trump = self.rules, self.players, self.stock, self.trump
        other.restore(self.snapshot())
        return other

    @property
    def beaten(self) -> int:
        """How many attacks are beaten."""
        return len(self.pairs) - self.open.bit_count()

    def talon(self) -> tuple[Card, ...]:
        """What is left to draw, top card first."""
        return tuple([ALL_CARDS[bit.bit_length() - 1] for bit in self.stock[self.drawn :]])

    def next_active(self, seat: int) -> int:
        """The next seat clockwise that has not finished; `seat` itself when it is the only one."""
        for other in CLOCKWISE[self.players][seat]:
            if other != seat and not self.out >> other & 1:
                return other
        return seat

    def clear_table(self) -> None:
        """Nothing laid, nobody has passed, nobody has given up."""
        self.pairs = self.asked = ()
        self.open = self.laid = self.ranks = self.passed = self.shown = 0
        self.flags &= OF_DEAL

    def clear_roles(self) -> None:
        """Nobody attacks, nobody defends: the deal is over, or not yet begun."""
        self.attacker = self.defender = self.opener = NOBODY
        self.throwers, self.roles, self.limit = (), (0,) * self.players, self.rules.attack_limit
        self.settle_bout()

    def set_roles(self, attacker: int) -> None:
        """Name the attacker and with him the defender, who may throw in, and the limit."""
        rules, flags = self.rules, self.flags
        self.attacker = attacker
        self.defender, self.throwers, self.roles = seating(rules.throwers, self.players, self.out, attacker)
        limited = flags & FIRST or (flags & NODISCARD and rules.first_limit_until == "discard")
        self.limit = rules.first_limit if limited else rules.attack_limit
        self.settle_bout()
