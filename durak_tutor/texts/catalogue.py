"""The catalogues: a message by its key, in one language, with its blanks filled in."""

from __future__ import annotations

import functools
import gettext
from collections.abc import Iterable
from pathlib import Path
from typing import Final

LANGS: Final = ("en", "de", "ru")
LOCALE: Final = Path(__file__).parent / "locale"


class MissingCatalogues(RuntimeError):  # noqa: N818 - what is wrong, in two words
    """Raised when the compiled catalogues are not there; the sentence names the command that makes them."""

    def __init__(self, lang: str) -> None:
        super().__init__(f"the {lang!r} texts are not compiled: run `python -m durak_tutor.texts.compile`")


@functools.cache
def _catalogue(lang: str, locale: Path) -> gettext.GNUTranslations:
    if lang not in LANGS:
        raise ValueError(f"there are no texts in {lang!r}; the languages are {', '.join(LANGS)}")
    try:
        with (locale / lang / "LC_MESSAGES" / "durak.mo").open("rb") as compiled:
            return gettext.GNUTranslations(compiled)
    except FileNotFoundError:
        raise MissingCatalogues(lang) from None


def _message(key: str, lang: str, n: int) -> str:
    """The message for a number of things, or the key itself where there is none."""
    catalogue = _catalogue(lang, LOCALE)
    plural = catalogue.ngettext(key, key, n)
    return catalogue.gettext(key) if plural == key else plural


def has_label(key: str, lang: str) -> bool:
    """Is there a message with this key?"""
    return _message(key, lang, 1) != key


def label(key: str, lang: str, /, **values: object) -> str:
    """The message of this key with its blanks filled in; `n`, where given, also picks the plural form.

    Raises KeyError for an unknown key or a blank without a value, ValueError for an unknown language, MissingCatalogues
    before the catalogues are compiled.

    >>> label("ui.step", "en", step=2, steps=12), label("told.took.you", "ru", n=3)
    ('Step 2 of 12', 'Ты берёшь 3 карты.')
    """
    n = values.get("n", 1)
    message = _message(key, lang, n if isinstance(n, int) else 1)
    if message == key:
        raise KeyError(f"no message has the key {key!r}")
    return message.format(**values)


def first_label(keys: Iterable[str], lang: str, /, **values: object) -> str:
    """The first of these messages that there is: the special ones come before the general one."""
    return label(next(key for key in keys if has_label(key, lang)), lang, **values)


def listed(words: Iterable[str], lang: str, joint: str = "and") -> str:
    """The words as a list in a sentence, joined by `and` or `or`.

    >>> listed(["J♣", "Q♣", "7♦"], "en", "or"), listed(["Anna"], "de")
    ('J♣, Q♣ or 7♦', 'Anna')
    """
    *first, last = list(words) or [""]
    return label(f"list.{joint}", lang, first=", ".join(first), last=last) if first else last
