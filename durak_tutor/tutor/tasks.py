"""Tasks: what each kind of step asks, how a try is answered, and what the solution is."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeAlias, TypeVar

from ..engine import Card, CardSet, Event, Game, Move, Reason, parse_move
from .feedback import Feedback, Hint
from .goals import LEARNER
from .hints import Choice, answer_hint, move_hint, named, pick_hint, situation, way_of_beating
from .judging import (
    Standing,
    Verdict,
    cards_to_pick_from,
    good_moves,
    judge,
    move_with,
    play_line,
    play_script,
    right_cards,
    solve,
)
from .lesson import Answer, Pick, Predict, Step, Tell, Try
from .phrases import Phrase, joined
from .speech import Speaker

Given: TypeAlias = Move | Iterable[Card] | str | int
"""What a learner gives: a move or its notation, cards, or an answer as number, seat, option, True or `yes`."""

S = TypeVar("S", bound=Step)


class Task(ABC, Generic[S]):
    """A step as it stands before a learner. `game` is what lies on the table now, None without a table."""

    asks: str = "nothing"
    """`nothing`, `move`, `cards`, `number` or `choice`."""
    choices: tuple[Choice, ...] = ()
    """The answers to choose from."""
    cards: CardSet = CardSet(0)
    """The cards that can be marked."""

    can_undo: bool = False
    """Is there a move to take back?"""

    def __init__(self, speaker: Speaker, step: S, game: Game | None) -> None:
        self.speaker, self.step, self.game = speaker, step, game

    @abstractmethod
    def attempt(self, given: Given) -> Feedback:
        """Judge what is given; the table changes only where it is right or on the way."""

    @abstractmethod
    def solution(self) -> str:
        """What solves the task from here, in notation."""

    @abstractmethod
    def repeat(self, tried: str) -> tuple[Event, ...] | None:
        """Bring the table to where this solution leads; the events, or None where it does not solve the task."""

    @abstractmethod
    def engine_hint(self, grade: int) -> Hint:
        """The hint that the engine makes."""

    @abstractmethod
    def praise(self, tried: str) -> Phrase:
        """What is said when this solves the task."""

    def hint(self, grade: int) -> Hint:
        """The hint of this grade, in the file's own words where it has some."""
        hint = self.engine_hint(grade)
        own = getattr(self.step, "hints", {}).get(grade)
        return dataclasses.replace(hint, text=own) if own else hint

    def look(self, move: Move, *, solved: bool) -> Feedback:
        """The answer to a move that the step does not ask for: the table judges it all the same."""
        reason = self.game.why_not(move, LEARNER) if self.game and LEARNER in self.game.seats else None
        if reason:
            return self._refusal(reason)
        return Feedback("info", self.speaker.say("tutor.read" if solved else "tutor.not_asked"))

    def _refusal(self, reason: Reason, own: Phrase | None = None) -> Feedback:
        say, why = self.speaker.refusal(reason)
        return Feedback("bad", own or say, why, reason=reason)

    def _wrong(self, say: Phrase, tried: str) -> Feedback:
        return Feedback("bad", say, outcome="wrong", tried=tried)

    def _right(self, tried: str) -> Feedback:
        """The feedback to a solution, which is played out."""
        events = self.repeat(tried) or ()
        return Feedback("good", self.praise(tried), done=True, events=events, outcome="right", tried=tried)


class TellTask(Task[Tell]):
    """Something to read; nothing is asked."""

    def attempt(self, given: Given) -> Feedback:  # noqa: ARG002 - nothing was asked, whatever it is
        return Feedback("info", self.speaker.say("tutor.read"))

    def solution(self) -> str:
        return ""

    def repeat(self, tried: str) -> tuple[Event, ...] | None:  # noqa: ARG002 - reading changes nothing
        return ()

    def engine_hint(self, grade: int) -> Hint:
        return Hint(grade, self.praise(""))

    def praise(self, tried: str) -> Phrase:  # noqa: ARG002 - there is nothing to praise
        return self.speaker.say("tutor.read")


