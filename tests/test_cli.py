"""The command line: what it opens, and the one sentence for wrong use, which names the argument and what is allowed."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page
from server import Server, until

from durak_tutor.app.cli import main
from durak_tutor.app.jupyter import copy_notebooks, notebooks_folder
from durak_tutor.app.port import DEFAULT_PORT, address

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOTEBOOK = str(Path(__file__).with_name("host.ipynb"))


def sentence_for(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What stderr says to wrong use; it must be one line and the exit code 2."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    captured = capsys.readouterr()
    assert ended.value.code == 2
    assert captured.out == ""
    assert captured.err.startswith("durak-tutor: ")
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("durak-tutor: ")


# ---- wrong use


@pytest.mark.parametrize("port", ["abc", "-1", "65536", "8765.0", "", "٣", "99999999999999999999"])
def test_a_port_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], port: str) -> None:
    said = sentence_for(capsys, "--port", port)
    assert said == f"--port must be a whole number from 0 to 65535, not {port!r}\n"


def test_a_port_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = sentence_for(capsys, "--port", str(port), "--host", "127.0.0.1", "--data", str(tmp_path))
    assert said == f"--port {port} is taken by another program; choose another one, from 1024 to 65535\n"


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7", "a" * 300, "ü" * 100, "::zz"])
def test_a_host_that_is_none_of_this_machine_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, host: str
) -> None:
    said = sentence_for(capsys, "--host", host, "--data", str(tmp_path))
    assert said.startswith("--host must be a name or an address of this machine, such as localhost")
    assert repr(host) in said


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert sentence_for(capsys, "--lang", "fr") == "--lang must be en, de or ru, not 'fr'\n"


@pytest.mark.parametrize("command", ["--data", "jupyter"])
@pytest.mark.parametrize("place", ["{tmp}/file/below", "{tmp}/file", "/proc/durak", "{tmp}/nul\0l", ""])
def test_a_folder_that_cannot_be_written_to_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, place: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = place.format(tmp=tmp_path)
    said = sentence_for(capsys, command, folder)
    assert "must be a folder that can be written to" in said
    assert ("--data" if command == "--data" else "DIR") in said
    assert repr(folder) in said


@pytest.mark.skipif(os.name == "nt" or IS_ROOT, reason="root may write everywhere")
def test_a_folder_without_rights_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IREAD | stat.S_IEXEC)
    assert "must be a folder that can be written to" in sentence_for(capsys, "--data", str(tmp_path))


def test_a_folder_named_by_the_environment_is_tried_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DURAK_TUTOR_DATA", "/proc/durak")
    assert "--data (or DURAK_TUTOR_DATA) must be a folder" in sentence_for(capsys)


def test_an_unknown_lesson_is_refused_and_the_known_ones_named(capsys: pytest.CaptureFixture[str]) -> None:
    said = sentence_for(capsys, "check", "99-nothing")
    assert said.startswith("PATH must be a lesson file, a folder of them or a lesson (")
    assert "'99-nothing'" in said


@pytest.mark.parametrize("place", ["", "{tmp}"])
def test_a_folder_without_lessons_is_not_called_sound(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, place: str
) -> None:
    folder = place.format(tmp=tmp_path)
    said = sentence_for(capsys, "check", folder)
    assert said.startswith("PATH must be a lesson file, a folder of them or a lesson (")
    assert repr(folder) in said


def test_an_unknown_command_is_refused_and_the_known_ones_named(capsys: pytest.CaptureFixture[str]) -> None:
    said = sentence_for(capsys, "sevre")
    assert said == "the command must be bench, check, jupyter or serve, not 'sevre'\n"


@pytest.mark.parametrize("arguments", [("--prot", "1"), ("serve", "extra"), ("--port",), ("check", "--nope")])
def test_other_wrong_use_is_one_sentence_too(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert "durak-tutor --help shows what is allowed" in sentence_for(capsys, *arguments)


def test_without_the_extra_a_sentence_says_how_to_get_it() -> None:
    without = "import sys; sys.modules['voila'] = None; from durak_tutor.app.cli import main; main(['serve'])"
    ended = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert 'pip install "durak-tutor[app]"' in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_the_program_can_be_called_as_a_module() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "durak_tutor", "--version"], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", ended.stdout)


# ---- where it listens


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("localhost", "http://localhost:80/"),
        ("0.0.0.0", "http://localhost:80/"),
        ("::", "http://localhost:80/"),
        ("::1", "http://[::1]:80/"),
        ("192.168.1.2", "http://192.168.1.2:80/"),
    ],
)
def test_the_address_can_be_typed_into_a_browser(host: str, shown: str) -> None:
    assert address(host, 80) == shown


@contextmanager
def taken(port: int) -> Iterator[None]:
    """Somebody listens on that port: another program, or else we do."""
    with ExitStack() as ours:
        with suppress(OSError):
            ours.enter_context(socket.create_server(("localhost", port)))
        yield


def test_the_default_port_moves_on_when_it_is_taken_and_says_so(tmp_path: Path) -> None:
    with taken(DEFAULT_PORT), Server(tmp_path, "--notebook", NOTEBOOK, port=None) as server:
        assert server.port > DEFAULT_PORT
        assert f"Port {DEFAULT_PORT} is taken" in server.text()


def test_the_address_is_opened_in_the_browser(tmp_path: Path) -> None:
    browser = tmp_path / "browser.py"
    browser.write_text(f"#!{sys.executable}\nimport sys\nopen({str(tmp_path / 'opened')!r}, 'w').write(sys.argv[1])\n")
    browser.chmod(0o755)
    with Server(tmp_path, "--notebook", NOTEBOOK, browser=str(browser)) as server:
        until((tmp_path / "opened").exists, "the browser is called", 60)
        until(lambda: (tmp_path / "opened").read_text() == server.address, "with the address")


def test_the_language_asked_for_comes_before_the_browsers(start_server: Callable[..., Server], page: Page) -> None:
    page.goto(start_server("--notebook", NOTEBOOK, "--lang", "ru").address)
    assert page.get_attribute("html", "lang") == "ru"


def test_a_damaged_progress_file_is_set_aside_with_a_word(start_server: Callable[..., Server], tmp_path: Path) -> None:
    data = tmp_path / "server-0" / "data"
    data.mkdir(parents=True)
    (data / "progress.sqlite3").write_bytes(b"no data base" * 1000)
    server = start_server("--notebook", NOTEBOOK)
    until(lambda: "The progress file was damaged" in server.text(), "it is said")
    with sqlite3.connect(data / "progress.sqlite3") as fresh:
        assert fresh.execute("SELECT count(*) FROM attempt").fetchone() == (0,)
    fresh.close()
    assert len(list(data.glob("progress.damaged-*"))) == 1


# ---- notebooks


def test_jupyter_opens_jupyterlab_on_the_copies(tmp_path: Path) -> None:
    port = free_port()
    options = ["--no-browser", f"--port={port}", "--IdentityProvider.token=", *(["--allow-root"] * IS_ROOT)]
    command = [sys.executable, "-m", "durak_tutor", "jupyter", str(tmp_path / "copies"), *options]
    with (tmp_path / "log").open("wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as lab:
        try:
            until(lambda: opens(f"http://localhost:{port}/lab"), "JupyterLab answers", 60)
            assert opens(f"http://localhost:{port}/api/contents/{min(notebooks_folder().glob('*.ipynb')).name}")
        finally:
            for process in (*psutil.Process(lab.pid).children(), lab):
                process.terminate()


def opens(url: str) -> bool:
    """Whether there is something at the address."""
    with suppress(OSError), urllib.request.urlopen(url, timeout=10):
        return True
    return False


def free_port() -> int:
    """A port that nobody listened on a moment ago."""
    with socket.create_server(("localhost", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def test_the_notebooks_are_copied_once(tmp_path: Path) -> None:
    ours = {each.name: each.read_bytes() for each in notebooks_folder().glob("*.ipynb")}
    for _ in range(2):
        assert copy_notebooks(tmp_path) == []
        assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == ours


def test_a_changed_notebook_is_left_alone_and_named(tmp_path: Path) -> None:
    copy_notebooks(tmp_path)
    changed = min(tmp_path.glob("*.ipynb"))
    changed.write_text("my own work")
    assert copy_notebooks(tmp_path) == [changed]
    assert changed.read_text() == "my own work"
