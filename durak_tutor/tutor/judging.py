"""Judging: where a step starts, what a move in it leads to, and which moves solve it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..engine import Attack, Beat, Card, CardSet, Event, Game, IllegalMove, Move, Reason, Show, Transfer
from .fields import Ply
from .goals import LEARNER
from .lesson import Lesson, Pick, PickByRule, Step, Try

MOST_POSITIONS: Final = 300
"""How many positions are looked at for a way to a goal; steps are small."""


class Standing(NamedTuple):
    """Where somebody stands in a step: the game, and what has happened since the step began."""

    game: Game
    events: tuple[Event, ...] = ()


class Verdict(NamedTuple):
    """What a move leads to.

    outcome: `right` (the step is solved), `on` (go on from here), `wrong` (allowed, but not asked for) or `refused`.
    after: the standing after the move and the scripted replies; of a refused one, the standing before.
    events: what happened; reason: why it was refused; stuck: the scripted reply that could not be played.
    """

    outcome: str
    after: Standing
    events: tuple[Event, ...] = ()
    reason: Reason | None = None
    stuck: Ply | None = None


def start_of(lesson: Lesson, step: Step, ended: Game | None) -> tuple[Game | None, tuple[Event, ...]]:
    """The game with which a step starts, and what is shown first; `ended` is where the step before ended.

    Raises IllegalMove or KeyError where `before` cannot be played.
    """
    rules = lesson.rules_of(step)
    if step.position is not None:
        game = Game.parse(step.position, rules)
    elif ended is None:
        return None, ()
    else:
        game = ended.copy() if ended.rules == rules else Game.parse(str(ended), rules)
    return game, play_script(game, step.before)


def play_script(game: Game, script: Sequence[Ply]) -> tuple[Event, ...]:
    """Play these moves in the game. Raises IllegalMove, or KeyError for a seat that is not there."""
    return tuple(event for ply in script for event in game.play(ply.move, ply.seat))


def judge(step: Try, standing: Standing, move: Move) -> Verdict:
    """What the learner's move leads to; `standing` itself stays as it is."""
    game = standing.game.copy()
    try:
        events = game.play(move, LEARNER)
    except IllegalMove as illegal:
        return Verdict("refused", standing, reason=illegal.reason)
    stuck = None
    for ply in _replies(step, game, move):
        if ply.seat not in game.seats or game.why_not(ply.move, ply.seat):
            stuck = ply
            break
        events += game.play(ply.move, ply.seat)
    after = Standing(game, standing.events + events)
    return Verdict(_outcome(step, after, move), after, events, stuck=stuck)


def _replies(step: Try, game: Game, move: Move) -> Sequence[Ply]:
    # A plain list answers what solves the step; on the way to a goal it waits until the learner is not asked any more.
    goes_on = step.goal is not None and LEARNER in game.actors()
    if not isinstance(step.then, Mapping) and (goes_on or not _is_asked_for(step, move)):
        return ()
    return step.replies(move)


def _is_asked_for(step: Try, move: Move) -> bool:
    return not step.accept or move in step.accept


def _outcome(step: Try, after: Standing, move: Move) -> str:
    if not _is_asked_for(step, move):
        return "wrong"
    if step.goal is None or step.goal.is_reached(*after):
        return "right"
    return "on" if LEARNER in after.game.actors() else "wrong"


def explore(step: Try, standing: Standing) -> Iterator[tuple[tuple[Move, ...], Verdict]]:
    """Every line of moves that the learner may try in the step, shortest first, with the verdict on its last move."""
    waiting: deque[tuple[tuple[Move, ...], Standing]] = deque([((), standing)])
    known = set[str]()
    for _ in range(MOST_POSITIONS):
        if not waiting:
            return
        line, now = waiting.popleft()
        for move in _in_order_of_acceptance(step, now.game.legal_moves(LEARNER)):
            verdict = judge(step, now, move)
            yield (*line, move), verdict
            if verdict.outcome == "on" and str(verdict.after.game) not in known:
                known.add(str(verdict.after.game))
                waiting.append(((*line, move), verdict.after))


def _in_order_of_acceptance(step: Try, moves: list[Move]) -> list[Move]:
    return sorted(moves, key=lambda move: step.accept.index(move) if move in step.accept else len(step.accept))


def solve(step: Try, standing: Standing) -> tuple[Move, ...] | None:
    """The shortest line that solves the step, the first accepted move before others; None where there is none."""
    return next((line for line, verdict in explore(step, standing) if verdict.outcome == "right"), None)


def good_moves(step: Try, standing: Standing) -> list[Move]:
    """The moves from which the step is or can still be solved."""
    verdicts = [(move, judge(step, standing, move)) for move in standing.game.legal_moves(LEARNER)]
    return [move for move, verdict in verdicts if _leads_on(step, verdict)]


def _leads_on(step: Try, verdict: Verdict) -> bool:
    return verdict.outcome == "right" or (verdict.outcome == "on" and solve(step, verdict.after) is not None)


def play_line(step: Try, standing: Standing, line: Sequence[Move]) -> Standing | None:
    """Where a line of own moves ends that solves the step; None where it does not."""
    outcome = ""
    for move in line:
        outcome, standing, *_ = judge(step, standing, move)
    return standing if outcome == "right" else None


def cards_to_pick_from(step: Pick, game: Game) -> CardSet:
    """The cards that can be marked in a `pick` step."""
    if isinstance(step.pick, PickByRule) or step.pick.zone == "hand":
        return game.hand(LEARNER)
    if step.pick.zone == "talon":
        return CardSet.of([game.turned] if game.turned else [])
    return CardSet.of(card for pair in game.table for card in pair if card is not None)


def right_cards(step: Pick, game: Game) -> CardSet:
    """The cards that are to be marked."""
    if isinstance(step.pick, PickByRule):
        return game.would_do(step.pick.would, LEARNER, step.pick.attack)
    return CardSet.of(step.pick.cards)


def move_with(step: Pick, card: Card) -> Move | None:
    """The move that marking this card stands for, where the engine decides which are right."""
    if not isinstance(step.pick, PickByRule):
        return None
    if step.pick.attack is not None:
        return Beat(step.pick.attack, card)
    return _LAYS[step.pick.would](card)


_LAYS: Final[dict[str, Callable[[Card], Move]]] = {"attack": Attack, "transfer": Transfer, "show": Show}
