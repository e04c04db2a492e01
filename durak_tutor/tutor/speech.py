"""Speech: sentences of `texts` in every language at once, with the names of a lesson and cards as tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ..engine import Reason
from ..texts import card_token, explain, label
from ..texts.voice import Voice
from .lesson import Lesson
from .phrases import Phrase, phrase

Fact: TypeAlias = object | Phrase | Callable[[str], object]
"""A value as `texts` takes it, the same for every language, or one by language."""


class Speaker:
    """Says things at the table of one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson

    def say(self, key: str, **facts: Fact) -> Phrase:
        """The message of this key, its blanks filled with the facts."""
        return phrase(lambda lang: label(key, lang, **{name: self._word(fact, lang) for name, fact in facts.items()}))

    def refusal(self, reason: Reason) -> tuple[Phrase, Phrase]:
        """What is wrong with these cards, and the rule; never what would do instead."""
        by_lang = {
            lang: explain(reason, lang, names=self._lesson.shown_names(lang), write=card_token)
            for lang in self._lesson.title
        }
        return phrase(lambda lang: by_lang[lang].say), phrase(lambda lang: by_lang[lang].why)

    def name(self, seat: str) -> Phrase:
        """How a seat is called."""
        return phrase(lambda lang: self._lesson.shown_names(lang).get(seat, seat))

    def _word(self, fact: Fact, lang: str) -> object:
        if callable(fact):
            return fact(lang)
        if isinstance(fact, Mapping):
            return fact[lang]
        return Voice(lang, self._lesson.shown_names(lang), card_token).say(fact)
