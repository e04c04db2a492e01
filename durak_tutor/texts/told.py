"""What happened, told to one seat in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..engine import Beaten, Drew, Event, GameOver, Opens, Out, Played, Took
from .cards import Writer, card_sign
from .catalogue import label
from .voice import NO_NAMES, Voice


def told(event: Event, seat: str, lang: str, *, names: Mapping[str, str] = NO_NAMES, write: Writer = card_sign) -> str:
    """The event as told to the reader, who sits at `seat`: what he did himself is told to him as such.

    >>> told(Drew("A", 2), "You", "en", names={"A": "Ann"}), told(Drew("You", 1), "You", "en")
    ('Ann draws 2 cards.', 'You draw 1 card.')
    """
    voice = Voice(lang, names, write)
    key, who, facts = _account(event)
    words = {name: voice.say(value) for name, value in facts.items()}
    own = ".you" if who == seat else ""
    sentence = label(f"told.{key}{own}", lang, seat=voice.name(who), fool=voice.name(who), **words)
    if isinstance(event, Opens) and event.redeals:
        return f"{label('told.redeals', lang, n=event.redeals)} {sentence}"
    return sentence


def _account(event: Event) -> tuple[str, str | None, dict[str, Any]]:
    """The key, who did it, and what else the sentence tells."""
    match event:
        case Opens(who, why, card, _):
            return f"opens.{why}", who, {"card": card}
        case Played(who, move):
            return move.kind, who, {"card": move.card, "attack": move.attack}
        case Beaten(cards):
            return "beaten", None, {"n": len(cards)}
        case Took(who, cards):
            return "took", who, {"n": len(cards)}
        case Drew(who, count):
            return "drew", who, {"n": count}
        case Out(who):
            return "out", who, {}
        case GameOver(fool):
            return ("over.draw" if fool is None else "over"), fool, {}
