"""The notebooks: each runs from top to bottom as it is shown, and is kept without outputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from durak_tutor.app.jupyter import notebooks_folder

NOTEBOOKS = sorted(notebooks_folder().glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> Any:
    nbformat.validate(kept := nbformat.read(request.param, 4))
    return kept


@pytest.fixture(scope="module")
def executed(notebook: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A copy that was run in a folder of its own, with progress of its own."""
    folder = tmp_path_factory.mktemp("notebook")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DURAK_TUTOR_DATA", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR"):
            patch.setenv(name, str(folder))
        client = NotebookClient(notebook.copy(), timeout=60, resources={"metadata": {"path": str(folder)}})
        return client.execute()


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_a_notebook_is_kept_without_outputs_and_names_a_kernel_that_everybody_has(notebook: Any) -> None:
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code(notebook))
    assert notebook.metadata.kernelspec.name == "python3"
    assert "widgets" not in notebook.metadata


def test_its_cells_are_small(notebook: Any) -> None:
    assert max(len(cell.source.splitlines()) for cell in code(notebook)) <= 15


def test_it_runs_from_top_to_bottom(executed: Any) -> None:
    assert [cell.execution_count for cell in code(executed)] == list(range(1, len(code(executed)) + 1))
    assert not [output for cell in code(executed) for output in cell.outputs if output.get("name") == "stderr"]


def shown(executed: Any) -> dict[str, str]:
    """For each cell that shows something: its text; pictures and widgets by their types."""
    found = {}
    for cell in code(executed):
        texts = [output.get("text") or _text(output.data) for output in cell.outputs]
        found[cell.id] = "".join(texts).replace("\N{VARIATION SELECTOR-15}", "")
    return found


def _text(data: dict[str, str]) -> str:
    special = sorted(kind for kind in data if kind not in ("text/plain", "text/html"))
    return " ".join(special) or data["text/plain"]


@pytest.mark.parametrize("notebook", NOTEBOOKS[:1], indirect=True, ids=["02-beating"])
def test_the_notebook_on_beating_shows_what_it_says(executed: Any) -> None:
    lines = shown(executed)
    assert Path(NOTEBOOKS[0]).stem == "02-beating"
    for widget in ("lesson", "card-table"):
        assert lines[widget] == "application/vnd.jupyter.widget-view+json"
    for picture in ("position", "open-hands"):
        assert lines[picture] == "image/svg+xml"
    assert lines["jack"] == "None\n"
    assert "wrong_suit" in lines["king"]
    assert "K♥ does not beat 9♣: another suit, and not a trump (♦)." in lines["sentences"]
    assert lines["requirements"].splitlines() == [
        "7C is stopped by too_low", "9S is stopped by equal_rank", "KH is stopped by wrong_suit", "left: JC 6D"
    ]  # fmt: skip
    assert lines["would-do"] == "True"
    assert "AD falls to -" in lines["falls-to"]
    assert lines["refused"] == "You may not play 9C/KH: wrong_suit\n"
    assert lines["ann"] == "[]"
