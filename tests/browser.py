"""Which Chromium the browser tests run: one that is installed, else Playwright's own, else Debian's package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)


class NoBrowser(Exception):  # noqa: N818 - what it is
    """There is no Chromium and none can be had."""


def find_chromium(playwright: Playwright) -> str:
    """The path of a Chromium that runs; what is missing is installed where that is possible. Raises NoBrowser."""
    own = playwright.chromium.executable_path
    ways: list[tuple[Callable[[], object], tuple[str, ...]]] = [
        (lambda: None, (*INSTALLED, own)),
        (lambda: _call(sys.executable, "-m", "playwright", "install", "chromium"), (own,)),
        (_install_debians, INSTALLED),
    ]
    for prepare, names in ways:
        prepare()
        for name in names:
            path = shutil.which(name)
            if path and _runs(path):
                return path
    raise NoBrowser(
        "The browser tests need Chromium: install chromium or google-chrome, or let Playwright download its own."
    )


@contextmanager
def launched() -> Iterator[Browser]:
    """A running Chromium, ended afterwards."""
    with sync_playwright() as playwright:
        options = ["--disable-gpu", *(["--no-sandbox"] if _is_root() else [])]  # root may not use the sandbox
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=options)
        yield browser
        browser.close()


def _runs(path: str) -> bool:
    # A browser of Playwright's may lack libraries of the system; on Windows `--version` would open a window.
    return os.name == "nt" or _call(path, "--version")


def _install_debians() -> None:
    if _is_root() and shutil.which("apt-get"):
        wait = ("-o", "DPkg::Lock::Timeout=300")  # other test processes may be doing the same
        _call("apt-get", *wait, "update")
        _call("apt-get", *wait, "install", "--yes", "--no-install-recommends", "chromium")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _call(*command: str | Path) -> bool:
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.run(command, timeout=600, check=False, **quiet).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
