"""Cards and sets of cards: how they are named, ordered and written."""

from __future__ import annotations

import enum
import functools
import random
from collections.abc import Iterable, Iterator
from typing import Any, Final, Self, SupportsIndex


class Suit(enum.IntEnum):
    """A suit, in the order in which hands are written: spades, clubs, diamonds, hearts."""

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3

    def __str__(self) -> str:
        return SUIT_LETTERS[self]


class Rank(enum.IntEnum):
    """A rank; its number grows with its strength, the ace being 14."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return RANK_SIGNS[self - 2]


SUIT_LETTERS: Final = "SCDH"
RANK_SIGNS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_OF_SIGN: Final = {
    sign: suit for suit, signs in zip(Suit, ("S♠♤", "C♣♧", "D♦♢", "H♥♡"), strict=True) for sign in signs
}
_RANK_OF_SIGN: Final = {sign: rank for rank, sign in zip(Rank, RANK_SIGNS, strict=True)} | {"T": Rank.TEN}


class Card:
    """One card, such as `Card("9C")`, `Card("10H")` or `Card("Q♠")`; equal cards are one and the same object.

    Raises ValueError for a text that names no card.

    >>> Card("TH"), Card("q♠").rank, str(Card("9C").suit)
    (Card('10H'), <Rank.QUEEN: 12>, 'C')
    """

    __slots__ = ("bit", "index", "rank", "suit")
    index: int
    """Place in the order suit by suit, rank by rank: 0 is the two of spades, 51 the ace of hearts."""
    bit: int
    """The set of this card alone, as the bits of a CardSet."""
    rank: Rank
    suit: Suit

    def __new__(cls, text: str | Card) -> Card:
        if isinstance(text, Card):
            return text
        if text in _CARD_OF_TEXT:
            return _CARD_OF_TEXT[text]
        sign = text.strip().rstrip("\ufe0e\ufe0f").upper()
        rank, suit = _RANK_OF_SIGN.get(sign[:-1]), SUIT_OF_SIGN.get(sign[-1:])
        if rank is None or suit is None:
            raise ValueError(
                f"{text!r} is not a card: a rank (2–10, J, Q, K, A) and a suit (S, C, D, H), as in 9C or 10H"
            )
        return ALL_CARDS[13 * suit + rank - 2]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card does not change: {name} of {self} was to become {value!r}")

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)


def _make_card(index: int) -> Card:
    card = object.__new__(Card)
    values = {"index": index, "bit": 1 << index, "rank": Rank(index % 13 + 2), "suit": Suit(index // 13)}
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


ALL_CARDS: Final = tuple(_make_card(index) for index in range(52))
_CARD_OF_TEXT: Final = {str(card): card for card in ALL_CARDS}  # as we write them; Card also reads other ways
ALL: Final = (1 << 52) - 1
"""Every card, as bits: bit n stands for the card of index n."""
SUIT_BITS: Final = tuple(0b1_1111_1111_1111 << (13 * suit) for suit in Suit)
RANK_BITS: Final = tuple(sum(1 << (13 * suit + index % 13) for suit in Suit) for index in range(52))
"""For each card's index: the four cards of its rank."""


class CardSet(int):
    """A set of cards, kept as the bits of an int; it iterates suit by suit, rank by rank.

    >>> hand = CardSet.parse("QS 7D 9C")
    >>> str(hand), len(hand), "7D" in hand, str(hand - CardSet.parse("9C"))
    ('QS 9C 7D', 3, True, 'QS 7D')
    """

    @classmethod
    def of(cls, cards: Iterable[Card | str]) -> Self:
        """The set of these cards, each a Card or its text."""
        bits = 0
        for card in cards:
            bits |= Card(card).bit
        return cls(bits)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The set written as `9C QS`, or `-` for none. Raises ValueError for a word that is no card."""
        return cls.of(() if text.strip() == "-" else text.split())

    def __iter__(self) -> Iterator[Card]:
        bits = int(self)
        while bits:
            lowest = bits & -bits
            yield ALL_CARDS[lowest.bit_length() - 1]
            bits ^= lowest

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, card: Card | str) -> bool:
        return bool(int(self) & Card(card).bit)

    def __and__(self, other: int) -> CardSet:
        return CardSet(int(self) & other)

    def __or__(self, other: int) -> CardSet:
        return CardSet(int(self) | other)

    def __xor__(self, other: int) -> CardSet:
        return CardSet(int(self) ^ other)

    def __sub__(self, other: int) -> CardSet:
        return CardSet(int(self) & ~other)

    def __invert__(self) -> CardSet:
        return CardSet(ALL & ~int(self))

    # As for other sets, `<=` asks whether all cards of the one are in the other.
    def __le__(self, other: int) -> bool:
        return not int(self) & ~other

    def __ge__(self, other: int) -> bool:
        return not other & ~int(self)

    def __lt__(self, other: int) -> bool:
        return self <= other and int(self) != other

    def __gt__(self, other: int) -> bool:
        return self >= other and int(self) != other

    def __str__(self) -> str:
        return " ".join(map(str, self)) or "-"

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return CardSet, (int(self),)


DECK_SIZES: Final = {24: Rank.NINE, 32: Rank.SEVEN, 36: Rank.SIX, 52: Rank.TWO}
"""For each size of deck: its lowest rank."""


@functools.cache
def deck_cards(size: int) -> CardSet:
    """The cards of the deck of this size."""
    return CardSet.of(card for card in ALL_CARDS if card.rank >= DECK_SIZES[size])


@functools.cache
def _in_order(size: int) -> tuple[Card, ...]:
    return tuple(deck_cards(size))


class Deck:
    """The deck of 24, 32, 36 or 52 cards, from nine, seven, six or two up to the ace.

    Raises ValueError for another size.
    """

    __slots__ = ("cards", "size")

    def __init__(self, size: int = 36) -> None:
        if size not in DECK_SIZES:
            raise ValueError(f"no deck has {size!r} cards; there are decks of {', '.join(map(str, DECK_SIZES))}")
        self.size = size
        self.cards = deck_cards(size)

    def shuffled(self, rng: random.Random) -> list[Card]:
        """All cards in an order drawn from `rng`; the same on every platform and Python version."""
        cards, chance = list(_in_order(self.size)), rng.random
        # Our own Fisher–Yates: random() keeps its stream between Python versions, shuffle() promises less.
        for last in range(len(cards) - 1, 0, -1):
            other = int(chance() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def __repr__(self) -> str:
        return f"Deck({self.size})"
