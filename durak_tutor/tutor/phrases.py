"""Phrases: what learners read, in every language at once, with cards written as `{9C}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core import CoreSchema, core_schema

from ..engine import Card
from ..texts import LANGS
from .faults import unfit

MOST_WORDS: Final = 60

_TOKEN: Final = re.compile(r"\{([^{}]*)\}")
_BARE_CARD: Final = re.compile(r"\b(?:10|[2-9TJQKA])[SCDH]\b|(?:10|[2-9A-ZА-Я])\s?[♠♣♦♥♤♧♢♡]")


def card_tokens(text: str) -> set[str]:
    """What stands in braces in a text."""
    return set(_TOKEN.findall(text))


def _check_text(text: str) -> str:
    rest = _TOKEN.sub("", text)
    if not text.strip():
        raise unfit("an empty text", "a text")
    if len(text.split()) > MOST_WORDS:
        raise unfit(f"{len(text.split())} words", f"at most {MOST_WORDS}")
    if bare := _BARE_CARD.search(rest):
        raise unfit(f"the bare card {bare[0]!r}", "cards in braces, such as {9C}")
    if "{" in rest or "}" in rest:
        raise unfit("a brace without its partner", "cards in braces, such as {9C}")
    for token in sorted(card_tokens(text)):
        _check_token(token)
    return text


def _check_token(token: str) -> None:
    try:
        known = str(Card(token)) == token
    except ValueError:
        known = False
    if not known:
        raise unfit(f"{{{token}}}", "a card, such as {9C} or {10H}")


def _check_same_cards(phrase: Mapping[str, str]) -> Mapping[str, str]:
    first = card_tokens(phrase[LANGS[0]])
    for lang in LANGS[1:]:
        cards = card_tokens(phrase[lang])
        if cards != first:
            raise unfit(f"{_list(cards)} in {lang}", f"the cards of {LANGS[0]}: {_list(first)}")
    return phrase


def _list(cards: set[str]) -> str:
    return " ".join(sorted(cards)) or "no card"


Text = Annotated[str, AfterValidator(_check_text)]


Phrase: TypeAlias = Mapping[str, str]
"""A text by language."""


def _every_language(_type: object, schema_of: GetCoreSchemaHandler) -> CoreSchema:
    texts = {lang: core_schema.typed_dict_field(schema_of(Text)) for lang in LANGS}
    return core_schema.typed_dict_schema(texts, extra_behavior="forbid")


LessonPhrase = Annotated[Phrase, GetPydanticSchema(_every_language), AfterValidator(_check_same_cards)]
"""A Phrase in a lesson file: every language, at most 60 words, the same cards in each."""


def phrase(write: Callable[[str], str]) -> Phrase:
    """The phrase that `write` gives for each language."""
    return {lang: write(lang) for lang in LANGS}


def joined(*phrases: Phrase | None) -> Phrase:
    """Several phrases as one, a space between them; None and empty ones are left out."""
    return phrase(lambda lang: " ".join(each[lang] for each in phrases if each and each[lang]))
