"""Faults of lesson files: where each is, what was found there, and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError


class Fault(NamedTuple):
    """One fault; `step` is empty where it concerns the lesson as a whole. `str` makes it a sentence."""

    file: str
    step: str
    field: str
    found: str
    expected: str

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.step and f"step {self.step}", self.field) if part)
        return f"{place}: found {self.found}, expected {self.expected}"


class BadLesson(ValueError):  # noqa: N818 - what it is
    """A lesson file that cannot be read as a lesson; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


def unfit(found: str, expected: str, *, step: str = "", field: str = "") -> PydanticCustomError:
    """The error for a validator to raise; `step` and `field` where pydantic does not know the place."""
    context = {"found": found, "expected": expected, "step": step, "field": field}
    return PydanticCustomError("unfit", "found {found}, expected {expected}", context)


def faults_of(error: ValidationError, file: str, data: Mapping[str, Any]) -> list[Fault]:
    """pydantic's findings about `data` as Faults."""
    return [_fault(details, file, data) for details in error.errors(include_url=False)]


def _fault(details: ErrorDetails, file: str, data: Mapping[str, Any]) -> Fault:
    context = details.get("ctx", {})
    step, path = _step_and_path(details["loc"], data)
    if details["type"] == "unfit":
        field = context["field"] or ".".join(path)
        return Fault(file, context["step"] or step, field, context["found"], context["expected"])
    return Fault(file, step, ".".join(path), _found(details), _expected(details))


def _step_and_path(place: tuple[int | str, ...], data: Mapping[str, Any]) -> tuple[str, list[str]]:
    # pydantic adds the tag of a kind of step or of a form of a field, and "[key]" for a key.
    path = [str(part) for part in place if part not in FORM_TAGS and part != "[key]"]
    if place[:1] != ("step",) or len(place) < 2:
        return "", path
    raw, number = data["step"][place[1]], f"number {int(place[1]) + 1}"
    step = str(raw.get("id", number)) if isinstance(raw, Mapping) else number
    return step, path[3:] or ["kind"]


FORM_TAGS: Final = ("as-list", "by-move", "as-kind", "as-cards")
"""The tags with which the model tells apart two forms of one field; no names of keys."""


def _found(details: ErrorDetails) -> str:
    if details["type"] == "missing":
        return "nothing"
    if details["type"] == "extra_forbidden":
        return "a key that is not known here"
    if details["type"] == "union_tag_invalid":
        return repr(details["ctx"]["tag"])
    found = repr(details["input"])
    return found if len(found) <= 60 else f"{found[:57]}…"


_EXPECTED: Final = {
    "missing": "a value: it must not be left out",
    "extra_forbidden": "only the keys of the format, rightly spelled",
    "string_type": "a text in quotes",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "dict_type": "a table { … }",
    "tuple_type": "a list [ … ]",
    "union_tag_not_found": "a kind of step",
}


def _expected(details: ErrorDetails) -> str:
    context = details.get("ctx", {})
    if details["type"] in ("literal_error", "union_tag_invalid"):
        return f"one of {context.get('expected') or context.get('expected_tags')}"
    return _EXPECTED.get(details["type"], details["msg"])
