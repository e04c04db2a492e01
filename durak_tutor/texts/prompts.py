"""The line that says whose turn it is, and what is asked of the reader."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine import CardSet, Game, View
from .cards import Writer, card_sign
from .catalogue import label
from .voice import NO_NAMES, Voice


def prompt(
    game: Game | View, seat: str, lang: str, *, names: Mapping[str, str] = NO_NAMES, write: Writer = card_sign
) -> str:
    """What the game asks of the reader, who sits at `seat` (a View is that of its own seat), or whom it waits for.

    >>> game = Game.parse("A: 6S | B: 10S | trump D | table 9H | attack A B")
    >>> prompt(game, "B", "en", names={"A": "Ann"}, write=lambda card, _: str(card))
    'Ann attacks with 9H. Beat it or take.'
    """
    view = game if isinstance(game, View) else game.view(seat)
    voice, waiting = Voice(lang, names, write), [name for name in view.actors if name != view.defender]
    defends = view.seat == view.defender and view.seat in view.actors
    return label(
        f"prompt.{_situation(view)}", lang, attacker=voice.name(view.attacker), defender=voice.name(view.defender),
        fool=voice.name(view.result.fool if view.result else None),
        open=voice.cards(_open(view)), waiting=voice.seats(waiting), n=len(_open(view) if defends else waiting),
    )  # fmt: skip


def _open(view: View) -> CardSet:
    return CardSet.of(attack for attack, defence in view.table if defence is None)


def _situation(view: View) -> str:
    if view.result:
        return _end(view.result.fool, view.seat)
    if view.seat in view.out:
        return "out"
    if not view.table:
        return _lead(view)
    return _asked(view) if view.seat in view.actors else _waiting(view)


def _end(fool: str | None, reader: str) -> str:
    if fool is None:
        return "over.draw"
    return "over.you" if fool == reader else "over"


def _lead(view: View) -> str:
    if view.seat == view.attacker:
        return "lead.you"
    return "lead.at_you" if view.seat == view.defender else "lead"


def _asked(view: View) -> str:
    if view.seat == view.defender:
        return _defend(view)
    if _is_opening(view):
        return "opening.you"
    room = "" if len(view.table) < view.limit else ".full"
    return f"throw_in{room}.{_moment(view)}"


def _defend(view: View) -> str:
    nothing_beaten = all(defence is None for _, defence in view.table)
    first = ".first" if len(view.table) == 1 else ""
    agreed = view.rules.transfers and (view.rules.first_bout_transfers or not view.first)
    return f"defend{first}" + (".transfer" if agreed and nothing_beaten else "")


def _waiting(view: View) -> str:
    if _is_opening(view):
        return "opening"
    if _moment(view) == "meanwhile":
        return "wait.defence"
    own = ".you" if view.taking and view.seat == view.defender else ""
    return f"wait.{_moment(view)}{own}"


def _is_opening(view: View) -> bool:
    """With attacks unbeaten, only an unfinished opening keeps the defender from being asked."""
    return bool(_open(view)) and not view.taking and view.defender not in view.actors


def _moment(view: View) -> str:
    if view.taking:
        return "taking"
    return "meanwhile" if _open(view) else "beaten"
