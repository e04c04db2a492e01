"""Proofs: what the engine must agree with in a step, for each kind of step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from ..engine import Card, Event, Game, HouseRules, IllegalMove, Move
from ..engine.requirements import REQUIREMENTS
from .faults import Fault
from .goals import LEARNER
from .judging import Standing, Verdict, cards_to_pick_from, explore, play_script, right_cards
from .lesson import Answer, Lesson, Pick, PickByRule, Predict, Step, Tell, Try
from .phrases import card_tokens
from .proves import claim_error, proven
from .speech import Speaker
from .tasks import Task, task_for
from .visit import LAST_GRADE

CODES: Final = tuple(dict.fromkeys(row.code for rows in REQUIREMENTS.values() for row in rows))
"""Every code with which the engine can refuse."""

S = TypeVar("S", bound=Step)
Line = tuple[Move, ...]


@dataclass(frozen=True)
class Here(Generic[S]):
    """The step that is being proven, and the game with which it starts."""

    lesson: Lesson
    file: str
    step: S
    start: Game | None

    @property
    def game(self) -> Game:
        """The game with which the step starts; only texts and questions do without."""
        assert self.start is not None
        return self.start

    def fault(self, field: str, found: object, expected: object) -> Fault:
        """A fault of this step."""
        return Fault(self.file, self.step.id, field, str(found), str(expected))

    def task(self) -> Task[Any]:
        """The task as a learner would get it."""
        return task_for(Speaker(self.lesson), self.step, self.start)


@dataclass(frozen=True)
class HereTry(Here[Try]):
    """A `try` step that is being proven."""

    @cached_property
    def tried(self) -> list[tuple[Line, Verdict]]:
        """Every line that a learner may try, with the verdict on its last move."""
        return list(explore(self.step, Standing(self.game)))

    @cached_property
    def games(self) -> list[Game]:
        """The positions before a learner in this step."""
        return [self.game, *(verdict.after.game for _line, verdict in self.tried if verdict.outcome == "on")]


def faults_of_step(lesson: Lesson, file: str, step: Step, start: Game | None) -> Iterator[Fault]:
    """Everything in which the engine disagrees with a step that starts with this game."""
    here: Here[Any] = Here(lesson, file, step, start)
    if isinstance(step, Try):
        here = HereTry(lesson, file, step, start)
    faults = list(_faults_of_seats(here))
    if not faults:
        faults += [fault for proof in PROOFS[type(step)] for fault in proof(here)]
    yield from faults
    if not faults and not isinstance(step, Tell):  # a task that does not hold cannot be asked for hints
        yield from _hints_can_be_given(here)


def _faults_of_seats(here: Here[Any]) -> Iterator[Fault]:
    seats = here.start.seats if here.start else ()
    for seat in _seats_needed(here.step):
        if seat not in seats:
            yield here.fault("position", f"no seat {seat}", f"one of this name beside {', '.join(seats) or 'nobody'}")


def _seats_needed(step: Step) -> tuple[str, ...]:
    learner = (LEARNER,) if isinstance(step, Try | Pick) else ()
    return (*learner, *step.open)


# --- try ----------------------------------------------------------------------------------------------------------


def _accepted_moves_solve(here: HereTry) -> Iterator[Fault]:
    outcomes: dict[Move, set[str]] = {move: set() for move in here.step.accept}
    for line, verdict in here.tried:
        outcomes.setdefault(line[-1], set()).add(verdict.outcome)
    for move in here.step.accept:
        if not outcomes[move]:
            reason = here.game.why_not(move, LEARNER)
            yield here.fault("accept", f"{move}, refused with {reason.code if reason else 'nothing'}", "a legal move")
        elif outcomes[move] <= {"wrong"}:
            yield here.fault("accept", f"{move}, which misses the goal", f"a move towards {here.step.goal}")


def _there_is_a_way(here: HereTry) -> Iterator[Fault]:
    if all(verdict.outcome != "right" for _line, verdict in here.tried):
        yield here.fault("goal" if here.step.goal else "accept", "no legal way to solve it", "at least one")


def _replies_are_legal(here: HereTry) -> Iterator[Fault]:
    by_move = here.step.then if isinstance(here.step.then, Mapping) else {}
    for line, verdict in here.tried:
        if verdict.stuck and (verdict.outcome == "right" or line[-1] in by_move):
            yield here.fault("then", f"{verdict.stuck} after {line[-1]}, which is not legal", "legal replies")
    for move in by_move.keys() - {line[-1] for line, _verdict in here.tried}:
        yield here.fault("then", f"replies to {move}, which cannot be played", "legal moves")


def _refused_moves_are_refused(here: HereTry) -> Iterator[Fault]:
    for move, code in here.step.refuse.items():
        reason = here.game.why_not(move, LEARNER)
        if reason is None:
            yield here.fault(f"refuse.{move}", code, "no refusal: the move is legal")
        elif reason.code != code:
            yield here.fault(f"refuse.{move}", code, f"{reason.code}, as the engine says")


def _wrong_moves_are_answered(here: HereTry) -> Iterator[Fault]:
    for line, verdict in here.tried:
        if verdict.outcome == "wrong" and line[-1] not in here.step.feedback:
            yield here.fault("feedback", f"no word about {line[-1]}, legal and judged wrong", "one that says why")


def _tried_moves_can_be_made(here: HereTry) -> Iterator[Fault]:
    for field in ("feedback", "refuse"):
        for move in getattr(here.step, field):
            if not any(_is_a_gesture(move, game, here.step) for game in here.games):
                yield here.fault(f"{field}.{move}", "a move that no gesture can make", "own cards, as the step allows")


def _is_a_gesture(move: Move, game: Game, step: Try) -> bool:
    if move.card is None:
        return True
    agreed = _OFFERED_IF[move.kind](game.rules) if move.kind in _OFFERED_IF else True
    aimed = move.attack is None or any(move.attack is attack for attack, _defence in game.table)
    return move.card in game.hand(LEARNER) and aimed and (agreed or move.kind in step.offer)


_OFFERED_IF: Final[dict[str, Callable[[HouseRules], bool]]] = {
    "transfer": lambda rules: rules.transfers,
    "show": lambda rules: rules.transfer_by_showing,
}


# --- pick ---------------------------------------------------------------------------------------------------------


def _pick_can_be_asked(here: Here[Pick]) -> Iterator[Fault]:
    pick = here.step.pick
    if isinstance(pick, PickByRule) and (pick.would == "beat") != (pick.attack is not None):
        yield here.fault("pick", "an attack" if pick.attack else "no attack", "one with would = 'beat', only there")
    elif isinstance(pick, PickByRule) and pick.attack and pick.attack not in here.game.open_attacks:
        yield here.fault("pick.attack", pick.attack, f"an open attack; they are {here.game.open_attacks}")
    else:
        yield from _picked_cards_are_there(here)


def _picked_cards_are_there(here: Here[Pick]) -> Iterator[Fault]:
    there = cards_to_pick_from(here.step, here.game)
    for card in right_cards(here.step, here.game) - there:
        yield here.fault("pick.cards", card, f"one of the cards to choose from: {there}")
    for card in here.step.feedback:
        if card not in there:
            yield here.fault(f"feedback.{card}", "a card that cannot be marked", f"one of {there}")


# --- answer and predict -------------------------------------------------------------------------------------------


def _answers_can_be_given(here: Here[Answer | Predict]) -> Iterator[Fault]:
    task = here.task()
    allowed = [choice.value for choice in task.choices]
    for field, text in [("answer", here.step.answer.text), *((f"feedback.{key}", key) for key in here.step.feedback)]:
        if not (text in allowed if allowed else text.isdecimal()):
            yield here.fault(field, f"an answer that cannot be given, {text!r}", ", ".join(allowed) or "a number")


def _engine_answers_the_same(here: Here[Answer | Predict]) -> Iterator[Fault]:
    claim = here.step.proves
    if claim is None:
        return
    if expected := claim_error(claim, here.start.seats) if here.start else "a position to prove it from":
        yield here.fault("proves", repr(claim), expected)
    elif not any(_script_is_legal(here)):
        yield from _answer_is_proven(here, claim)


def _answer_is_proven(here: Here[Answer | Predict], claim: str) -> Iterator[Fault]:
    found = proven(claim, *_played_out(here))
    if found != here.step.answer.text:
        yield here.fault("answer", repr(here.step.answer.text), f"{found!r}, as {claim} says")


def _played_out(here: Here[Answer | Predict]) -> tuple[Game, Sequence[Event] | None]:
    game = here.game.copy()
    return game, play_script(game, here.step.script) if isinstance(here.step, Predict) else None


def _script_is_legal(here: Here[Answer | Predict]) -> Iterator[Fault]:
    try:
        _played_out(here)
    except (IllegalMove, KeyError) as error:
        yield here.fault("script", unplayable(error), "moves that can be played")


def unplayable(error: IllegalMove | KeyError) -> str:
    """Why a scripted move could not be played, in words."""
    if isinstance(error, IllegalMove):
        return str(error)
    return f"no seat {error.args[0]}"


# --- every exercise -----------------------------------------------------------------------------------------------


def _hints_can_be_given(here: Here[Any]) -> Iterator[Fault]:
    task = here.task()
    for grade in range(1, LAST_GRADE + 1):
        task.hint(grade)
    candidates = task.engine_hint(3).cards | task.engine_hint(LAST_GRADE).cards
    for grade in (1, 2):
        named = [card for card in _named(here.step.hints.get(grade)) if card in candidates]
        if named and isinstance(here.step, Try | Pick):
            yield here.fault(f"hints.{grade}", f"{named[0]}, which solves it", "no candidate before grade 3")
    own = _named(here.step.hints.get(LAST_GRADE))
    if own and not any(card in own for card in candidates) and candidates:
        yield here.fault(f"hints.{LAST_GRADE}", f"{own[0]} only", f"the solution, {candidates}")


def _named(phrase: Mapping[str, str] | None) -> list[Card]:
    return [Card(token) for token in sorted(card_tokens(phrase["en"]))] if phrase else []


Proof = Callable[[Any], Iterable[Fault]]

PROOFS: Final[dict[type[Step], tuple[Proof, ...]]] = {
    Tell: (),
    Try: (
        _accepted_moves_solve,
        _there_is_a_way,
        _replies_are_legal,
        _refused_moves_are_refused,
        _wrong_moves_are_answered,
        _tried_moves_can_be_made,
    ),
    Pick: (_pick_can_be_asked,),
    Answer: (_answers_can_be_given, _engine_answers_the_same),
    Predict: (_script_is_legal, _answers_can_be_given, _engine_answers_the_same),
}
