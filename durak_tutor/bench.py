"""Figures of the engine as one JSON object: `durak-tutor bench`, which is `python -m durak_tutor.bench`."""

from __future__ import annotations

import json
import platform
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from .engine import Game, HouseRules

ALL_OPTIONS: Final = HouseRules(
    transfers=True, transfer_by_showing=True, first_bout_transfers=False, opening="same_rank", throwers="neighbours",
    passing="final", first_attack_limit=5, first_limit_until="discard", first_to_draw="opener", tie="last_defender",
)  # fmt: skip
"""Everything that makes the engine look twice."""
SEATS: Final = ("Ann", "Ben", "Cem", "Dora", "Emil", "You")
PLAYERS: Final = (2, 3, 4, 6)
ROUNDS: Final = 5
DEALS: Final = 150
"""Games of Durak in a round."""
CHESS_GAMES: Final = 8
"""Games of chess in a round, which then takes as long or longer."""


def seconds_of(work: Callable[[], object]) -> float:
    """Processor time: what else runs on the machine does not count."""
    begun = process_time()
    work()
    return process_time() - begun


def best_microseconds(work: Callable[[], object], calls: int) -> float:
    """What one of so many calls takes, in the best of some rounds."""
    return round(min(seconds_of(work) for _ in range(ROUNDS)) / calls * 1e6, 2)


# --- playing by chance, both as a user would write it -------------------------------------------------------------


def play_durak(players: int, seeds: range) -> int:
    """Play whole games; return how many moves they took."""
    moves, rng = 0, random.Random(seeds.start)
    for seed in seeds:
        game = Game.deal(ALL_OPTIONS, SEATS[:players], seed=seed)
        while not game.over:
            seat = game.actors()[0]
            game.play(rng.choice(list(game.legal_moves(seat))), seat)
            moves += 1
    return moves


def play_chess(seeds: range) -> int:
    """The same with python-chess."""
    import chess  # GPL, and for development only: the yardstick, no part of the product

    moves, rng = 0, random.Random(seeds.start)
    for _ in seeds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return moves


def moves_a_second(play: Callable[[range], int], seeds: range) -> float:
    """How many moves `play` makes in a second."""
    begun = process_time()
    return play(seeds) / (process_time() - begun)


class Playouts(NamedTuple):
    """Medians for one number of players; the ratio is None without python-chess."""

    games: int
    moves: int
    ratio_to_chess: float | None


def playouts(players: int) -> Playouts:
    """Games and moves a second; rounds of Durak and of chess alternate, so that both meet the same weather."""

    def play(seeds: range) -> int:
        return play_durak(players, seeds)

    length = play(range(DEALS)) / DEALS
    moves, ratios = [], []
    for turn in range(ROUNDS):
        moves.append(moves_a_second(play, range(turn * DEALS, (turn + 1) * DEALS)))
        if find_spec("chess"):
            ratios.append(moves[-1] / moves_a_second(play_chess, range(turn, turn + CHESS_GAMES)))
    usual = median(moves)
    return Playouts(round(usual / length), round(usual), round(median(ratios), 1) if ratios else None)


# --- single calls -------------------------------------------------------------------------------------------------


def some_games() -> Iterator[Game]:
    """Games of three at every moment of their course."""
    rng = random.Random(1)
    for seed in range(DEALS // 25):
        game = Game.deal(ALL_OPTIONS, SEATS[:3], seed=seed)
        while not game.over:
            yield game
            seat = game.actors()[0]
            game.play(rng.choice(game.legal_moves(seat)), seat)
        yield game


def why_not_calls_a_second() -> int:
    """Everybody tries everything that somebody may do, written as text."""
    asked = [
        (game.copy(), str(move), seat)
        for game in some_games()
        for move in game.legal_moves(game.actors()[0] if game.actors() else 0)
        for seat in game.seats
    ]
    return round(1e6 / best_microseconds(lambda: [game.why_not(move, seat) for game, move, seat in asked], len(asked)))


def copy_microseconds() -> float:
    """What a copy of a game takes, its past included."""
    games = [game.copy() for game in some_games()]
    return best_microseconds(lambda: [game.copy() for game in games], len(games))


def undo_microseconds() -> float:
    """What it takes to take one move back."""
    ended = [game.copy() for game in some_games() if game.over]
    moves = sum(len(game.moves) for game in ended)
    rounds = [[game.copy() for game in ended] for _ in range(ROUNDS)]

    def take_all_back() -> None:
        for game in rounds.pop():
            for _ in game.moves:
                game.undo()

    return best_microseconds(take_all_back, moves)


def deal_microseconds() -> float:
    """What shuffling and dealing take."""
    return best_microseconds(lambda: [Game.deal(ALL_OPTIONS, SEATS[:3], seed=seed) for seed in range(200)], 200)


def peak_memory_kilobytes() -> float:
    """The most memory that a game takes until its end, all that is needed to take moves back included."""
    tracemalloc.start()
    play_durak(3, range(DEALS // 25))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return round(peak / 1000, 1)


def import_seconds() -> float:
    """How long a fresh interpreter takes to import the package and its engine, when nothing disturbs it."""
    code = "from time import perf_counter as now; begun = now(); import durak_tutor.engine; print(now() - begun)"
    fresh = [sys.executable, "-c", code]
    runs = [subprocess.run(fresh, capture_output=True, text=True, check=True).stdout for _ in range(ROUNDS)]
    return round(min(map(float, runs)), 4)


def figures() -> dict[str, object]:
    """Everything that is printed."""
    by_players = {str(players): playouts(players) for players in PLAYERS}
    ratios = {players: each.ratio_to_chess for players, each in by_players.items()}
    return {
        "python": platform.python_version(),
        "rules": ALL_OPTIONS.changes(),
        "playouts_per_second": {players: each.games for players, each in by_players.items()},
        "moves_per_second": {players: each.moves for players, each in by_players.items()},
        "ratio_to_chess": min((ratio for ratio in ratios.values() if ratio), default=None),
        "ratio_to_chess_by_players": ratios,
        "why_not_per_second": why_not_calls_a_second(),
        "deal_microseconds": deal_microseconds(),
        "copy_microseconds": copy_microseconds(),
        "undo_microseconds": undo_microseconds(),
        "import_seconds": import_seconds(),
        "peak_memory_kilobytes": peak_memory_kilobytes(),
    }


def main() -> None:
    """Measure and print."""
    print(json.dumps(figures(), indent=2))


if __name__ == "__main__":
    main()
