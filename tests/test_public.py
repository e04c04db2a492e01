"""What `durak_tutor` offers by name, and that the engine comes without widgets and servers."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import durak_tutor
from durak_tutor import engine


@pytest.mark.parametrize("name", durak_tutor.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(durak_tutor, name).__class__
    assert name in dir(durak_tutor)


def test_the_public_names_are_those_of_the_drawing_in_order() -> None:
    assert durak_tutor.__all__ == sorted(durak_tutor.__all__)
    moves = {"Attack", "Beat", "Transfer", "Show", "Take", "Pass"}
    engines = {"Card", "CardSet", "Deck", "Game", "HouseRules", "PRESETS", "Reason", "IllegalMove", "View"}
    assert set(durak_tutor.__all__) == moves | engines | {"show", "CardTable", "open_lesson", "home"}


def test_names_of_the_engine_are_the_engines_own() -> None:
    shared = set(durak_tutor.__all__) & set(engine.__all__)
    assert "Game" in shared
    assert all(getattr(durak_tutor, name) is getattr(engine, name) for name in shared)
    assert set(engine.__all__) <= set(dir(engine))


def test_the_version_is_that_of_the_installed_package() -> None:
    assert durak_tutor.__version__ == version("durak-tutor")


def test_another_name_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'durak_tutor' has no attribute 'Gmae'"):
        _ = durak_tutor.Gmae


@pytest.mark.parametrize("statement", ["import durak_tutor", "from durak_tutor import Game, PRESETS"])
def test_the_package_and_its_engine_load_the_standard_library_only(statement: str) -> None:
    loaded = _output(f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)")
    foreign = {name.partition(".")[0] for name in loaded.split()} - sys.stdlib_module_names
    assert foreign == {"durak_tutor"}


def test_the_package_is_there_sooner_than_asyncio() -> None:
    """On every machine where that is far below a tenth of a second; `durak-tutor bench` has the figures."""
    assert _seconds("import durak_tutor") < _seconds("import asyncio")


def _seconds(statement: str) -> float:
    timed = f"from time import perf_counter as now; start = now(); {statement}; print(now() - start)"
    return min(float(_output(timed)) for _ in range(3))


def _output(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
