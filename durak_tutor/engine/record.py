"""Records of games, line by line, played again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from .game import Game
from .rules import PRESETS, HouseRules

HEADINGS: Final = ("rules", "seats", "deck", "position", "opens")


class RecordError(ValueError):
    """A record that cannot be read or does not hold; the message names the line."""


def replay(text: str) -> Game:
    """Play the record again. Raises RecordError, which names the line."""
    lines = [(number, line.split(maxsplit=1)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    headings = {words[0]: _rest(words) for _number, words in lines if words[0] in HEADINGS}
    game = _begin(headings)
    for number, words in lines:
        if words[0] not in HEADINGS:
            _at(number, words, _result if words[0] == "result" else _move, game)
    return game


def _rest(words: list[str]) -> str:
    return words[1] if len(words) > 1 else ""


def _begin(headings: dict[str, str]) -> Game:
    try:
        rules = _rules(headings.get("rules", "podkidnoy"))
        if "position" in headings:
            return Game.parse(headings["position"], rules)
        seats, deck = headings["seats"].split(), headings["deck"].split()
        return Game.deal(rules, seats, deck=deck, opens=headings.get("opens"))
    except KeyError as error:
        raise RecordError(f"the record has no line {error}; it needs seats and deck, or a position") from error
    except ValueError as error:
        raise RecordError(f"the beginning of the record: {error}") from error


def _rules(line: str) -> HouseRules:
    name, _, changes = line.partition(" ")
    if name not in PRESETS:
        raise ValueError(f"{name!r} names no preset; there are {', '.join(PRESETS)}")
    return PRESETS[name].replace(**json.loads(changes or "{}"))


def _at(number: int, words: list[str], act: Callable[[Game, list[str]], None], game: Game) -> None:
    try:
        act(game, words)
    except (ValueError, KeyError) as error:
        raise RecordError(f"line {number}, {' '.join(words)!r}: {error}") from error


def _move(game: Game, words: list[str]) -> None:
    game.play(_rest(words), words[0])


def _result(game: Game, words: list[str]) -> None:
    if str(game.result) != _rest(words):
        raise ValueError(f"the game ends with {game.result}")
