"""What is written for readers runs: the Python of the README, the examples of docstrings, every file."""

import ast
import doctest
import importlib
import io
import pkgutil
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import durak_tutor

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
FOUND = pkgutil.walk_packages(durak_tutor.__path__, "durak_tutor.")
MODULES = [found.name for found in FOUND if not found.name.endswith("__main__")]


def test_the_python_of_the_readme_prints_what_its_comments_say() -> None:
    """Block after block, as a reader would type them."""
    names: dict[str, object] = {}
    checked = [_run(statement, block, names) for block in BLOCKS for statement in ast.parse(block).body]
    assert any(checked)


def _run(statement: ast.stmt, block: str, names: dict[str, object]) -> bool:
    """Run a statement; where it is one line that prints and a comment says what, compare. Was it compared?"""
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module([statement], []), "README.md", "exec"), names)
    line = block.splitlines()[statement.lineno - 1]
    if not line.startswith("print(") or "  # " not in line:
        return False
    assert printed.getvalue().replace("\N{VARIATION SELECTOR-15}", "").strip() == line.partition("  # ")[2]
    return True


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_the_files_that_a_page_points_to_are_there(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    places = [place for place in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text) if "://" not in place]
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_the_examples_in_docstrings_hold() -> None:
    results = {name: doctest.testmod(importlib.import_module(name)) for name in MODULES}
    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) > 20


@pytest.mark.parametrize("folder", ["durak_tutor", "tests"])
def test_every_file_compiles_without_a_warning(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        compile(path.read_bytes(), path, "exec")  # a warning is an error here
