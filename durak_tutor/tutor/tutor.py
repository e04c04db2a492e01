"""The tutor: one learner's way through one lesson, written down as it goes. Knows no browser."""

from __future__ import annotations

import dataclasses
import time
from typing import Any, Final

from ..engine import Game, Move
from .attempts import Attempt, last_visit, results_of, resume_step
from .feedback import Feedback, Hint
from .judging import start_of
from .lesson import Lesson, Step
from .progress import Progress
from .speech import Speaker
from .tasks import Given, Task, TryTask, task_for
from .visit import LAST_GRADE, Visit, repeated

FAILURES_BEFORE_HELP: Final = 2


class Tutor:
    """A lesson being taken.

    It begins at `step` where the lesson has such a step, else where the learner left off, else at the first.
    A step that was left in the middle stands as it was left, with its hints and its solution.
    """

    visit: Visit
    """The step that is open, as it stands before the learner."""

    def __init__(self, lesson: Lesson, progress: Progress, learner: str, step: str | None = None) -> None:
        self.lesson, self.progress, self.learner = lesson, progress, learner
        self._speaker = Speaker(lesson)
        self._log = progress.attempts(learner, lesson.id)
        resumed, wished = lesson.place(resume_step(self._log) or ""), lesson.place(step or "")
        place = resumed if wished is None else wished
        if place is not None and place == resumed:
            self._open(place)
            self.visit.entered = ()
            for line in last_visit(self._log, self.step.id):
                self.visit.recall(line)
        else:
            self._begin(place or 0)

    # --- where the learner is -----------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The step that is open."""
        return self.lesson.steps[self._place]

    @property
    def number(self) -> int:
        """The number of the step, from 1."""
        return self._place + 1

    @property
    def is_last(self) -> bool:
        """Is this the lesson's last step?"""
        return self.number == len(self.lesson.steps)

    @property
    def game(self) -> Game | None:
        """What lies on the table now; None for a step without one."""
        return self.visit.game

    @property
    def results(self) -> dict[str, str]:
        """The best result of each step that was left or solved: `right`, `helped`, `shown`, `read`, `skipped`."""
        return results_of(self._log)

    # --- what the learner does ----------------------------------------------------------------------------------------

    def attempt(self, given: Given) -> Feedback:
        """Judge what the learner gives; a refused or wrong try changes nothing on the table.

        given: a move or its notation; the marked cards; an answer as number, seat, option, `draw`, True or `yes`.
        After two failed tries the next hint comes along. Raises ValueError for a text that is no move.
        """
        visit = self.visit
        if visit.solved or (isinstance(given, Move) and visit.task.asks != "move"):
            return self._beside_the_point(given)
        feedback = visit.task.attempt(given)
        if feedback.outcome:
            self._write(feedback.outcome, feedback.tried, feedback.reason.code if feedback.reason else "")
        return self._answer(self._with_help(feedback))

    def _with_help(self, feedback: Feedback) -> Feedback:
        """Note how the try ended, and add the next hint where help is due."""
        if feedback.done:
            self.visit.settle(feedback.tried)
        elif feedback.outcome:
            self.visit.given = feedback.tried
            self.visit.failures += 1
            if self.visit.failures >= FAILURES_BEFORE_HELP and self.visit.next_grade:
                return dataclasses.replace(feedback, hint=self.hint())
        return feedback

    def _beside_the_point(self, given: object) -> Feedback:
        if isinstance(given, Move):
            is_read = self.visit.solved or self.visit.task.asks == "nothing"
            return self._answer(self.visit.task.look(given, solved=is_read))
        return self._answer(Feedback("info", self._speaker.say("tutor.read"), done=self.visit.solved))

    def _answer(self, feedback: Feedback) -> Feedback:
        self.visit.feedback = feedback
        return feedback

    def hint(self) -> Hint | None:
        """Open the next grade of help and return the hint that lies open then; None where nothing was ever asked."""
        grade = self.visit.next_grade
        if grade:
            self.visit.open_hint(grade)
            self._write("hint", grade=grade)
        return self.visit.hint

    def solution(self) -> Feedback:
        """Show how it is done: the solution, played out and told, which counts as `shown`."""
        task = self.visit.task
        if self.visit.solved or task.asks == "nothing":
            return self._beside_the_point(None)
        hint, tried = task.hint(LAST_GRADE), task.solution()
        events = task.repeat(tried) or ()
        self._write("shown", tried)
        self.visit.settle(tried)
        told = Feedback("info", hint.text, cards=hint.cards, done=True, events=events, outcome="shown", tried=tried)
        return self._answer(told)

    def undo(self) -> bool:
        """Take back the last move of a step that asks for several; False where there is none to take back."""
        task = self.visit.task
        return isinstance(task, TryTask) and not self.visit.solved and task.undo()

    def retry(self) -> None:
        """Begin the step again, without what is shown first."""
        self._begin(self._place)
        self.visit.entered = ()

    def next(self) -> bool:
        """Leave the step, as read or skipped if it is not solved, for the next one; False on the last one."""
        if self.visit.task.asks == "nothing":
            self._write("read")
        elif not self.visit.solved and self.step.id not in self.results:
            self._write("skipped")
        return self._move_to(self._place + 1)

    def back(self) -> bool:
        """Go to the step before; False on the first one."""
        return self._move_to(self._place - 1)

    def go(self, step_id: str) -> bool:
        """Go to a step; False where the lesson has none of that name, or it is open already."""
        place = self.lesson.place(step_id)
        return place is not None and place != self._place and self._move_to(place)

    # --- steps are opened, and written down ---------------------------------------------------------------------------

    def _move_to(self, place: int) -> bool:
        if not 0 <= place < len(self.lesson.steps):
            return False
        self._begin(place)
        return True

    def _begin(self, place: int) -> None:
        self._open(place)
        self._write("begun")

    def _open(self, place: int) -> None:
        self._place = place
        self._since = time.monotonic()
        game, entered = start_of(self.lesson, self.step, self._end_before(place))
        self.visit = Visit(task_for(self._speaker, self.step, game), entered)

    def _end_before(self, place: int) -> Game | None:
        """The table as the learner left it in the step before, else as its solution would; None if it is not needed."""
        if place == 0 or self.lesson.steps[place].position is not None:
            return None
        step = self.lesson.steps[place - 1]
        game, _events = start_of(self.lesson, step, self._end_before(place - 1))
        task: Task[Any] = task_for(self._speaker, step, game)
        solutions = [each.tried for each in self._log if each.step == step.id and each.outcome in ("right", "shown")]
        if not solutions or not repeated(task, solutions[-1]):
            task.repeat(task.solution())
        return task.game

    def _write(self, outcome: str, tried: str = "", code: str = "", grade: int | None = None) -> None:
        now = time.monotonic()
        milliseconds, self._since = round(1000 * (now - self._since)), now
        line = Attempt(
            self.learner, self.lesson.id, self.lesson.version, self.step.id, outcome, tried, code, grade, milliseconds
        )
        self._log.append(self.progress.record(line))
