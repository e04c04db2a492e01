"""The notebook in JupyterLab: `durak-tutor jupyter` as people start it, a real kernel, a real Chromium."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from server import until

from durak_tutor.app.jupyter import notebooks_folder
from durak_tutor.tutor.progress import open_progress

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
COMMAND = (sys.executable, "-m", "durak_tutor", "jupyter")
LESSON = "02-beating"
SHIPPED = notebooks_folder() / f"{LESSON}.ipynb"


class Lab:
    """JupyterLab where one notebook was changed before, with progress and settings of its own."""

    thoughts = "my own thoughts"

    def __init__(self, folder: Path) -> None:
        self.notebooks, self.data, self.log = folder / "copies", folder / "data", folder / "log.txt"
        self.notebooks.mkdir()
        self.changed = self.notebooks / f"{LESSON}.ipynb"
        self.changed.write_text(self.thoughts, "utf-8")
        own = {"DURAK_TUTOR_DATA": self.data, "IPYTHONDIR": folder / "ipython"}
        own |= {f"JUPYTER_{name}_DIR": folder / name for name in ("CONFIG", "DATA", "RUNTIME")}
        options = ["--no-browser", "--port=0", "--IdentityProvider.token=", *(["--allow-root"] * IS_ROOT)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*COMMAND, str(self.notebooks), *options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **{name: str(path) for name, path in own.items()}},
            )

    def addresses(self) -> list[str]:
        """Where it says that it is; nothing until it is ready."""
        return re.findall(r"http://localhost:[1-9]\d*/lab", self.log.read_text("utf-8"))

    def resumed(self) -> str | None:
        """The step with which somebody who opens the lesson in a notebook goes on."""
        return open_progress(self.data).resume("local", LESSON)

    def end(self) -> None:
        """End it as a terminal that is closed would."""
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    running = Lab(tmp_path_factory.mktemp("lab"))
    try:
        until(lambda: running.addresses() or running.process.poll() is not None, "JupyterLab says where it is", 120)
        assert running.addresses(), running.log.read_text("utf-8")
        yield running
    finally:
        running.end()


class Notebook:
    """A notebook on a page of JupyterLab."""

    def __init__(self, page: Page, address: str, file: Path) -> None:
        self.page, self.file = page, file
        self.address = f"{address}/workspaces/{file.stem}/tree/{file.name}"  # without the tabs of other tests
        self.open()

    def open(self) -> None:
        """Load the page, again or for the first time, and wait for the kernel."""
        self.page.goto(self.address)
        expect(self.page.get_by_text(re.compile(r"\| Idle$"))).to_be_visible(timeout=60_000)

    def run_first(self) -> Locator:
        """Run the first cell of code; return what it shows."""
        self.page.locator(".jp-CodeCell .cm-content").first.click()
        self.page.keyboard.press("Shift+Enter")
        return self.shown()

    def run_all(self) -> None:
        self.page.get_by_text("Run", exact=True).click()
        self.page.get_by_text("Run All Cells", exact=True).click()

    def shown(self) -> Locator:
        lesson = self.page.locator(".durak[data-place=lesson]").first
        expect(lesson).to_be_visible()
        return lesson

    def save(self) -> dict[str, Any]:
        """Save it with the button of JupyterLab; return what lies in the file then."""
        with self.page.expect_response(lambda answer: answer.request.method == "PUT"):
            self.page.locator("[data-jp-item-name=save]").click()
        saved: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return saved


@pytest.fixture
def notebook(lab: Lab, page: Page, request: pytest.FixtureRequest) -> Notebook:
    """A copy for one test alone, open in JupyterLab; asked for anything from another host, `page` fails."""
    page.set_viewport_size({"width": 1280, "height": 1000})
    own = lab.notebooks / f"{request.node.name[:40]}.ipynb"
    shutil.copyfile(SHIPPED, own)
    return Notebook(page, lab.addresses()[0], own)


def go_to(lesson: Locator, step: str) -> None:
    """Leaf back to the beginning, then on to the step."""
    back = lesson.locator("[data-action=back]")
    leaf(lesson, "back", lambda: back.get_attribute("aria-disabled") == "true")
    leaf(lesson, "next", lambda: lesson.get_attribute("data-step-id") == step)


def leaf(lesson: Locator, action: str, is_there: Callable[[], bool]) -> None:
    while not is_there():
        before = lesson.get_attribute("data-step-id")
        lesson.locator(f"[data-action={action}]").click()
        expect(lesson).not_to_have_attribute("data-step-id", before or "")


def card(lesson: Locator, name: str) -> Locator:
    return lesson.locator(f'[data-card="{name}"][data-zone=hand]')


def sources(notebook: dict[str, Any]) -> list[str]:
    return ["".join(cell["source"]) for cell in notebook["cells"]]


def test_a_wrong_card_is_explained_and_the_right_one_beats(notebook: Notebook) -> None:
    lesson = notebook.run_first()
    go_to(lesson, "higher")
    card(lesson, "10H").click()
    notice = lesson.locator("[data-role=notice]")
    expect(notice).to_contain_text("of another suit")
    notice.locator("summary").click()
    expect(notice).to_contain_text("trump")
    expect(card(lesson, "10H")).to_be_visible()
    card(lesson, "QC").click()
    expect(lesson.locator('[data-attack="9C"] [data-card="QC"]')).to_be_visible()
    expect(lesson.locator("[data-role=feedback][data-tone=good]")).to_be_visible()


def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until something has the focus; no longer than people would."""
    for _ in range(40):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{key} does not lead to {selector}")


