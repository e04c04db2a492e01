"""Gestures on a card table, read as moves; the question what a card is for stays open between two of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..engine import Card, Game, Move
from ..table.gesture import PLACES, Choice, clicked, offered, pressed
from .session import Gesture, Malformed

Asked = tuple[Card, Sequence[Choice]]


class TableReader:
    """Reads what one seat does on one table."""

    asked: Asked | None = None
    """The card of which the table asks what it is for, and what it could be."""

    def move(self, gesture: Gesture, game: Game, seat: str, offer: Collection[str] = ()) -> Move | None:
        """The move that is meant, legal or not; None for a gesture that only opens or closes the question.

        `offer` names kinds of move to offer beside those of the rules. Raises Malformed, or ValueError for a word that
        is no card; then nothing has changed.
        """
        meant = self._read(gesture, game, seat, offer)
        self.asked = None if isinstance(meant, Move) else meant
        return meant if isinstance(meant, Move) else None

    def _read(self, gesture: Gesture, game: Game, seat: str, offer: Collection[str]) -> Move | Asked | None:
        match gesture.kind:
            case "card":
                card = _own_card(gesture, game, seat)
                uses = clicked(game, seat, card, offer)
                return uses[0].move(card) if len(uses) == 1 else (card, uses)
            case "offer":
                return _own_card(gesture, game, seat), offered(game, offer)
            case "drop":
                return _choice(gesture, "place").move(_own_card(gesture, game, seat))
            case "choose" if self.asked:
                return _answer(gesture, *self.asked)
            case "press" if gesture.word("action") in ("take", "pass"):
                return pressed(gesture.word("action"))
            case "close":
                return None
        raise Malformed(f"{gesture.kind} on the table")


def _own_card(gesture: Gesture, game: Game, seat: str) -> Card:
    card = Card(gesture.word("card"))
    if card not in game.hand(seat):
        raise Malformed(f"{card} is not in this hand")
    return card


def _choice(gesture: Gesture, name: str) -> Choice:
    kind = gesture.word(name)
    if kind not in PLACES or (kind == "beat" and "attack" not in gesture.args):
        raise Malformed(f"{name} {kind}")
    return Choice(kind, Card(gesture.word("attack")) if kind == "beat" else None)


def _answer(gesture: Gesture, card: Card, uses: Sequence[Choice]) -> Move:
    use = _choice(gesture, "choice")
    if use not in uses or gesture.word("card") != str(card):
        raise Malformed("an answer to another question")
    return use.move(card)
