"""A visit: one step as a learner has it open, from beginning it to leaving it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ..engine import Card, CardSet, Event, Game
from .attempts import Attempt
from .feedback import NO_CARDS, Feedback, Hint
from .tasks import Task

LAST_GRADE: Final = 4


@dataclass
class Visit:
    """What stands before the learner. `task` says what is asked, which choices there are, which cards can be marked."""

    task: Task[Any]
    entered: tuple[Event, ...] = ()
    """What is shown first: the events of the step's `before`; nothing when it is gone on with or tried again."""
    marked: CardSet = NO_CARDS
    """The cards that the learner has marked."""
    given: str = ""
    """What was given last, or solved the step, in notation."""
    solved: bool = False
    """Is it solved, or was the solution shown?"""
    failures: int = 0
    """Failed tries since the last hint."""
    hint: Hint | None = None
    """The hint that lies open."""
    feedback: Feedback | None = None
    """What was said last."""

    @property
    def game(self) -> Game | None:
        """What lies on the table now; None for a step without one."""
        return self.task.game

    @property
    def next_grade(self) -> int | None:
        """The grade of the next hint; None where nothing is asked (any more) or all was said."""
        if self.task.asks == "nothing" or self.solved:
            return None
        grade = self.hint.grade + 1 if self.hint else 1
        return grade if grade <= LAST_GRADE else None

    def mark(self, card: Card) -> None:
        """Mark the card, or take its mark away; a card that cannot be marked is left alone."""
        if card in self.task.cards and not self.solved:
            self.marked ^= CardSet.of([card])

    def open_hint(self, grade: int) -> Hint:
        """Lay open the hint of this grade."""
        self.hint, self.failures = self.task.hint(grade), 0
        return self.hint

    def settle(self, tried: str) -> None:
        """Note that this solved the step."""
        self.solved, self.given = True, tried
        if self.task.asks == "cards":
            self.marked = CardSet.parse(tried)

    def recall(self, line: Attempt) -> None:
        """Bring the step to where this line of the log left it."""
        self.failures += line.outcome in ("wrong", "refused")
        if line.outcome == "hint" and line.grade:
            self.open_hint(line.grade)
        if line.outcome in ("right", "shown") and repeated(self.task, line.tried):
            self.settle(line.tried)
            shown = line.outcome == "shown"
            say = self.task.hint(LAST_GRADE).text if shown else self.task.praise(line.tried)
            self.feedback = Feedback("info" if shown else "good", say, done=True)


def repeated(task: Task[Any], tried: str) -> bool:
    """Play a solution of an earlier day; the lesson may have changed since, then it does not hold."""
    try:
        return task.repeat(tried) is not None
    except ValueError:
        return False
