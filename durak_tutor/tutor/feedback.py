"""What a learner is told: feedback to a try, and hints."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import CardSet, Event, Game, Move, Reason
from .phrases import Phrase

NO_CARDS = CardSet(0)


@dataclass(frozen=True)
class Hint:
    """A hint of grade 1 (a question), 2 (where to look), 3 (the candidates marked) or 4 (the solution and why)."""

    grade: int
    text: Phrase
    cards: CardSet = NO_CARDS
    """The cards to be marked; none before grade 3."""
    move: Move | None = None
    """At grade 4 of a `try`: the move."""


@dataclass(frozen=True)
class Feedback:
    """The answer to something that was tried."""

    tone: str
    """`good`, `bad` or `info`."""
    say: Phrase
    why: Phrase | None = None
    """The rule, where there is one to tell."""
    cards: CardSet = NO_CARDS
    """The cards that it speaks of, to be marked."""
    done: bool = False
    """Is the step solved?"""
    reason: Reason | None = None
    """Why the engine refused it."""
    events: tuple[Event, ...] = ()
    """What happened on the table, scripted replies included."""
    taken_back: Game | None = None
    """Where an allowed but wrong move led to: to be shown before the table stands again as it did."""
    hint: Hint | None = None
    """Help that comes unasked."""
    outcome: str = ""
    """What the log says of it: `right`, `wrong`, `refused`, `shown`; empty for what is no try."""
    tried: str = ""
    """What was tried, in notation."""
