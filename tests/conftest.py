"""What tests share: options, a browser, and the server that people start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browser import NoBrowser, launched
from playwright.sync_api import Browser, Page, Request, expect
from server import Server

expect.set_options(timeout=20_000)  # a slow machine is no fault


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--vectors PATH`: rule vectors from elsewhere; `--long`: every combination instead of a part that covers each."""
    text = "run the rule vectors in this file or folder instead of ours; may be given more than once"
    parser.addoption("--vectors", action="append", type=Path, default=[], metavar="PATH", help=text)
    text = "walk through the lessons in every language, by every way of input, at every size, light and dark"
    parser.addoption("--long", action="store_true", help=text)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser for all tests; where there is none they fail, they do not skip."""
    try:
        with launched() as browser:
            yield browser
    except NoBrowser as fault:
        pytest.fail(str(fault), pytrace=False)


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages of visitors who know nothing of each other; fails when a page asks another host for anything."""
    contexts, strayed = [], []

    def watch(request: Request) -> None:
        if urlsplit(request.url).scheme in ("http", "https", "ws", "wss") and not _is_here(request.url):
            strayed.append(request.url)

    def open_page(**options: object) -> Page:
        context = chromium.new_context(**{"locale": "en-US", **options})
        contexts.append(context)
        context.on("request", watch)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    assert strayed == []


def _is_here(url: str) -> bool:
    return urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """One page of a new visitor who reads English."""
    return new_page()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers with the options given, and ends them after the test."""
    servers: list[Server] = []

    def start(*options: str) -> Server:
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir(exist_ok=True)
        servers.append(Server(folder, *options))
        return servers[-1]

    yield start
    for server in servers:
        server.end()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app as `durak-tutor` starts it, shared by all tests that change nothing about it."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running.get_ready()