class TryTask(Task[Try]):
    """A move is asked for, or several up to a goal."""

    asks = "move"

    def __init__(self, speaker: Speaker, step: Try, game: Game) -> None:
        super().__init__(speaker, step, game)
        self.game: Game = game
        self._standings = [Standing(game)]
        self._line: tuple[Move, ...] = ()

    @property
    def _standing(self) -> Standing:
        return self._standings[-1]

    @property
    def _start(self) -> Standing:
        return self._standings[0]

    def _stand(self, standing: Standing, line: tuple[Move, ...]) -> None:
        self._standings.append(standing)
        self.game, self._line, self.can_undo = standing.game, line, bool(line)

    def undo(self) -> bool:
        """Take back the last of several moves, and the replies to it; False where none was made."""
        if not self.can_undo:
            return False
        self._standings.pop()
        self.game, self._line = self._standing.game, self._line[:-1]
        self.can_undo = bool(self._line)
        return True

    def attempt(self, given: Given) -> Feedback:
        move = parse_move(given)  # type: ignore[arg-type]  # raises for what is no move
        verdict = judge(self.step, self._standing, move)
        if verdict.reason:
            refusal = self._refusal(verdict.reason, self.step.feedback.get(move))
            return dataclasses.replace(refusal, outcome="refused", tried=str(move))
        return self._not_asked_for(move, verdict) if verdict.outcome == "wrong" else self._accepted(move, verdict)

    def _not_asked_for(self, move: Move, verdict: Verdict) -> Feedback:
        own = self.step.feedback.get(move)
        punished = self.speaker.say("tutor.punished") if len(verdict.events) > 1 else None
        plain = self.speaker.say("tutor.not_asked.take" if move.kind == "take" else "tutor.not_asked")
        feedback = self._wrong(joined(own or (None if punished else plain), punished), str(move))
        return dataclasses.replace(feedback, events=verdict.events, taken_back=verdict.after.game)

    def _accepted(self, move: Move, verdict: Verdict) -> Feedback:
        self._stand(verdict.after, (*self._line, move))
        if verdict.outcome == "on":
            return Feedback("good", self._praise_move(move), events=verdict.events)
        tried = _written(self._line)
        return Feedback("good", self.praise(tried), done=True, events=verdict.events, outcome="right", tried=tried)

    def solution(self) -> str:
        onwards = solve(self.step, self._standing)
        return _written((*self._line, *onwards) if onwards else solve(self.step, self._start) or ())

    def repeat(self, tried: str) -> tuple[Event, ...] | None:
        line = tuple(map(parse_move, tried.split()))
        end = play_line(self.step, self._start, line)
        if end is None:
            return None
        news = end.events[len(self._standing.events) :]
        self._stand(end, line)
        return news

    def engine_hint(self, grade: int) -> Hint:
        onwards = solve(self.step, self._standing)
        standing = self._standing if onwards else self._start
        line = onwards or solve(self.step, self._start) or ()
        return move_hint(self.speaker, standing.game, line[0], good_moves(self.step, standing), grade)

    def praise(self, tried: str) -> Phrase:
        last = parse_move(tried.split()[-1])
        return self.step.feedback.get(last) or self.step.done or self._praise_move(last)

    def _praise_move(self, move: Move) -> Phrase:
        before = self._standings[-2].game
        key = f"tutor.solved.{situation(before, move)}"
        if move.attack and move.card:
            key = f"{key}.{way_of_beating(move.attack, move.card, self.game.trump)}"
        return self.speaker.say(key, card=move.card, attack=move.attack)


def _written(line: Iterable[Move]) -> str:
    return " ".join(map(str, line))


class PickTask(Task[Pick]):
    """All cards that … are to be marked."""

    asks = "cards"

    def __init__(self, speaker: Speaker, step: Pick, game: Game) -> None:
        super().__init__(speaker, step, game)
        self.game: Game = game
        self.cards, self._right_cards = cards_to_pick_from(step, game), right_cards(step, game)

    def attempt(self, given: Given) -> Feedback:
        marked = CardSet.parse(given) if isinstance(given, str) else CardSet.of(given)  # type: ignore[arg-type]
        if marked == self._right_cards:
            return self._right(str(marked))
        if not marked:
            return Feedback("info", self.speaker.say("tutor.pick.empty"))
        say = joined(self._count(marked), self._own_words(marked))
        extra = next(iter(marked - self._right_cards), None)
        reason = self._why_not(extra) if extra else None
        if reason is None:
            return self._wrong(say, str(marked))
        engine_says, why = self.speaker.refusal(reason)
        own = self._own_words(marked)
        feedback = self._wrong(say if own else joined(say, engine_says), str(marked))
        return dataclasses.replace(feedback, why=why, reason=reason)

    def _count(self, marked: CardSet) -> Phrase:
        extra, missing = len(marked - self._right_cards), len(self._right_cards - marked)
        kind = "both" if extra and missing else "extra" if extra else "missing"
        return self.speaker.say(
            f"tutor.pick.{kind}", n=missing or extra, right=len(marked & self._right_cards), extra=extra
        )

    def _own_words(self, marked: CardSet) -> Phrase | None:
        """The file's words for the first card that is marked wrongly or left out."""
        misjudged = marked ^ self._right_cards
        return next((words for card, words in self.step.feedback.items() if card in misjudged), None)

    def _why_not(self, card: Card) -> Reason | None:
        move = move_with(self.step, card)
        return self.game.why_not(move, LEARNER) if move else None

    def solution(self) -> str:
        return str(self._right_cards)

    def repeat(self, tried: str) -> tuple[Event, ...] | None:
        return () if CardSet.parse(tried) == self._right_cards else None

    def engine_hint(self, grade: int) -> Hint:
        return pick_hint(self.speaker, self.game, self.step, self._right_cards, grade)

    def praise(self, tried: str) -> Phrase:  # noqa: ARG002 - it is always the same cards
        if self.step.done:
            return self.step.done
        key = "tutor.solved.pick" if self._right_cards else "tutor.solved.pick.none"
        return self.speaker.say(key, n=len(self._right_cards))


