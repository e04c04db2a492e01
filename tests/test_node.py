"""The tests in tests/node, run by the node that Playwright brings along."""

import subprocess
import sys
from pathlib import Path

import playwright
import pytest

NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if sys.platform == "win32" else "node")
FILES = sorted(Path(__file__).with_name("node").glob("*.test.mjs"))


def test_there_are_node_tests() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_node_file(file: Path) -> None:
    run = subprocess.run(
        [NODE, "--test", "--no-warnings", file], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
