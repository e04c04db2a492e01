"""`durak-tutor` as people start it: a process of its own, on a free port, with a data folder of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any


class Server:
    """A running server; `end` it, or use it in a `with` block."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        port: int | None = 0,
        browser: str = "",
        program: tuple[str, ...] = (sys.executable, "-m", "durak_tutor"),
    ) -> None:
        """Start it with `folder` for its data and its log; `port` None leaves it to choose, `browser` is a program."""
        self.data = folder / "data"
        self.log = folder / "log.txt"
        where = [] if port is None else ["--port", str(port)]
        command = [*program, *where, *([] if browser else ["--no-browser"]), "--data", str(self.data), *options]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=folder,
                env={**os.environ, "BROWSER": browser},
            )
        self.address = self._address()

    def _address(self) -> str:
        try:
            until(lambda: "http://" in self.text() or self.process.poll() is not None, "it says where it is", 60)
            found = re.search(r"http://\S+/", self.text())
            assert found, f"the server did not start:\n{self.text()}"
        except AssertionError:
            self.end()
            raise
        return found[0]

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rsplit(":", 1)[1].strip("/"))

    def text(self) -> str:
        """All that it has printed so far."""
        return self.log.read_text("utf-8")

    def health(self) -> dict[str, Any]:
        """What `/healthz` says."""
        with urllib.request.urlopen(self.address + "healthz", timeout=10) as answer:
            health: dict[str, Any] = json.load(answer)
            return health

    def get_ready(self) -> Server:
        """Wait until a page is prepared."""
        until(lambda: self.health()["pooled"] > 0, "a page is prepared", 60)
        return self

    def end(self) -> None:
        """Stop it as a service manager would, and wait for it."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def until(fact: Any, what: str, seconds: float = 30) -> None:
    """Wait until `fact()` is true; fail with `what` when it does not become so."""
    late = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < late, f"not within {seconds} s: {what}"
        time.sleep(0.05)