class QuestionTask(Task[Answer | Predict]):
    """A question; of a prediction, the script is played out once the answer is right."""

    def __init__(self, speaker: Speaker, step: Answer | Predict, game: Game | None) -> None:
        super().__init__(speaker, step, game)
        self.choices = tuple(_CHOICES[step.answer.form](speaker, step, game.seats if game else ()))
        self.asks = "choice" if self.choices else "number"

    def attempt(self, given: Given) -> Feedback:
        answer = ("no", "yes")[given] if isinstance(given, bool) else str(given).strip()
        if not self._can_be_given(answer):
            return Feedback("info", self.speaker.say("tutor.no_answer"))
        if answer == self.step.answer.text:
            return self._right(answer)
        return self._wrong(self.step.feedback.get(answer) or self._no(answer), answer)

    def _can_be_given(self, answer: str) -> bool:
        if self.choices:
            return answer in [choice.value for choice in self.choices]
        return answer.isdecimal() and str(int(answer[:9])) == answer  # a number as we write it, and of a sane size

    def _no(self, answer: str) -> Phrase:
        if self.choices:
            return self.speaker.say("tutor.wrong", answer=named(self.choices, answer))
        comparison = "fewer" if int(answer) > int(self.step.answer.text) else "more"
        return self.speaker.say(f"tutor.wrong.{comparison}", answer=answer)

    def solution(self) -> str:
        return self.step.answer.text

    def repeat(self, tried: str) -> tuple[Event, ...] | None:
        if tried != self.step.answer.text:
            return None
        if not isinstance(self.step, Predict) or self.game is None:
            return ()
        self.game = self.game.copy()
        return play_script(self.game, self.step.script)

    def engine_hint(self, grade: int) -> Hint:
        return answer_hint(self.speaker, self.game, self.choices, self.step.answer.text, grade)

    def praise(self, tried: str) -> Phrase:
        own = self.step.feedback.get(tried) or self.step.done
        return own or self.speaker.say("tutor.solved.answer", answer=named(self.choices, tried))


def _seats(speaker: Speaker, _step: Answer | Predict, seats: Iterable[str]) -> list[Choice]:
    return [Choice(seat, speaker.name(seat)) for seat in seats]


def _result(speaker: Speaker, step: Answer | Predict, seats: Iterable[str]) -> list[Choice]:
    return [*_seats(speaker, step, seats), Choice("draw", speaker.say("ui.draw"))]


_CHOICES: Final[dict[str, Callable[[Speaker, Answer | Predict, Iterable[str]], list[Choice]]]] = {
    "number": lambda _speaker, _step, _seats: [],
    "seat": _seats,
    "yes": lambda speaker, _step, _seats: [Choice(word, speaker.say(f"ui.{word}")) for word in ("yes", "no")],
    "result": _result,
    "option": lambda _speaker, step, _seats: [Choice(name, text) for name, text in step.options.items()],
}
"""The choices for each form of answer."""

_TASKS: Final[dict[type[Step], Any]] = {
    Tell: TellTask,
    Try: TryTask,
    Pick: PickTask,
    Answer: QuestionTask,
    Predict: QuestionTask,
}


def task_for(speaker: Speaker, step: Step, game: Game | None) -> Task[Any]:
    """The task that a step sets, from the position with which it starts."""
    task: Task[Any] = _TASKS[type(step)](speaker, step, game)
    return task
