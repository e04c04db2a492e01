"""Why a move is refused, in sentences: what is wrong with these cards, what the rule is, what would do instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..engine import Reason
from ..engine.requirements import COMPARISONS
from .cards import Writer, card_sign
from .catalogue import first_label, label
from .voice import NO_NAMES, Voice

Facts = Mapping[str, Any]


def _where(*names: str) -> Callable[[Facts], tuple[str, ...]]:
    """Those of these facts that hold, as endings."""
    return lambda facts: tuple(name for name in names if facts[name])


VARIANTS: Final[dict[str, Callable[[Facts], tuple[str, ...]]]] = {
    "game_over": lambda facts: (_fool(facts),),
    "not_your_turn": _where("passed"),
    "not_a_thrower": lambda facts: (facts["throwers"],),
    "wait_for_defence": _where("opener"),
    "not_an_open_attack": _where("beaten", "open"),
    "attack_limit": _where("first"),
    "defender_hand_limit": lambda facts: () if facts["held"] else ("none",),
    **{comparison.code: _where("passing_on") for comparison in COMPARISONS},
    "first_bout_transfer": _where("open"),
    "already_beaten": _where("open"),
    "rank_differs": lambda facts: () if facts["rank"] else ("mixed",),
    "already_shown": _where("passing_on"),
    "no_room_for_transfer": lambda facts: (facts["over"],),
    "nothing_to_take": _where("beaten"),
    "defender_cannot_pass": _where("open"),
}
"""For codes that need more than one wording: the endings of their keys, tried before the plain key."""

COUNTED: Final[dict[str, Callable[[Facts], int]]] = {
    "attack_limit": lambda facts: facts["limit"],
    "defender_hand_limit": lambda facts: facts["held"],
    "no_room_for_transfer": lambda facts: facts["held" if facts["over"] == "hand" else "limit"],
}
"""For codes that count: the number that picks the plural form, and fills `{n}`."""

OFFERS: Final = ("would", "passing_on")
"""The facts that are cards to choose from: any one of them would do."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A refusal in three sentences: what is wrong with these cards, the rule, and what would do instead."""

    say: str
    why: str
    instead: str


def explain(
    reason: Reason, lang: str, *, names: Mapping[str, str] = NO_NAMES, write: Writer = card_sign
) -> Explanation:
    """The refusal as told to the one who tried; `names` says what seats are called, `write` how cards are shown.

    >>> from durak_tutor.engine import Game
    >>> game = Game.parse("A: 6S | B: 10S JH 7D | trump D | table 9H | attack A B")
    >>> explain(game.why_not("9H/10S", "B"), "en").say.replace("\N{VARIATION SELECTOR-15}", "")
    '10♠ does not beat 9♥: another suit, and not a trump (♦).'
    """
    voice, code = Voice(lang, names, write), reason.code
    words = {name: voice.say(value, "or" if name in OFFERS else "and") for name, value in reason.facts.items()}
    words["n"] = COUNTED[code](reason.facts) if code in COUNTED else 1
    endings = [f".{ending}" for ending in VARIANTS[code](reason.facts)] if code in VARIANTS else []

    def tell(part: str) -> str:
        return first_label([f"refusal.{code}.{part}{ending}" for ending in (*endings, "")], lang, **words)

    if reason.facts.get("would"):
        return Explanation(tell("say"), tell("why"), label(f"instead.{reason.facts['kind']}", lang, **words))
    return Explanation(tell("say"), tell("why"), tell("instead"))


def _fool(facts: Facts) -> str:
    if facts["fool"] is None:
        return "draw"
    return "you" if facts["fool"] == facts["seat"] else "other"
