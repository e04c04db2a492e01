"""The six kinds of move as values, and their one-word notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeVar

from .cards import ALL_CARDS, Card


class Move:
    """A move without its seat; `str` gives its notation. Equal moves are one and the same object."""

    __slots__ = ("_text", "attack", "bit", "card")
    kind: ClassVar[str]
    """`attack`, `beat`, `transfer`, `show`, `take` or `pass`."""
    card: Card | None
    """The card that is laid or shown."""
    attack: Card | None
    """The attack that is beaten, for `Beat`."""
    bit: int
    """The card as a bit of a CardSet, or `ANY`."""
    _text: str

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move does not change: {name} of {self} was to become {value!r}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(str(card)) for card in (self.attack, self.card) if card)})"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return parse_move, (self._text,)


class Attack(Move):
    """Lay a card as an attack: open the bout or throw in. Written `+9C`."""

    __slots__ = ()
    kind = "attack"

    def __new__(cls, card: Card | str) -> Attack:
        return ATTACKS[Card(card).bit]


class Beat(Move):
    """Beat the attack with a card. Written `9C/QC`, as the pair stands on the table."""

    __slots__ = ()
    kind = "beat"

    def __new__(cls, attack: Card | str, card: Card | str) -> Beat:
        return BEATS[Card(attack).index][Card(card).bit]


class Transfer(Move):
    """Pass the attack on with a card of its rank. Written `>9D`."""

    __slots__ = ()
    kind = "transfer"

    def __new__(cls, card: Card | str) -> Transfer:
        return TRANSFERS[Card(card).bit]


class Show(Move):
    """Pass the attack on by showing a trump of its rank, which stays in the hand. Written `>>9H`."""

    __slots__ = ()
    kind = "show"

    def __new__(cls, card: Card | str) -> Show:
        return SHOWS[Card(card).bit]


class Take(Move):
    """Give up and pick up the cards on the table. Written `take`."""

    __slots__ = ()
    kind = "take"

    def __new__(cls) -> Take:
        return TAKE


class Pass(Move):
    """Throw in nothing (more). Written `pass`."""

    __slots__ = ()
    kind = "pass"

    def __new__(cls) -> Pass:
        return PASS


M = TypeVar("M", bound=Move)


ANY: Final = -1
"""The `bit` of a move without a card: all bits are set, so any set of cards lets it through."""


def _intern(kind: type[M], text: str, card: Card | None = None, attack: Card | None = None) -> M:
    move = object.__new__(kind)
    bit = card.bit if card else ANY
    for name, value in (("_text", text), ("card", card), ("attack", attack), ("bit", bit)):
        object.__setattr__(move, name, value)
    return move


# By the bit of the card; beats by the index of the attack first.
ATTACKS: Final = {card.bit: _intern(Attack, f"+{card}", card) for card in ALL_CARDS}
BEATS: Final = tuple(
    {card.bit: _intern(Beat, f"{attack}/{card}", card, attack) for card in ALL_CARDS} for attack in ALL_CARDS
)
TRANSFERS: Final = {card.bit: _intern(Transfer, f">{card}", card) for card in ALL_CARDS}
SHOWS: Final = {card.bit: _intern(Show, f">>{card}", card) for card in ALL_CARDS}
TAKE: Final = _intern(Take, "take")
PASS: Final = _intern(Pass, "pass")
_WITH_CARD: Final[tuple[Mapping[int, Move], ...]] = (ATTACKS, *BEATS, TRANSFERS, SHOWS)
_MOVE_OF_TEXT: Final = {"take": TAKE, "pass": PASS} | {
    str(move): move for by_bit in _WITH_CARD for move in by_bit.values()
}  # as we write them; parse_move also reads other ways


def parse_move(text: str | Move) -> Move:
    """The move written as `+9C`, `9C/QC`, `>9D`, `>>9H`, `take` or `pass`; a Move is returned as it is.

    Raises ValueError, naming the text, for anything else.

    >>> parse_move("9C/QC"), parse_move("9♣/Q♣") is Beat("9C", "QC"), str(parse_move(">>TH"))
    (Beat('9C', 'QC'), True, '>>10H')
    """
    if isinstance(text, Move):
        return text
    word = text.strip()
    try:
        return _MOVE_OF_TEXT.get(word) or _read(word)
    except ValueError as error:
        raise ValueError(f"{text!r} is not a move; moves are written +9C, 9C/QC, >9D, >>9H, take, pass") from error


def _read(word: str) -> Move:
    """A move with its cards written in another way than ours."""
    attack, slash, card = word.partition("/")
    if slash:
        return Beat(attack, card)
    for sign, kind in (("+", Attack), (">>", Show), (">", Transfer)):
        if word.startswith(sign):
            return kind(word.removeprefix(sign))
    raise ValueError(word)
