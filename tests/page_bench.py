"""Figures of the app in a real browser, as one JSON object; run it, or `durak-tutor bench --page`."""

from __future__ import annotations

import argparse
import base64
import json
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from browser import launched
from playwright.sync_api import Browser, Page
from server import Server, until

PLACE = "?lesson=02-beating"
TABLE = '.durak-table [data-zone="hand"][data-card]'
VIEWS = 7
CLICKS = 60
QUIET = {"live": 0, "pooled": 1, "connected": 0}

STOPWATCH = """selector => {
  const seen = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(seen);
    globalThis.playable ??= performance.now();
  };
  requestAnimationFrame(seen);
}"""

# A click counts until the page has changed and nothing is unanswered any more.
CLICK = """async selector => {
  const root = document.querySelector('main');
  const begun = performance.now();
  await new Promise((changed) => {
    const watch = new MutationObserver(() => {
      if (root.querySelector('[data-busy]')) return;
      watch.disconnect();
      changed();
    });
    watch.observe(root, { attributes: true, childList: true, characterData: true, subtree: true });
    document.querySelector(selector).click();
  });
  return performance.now() - begun;
}"""


class View(NamedTuple):
    """What it took to show a page: milliseconds after the request, requests, bytes by HTTP and in websocket frames."""

    milliseconds: float
    requests: int
    http_bytes: int
    frame_bytes: int


def view(browser: Browser, address: str, table: str = TABLE) -> View:
    """Open the address as a new visitor, until the table is there."""
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(f"({STOPWATCH})({json.dumps(table)})")
        http, frames = _count(page)
        page.goto(address)
        page.wait_for_selector(table)
        until(lambda: page.evaluate("globalThis.playable"), "the table is seen")
        page.wait_for_timeout(300)  # what comes late counts too
        return View(page.evaluate("playable"), len(http), sum(http), sum(frames))


def _count(page: Page) -> tuple[list[int], list[int]]:
    """Sizes of the answers and of the frames, counted by the browser as they come and go."""
    http: list[int] = []
    frames: list[int] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: http.append(int(event["encodedDataLength"])))
    for kind in ("Sent", "Received"):
        session.on(f"Network.webSocketFrame{kind}", lambda event: frames.append(_size(event["response"])))
    return http, frames


def _size(frame: dict[str, Any]) -> int:
    data: str = frame["payloadData"]
    return len(data.encode()) if frame["opcode"] == 1 else len(base64.b64decode(data))


def clicks(browser: Browser, address: str, table: str = TABLE) -> list[float]:
    """Milliseconds from a click to the changed page, sorted."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(table)
        page.wait_for_timeout(2500)  # the next page is being prepared meanwhile
        return sorted(page.evaluate(CLICK, table) for _ in range(CLICKS))


def kernels_left(browser: Browser, server: Server, table: str = TABLE) -> dict[str, int]:
    """Kernels too many after a page was loaded again, closed and left."""
    ways: dict[str, tuple[Callable[[Page], object], int]] = {
        "reload": (lambda page: page.reload(), 1),
        "close": (lambda page: page.close(run_before_unload=True), 0),
        "leave": (lambda page: page.goto("about:blank"), 0),
    }
    left = {}
    for name, (go, expected) in ways.items():
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(server.address)
            page.wait_for_selector(table)
            go(page)
            context.new_page().wait_for_timeout(1500)
            left[name] = server.health()["live"] - expected
    return left


def figures(browser: Browser, server: Server, place: str = PLACE, table: str = TABLE) -> dict[str, Any]:
    """Everything that is measured."""
    address = server.address + place
    views = list(_views(browser, server, address, table))
    times = [each.milliseconds for each in views]
    waits = clicks(browser, address, table)
    return {
        "playable_ms": {"median": round(statistics.median(times)), "worst": round(max(times))},
        "requests": max(each.requests for each in views),
        "http_bytes": max(each.http_bytes for each in views),
        "frame_bytes": max(each.frame_bytes for each in views),
        "click_ms": {"median": round(statistics.median(waits), 1), "p95": round(waits[int(0.95 * len(waits))], 1)},
        "kernels_left": kernels_left(browser, server, table),
    }


def _views(browser: Browser, server: Server, address: str, table: str) -> Iterator[View]:
    for _ in range(VIEWS):
        until(lambda: QUIET.items() <= server.health().items(), "one page waits and nobody is there")
        yield view(browser, address, table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--place", default=PLACE, help="what is opened")
    parser.add_argument("--table", default=TABLE, help="CSS of what is waited for, and clicked")
    parser.add_argument("--notebook", help="another notebook than that of the app")
    chosen = parser.parse_args(arguments)
    options = ("--notebook", str(Path(chosen.notebook).absolute())) if chosen.notebook else ()
    with tempfile.TemporaryDirectory() as folder, launched() as browser, Server(Path(folder), *options) as server:
        print(json.dumps(figures(browser, server, chosen.place, chosen.table), indent=2))


if __name__ == "__main__":
    main()
