"""How seats, cards, suits and ranks are said in one language at one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ..engine import Card, CardSet, Rank, Suit
from .cards import Writer, rank_group, rank_name, suit_sign
from .catalogue import listed

NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Voice:
    """A language, what seats are called in it, and how it shows cards."""

    lang: str
    names: Mapping[str, str]
    write: Writer

    def name(self, seat: str | None) -> str:
        """What the seat is called; nothing for nobody."""
        return "" if seat is None else self.names.get(seat, seat)

    def seats(self, seats: Iterable[str]) -> str:
        """Several seats: `Ann and Ben`."""
        return listed(map(self.name, seats), self.lang)

    def cards(self, cards: Iterable[Card], joint: str = "and") -> str:
        """Several cards: `9♣ and Q♠`, `J♣ or 7♦`."""
        return listed((self.write(card, self.lang) for card in cards), self.lang, joint)

    def say(self, value: object, joint: str = "and") -> object:
        """Whatever a fact may be, as a sentence shows it; `joint` joins the cards of a set."""
        match value:
            case Card():
                return self.write(value, self.lang)
            case CardSet():
                return self.cards(value, joint)
            case Suit():
                return suit_sign(value)
            case Rank():
                return rank_name(value, self.lang)
            case tuple():
                return listed((rank_group(rank, self.lang) for rank in value), self.lang)
            case str():
                return self.name(value)
        return value
