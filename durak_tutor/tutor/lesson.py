"""A lesson file as a model, and how it is read; whether the engine agrees with it is asked in `check`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError, model_validator

from ..engine import PRESETS, Game, HouseRules, Move, RulesError
from ..texts import LANGS, label
from .faults import BadLesson, Fault, faults_of, unfit
from .fields import (
    ACard,
    AGoal,
    AMove,
    AnAnswer,
    APly,
    CardKind,
    Grade,
    Name,
    Ply,
    Rules,
    Zone,
    found_and_allowed,
)
from .goals import LEARNER
from .phrases import LessonPhrase, Phrase

# --- the parts of a lesson -----------------------------------------------------------------------------------------


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class _Step(_Model):
    """What every kind of step has: a text, and a position unless it goes on from the step before."""

    id: Name
    text: LessonPhrase
    position: str | None = None
    before: tuple[APly, ...] = ()
    rules: dict[str, Any] = Field(default_factory=dict)
    open: tuple[str, ...] = ()
    offer: tuple[CardKind, ...] = ()


class Tell(_Step):
    """Something to read and to look at."""

    kind: Literal["tell"]


class _Exercise(_Step):
    """What every step has that asks something."""

    hints: dict[Grade, LessonPhrase] = Field(default_factory=dict)
    done: LessonPhrase | None = None


def _form_of_replies(value: object) -> str:
    return "by-move" if isinstance(value, Mapping) else "as-list"


class Try(_Exercise):
    """Make a move: one of `accept`, or any that lead to the goal."""

    kind: Literal["try"]
    accept: tuple[AMove, ...] = ()
    goal: AGoal | None = None
    refuse: dict[AMove, str] = Field(default_factory=dict)
    feedback: dict[AMove, LessonPhrase] = Field(default_factory=dict)
    then: Annotated[
        Annotated[tuple[APly, ...], Tag("as-list")] | Annotated[dict[AMove, tuple[APly, ...]], Tag("by-move")],
        Discriminator(_form_of_replies),
    ] = ()

    @model_validator(mode="after")
    def _can_be_solved(self) -> Self:
        if not self.accept and not self.goal:
            raise unfit("neither accept nor goal", "one of them", field="accept")
        return self

    def replies(self, move: Move) -> tuple[Ply, ...]:
        """The scripted replies to a move."""
        return self.then.get(move, ()) if isinstance(self.then, Mapping) else self.then


class PickByRule(_Model):
    """All cards of the learner that the engine would let through."""

    would: CardKind
    attack: ACard | None = None


class PickByName(_Model):
    """These cards, out of a zone."""

    cards: tuple[ACard, ...]
    zone: Zone = Field(alias="from")


def _form_of_pick(value: object) -> str:
    return "as-kind" if isinstance(value, Mapping) and "would" in value else "as-cards"


class Pick(_Exercise):
    """Mark all cards that …; feedback by card, for one that is chosen wrongly or left out."""

    kind: Literal["pick"]
    pick: Annotated[
        Annotated[PickByRule, Tag("as-kind")] | Annotated[PickByName, Tag("as-cards")], Discriminator(_form_of_pick)
    ]
    feedback: dict[ACard, LessonPhrase] = Field(default_factory=dict)


class _Question(_Exercise):
    answer: AnAnswer
    options: dict[Name, LessonPhrase] = Field(default_factory=dict)
    proves: str | None = None
    feedback: dict[str, LessonPhrase] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _answer_is_an_option(self) -> Self:
        asked = self.answer.form == "option"
        if asked and self.answer.text not in self.options:
            raise unfit(f"option {self.answer.text!r}", f"one of options: {', '.join(self.options)}", field="answer")
        if self.options and not asked:
            raise unfit("options", "none, since the answer is no option", field="options")
        return self


class Answer(_Question):
    """Answer a question about the position."""

    kind: Literal["answer"]


class Predict(_Question):
    """Say what will happen, then see the script played out."""

    kind: Literal["predict"]
    script: tuple[APly, ...]


Step: TypeAlias = Tell | Try | Pick | Answer | Predict
AnyStep = Annotated[Step, Field(discriminator="kind")]


class RuleBox(_Model):
    """The rule in full, and where it comes from."""

    text: LessonPhrase
    source: Literal["guide", "app", "custom", "ours"]


class Lesson(_Model):
    """A lesson as its file holds it."""

    id: Name
    version: Annotated[int, Field(ge=1)]
    title: LessonPhrase
    aims: tuple[LessonPhrase, ...] = ()
    rules: Rules = PRESETS["podkidnoy"]
    teaches: tuple[str, ...] = ()
    next: Name | None = None
    names: dict[str, LessonPhrase] = Field(default_factory=dict)
    rule: RuleBox | None = None
    steps: tuple[AnyStep, ...] = Field(alias="step")

    @model_validator(mode="after")
    def _has_steps_with_ids_of_their_own(self) -> Self:
        if not self.steps:
            raise unfit("no steps", "at least one", field="step")
        ids = [step.id for step in self.steps]
        for name in ids:
            if ids.count(name) > 1:
                raise unfit(f"{ids.count(name)} steps of this name", "each id once", step=name, field="id")
        return self

    def place(self, step_id: str) -> int | None:
        """The index of a step, None where the lesson has no such step."""
        return next((place for place, step in enumerate(self.steps) if step.id == step_id), None)

    def rules_of(self, step: Step) -> HouseRules:
        """The lesson's rules with the step's own changes."""
        return self.rules.replace(**step.rules) if step.rules else self.rules

    @property
    def codes_met(self) -> set[str]:
        """The refusal codes of which the lesson holds an example."""
        return {code for step in self.steps if isinstance(step, Try) for code in step.refuse.values()}

    def shown_names(self, lang: str) -> dict[str, str]:
        """How the seats are called on screen; the learner's is `You`, in the language."""
        return {LEARNER: label("seat.you", lang)} | {seat: name[lang] for seat, name in self.names.items()}


