"""What was tried in a lesson, and what a list of attempts says: results, where to go on, the last visit to a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

OUTCOMES: Final = ("begun", "read", "right", "wrong", "refused", "hint", "shown", "skipped")
RESULTS: Final = ("skipped", "read", "shown", "helped", "right")
"""How a step ended, from worst to best; `helped`: right, but after a hint."""


@dataclass(frozen=True)
class Attempt:
    """One line of the log.

    `tried` is what was given, in notation; `code` the engine's reason for a refusal; `grade` that of a hint;
    `milliseconds` the time since the line before; `at` the moment in UTC, filled in when it is recorded.
    """

    learner: str
    lesson: str
    lesson_version: int
    step: str
    outcome: str
    tried: str = ""
    code: str = ""
    grade: int | None = None
    milliseconds: int = 0
    seed: int | None = None
    at: str = ""


def resume_step(attempts: Sequence[Attempt]) -> str | None:
    """The step to go on with: where the last line was written; None when nothing was tried yet."""
    return attempts[-1].step if attempts else None


def last_visit(attempts: Sequence[Attempt], step: str) -> Sequence[Attempt]:
    """The lines of a step since it was last begun."""
    mine = [each for each in attempts if each.step == step]
    begins = [place for place, each in enumerate(mine) if each.outcome == "begun"]
    return mine[begins[-1] :] if begins else mine


def results_of(attempts: Iterable[Attempt]) -> dict[str, str]:
    """For each step that was left or solved: its best result over all visits, one of RESULTS."""
    best: dict[str, str] = {}
    reachable: dict[str, str] = {}
    for each in attempts:
        reachable[each.step] = _still_reachable(reachable.get(each.step, "right"), each)
        result = reachable[each.step] if each.outcome == "right" else each.outcome
        if result in RESULTS:
            best[each.step] = max(best.get(each.step, result), result, key=RESULTS.index)
    return best


def _still_reachable(result: str, attempt: Attempt) -> str:
    if attempt.outcome == "begun":
        return "right"
    if attempt.outcome == "hint":
        return min(result, "shown" if attempt.grade == 4 else "helped", key=RESULTS.index)
    return min(result, "shown", key=RESULTS.index) if attempt.outcome == "shown" else result
