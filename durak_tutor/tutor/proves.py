"""Proofs: what the engine itself answers to the question of a step, in the words in which learners answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ..engine import Drew, Event, Game, Played

Asked: TypeAlias = Callable[[Game, str], str]
"""(game, what stands after the colon) → the answer."""

NOBODY: Final = "nobody"
"""The answer where no seat is the answer; it agrees with no seat."""


def claim_error(claim: str, seats: Sequence[str]) -> str:
    """What is wrong with a claim such as `limit` or `hand:A`, as `what was expected`; empty when nothing is."""
    name, _, rest = claim.partition(":")
    if name in PLAIN and claim == name:
        return ""
    if name in BY_SEAT and rest:
        return "" if rest in seats else f"a seat out of {', '.join(seats)} after the colon"
    if name == "draws" and rest.isdecimal() and int(rest):
        return ""
    return f"one of {', '.join([*PLAIN, *(f'{each}:SEAT' for each in BY_SEAT), 'draws:N'])}"


def proven(claim: str, game: Game, events: Sequence[Event] | None = None) -> str:
    """The engine's answer to a sound claim at this position: a number, a seat, `yes`, `no` or `draw`.

    Claims about drawing speak of `events`, of which the game is the outcome; without them, of this bout if nobody
    lays another card in it.
    """
    name, _, rest = claim.partition(":")
    if name in STATE:
        return STATE[name](game, rest)
    if events is None:
        game, events = bout_ended(game)
    drawn = [event for event in events if isinstance(event, Drew)]
    return DRAWS[name](game, drawn, rest)


def bout_ended(game: Game) -> tuple[Game, list[Event]]:
    """The game after this bout, in which nobody lays another card (the defender may have to take), and its events."""
    game, events = game.copy(), list[Event]()
    while all(isinstance(event, Played) for event in events):
        seat = next(iter(game.actors()), None)
        moves = [move for move in game.legal_moves(seat) if move.kind in ("take", "pass")] if seat else []
        if not seat or not moves:
            break
        events += game.play(moves[0], seat)
    return game, events


def _result(game: Game, _rest: str) -> str:
    if game.result is None:
        return "not over"
    return game.result.fool or "draw"


STATE: Final[dict[str, Asked]] = {
    "attacks_left": lambda game, _rest: str(game.limit - len(game.table)),
    "limit": lambda game, _rest: str(game.limit),
    "attacker": lambda game, _rest: game.attacker or NOBODY,
    "defender": lambda game, _rest: game.defender or NOBODY,
    "actor": lambda game, _rest: next(iter(game.actors()), NOBODY),
    "fool": lambda game, _rest: (game.result.fool if game.result else None) or NOBODY,
    "result": _result,
    "out": lambda game, seat: "yes" if seat in game.out else "no",
    "hand": lambda game, seat: str(len(game.hand(seat))),
}


def _n_th(_game: Game, drawn: Sequence[Drew], number: str) -> str:
    return drawn[int(number) - 1].seat if int(number) <= len(drawn) else NOBODY


def _last(game: Game, drawn: Sequence[Drew], _rest: str) -> str:
    return drawn[-1].seat if drawn and not game.talon else NOBODY


DRAWS: Final[dict[str, Callable[[Game, Sequence[Drew], str], str]]] = {
    "drawn": lambda _game, drawn, seat: str(sum(event.count for event in drawn if event.seat == seat)),
    "draws": _n_th,
    "draws_trump": _last,
}

PLAIN: Final = ("attacks_left", "limit", "attacker", "defender", "actor", "fool", "result", "draws_trump")
BY_SEAT: Final = ("out", "hand", "drawn")
