"""Records of games, line by line, played again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from .deal import check_seats
from .game import Game
from .rules import PRESETS, HouseRules

HEADINGS: Final = ("rules", "seats", "deck", "position", "opens")


class RecordError(ValueError):
    """A record that cannot be read or does not hold; the message names the line."""


class Line(NamedTuple):
    """A line of a record: its number, its first word, what follows."""

    number: int
    word: str
    rest: str

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever is wrong in here is wrong with this line."""
        try:
            yield
        except ValueError as error:
            text = f"{self.word} {self.rest}".strip()
            raise RecordError(f"line {self.number}, {text!r}: {error}") from error


def replay(text: str) -> Game:
    """Play the record again. Raises RecordError, which names the line."""
    lines = [Line(number, *_halves(line)) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    headings: dict[str, Line] = {}
    for line in lines:
        if line.word not in HEADINGS:
            break
        with line.blamed():
            _put(headings, line)
    game = _begin(headings)
    for line in lines[len(headings) :]:
        with line.blamed():
            _follow(game, line)
    return game


def _halves(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def _put(headings: dict[str, Line], line: Line) -> None:
    if line.word in headings:
        raise ValueError(f"there is another line {line.word}")
    headings[line.word] = line


def _begin(headings: dict[str, Line]) -> Game:
    rules = HouseRules()
    if line := headings.get("rules"):
        with line.blamed():
            rules = _rules(line.rest)
    if line := headings.get("position"):
        with line.blamed():
            return Game.parse(line.rest, rules)
    return _deal(rules, headings)


def _rules(words: str) -> HouseRules:
    name, changes = _halves(words)
    if name not in PRESETS:
        raise ValueError(f"{name!r} names no preset; there are {', '.join(PRESETS)}")
    fields = json.loads(changes or "{}")
    if not isinstance(fields, dict):
        raise ValueError(f"{changes!r} is no object with fields")
    return PRESETS[name].replace(**fields)


def _deal(rules: HouseRules, headings: dict[str, Line]) -> Game:
    for word in ("seats", "deck"):
        if word not in headings:
            raise RecordError(f"line {word!r} is missing; a record has seats and deck, or a position")
    with headings["seats"].blamed():
        seats = check_seats(tuple(headings["seats"].rest.split()))
        rules.check_players(len(seats))
    opens = headings.get("opens")
    if opens:
        with opens.blamed():
            _check_seat(opens.rest, seats)
    with headings["deck"].blamed():
        return Game.deal(rules, seats, deck=headings["deck"].rest.split(), opens=opens and opens.rest)


def _check_seat(name: str, seats: tuple[str, ...]) -> None:
    if name not in seats:
        raise ValueError(f"there is no seat {name!r}; the seats are {' '.join(seats)}")


def _follow(game: Game, line: Line) -> None:
    """Play the move `SEAT MOVE`, or compare the end with `result …`."""
    if line.word == "result":
        if str(game.result) != line.rest or not game.over:
            raise ValueError(f"the game ends with {game.result}" if game.over else "the game is not over")
    else:
        _check_seat(line.word, game.seats)
        game.play(line.rest, line.word)
