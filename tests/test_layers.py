"""The layers: each folder of the package imports only what stands below it, and what it may from outside."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import durak_tutor

PACKAGE = Path(durak_tutor.__file__).parent

BELOW = {
    "app": {"tutor", "screen", "table", "texts", "engine"},
    "tutor": {"texts", "engine"},
    "screen": {"table", "texts", "engine"},
    "table": {"texts", "engine"},
    "texts": {"engine"},
    "engine": set(),
}
"""For each layer: the layers that it may import. What lies beside them in the package may import all."""

FOREIGN = {
    "tutor": {"platformdirs", "pydantic", "pydantic_core"},
    "screen": {"anywidget", "markdown_it", "traitlets"},
    "table": set(),
    "texts": {"babel", "hatchling"},  # the build hook
    "engine": set(),
}
"""For each layer but `app`: the modules from outside the standard library that it may import."""

UPWARDS = {("engine/game.py", "_repr_mimebundle_", "table")}
"""The one exception: file, function and the layer it imports, so that a notebook can draw a game."""


class Import(NamedTuple):
    file: str
    function: str
    module: str  # from the package on, such as `durak_tutor.table.svg`

    @property
    def layer(self) -> str:
        return self.file.partition("/")[0]

    @property
    def target(self) -> str:
        """The layer that is imported; empty for the package itself, and for modules from outside."""
        top, _, rest = self.module.partition(".")
        return rest.partition(".")[0] if top == "durak_tutor" else ""


def imports(path: Path) -> Iterator[Import]:
    """Every import in a file of the package, wherever it stands."""
    file = path.relative_to(PACKAGE).as_posix()
    tree = ast.parse(path.read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        function = next((one.name for one in functions if node in ast.walk(one)), "")
        for module in _modules(node, file):
            yield Import(file, function, module)


def _modules(node: ast.AST, file: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        here = ["durak_tutor", *file.split("/")[:-1]]
        start = here[: len(here) + 1 - node.level] if node.level else []
        module = ".".join([*start, *filter(None, [node.module])])
        # `from .. import engine` names a layer, `from . import blocks` a module.
        yield from (f"{module}.{alias.name}" for alias in node.names) if not node.module else (module,)


IMPORTS = [found for path in sorted(PACKAGE.rglob("*.py")) for found in imports(path)]


def test_every_folder_of_the_package_is_a_layer() -> None:
    folders = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/**/*.py")}
    assert folders == set(BELOW)


@pytest.mark.parametrize("layer", BELOW)
def test_a_layer_imports_only_what_stands_below_it(layer: str) -> None:
    others = {found for found in IMPORTS if found.layer == layer and found.target in BELOW and found.target != layer}
    wrong = {found for found in others if found.target not in BELOW[layer]}
    assert {(found.file, found.function, found.target) for found in wrong} <= UPWARDS


def test_the_one_exception_is_there() -> None:
    assert {(found.file, found.function, found.target) for found in IMPORTS} >= UPWARDS


@pytest.mark.parametrize("layer", FOREIGN)
def test_a_layer_imports_only_its_own_modules_from_outside(layer: str) -> None:
    names = {found.module.partition(".")[0] for found in IMPORTS if found.layer == layer}
    assert names - sys.stdlib_module_names - {"durak_tutor"} <= FOREIGN[layer]
