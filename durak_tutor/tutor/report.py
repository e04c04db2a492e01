"""What `durak-tutor check` tells of sound lessons: one line, or a table of what each of them holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..engine import FIELDS
from ..texts import LANGS
from .lesson import Lesson, Tell
from .proofs import CODES
from .visit import LAST_GRADE


def all_sound(lessons: Sequence[Lesson]) -> str:
    """The line for lessons without a fault."""
    steps = sum(len(lesson.steps) for lesson in lessons)
    return f"sound: {', '.join(lesson.id for lesson in lessons) or 'no lessons'} ({steps} steps)"


def _by_hand(lesson: Lesson) -> int:
    return sum(len(step.hints) for step in lesson.steps if not isinstance(step, Tell))


def _by_engine(lesson: Lesson) -> int:
    exercises = sum(not isinstance(step, Tell) for step in lesson.steps)
    return LAST_GRADE * exercises - _by_hand(lesson)


def _feedback_texts(lesson: Lesson) -> int:
    return sum(len(step.feedback) for step in lesson.steps if not isinstance(step, Tell))


def _fields(lesson: Lesson) -> int:
    return sum(word in FIELDS for word in lesson.teaches)


COLUMNS: Final[dict[str, Callable[[Lesson], object]]] = {
    "lesson": lambda lesson: lesson.id,
    "steps": lambda lesson: len(lesson.steps),
    "kinds": lambda lesson: len({step.kind for step in lesson.steps}),
    "codes met": lambda lesson: len(lesson.codes_met),
    "fields explained": _fields,
    "hints by hand": _by_hand,
    "by engine": _by_engine,
    "feedback texts": _feedback_texts,
    "languages": lambda _lesson: " ".join(LANGS),
}


def table(lessons: Sequence[Lesson]) -> str:
    """A row for each lesson, then the refusal codes that are met and those that are not."""
    rows = [list(COLUMNS), *([str(value(lesson)) for value in COLUMNS.values()] for lesson in lessons)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    met = {code for lesson in lessons for code in lesson.codes_met}
    return "\n".join([*lines, _listed("codes met", met), _listed("not met", set(CODES) - met)])


def _listed(title: str, codes: set[str]) -> str:
    return f"{title}: {', '.join(code for code in CODES if code in codes) or 'none'}"
