"""The style of the whole repository, by the tools themselves, and what no file of it may hold."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("durak_tutor", "lessons", "notebooks", "tests", ".ci")

TOOLS = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": ("mypy",),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_the_tools_have_nothing_to_say(tool: str) -> None:
    name, *arguments = TOOLS[tool]
    command = [sys.executable, "-m", name, *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert f"No module named {name}" not in run.stderr, f"{name} is missing: `uv sync` installs it"
    assert run.returncode == 0, run.stdout + run.stderr


def files() -> list[Path]:
    """The files that git keeps; in an unpacked sdist, those that a clone would have."""
    if (ROOT / ".git").exists():
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]
    found = [path for part in PARTS for path in (ROOT / part).rglob("*")] + list(ROOT.glob("*"))
    return [path for path in found if path.is_file() and path.suffix not in (".mo", ".pyc") and path.name != "uv.lock"]


# In two halves each, or this file would be the first to be found.
ELSEWHERE = (
    "pypi" + ".org", "python" + "hosted", "npm" + "js", "jsdel" + "ivr", "unp" + "kg.com", "cdn" + "js", "esm" + ".sh",
    "fonts.google" + "apis", "font" + "awesome.com", "cloud" + "flare", "bootstrap" + "cdn",
)  # fmt: skip
HERE = [place for place in (ROOT, Path.home()) if place != Path(place.anchor)]


def test_no_file_names_a_registry_a_cdn_or_a_place_of_this_machine() -> None:
    places = [rf"(?<![\w.]){re.escape(str(place))}\b" for place in HERE]
    forbidden = re.compile("|".join([*map(re.escape, ELSEWHERE), *places]).encode(), re.IGNORECASE)
    assert {(path.name, found[0]) for path in files() if (found := forbidden.search(path.read_bytes()))} == set()


def test_no_lock_file_with_addresses_and_nothing_that_was_built_is_kept() -> None:
    names = {path.name for path in files()}
    assert not names & {"uv.lock", "package-lock.json", "yarn.lock", "poetry.lock"}
    assert not [name for name in names if name.endswith((".mo", ".pyc", ".whl"))]
    assert "pyproject.toml" in names
