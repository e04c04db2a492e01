"""The game: deal or read a position, ask who may do what and why not, play, undo, write down."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .bout import carry_out
from .cards import ALL_CARDS, Card, CardSet, Deck, Suit
from .deal import Beginning, check_seats, deal, next_opener
from .events import Event, Opens, Played
from .law import law
from .moves import Move, parse_move
from .notation import read_position, write_position
from .reasons import IllegalMove, Reason, Refused, explain_refusal
from .requirements import REQUIREMENTS
from .rules import PRESETS, HouseRules
from .state import NOBODY, OPEN, OPENING, OVER, TAKING, State
from .view import Result, View

CARD_KINDS: Final = ("attack", "beat", "transfer", "show")
"""The kinds of move that lay or show a card."""


class Game:
    """One deal of Durak. Make one with `Game.deal`, `Game.parse` or `Game.replay`.

    A seat is given by its name or its number, a move or a card by itself or its notation. Whatever asks about a seat
    raises KeyError for one that is not at the table.

    >>> game = Game.parse("A: 9C QS | B: QC 7D | trump D | attack A B")
    >>> game.play("+9C", "A")
    (Played(seat='A', move=Attack('9C')),)
    >>> game.why_not("9C/7D", "B") is None, game.legal_moves("B")
    (True, [Beat('9C', 'QC'), Beat('9C', '7D'), Take()])
    """

    __slots__ = (
        "_before", "_beginning", "_events", "_law", "_legal_moves", "_legal_seat", "_number", "_state", "rules",
        "seats",
    )  # fmt: skip

    rules: HouseRules
    seats: tuple[str, ...]

    def __init__(self, state: State, seats: tuple[str, ...], beginning: Beginning | str) -> None:
        self.rules, self.seats = state.rules, seats
        self._state = state
        self._beginning = beginning
        """How the cards were dealt, or the position at which the game began."""
        self._before: list[tuple[Any, ...]] = []
        """For each move so far: the state before it, for `undo`; and in `_events` what it brought about."""
        self._events: list[tuple[Event, ...]] = []
        self._number: dict[str | int, int] = {key: n for n, name in enumerate(seats) for key in (name, n)}
        self._law = law(self.rules)
        self._legal_seat = NOBODY
        self._legal_moves: list[Move] = []
        """The last answer of `legal_moves`, and for whom, while it holds."""

    # --- making one -----------------------------------------------------------------------------------------------

    @classmethod
    def deal(
        cls,
        rules: HouseRules,
        seats: Sequence[str],
        *,
        seed: int | None = None,
        deck: Sequence[Card | str] | None = None,
        opens: str | int | None = None,
    ) -> Game:
        """A new deal, shuffled by `seed` (by chance without one) or in the full order `deck`, first card dealt first.

        `opens` names who leads where an earlier deal decides that. Raises RulesError for too many or too few seats,
        ValueError for a deck that is not the whole deck, for names that cannot be, and for an unknown `opens`.
        """
        names = check_seats(tuple(seats))
        order = None if deck is None else [Card(card) for card in deck]
        opener = None if opens is None else _seat_number(names, opens)
        state, beginning = deal(rules, len(names), seed=seed, deck=order, opens=opener)
        return cls(state, names, beginning)

    @classmethod
    def parse(cls, position: str, rules: HouseRules | None = None) -> Game:
        """The game at a position on one line (rule book, section 4), by default under `podkidnoy`.

        Raises PositionError, which names field and word, and RulesError for too many seats.
        """
        rules = rules or HouseRules()
        state, names = read_position(position, rules)
        return cls(state, names, write_position(state, names))

    @classmethod
    def replay(cls, record: str) -> Game:
        """The game of a record, played again move by move. Raises RecordError, which names the line."""
        from .record import replay  # record.py needs Game

        return replay(record)

    def next_deal(self, *, seed: int | None = None, deck: Sequence[Card | str] | None = None) -> Game:
        """The deal after this one, opened by whom `next_deal_start` names. Raises ValueError before the end."""
        if not self.over:
            raise ValueError("this deal is not over yet")
        return Game.deal(self.rules, self.seats, seed=seed, deck=deck, opens=next_opener(self._state))

    def copy(self) -> Game:
        """A game of its own at the same position, with the same past."""
        other: Game = object.__new__(Game)
        other.rules, other.seats, other._beginning = self.rules, self.seats, self._beginning
        other._number, other._law = self._number, self._law
        other._legal_seat, other._legal_moves = NOBODY, []
        other._state = self._state.copy()
        other._before, other._events = self._before.copy(), self._events.copy()
        return other

    # --- what lies on the table -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Has the deal ended?"""
        return self._state.flags & OVER != 0

    @property
    def result(self) -> Result | None:
        """Who is the fool, once the deal is over."""
        return Result(self._name(self._state.fool)) if self._state.over else None

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return Suit(self._state.trump)

    @property
    def turned(self) -> Card | None:
        """The face-up trump under the talon, until it is drawn."""
        return self.talon[-1] if self.talon else None

    @property
    def talon(self) -> tuple[Card, ...]:
        """The cards left to draw, top first, the turned trump last."""
        return self._state.talon()

    @property
    def table(self) -> tuple[tuple[Card, Card | None], ...]:
        """The attacks in the order in which they were laid, each with the card that beats it."""
        return tuple((ALL_CARDS[a], None if d < 0 else ALL_CARDS[d]) for a, d in self._state.pairs)

    @property
    def open_attacks(self) -> CardSet:
        """The unbeaten attacks."""
        return CardSet(self._state.open)

    @property
    def attacker(self) -> str | None:
        """Who attacks; None when the deal is over, as for `defender` and `opener`."""
        return self._name(self._state.attacker)

    @property
    def defender(self) -> str | None:
        """Who defends."""
        return self._name(self._state.defender)

    @property
    def opener(self) -> str | None:
        """Who led the bout; differs from the attacker after a transfer."""
        return self._name(self._state.opener)

    @property
    def taking(self) -> bool:
        """Has the defender given up?"""
        return self._state.taking

    @property
    def opening(self) -> bool:
        """May the opener still add cards before the defender answers (house rule `opening`)?"""
        return self._state.opening

    @property
    def passed(self) -> tuple[str, ...]:
        """The seats whose pass holds."""
        return self._names(self._state.passed)

    @property
    def out(self) -> tuple[str, ...]:
        """The seats that have finished."""
        return self._names(self._state.out)

    @property
    def discarded(self) -> int:
        """How many cards lie in the discard pile (or were never part of a small example)."""
        return self._state.discarded

    @property
    def first(self) -> bool:
        """Is this the first bout of the deal?"""
        return self._state.first

    @property
    def limit(self) -> int:
        """The attacks allowed in this bout, by the rules and by the hand the defender had at its start; 0 when over."""
        state = self._state
        return 0 if state.over else min(state.limit, state.beaten + state.hands[state.defender].bit_count())

    def hand(self, seat: str | int) -> CardSet:
        """The cards that `seat` holds."""
        return CardSet(self._state.hands[self._number[seat]])

    def _name(self, seat: int) -> str | None:
        return None if seat == NOBODY else self.seats[seat]

    def _names(self, bits: int) -> tuple[str, ...]:
        return tuple(name for number, name in enumerate(self.seats) if bits >> number & 1)

    # --- who may do what ------------------------------------------------------------------------------------------

    def actors(self) -> tuple[str, ...]:
        """The seats that may act now, first in priority first; throwers come before the defender."""
        state, seats = self._state, self.seats
        flags = state.flags
        if flags & OVER:
            return ()
        if flags & (OPEN | TAKING | OPENING) != OPEN:
            now = state.asked
            return (seats[now[0]],) if len(now) == 1 else tuple([seats[seat] for seat in now])
        if self.rules.throw_in_timing == "when_beaten":
            return (seats[state.defender],)
        return tuple([seats[seat] for seat in (*state.asked, state.defender)])

    def legal_moves(self, seat: str | int) -> list[Move]:
        """Every move that `seat` may make now: attacks, beats, transfers, shows, take, pass, each by its cards."""
        self._legal_seat = number = self._number[seat]
        self._legal_moves = moves = self._law.moves(self._state, number)
        return moves.copy()  # the caller's own, to change as he likes

    def why_not(self, move: Move | str, seat: str | int) -> Reason | None:
        """Why `seat` may not make the move now; None if it may. Raises ValueError for a text that is no move."""
        move, number = parse_move(move), self._number[seat]
        code = self._law.objection(self._state, number, move)
        return explain_refusal(code, Refused(self._state, self.seats, number, move, self._law)) if code else None

    def would_do(self, kind: str, seat: str | int, attack: Card | str | None = None) -> CardSet:
        """The own cards that would pass every requirement of `attack`, `beat` (this attack), `transfer` or `show`.

        Raises ValueError for another kind, and for `beat` without an attack.
        """
        if kind not in CARD_KINDS:
            raise ValueError(f"{kind!r} lays no card; the kinds that do are {', '.join(CARD_KINDS)}")
        return CardSet(self._law.allowed(self._state, self._number[seat], kind, _target(kind, attack)))

    def requirements(
        self, kind: str, seat: str | int, attack: Card | str | None = None
    ) -> tuple[tuple[str, CardSet], ...]:
        """The rule made visible: each requirement of a kind of move in order, with the cards that it lets through.

        For `beat`, `attack` is the attack to be beaten. Raises ValueError for an unknown kind, or `beat` without it.
        """
        if kind not in REQUIREMENTS:
            raise ValueError(f"{kind!r} is no kind of move; they are {', '.join(REQUIREMENTS)}")
        number, deck, target = self._number[seat], Deck(self.rules.deck).cards, _target(kind, attack)
        return tuple(
            (row.code, deck & self._law.lets_through(row, self._state, number, target)) for row in REQUIREMENTS[kind]
        )

    # --- playing --------------------------------------------------------------------------------------------------

    def play(self, move: Move | str, seat: str | int) -> tuple[Event, ...]:
        """Make the move; return what everybody saw. Raises IllegalMove, and then nothing has changed."""
        number, state = self._number[seat], self._state
        if number != self._legal_seat or move not in self._legal_moves:
            move = parse_move(move)
            reason = self.why_not(move, number)
            if reason:
                raise IllegalMove(reason)
        self._before.append(state.snapshot())
        events = _played(self.seats[number], move) + carry_out(state, number, move, self.seats)
        self._events.append(events)
        self._legal_seat = NOBODY
        return events

    def undo(self) -> None:
        """Take the last move back, exactly. Raises IndexError when nothing was played."""
        if not self._before:
            raise IndexError("there is no move to take back")
        self._state.restore(self._before.pop())
        self._events.pop()
        self._legal_seat = NOBODY

    # --- writing down ---------------------------------------------------------------------------------------------

    @property
    def opening_event(self) -> Opens | None:
        """Who leads the deal and why; None for a game that began from a position."""
        begun = self._beginning
        if isinstance(begun, str):
            return None
        return Opens(self.seats[begun.opener], begun.why, begun.card, begun.redeals)

    @property
    def moves(self) -> list[tuple[str, Move]]:
        """The moves so far, each with its seat."""
        return [(first.seat, first.move) for first, *_rest in self._events if isinstance(first, Played)]

    def log(self) -> list[Event]:
        """Everything that everybody saw since the game began."""
        opening = [self.opening_event] if self.opening_event else []
        return [*opening, *(event for events in self._events for event in events)]

    def record(self) -> str:
        """The game as text, line by line, from which `Game.replay` makes the same game again."""
        lines = [_rules_line(self.rules), f"seats {' '.join(self.seats)}", *self._first_lines()]
        lines += [f"{seat} {move}" for seat, move in self.moves]
        if self.over:
            lines.append(f"result {self.result}")
        return "\n".join(lines) + "\n"

    def _first_lines(self) -> list[str]:
        begun = self._beginning
        if isinstance(begun, str):
            return [f"position {begun}"]
        lines = [f"deck {' '.join(map(str, begun.deck))}"]
        if begun.why in ("lot", "earlier_deal"):
            lines.append(f"opens {self.seats[begun.opener]}")
        return lines

    def view(self, seat: str | int) -> View:
        """What `seat` may know."""
        number, state = self._number[seat], self._state
        return View(
            seat=self.seats[number], seats=self.seats, rules=self.rules, hand=self.hand(number),
            counts={name: hand.bit_count() for name, hand in zip(self.seats, state.hands, strict=True)},
            talon=len(state.talon()), turned=self.turned, trump=self.trump, table=self.table, attacker=self.attacker,
            defender=self.defender, opener=self.opener, first=self.first, taking=self.taking, passed=self.passed,
            out=self.out,
            actors=self.actors(), discarded=self.discarded, limit=self.limit, result=self.result,
            legal_moves=tuple(self.legal_moves(number)), text=write_position(state, self.seats, seen_by=number),
        )  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.replay, (self.record(),)  # for pickle, and for the copy module

    def __str__(self) -> str:
        return write_position(self._state, self.seats)

    def __repr__(self) -> str:
        return f"<Game {self}>"

    def _repr_mimebundle_(self, **_asked: object) -> dict[str, str]:
        """The table with all hands open, as a notebook shows it."""
        from ..table.show import show  # the one way up, so that a game can be looked at without an import

        return show(self)._repr_mimebundle_()

    def __eq__(self, other: object) -> bool:
        """Same rules, seats and position; how it came about does not matter."""
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules, self.seats, str(self)) == (other.rules, other.seats, str(other))

    __hash__ = None  # type: ignore[assignment]  # a game changes


@functools.lru_cache(maxsize=4096)  # the same seats make the same moves in game after game
def _played(seat: str, move: Move) -> tuple[Event, ...]:
    return (Played(seat, move),)


def _add(moves: list[Move], by_bit: Mapping[int, Move], cards: int) -> None:
    while cards:
        lowest = cards & -cards
        moves.append(by_bit[lowest])
        cards ^= lowest


def _target(kind: str, attack: Card | str | None) -> int:
    if kind == "beat" and attack is None:
        raise ValueError("which attack is to be beaten? Give attack=…")
    return -1 if attack is None else Card(attack).index


def _seat_number(names: Sequence[str], seat: str | int) -> int:
    number = names.index(seat) if seat in names else seat
    if isinstance(number, int) and 0 <= number < len(names):
        return number
    raise ValueError(f"there is no seat {seat!r}; the seats are {' '.join(names)}")


def _rules_line(rules: HouseRules) -> str:
    preset = next((name for name, known in PRESETS.items() if known == rules), None)
    return f"rules {preset} {{}}" if preset else f"rules podkidnoy {json.dumps(rules.changes())}"
