"""What is shipped: the wheel that the sdist makes, installed where there is no checkout, bare and with the app."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from server import Server

PROJECT = Path(__file__).parents[1]
SHIPPED = (
    "lessons/02-beating.toml",
    "notebooks/02-beating.ipynb",
    *(f"texts/locale/{lang}/LC_MESSAGES/durak.mo" for lang in ("en", "de", "ru")),
    *(f"app/page/{name}" for name in ("app.ipynb", "index.html.j2", "sorry.html.j2", "say.html.j2")),
    *(f"app/page/{name}" for name in ("host.css", "host.js", "watch.js")),
    *(f"{part}/{part}.{kind}" for part in ("screen", "table") for kind in ("css", "js")),
)
SERVERS = {"jupyter-server", "jupyterlab", "voila", "notebook", "ipykernel", "tornado"}


def uv(*arguments: object) -> str:
    """Run uv: that of the environment, of $UV, or of the path."""
    found = shutil.which("uv", path=str(Path(sys.executable).parent)) or os.environ.get("UV") or shutil.which("uv")
    if not found:
        pytest.fail("The wheel is built with uv: install it into the environment of the tests.", pytrace=False)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    command = [found, *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=PROJECT, env=environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--no-build-isolation", "--python", sys.executable, "--out-dir", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def install(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Installs the wheel with an extra, or none, into a new environment; returns the program's path."""

    def make(extra: str) -> Path:
        venv = tmp_path_factory.mktemp("venv")
        uv("venv", "--python", sys.executable, "--clear", venv)
        uv("pip", "install", "--python", venv, f"durak-tutor{extra} @ {wheel.as_uri()}")
        return venv / ("Scripts" if os.name == "nt" else "bin") / "durak-tutor"

    return make


@pytest.fixture(scope="module")
def bare(install: Callable[[str], Path]) -> Path:
    """The program without extras."""
    return install("")


def test_the_wheel_holds_lessons_notebooks_texts_and_scripts(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
    assert {f"durak_tutor/{name}" for name in SHIPPED} <= names
    assert not [name for name in names if "test" in name]


def test_the_bare_install_brings_no_server(bare: Path) -> None:
    installed = json.loads(uv("pip", "list", "--python", bare.parent.parent, "--format", "json"))
    names = {package["name"] for package in installed}
    assert names.isdisjoint(SERVERS)
    assert {"durak-tutor", "anywidget", "pydantic", "platformdirs", "markdown-it-py", "click"} <= names


def test_the_bare_install_checks_the_lessons_it_brings(bare: Path, tmp_path: Path) -> None:
    ended = subprocess.run([bare, "check"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_bare_install_says_how_to_get_the_app(bare: Path, tmp_path: Path) -> None:
    ended = subprocess.run([bare], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ended.returncode == 2
    assert 'pip install "durak-tutor[app]"' in ended.stderr


def test_the_installed_app_opens_the_lesson(install: Callable[[str], Path], tmp_path: Path, page: Page) -> None:
    with Server(tmp_path, program=(str(install("[app]")),)) as server:
        page.goto(server.address + "?lesson=02-beating")
        expect(page.locator('.durak[data-lesson="02-beating"]')).to_be_visible(timeout=60_000)
        expect(page.locator('[data-zone="hand"][data-card]').first).to_be_visible()
