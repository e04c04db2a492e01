"""Gestures on a card table, read as moves; the question what a card is for stays open between two of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..engine import Card, Game, Move
from ..table.gesture import PLACES, Choice, clicked, offered, pressed
from .session import Gesture, Malformed


class TableReader:
    """Reads what one seat does on one table."""

    asked: tuple[Card, Sequence[Choice]] | None = None
    """The card of which the table asks what it is for, and what it could be."""

    def move(self, gesture: Gesture, game: Game, seat: str, offer: Collection[str] = ()) -> Move | None:
        """The move that is meant, legal or not; None for a gesture that only opens or closes the question.

        `offer` names kinds of move to offer beside those of the rules. Raises Malformed for what no table sends.
        """
        asked, self.asked = self.asked, None
        match gesture.kind:
            case "card":
                card = _own_card(gesture, game, seat)
                return self._use(card, clicked(game, seat, card, offer))
            case "offer":
                self.asked = _own_card(gesture, game, seat), offered(game, offer)
            case "drop":
                return _choice(gesture, "place").move(_own_card(gesture, game, seat))
            case "choose" if asked:
                return _choice(gesture, "choice").move(asked[0])
            case "press" if gesture.word("action") in ("take", "pass"):
                return pressed(gesture.word("action"))
            case "close":
                pass
            case _:
                raise Malformed(f"{gesture.kind} on the table")
        return None

    def _use(self, card: Card, choices: Sequence[Choice]) -> Move | None:
        if len(choices) == 1:
            return choices[0].move(card)
        self.asked = card, choices
        return None


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
