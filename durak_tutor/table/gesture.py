"""Which move a gesture on the table means. It looks at roles and attacks, never at what is legal, but for one case:
a card that beats exactly one of several attacks is meant for that one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ..engine import Attack, Beat, Card, Game, Move, Pass, Show, Take, Transfer

PLACES = ("attack", "beat", "transfer", "show")


@dataclass(frozen=True)
class Choice:
    """One use of a card: `attack`, `beat` (this attack), `transfer` or `show`."""

    kind: str
    attack: Card | None = None

    def move(self, card: Card) -> Move:
        """The move that this use of the card makes."""
        if self.kind == "beat" and self.attack:
            return Beat(self.attack, card)
        return {"attack": Attack, "transfer": Transfer, "show": Show}[self.kind](card)


def clicked(game: Game, seat: str, card: Card, offer: Collection[str] = ()) -> list[Choice]:
    """What a click on an own card can mean; more than one: the table asks."""
    attacks = game.open_attacks
    if seat != game.defender or not attacks:
        return [Choice("attack")]
    if game.rules.transfers and card.rank in {attack.rank for attack in attacks}:
        return [choice for choice in offered(game, offer) if choice.kind != "attack"]
    beats = [Choice("beat", attack) for attack in attacks if card in game.would_do("beat", seat, attack)]
    return beats if len(beats) == 1 else [Choice("beat", attack) for attack in attacks]


def offered(game: Game, offer: Collection[str] = ()) -> list[Choice]:
    """Everything that a card could be used for under these rules, legal or not, and what the step offers besides."""
    return list(_uses(game, offer))


def _uses(game: Game, offer: Collection[str]) -> Iterator[Choice]:
    yield from (Choice("beat", attack) for attack in game.open_attacks)
    if game.rules.transfers or "transfer" in offer:
        yield Choice("transfer")
    if game.rules.transfer_by_showing or "show" in offer:
        yield Choice("show")
    yield Choice("attack")


def pressed(action: str) -> Move:
    """The move of a button, `take` or `pass`."""
    return {"take": Take, "pass": Pass}[action]()
