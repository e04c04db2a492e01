"""How cards are written, printed in the corner, and spoken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..engine import Card, Rank, Suit
from .catalogue import label

Writer = Callable[[Card, str], str]
"""(card, language) → how a sentence shows the card: `card_sign`, `card_name` or `card_token`."""

# Without the selector some systems draw the four signs as coloured pictures.
_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
_SIGNS: Final = {Suit.SPADES: "♠", Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥"}


def suit_sign(suit: Suit) -> str:
    """♠, ♣, ♦ or ♥, asked for as text."""
    return _SIGNS[suit] + _AS_TEXT


def suit_name(suit: Suit, lang: str) -> str:
    """The suit in a word: `spades`, `Pik`, `пики`."""
    return label(f"suit.{suit}", lang)


def rank_name(rank: Rank, lang: str) -> str:
    """The rank in a word: `nine`, `Dame`, `туз`."""
    return label(f"rank.{rank}", lang)


def rank_group(rank: Rank, lang: str) -> str:
    """All cards of the rank in a word: `nines`, `Damen`, `тузы`."""
    return label(f"rank.all.{rank}", lang)


def rank_index(rank: Rank, lang: str) -> str:
    """What stands in the card's corner: `Q`, `D`, `Д`."""
    return label(f"rank.index.{rank}", lang)


def card_sign(card: Card, lang: str) -> str:
    """The card as players write it: Q♠, D♠, Д♠."""
    return rank_index(card.rank, lang) + suit_sign(card.suit)


def card_token(card: Card, _lang: str = "") -> str:
    """The card as lessons write it, to be drawn later: `{QS}`."""
    return f"{{{card}}}"


def card_name(card: Card, lang: str, trump: Suit | None = None) -> str:
    """The card as it is spoken; one of the suit `trump` says so.

    >>> card_name(Card("QS"), "de"), card_name(Card("10H"), "ru", trump=Suit.HEARTS)
    ('Pik-Dame', 'десятка червей, козырь')
    """
    name = label("card.name", lang, rank=rank_name(card.rank, lang), suit=label(f"suit.of.{card.suit}", lang))
    return label("card.name.trump", lang, card=name) if card.suit == trump else name
