"""Goals: what a learner is to reach in a step, as named predicates over the game and what has happened in the step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..engine import Beaten, Event, Game, Played, Took

LEARNER: Final = "You"
"""The learner's seat in every position."""

Predicate: TypeAlias = Callable[[Game, Sequence[Event], int], bool]
"""(game, events since the step began, number in the goal's name or 0) → is it reached?"""


@dataclass(frozen=True)
class Goal:
    """One or several predicates, all of which must hold: `beaten`, `moves:2`, `beaten kept_trumps`."""

    parts: tuple[tuple[str, int], ...]

    def is_reached(self, game: Game, events: Sequence[Event]) -> bool:
        """Does every predicate hold now?"""
        return all(PREDICATES[name](game, events, number) for name, number in self.parts)

    def __str__(self) -> str:
        return " ".join(f"{name}:{number}" if number else name for name, number in self.parts)


def read_goal(text: str) -> Goal:
    """The goal written so. Raises ValueError that lists the goals for any other text."""
    return Goal(tuple(_read_part(part) for part in text.split() or [text]))


def _read_part(text: str) -> tuple[str, int]:
    name, colon, number = text.partition(":")
    if name in COUNTED and number.isdecimal() and int(number):
        return name, int(number)
    if name in PREDICATES and name not in COUNTED and not colon:
        return name, 0
    raise ValueError(f"{text!r} is no goal; the goals are {', '.join(GOAL_NAMES)}")


def _own_moves(events: Sequence[Event]) -> list[Played]:
    return [event for event in events if isinstance(event, Played) and event.seat == LEARNER]


def _bouts(events: Sequence[Event]) -> int:
    return sum(isinstance(event, Beaten | Took) for event in events)


def _kept_trumps(game: Game, events: Sequence[Event], _number: int) -> bool:
    laid = [played.move.card for played in _own_moves(events) if played.move.kind != "show"]
    return bool(_own_moves(events)) and all(card is None or card.suit != game.trump for card in laid)


def _passed_on(_game: Game, events: Sequence[Event], _number: int) -> bool:
    return any(played.move.kind in ("transfer", "show") for played in _own_moves(events))


PREDICATES: Final[dict[str, Predicate]] = {
    "beaten": lambda _game, events, _number: any(isinstance(event, Beaten) for event in events),
    "taken": lambda _game, events, _number: any(isinstance(event, Took) for event in events),
    "transferred": _passed_on,
    "hand_empty": lambda game, _events, _number: not game.hand(LEARNER),
    "out": lambda game, _events, _number: LEARNER in game.out,
    "not_fool": lambda game, _events, _number: game.result is not None and game.result.fool != LEARNER,
    "bouts": lambda _game, events, number: _bouts(events) >= number,
    "moves": lambda _game, events, number: len(_own_moves(events)) >= number,
    "kept_trumps": _kept_trumps,
}
COUNTED: Final = ("bouts", "moves")
"""The goals that are written with a number."""

GOAL_NAMES: Final = tuple(f"{name}:N" if name in COUNTED else name for name in PREDICATES)
"""How the goals are written."""