# --- reading -------------------------------------------------------------------------------------------------------


def load_lesson(path: Path) -> Lesson:
    """The lesson in a file. Raises BadLesson with all faults that can be seen without playing."""
    data = _read_toml(path)
    try:
        lesson = Lesson.model_validate(data)
    except ValidationError as error:
        raise BadLesson(faults_of(error, path.name, data)) from error
    faults = list(_faults_inside(lesson, path))
    if faults:
        raise BadLesson(faults)
    return lesson


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except UnicodeDecodeError as error:
        raise BadLesson([Fault(path.name, "", "", f"byte {error.start} that is no UTF-8", "text in UTF-8")]) from error
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).removesuffix(")").partition(" (at ")
        raise BadLesson([Fault(path.name, "", place, what, "TOML")]) from error


def _faults_inside(lesson: Lesson, path: Path) -> Iterator[Fault]:
    if lesson.id != path.stem:
        yield Fault(path.name, "", "id", repr(lesson.id), f"the name of the file, {path.stem!r}")
    has_table = False
    for step in lesson.steps:
        has_table = has_table or step.position is not None
        if not has_table and (step.before or isinstance(step, Try | Pick | Predict)):
            yield Fault(path.name, step.id, "position", "none here or before", "a position to begin from")
        yield from _faults_of_position(lesson, step, path.name)


def _faults_of_position(lesson: Lesson, step: Step, file: str) -> Iterator[Fault]:
    try:
        rules = lesson.rules_of(step)
    except RulesError as error:
        yield Fault(file, step.id, "rules", *found_and_allowed(error))
        return
    try:
        if step.position is not None:
            Game.parse(step.position, rules)
    except ValueError as error:
        yield Fault(file, step.id, "position", repr(step.position), f"a position; {error}")


def phrases_of(lesson: Lesson) -> Iterator[tuple[str, str, Phrase]]:
    """Every phrase of a lesson with its step (empty for the lesson's own) and field."""
    own = {name: value for name, value in lesson if name != "steps"}
    for step_id, part in [("", own), *((step.id, dict(step)) for step in lesson.steps)]:
        for field, phrase in _phrases_in(part, ()):
            yield step_id, ".".join(field), phrase


def _phrases_in(value: object, field: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Phrase]]:
    if isinstance(value, Mapping) and set(value) == set(LANGS):
        yield field, value
        return
    for key, part in _parts(value):
        yield from _phrases_in(part, (*field, str(key)))


def _parts(value: object) -> Iterable[tuple[object, object]]:
    if isinstance(value, Mapping):
        return value.items()
    if isinstance(value, RuleBox):
        return value
    return enumerate(value) if isinstance(value, tuple) else ()
