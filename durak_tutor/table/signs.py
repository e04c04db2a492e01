"""Cards and suits in a sentence: tokens such as `{9C}` become signs that can be seen, copied and read aloud."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from ..engine import Card, Suit
from ..texts import card_name, rank_index, suit_name

_GLYPHS: Final = {Suit.SPADES: "♠", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥"}
_SUITS: Final = {glyph: suit for suit, glyph in _GLYPHS.items()}
_SIGN: Final = re.compile(r"\{((?:10|[2-9JQKA])[SCDH])\}|([♠♣♦♥])\ufe0e?")


def with_signs(html: str, lang: str) -> str:
    """The HTML with a sign for each `{9C}` and each suit; whoever cannot see it hears the card's name.

    >>> with_signs("Beat {9C}.", "en")
    'Beat <span class="durak-sign" data-suit="C" role="img" aria-label="nine of clubs">9♣</span>.'
    """
    return _SIGN.sub(lambda found: _card(Card(found[1]), lang) if found[1] else _suit(_SUITS[found[2]], lang), html)


def sentence(text: str, lang: str) -> str:
    """Plain text as HTML, with signs."""
    return with_signs(escape(text, quote=False), lang)


def _card(card: Card, lang: str) -> str:
    return _span(card.suit, card_name(card, lang), rank_index(card.rank, lang))


def _suit(suit: Suit, lang: str) -> str:
    return _span(suit, suit_name(suit, lang), "")


def _span(suit: Suit, name: str, index: str) -> str:
    # A script draws the suit as a path, because not every font has the glyph.
    return f'<span class="durak-sign" data-suit="{suit}" role="img" aria-label="{name}">{index}{_GLYPHS[suit]}</span>'