def test_the_keyboard_alone_plays_and_no_key_reaches_the_notebook(notebook: Notebook) -> None:
    page = notebook.page
    lesson = notebook.run_first()
    go_to(lesson, "attacked")
    page.locator(".jp-MarkdownCell").first.click()
    press_until(page, "Tab", ".durak [data-zone=hand]")
    for key in ("b", "b", "a", "m", "1", "ArrowDown", "ArrowUp", "d", "d"):  # to a notebook, two cells more
        page.keyboard.press(key)
    press_until(page, "Tab", ".durak [data-action=next]")
    page.keyboard.press("Enter")
    expect(lesson).to_have_attribute("data-step-id", "higher")
    press_until(page, "Shift+Tab", ".durak [data-zone=hand]")
    press_until(page, "ArrowRight", '[data-card="7C"]')
    page.keyboard.press("Enter")
    expect(lesson.locator("[data-role=notice][data-tone=bad]")).to_be_visible()
    press_until(page, "ArrowRight", '[data-card="QC"]')
    page.keyboard.press("Enter")
    expect(lesson.locator('[data-attack="9C"] [data-card="QC"]')).to_be_visible()
    assert sources(notebook.save()) == sources(json.loads(SHIPPED.read_text("utf-8")))


def test_a_reload_draws_the_lesson_again_and_nothing_of_it_lies_in_the_file(lab: Lab, notebook: Notebook) -> None:
    go_to(notebook.run_first(), "choose")
    saved = notebook.save()
    assert "widgets" not in saved["metadata"]
    (output,) = saved["cells"][1]["outputs"]
    assert set(output["data"]) == {"text/plain", "application/vnd.jupyter.widget-view+json"}
    assert not re.search(r"Ann|[♠♣♦♥]|\b(10|[6-9JQKA])[SCDH]\b", json.dumps(output))
    notebook.open()
    expect(notebook.shown()).to_have_attribute("data-step-id", "choose")
    card(notebook.shown(), "AH").click()
    expect(notebook.shown().locator('[data-attack="8H"] [data-card="AH"]')).to_be_visible()
    assert lab.resumed() == "choose"
    expect(notebook.run_first()).to_have_attribute("data-step-id", "choose")


def test_the_rule_can_be_tried_in_code(notebook: Notebook) -> None:
    notebook.run_all()
    table = notebook.page.locator(".durak[data-place=play]")
    expect(table.locator('[data-card="9C"][data-zone=table]')).to_be_visible()
    expect(table.locator("[data-role=notice]")).to_contain_text("Ann plays 9♣")
    card(table, "KH").click()
    expect(table.locator("[data-role=notice]")).to_contain_text("K♥ does not beat 9♣")
    card(table, "JC").click()
    expect(table.locator('[data-attack="9C"] [data-card="JC"]')).to_be_visible()
    outputs = [output for cell in notebook.save()["cells"] for output in cell.get("outputs", ())]
    assert not [output for output in outputs if output["output_type"] == "error"]
    assert len([output for output in outputs if "image/svg+xml" in output.get("data", ())]) == 2


def test_a_notebook_that_was_changed_is_left_alone(lab: Lab) -> None:
    assert lab.changed.read_text("utf-8") == lab.thoughts
    assert f"{lab.changed.name} was changed here: it is left as it is.\n" in lab.log.read_text("utf-8")
