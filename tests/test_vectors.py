"""Every vector of the rule book: a position, a script with refusals, and what must hold afterwards.

`pytest --vectors PATH` (a file or a folder, more than once) runs others in the same format instead.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from durak_tutor.engine import CardSet, Game, HouseRules, IllegalMove, Pass, Reason

OURS = Path(__file__).parent / "vectors.json"


def read_vectors(paths: list[str]) -> list[dict[str, Any]]:
    files = [file for path in map(Path, paths) for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    assert files, f"no vectors at {', '.join(paths)}"
    return [vector for file in files for vector in json.loads(file.read_text(encoding="utf-8"))]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vector" in metafunc.fixturenames:
        vectors = read_vectors(metafunc.config.getoption("vectors") or [str(OURS)])
        metafunc.parametrize("vector", vectors, ids=[vector["id"] for vector in vectors])


def only_pass(game: Game, seat: str) -> bool:
    return game.legal_moves(seat) == [Pass()]


def play_forced_passes(game: Game, seat: str | None, move: str, *, refused: bool) -> None:
    """Before a step: passes that are the only move, unless the coming step is itself that seat's pass or refusal."""
    while not game.over and len(actors := game.actors()) == 1 and only_pass(game, actors[0]):
        if actors[0] == seat and (move == "pass" or refused):
            return
        game.play(Pass(), actors[0])


def play_remaining_passes(game: Game) -> None:
    while forced := [seat for seat in game.actors() if only_pass(game, seat)]:
        game.play(Pass(), forced[0])


def run_script(game: Game, script: list[str]) -> list[Reason]:
    """Play the steps; a step marked `!` must be refused with its code and change nothing."""
    reasons = []
    for step in script:
        action, _, code = step.partition(" ! ")
        seat, move = action.split(maxsplit=1)
        play_forced_passes(game, seat, move, refused=bool(code))
        if not code:
            game.play(move, seat)
            continue
        before = str(game)
        with pytest.raises(IllegalMove) as refusal:
            game.play(move, seat)
        assert refusal.value.reason.code == code, step
        assert str(game) == before
        reasons.append(refusal.value.reason)
    play_remaining_passes(game)
    return reasons


def assert_expected(game: Game, expect: dict[str, Any]) -> None:
    table = " ".join(f"{attack}/{defence}" if defence else str(attack) for attack, defence in game.table)
    assert (table or "-") == expect["table"]
    assert {seat: game.hand(seat) for seat in game.seats} == {s: CardSet.parse(h) for s, h in expect["hands"].items()}
    assert (" ".join(map(str, game.talon)) or "-") == expect["talon"]
    assert list(game.out) == expect["out"]
    if "result" in expect:
        fool = None if expect["result"] == "draw" else expect["result"]["fool"]
        assert game.result is not None
        assert game.result.fool == fool
    else:
        now = {"attacker": game.attacker, "defender": game.defender, "limit": game.limit, "taking": game.taking}
        assert now == {key: expect[key] for key in now}
        assert not game.over


def test_vector(vector: dict[str, Any]) -> None:
    game = Game.parse(vector["position"], HouseRules(**vector["rules"]))
    run_script(game, vector["script"])
    assert_expected(game, vector["expect"])


def test_vector_again_from_its_record(vector: dict[str, Any]) -> None:
    game = Game.parse(vector["position"], HouseRules(**vector["rules"]))
    run_script(game, vector["script"])
    assert Game.replay(game.record()) == game
