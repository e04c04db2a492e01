"""What a game is at one moment: cards as bits, seats as numbers. Inner to the engine; `Game` is the door."""

from __future__ import annotations

from typing import Any, Final

from .rules import HouseRules

NOBODY: Final = -1
NOT_BEATEN: Final = -1

# What is true of a moment, as flags. The first five are kept in `State.flags`, the next three follow from the table.
OVER, FIRST, NODISCARD, TAKING, OPENING, LAID, OPEN, BEATEN = (1 << n for n in range(8))

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


class State:
    """Everything that a move can change, and what stays fixed for a deal."""

    __slots__ = (
        "asked", "attacker", "beaten", "bout", "defender", "discarded", "drawn", "flags", "fool", "hands", "idle",
        "laid", "limit", "open", "opener", "out", "pairs", "passed", "players", "ranks", "rules", "shown", "stock",
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

    def __init__(self, rules: HouseRules, hands: list[int], stock: tuple[int, ...], trump: int) -> None:
        # Fixed for the deal.
        self.rules = rules
        self.players = len(hands)
        self.stock = stock
        """The talon as it was, top card first, the turned trump last."""
        self.trump = trump
        # Of the deal.
        self.hands = hands
        self.drawn = 0
        """How many cards of the stock are gone."""
        self.discarded = rules.deck - len(stock) - sum(hand.bit_count() for hand in hands)
        self.flags = 0
        self.idle = 0
        self.out = 0
        """The seats that have finished, as bits, as are `passed` and `throwers`."""
        self.fool = NOBODY
        # Of the bout.
        self.attacker = NOBODY
        self.defender = NOBODY
        self.opener = NOBODY
        self.throwers = 0
        """The seats that the house rules let throw in during this bout."""
        self.limit = rules.attack_limit
        """The most attacks that the house rules allow in this bout."""
        self.pairs: tuple[Pair, ...] = ()
        self.open = 0
        """The unbeaten attacks, as bits of cards."""
        self.laid = 0
        """All cards on the table, as bits."""
        self.beaten = 0
        """How many attacks are beaten."""
        self.ranks = 0
        """Every card, laid or not, whose rank lies on the table."""
        self.passed = 0
        self.shown = 0
        self.settle_bout()
        # Derived: who is to be asked to throw in, or None while nobody has looked.
        self.asked: list[int] | None = None

    def snapshot(self) -> tuple[Any, ...]:
        """Everything that a move can change, as a value."""
        return (
            *self.hands, self.pairs, self.open, self.laid, self.beaten, self.ranks, self.flags, self.passed, self.shown,
            self.bout,
        )  # fmt: skip

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        """Become again what `snapshot` remembers."""
        (
            *self.hands, self.pairs, self.open, self.laid, self.beaten, self.ranks, self.flags, self.passed, self.shown,
            self.bout,
        ) = snapshot  # fmt: skip
        (
            self.attacker, self.defender, self.opener, self.throwers, self.limit, self.drawn, self.discarded, self.idle,
            self.out, self.fool,
        ) = self.bout  # fmt: skip
        self.asked = None

    def settle_bout(self) -> None:
        """Note what stays as it is until the roles change next; `snapshot` takes it from here."""
        self.bout = (
            self.attacker, self.defender, self.opener, self.throwers, self.limit, self.drawn, self.discarded, self.idle,
            self.out, self.fool,
        )  # fmt: skip

    def copy(self) -> State:
        """A state of its own with the same content."""
        other: State = object.__new__(State)
        other.rules, other.players, other.stock, other.trump = self.rules, self.players, self.stock, self.trump
        other.restore(self.snapshot())
        return other

    def talon(self) -> tuple[int, ...]:
        """What is left to draw, top card first."""
        return self.stock[self.drawn :]

    def next_active(self, seat: int) -> int:
        """The next seat clockwise that has not finished; `seat` itself when it is the only one."""
        for other in CLOCKWISE[self.players][seat]:
            if other != seat and not self.out >> other & 1:
                return other
        return seat

    def previous_active(self, seat: int) -> int:
        """The next seat counter-clockwise that has not finished."""
        for other in reversed(CLOCKWISE[self.players][seat]):
            if not self.out >> other & 1:
                return other
        return seat

    def set_roles(self, attacker: int, defender: int) -> None:
        """Name attacker and defender, and so the seats that may throw in (house rule `throwers`) and the limit."""
        rules = self.rules
        self.attacker, self.defender = attacker, defender
        if rules.throwers == "all":
            allowed = (1 << self.players) - 1 & ~self.out
        else:
            allowed = 1 << attacker
            if rules.throwers == "neighbours":
                allowed |= 1 << self.next_active(defender) | 1 << self.previous_active(defender)
        self.throwers = allowed & ~(1 << defender)
        while_first = NODISCARD if rules.first_limit_until == "discard" else FIRST
        self.limit = rules.first_limit if self.flags & while_first else rules.attack_limit
        self.settle_bout()
