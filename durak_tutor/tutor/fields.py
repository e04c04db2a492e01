"""The fields of a lesson file that stand for values of the game: cards, moves, scripts, goals, rules, answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import Field, PlainValidator, StringConstraints

from ..engine import PRESETS, Card, HouseRules, Move, RulesError, parse_move
from .faults import unfit
from .goals import GOAL_NAMES, Goal, read_goal


class Ply(NamedTuple):
    """A move with its seat, written `A +9C`."""

    seat: str
    move: Move

    def __str__(self) -> str:
        return f"{self.seat} {self.move}"


class RightAnswer(NamedTuple):
    """The answer of an `answer` or `predict` step: its form, and how it is written when somebody gives it.

    form: `number`, `seat`, `yes`, `result`, `option`; text: `4`, `B`, `yes` or `no`, `draw` or the fool, an option.
    """

    form: str
    text: str


T = TypeVar("T")


def _word(read: Callable[[str], T], expected: str) -> PlainValidator:
    def validate(value: object) -> T:
        try:
            if isinstance(value, str):
                return read(value)
        except ValueError as error:
            raise unfit(repr(value), expected) from error
        raise unfit(repr(value), f"{expected}, in quotes")

    return PlainValidator(validate, json_schema_input_type=str)


def _read_ply(text: str) -> Ply:
    seat, _, move = text.strip().partition(" ")
    if not move:
        raise ValueError(f"{text!r} has no move")
    return Ply(seat, parse_move(move))


def _read_rules(value: object) -> HouseRules:
    changes: dict[str, Any] = dict(value) if isinstance(value, Mapping) else {"base": value}
    base = changes.pop("base", "podkidnoy")
    if not isinstance(base, str) or base not in PRESETS:
        raise unfit(repr(base), f"one of {', '.join(PRESETS)}")
    try:
        return PRESETS[base].replace(**changes)
    except RulesError as error:
        raise unfit(*found_and_allowed(error)) from error


def found_and_allowed(error: RulesError) -> tuple[str, str]:
    """A refused house rule, as a fault tells it."""
    return f"{error.field} = {error.value!r}", f"a house rule that makes sense: {error.allowed}"


def _read_answer(value: object) -> RightAnswer:
    if isinstance(value, Mapping) and len(value) == 1:
        ((form, content),) = value.items()
        if form == "yes" and isinstance(content, bool):
            return RightAnswer(form, "yes" if content else "no")
        if form == "number" and type(content) is int:
            return RightAnswer(form, str(content))
        if form in ("seat", "option", "result") and isinstance(content, str):
            return RightAnswer(form, content)
    raise unfit(repr(value), "one of number = 4, seat = 'B', yes = true, result = 'draw', option = '…'")


ACard = Annotated[Card, _word(Card, "a card, such as 9C or 10H")]
AMove = Annotated[Move, _word(parse_move, "a move: +9C, 9C/QC, >9D, >>9H, take or pass")]
APly = Annotated[Ply, _word(_read_ply, "a seat and its move, such as 'A +9C'")]
AGoal = Annotated[Goal, _word(read_goal, f"a goal: {', '.join(GOAL_NAMES)}")]
Rules = Annotated[HouseRules, PlainValidator(_read_rules, json_schema_input_type=str | dict[str, Any])]
AnAnswer = Annotated[RightAnswer, PlainValidator(_read_answer, json_schema_input_type=dict[str, Any])]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Grade = Annotated[int, Field(ge=1, le=4)]
CardKind = Literal["attack", "beat", "transfer", "show"]
Zone = Literal["hand", "table", "talon"]
