"""The server and its page: the real `durak-tutor`, a real Chromium, and a line between them that can be cut."""

from __future__ import annotations

import gzip
import json
import re
import struct
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest
from page_bench import CLICK, PLACE, TABLE, view
from playwright.sync_api import Browser, Error, Page, expect
from proxy import proxy_to
from server import Server, until
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from durak_tutor.app import messages

NOTEBOOK = Path(__file__).with_name("host.ipynb")
CODE = "abcd-efgh-jkmn"
PATIENCE = 2


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that shows a small widget made to try the page, and that soon gives up pages that went away."""
    options = ("--notebook", str(NOTEBOOK), "--patience", str(PATIENCE))
    with Server(tmp_path_factory.mktemp("probe"), *options) as server:
        yield server.get_ready()


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same with the patience that people get: a kernel that ends at once was ended by the goodbye of its page."""
    with Server(tmp_path_factory.mktemp("patient"), "--notebook", str(NOTEBOOK)) as server:
        yield server.get_ready()


AT_ONCE = 8  # seconds on a slow machine; without the goodbye it takes 15


def show(page: Page, address: str) -> Page:
    """Open the address and wait for its widget."""
    page.goto(address)
    page.wait_for_selector("button.probe")
    return page


def heard(page: Page, count: int = 1) -> list[Any]:
    """The messages that the widget's view was sent, once there are `count` of them."""
    until(lambda: page.evaluate("probe.heard.length") >= count, "the widget is told")
    messages: list[Any] = page.evaluate("probe.heard")
    return messages


def kernel_of(page: Page) -> str | None:
    """The kernel behind the page; None while it is loading."""
    with suppress(Error):  # it is just being left
        kernel: str | None = page.evaluate("document.body?.dataset.kernel")
        return kernel
    return None


def no_kernel_is_left(server: Server) -> bool:
    """Only kernels that wait for somebody are there, on the server's word and in the process table."""
    health = server.health()
    return health["live"] == health["connected"] == 0 and health["pooled"] == len(kernels_of(server)) == 1


def kernels_of(server: Server) -> list[psutil.Process]:
    """The processes of its kernels."""
    children = psutil.Process(server.process.pid).children()
    with suppress(psutil.Error):  # one has just ended
        return [child for child in children if "durak_tutor.app.kernel" in child.cmdline()]
    return []


class Answer(NamedTuple):
    """What the server said."""

    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


def ask(server: Server, path: str = "", method: str = "GET", **headers: str) -> Answer:
    """A plain request, as a script or another server makes it."""
    request = urllib.request.Request(server.address + path, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return Answer(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as answer:
        with answer:
            return Answer(answer.status, answer.headers, answer.read())


# ---- the page


def test_a_widget_sets_and_saves_its_model_and_hears_of_changes(probe: Server, page: Page) -> None:
    show(page, probe.address)
    page.click("button.probe")
    until(lambda: page.evaluate("probe.model.get('twice') === 2"), "the widget has it")
    assert page.inner_text("button.probe") == "count 1"


def test_a_listener_that_was_taken_off_hears_nothing(probe: Server, page: Page) -> None:
    show(page, probe.address)
    page.evaluate("probe.model.off('change:count')")
    page.click("button.probe")
    until(lambda: page.evaluate("probe.model.get('twice') === 2"), "the widget has it")
    assert page.inner_text("button.probe") == "count 0"


def test_buffers_travel_both_ways(probe: Server, page: Page) -> None:
    show(page, probe.address)
    assert page.evaluate("new TextDecoder().decode(probe.model.get('blob'))") == "abc"
    page.evaluate("probe.model.send('bytes', undefined, [new Uint8Array([1, 2, 3]), new Uint8Array([4, 5])])")
    assert heard(page) == [[{"echo": "bytes", "sizes": [3, 2]}, [3, 2]]]


def test_bytes_of_a_model_are_saved(probe: Server, page: Page) -> None:
    show(page, probe.address)
    page.evaluate("probe.model.set('blob', new Uint8Array([7, 8, 9, 10])), probe.model.save_changes()")
    page.evaluate("probe.model.send('blob')")
    assert heard(page)[0][0]["blob"] == 4


def test_the_styles_of_a_widget_apply(probe: Server, page: Page) -> None:
    show(page, probe.address)
    assert page.evaluate("getComputedStyle(document.querySelector('.probe')).outlineColor") == "rgb(1, 2, 3)"


def test_a_model_is_begun_once_and_can_find_others(probe: Server, page: Page) -> None:
    show(page, probe.address)
    page.evaluate("probe.model.send('another')")
    other = heard(page)[0][0]["other"]
    assert page.evaluate("id => probe.model.widget_manager.get_model(id).then((it) => it.get('count'))", other) == 7
    assert page.evaluate("probe.model.begun") == 1


def test_the_page_speaks_the_language_of_the_browser(probe: Server, new_page: Callable[..., Page]) -> None:
    page = show(new_page(locale="de-AT"), probe.address)
    assert page.evaluate("[document.documentElement.lang, probe.el.durakHost.lang()]") == ["de", "de"]


def test_without_script_the_page_says_what_it_needs_in_every_language(
    probe: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(probe.address)
    for word in ("switch it on", "schalte es", "включи его"):
        expect(page.get_by_text(word)).to_be_visible()
    expect(page.locator(".host-loading")).to_be_hidden()


def test_a_visit_takes_few_requests_and_little_traffic(server: Server, chromium: Browser) -> None:
    server.get_ready()
    seen = view(chromium, server.address + PLACE)
    assert seen.requests <= 10
    assert seen.http_bytes + seen.frame_bytes <= 200_000


FETCHES = """async count => {
  const waits = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    await (await fetch("healthz")).text();
    waits.push(performance.now() - begun);
  }
  return waits.sort((a, b) => a - b);
}"""


def test_a_click_takes_no_more_than_some_plain_requests(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(server.address + PLACE)
    page.wait_for_selector(TABLE)
    page.wait_for_timeout(2500)  # the next page is being prepared meanwhile
    clicked = sorted(page.evaluate(CLICK, TABLE) for _ in range(40))
    fetched = page.evaluate(FETCHES, 40)
    # Twice as long, in quarters of both; left to Nagle's algorithm the websocket made it nine times.
    assert clicked[10] < 5 * fetched[10]


# ---- its address


def test_the_host_takes_address_title_and_language_from_the_widget(probe: Server, page: Page) -> None:
    show(page, probe.address)
    place = {"address": "?lesson=02-beating&step=higher", "title": "Schlagen", "lang": "de"}
    page.evaluate("place => probe.el.durakHost.show(place)", place)
    assert page.url == probe.address + place["address"]
    assert [page.title(), page.evaluate("document.documentElement.lang")] == ["Schlagen", "de"]
    page.reload()
    page.wait_for_selector("button.probe")
    assert page.evaluate("probe.el.durakHost.query()") == place["address"]


def test_going_back_asks_the_widget_to_greet_from_there(probe: Server, page: Page) -> None:
    show(page, probe.address + "?a")
    page.evaluate("probe.el.durakHost.show({ address: '?b' }), probe.el.durakHost.show({ address: '?c' })")
    page.go_back()
    until(lambda: page.evaluate("probe.greeted === 1"), "the widget has it")
    assert page.evaluate("probe.el.durakHost.query()") == "?b"
    page.evaluate("probe.el.durakHost.show({ address: '?b' })")
    assert page.evaluate("history.length") == 3  # about:blank, b, c: the first answer replaced "?a"


def test_a_code_in_the_address_becomes_the_cookie_and_leaves_the_address(probe: Server, page: Page) -> None:
    show(page, f"{probe.address}?learner={CODE}&lesson=02-beating")
    assert page.url == f"{probe.address}?lesson=02-beating"
    assert page.evaluate("probe.el.durakHost.learner()") == CODE
    assert page.evaluate("probe.el.durakHost.query()") == "?lesson=02-beating"


def test_parameters_of_voila_change_nothing(probe: Server, page: Page) -> None:
    show(page, probe.address + "?theme=dark&template=lab")
    assert kernel_of(page)


# ---- kernels come and go


def test_no_kernel_is_left_after_a_reload(patient: Server, page: Page) -> None:
    show(page, patient.address)
    show(page, patient.address)
    until(lambda: patient.health()["live"] == 1, "the kernel of the first visit is ended", AT_ONCE)


def test_no_kernel_is_left_when_the_page_is_left(patient: Server, page: Page) -> None:
    show(page, patient.address).goto("about:blank")
    until(lambda: no_kernel_is_left(patient), "its kernel is ended", AT_ONCE)


def test_no_kernel_is_left_when_the_page_is_closed(patient: Server, page: Page) -> None:
    show(page, patient.address).close(run_before_unload=True)
    until(lambda: no_kernel_is_left(patient), "its kernel is ended", AT_ONCE)


def test_a_request_without_a_socket_has_no_kernel_for_long(probe: Server) -> None:
    assert ask(probe).status == 200
    assert probe.health()["live"] == 1
    until(lambda: no_kernel_is_left(probe), "its kernel is ended")


def test_who_asks_for_no_page_takes_no_kernel(probe: Server) -> None:
    assert ask(probe, method="HEAD").status == 200
    assert probe.health()["live"] == 0


def test_a_kernel_that_dies_is_replaced_by_a_new_page(probe: Server, page: Page) -> None:
    show(page, probe.address)
    kernel = kernel_of(page)
    page.evaluate("probe.model.send('die')")
    until(lambda: kernel_of(page) not in (kernel, None), "the page came again")
    page.wait_for_selector("button.probe")
    until(lambda: probe.health()["live"] == 1, "the dead kernel is forgotten")


def test_a_kernel_that_dies_while_it_waits_is_replaced(probe: Server) -> None:
    until(lambda: no_kernel_is_left(probe), "a page is prepared and nobody is there")
    (waiting,) = kernels_of(probe)
    waiting.kill()
    until(lambda: not waiting.is_running() and no_kernel_is_left(probe), "another one waits")


def test_after_three_reloads_in_a_minute_the_page_waits_for_the_person(probe: Server, page: Page) -> None:
    show(page, probe.address)
    page.evaluate("sessionStorage.setItem('durak-reloads', JSON.stringify(Array(3).fill(Date.now())))")
    page.evaluate("probe.model.send('die')")
    expect(page.get_by_text("has been cleared")).to_be_visible()
    page.click("[data-role=connection] button:visible")
    page.wait_for_selector("button.probe")


def test_a_page_nobody_touches_is_put_away_until_somebody_does(start_server: Callable[..., Server], page: Page) -> None:
    server = start_server("--notebook", str(NOTEBOOK), "--idle", "3").get_ready()
    show(page, server.address)
    expect(page.get_by_text("has been cleared")).to_be_visible(timeout=10_000)
    assert server.health()["live"] == 0
    page.click("[data-role=connection] button:visible")
    page.wait_for_selector("button.probe")


# ---- connections come and go


def test_a_cut_connection_is_shown_and_mended_with_the_same_kernel(probe: Server, page: Page) -> None:
    with proxy_to(probe.port) as proxy:
        show(page, f"http://localhost:{proxy.port}/")
        page.click("button.probe")
        until(lambda: page.evaluate("probe.model.get('twice') === 2"), "the widget has it")
        kernel = kernel_of(page)
        proxy.refuses = True
        proxy.cut()
        expect(page.get_by_text("connection is lost")).to_be_visible()
        proxy.refuses = False
        expect(page.locator("[data-role=connection]")).to_be_hidden()
        page.click("button.probe")
        until(lambda: page.evaluate("probe.model.get('twice') === 4"), "the widget has it")
        assert [kernel_of(page), page.evaluate("probe.greeted")] == [kernel, 1]


def test_a_stalled_connection_is_noticed_and_mended_with_the_same_kernel(probe: Server, page: Page) -> None:
    with proxy_to(probe.port) as proxy:
        show(page, f"http://localhost:{proxy.port}/")
        kernel = kernel_of(page)
        proxy.holds = True
        expect(page.get_by_text("connection is lost")).to_be_visible(timeout=12_000)
        proxy.holds = False
        expect(page.locator("[data-role=connection]")).to_be_hidden(timeout=10_000)
        page.click("button.probe")
        until(lambda: page.evaluate("probe.model.get('twice') === 2"), "the widget has it")
        assert kernel_of(page) == kernel


def test_a_page_that_was_away_too_long_gets_a_new_kernel_by_itself(probe: Server, page: Page) -> None:
    with proxy_to(probe.port) as proxy:
        show(page, f"http://localhost:{proxy.port}/")
        kernel = kernel_of(page)
        proxy.refuses = True
        proxy.cut()
        until(lambda: no_kernel_is_left(probe), "its kernel is ended")
        proxy.refuses = False
        until(lambda: kernel_of(page) not in (kernel, None), "the page came again")
        page.wait_for_selector("button.probe")


def test_a_page_whose_script_did_not_arrive_comes_again(probe: Server, page: Page) -> None:
    with proxy_to(probe.port) as proxy:
        proxy.cuts = b"GET /static/host.js"
        page.goto(f"http://localhost:{proxy.port}/")
        proxy.cuts = None
        page.wait_for_selector("button.probe", timeout=15_000)


def test_a_busy_kernel_is_no_lost_connection(probe: Server, page: Page) -> None:
    show(page, probe.address)
    page.evaluate("probe.model.send('sleep')")
    page.wait_for_timeout(5500)
    expect(page.locator("[data-role=connection]")).to_be_hidden()
    assert heard(page)[0][0]["echo"] == "sleep"


# ---- what a kernel can be told


@pytest.fixture
def line(probe: Server) -> Iterator[Callable[[], ClientConnection]]:
    """Opens a websocket to a kernel of one's own, as somebody with a script would."""
    with ExitStack() as lines:

        def open_line(**headers: str) -> ClientConnection:
            kernel = re.search(r'data-kernel="([^"]+)"', ask(probe).text)
            assert kernel
            return lines.enter_context(connect(line_to(probe, kernel[1]), additional_headers=headers))

        yield open_line


def line_to(server: Server, kernel: str) -> str:
    """The address of a kernel's websocket."""
    return f"{server.address.replace('http', 'ws')}api/kernels/{kernel}/channels?session_id=me"


def letter(kind: str, content: dict[str, Any], channel: str = "shell") -> str:
    """A message of Jupyter's protocol as text."""
    header = {"msg_id": "1", "msg_type": kind, "session": "me", "username": "", "version": "5.3", "date": ""}
    return json.dumps({"channel": channel, "header": header, "parent_header": {}, "metadata": {}, "content": content})


def states(line: ClientConnection) -> dict[str, Any]:
    """What widgets there are, asked for as our page does."""
    line.send(letter("comm_open", {"comm_id": "c", "target_name": "jupyter.widget.control", "data": {}}))
    line.send(letter("comm_msg", {"comm_id": "c", "data": {"method": "request_states"}}))
    told = line.recv(timeout=10)
    assert isinstance(told, bytes)  # the widget's bytes make it binary
    content: dict[str, Any] = json.loads(told[told.index(b"{") : told.rindex(b"}") + 1])["content"]["data"]["states"]
    return content


def custom(widget: str, content: Any) -> str:
    """A message to a widget."""
    return letter("comm_msg", {"comm_id": widget, "data": {"method": "custom", "content": content}})


def widget_of(line: ClientConnection) -> str:
    """The id of the widget on the page."""
    return next(each for each, it in states(line).items() if it["model_name"] == "AnyModel")


def test_no_code_is_executed_by_any_channel(line: Callable[[], ClientConnection], tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    socket = line()
    widget = widget_of(socket)
    code = {"code": f"open({str(trace)!r}, 'w')", "silent": False, "store_history": False, "user_expressions": {}}
    for channel in ("shell", "control", "stdin", "iopub"):
        socket.send(letter("execute_request", {**code, "allow_stdin": False, "stop_on_error": True}, channel))
    socket.send(custom(widget, "after"))
    assert "after" in str(socket.recv(timeout=10))
    assert not trace.exists()


def test_what_is_no_message_to_a_widget_is_dropped(line: Callable[[], ClientConnection]) -> None:
    socket = line()
    frames = [
        "",
        "[]",
        "not json",
        "[" * 100_000,
        b"",
        b"\xff\xff\xff\xff",
        b"\x7f\xff\xff\xff",  # two thousand million parts
        b"\0\0\0\0",
        b"\0\0\0\1\0\0\0\x08null",
        letter("shutdown_request", {"restart": False}),
        letter("comm_info_request", {}),
        letter("comm_open", {"comm_id": "x", "target_name": "jupyter.widget", "data": {"state": {}}}),
        letter("comm_open", {"comm_id": 7, "target_name": "jupyter.widget.control", "data": {}}),
        letter("comm_msg", {"comm_id": ["unhashable"], "data": {"method": "custom"}}),
        letter("comm_msg", {"comm_id": "unknown", "data": {"method": "custom", "content": {}}}),
        letter("comm_msg", {"comm_id": "c", "data": {"method": "no such method"}}),
        letter("comm_close", {"comm_id": "c", "data": {}}),
    ]
    for frame in frames:
        socket.send(frame)
    assert states(socket)  # and nothing came before it


@pytest.mark.parametrize("value", [r'"\ud800"', "NaN", "[" * 980 + "]" * 980])
def test_what_cannot_be_sent_on_is_dropped_and_the_line_stays(
    probe: Server, line: Callable[[], ClientConnection], value: str
) -> None:
    socket = line()
    widget = widget_of(socket)
    socket.send(custom(widget, "value").replace('"value"', value))
    socket.send(custom(widget, "after"))
    assert "after" in str(socket.recv(timeout=10))
    assert "failed" not in probe.text()


def test_parts_of_a_message_cannot_overlap() -> None:
    text = custom("w", {}).encode()
    start, end = 16, 16 + len(text)
    good = struct.pack("!4I", 3, start, end, end + 2) + text + b"abcd"
    told = messages.read(good, {"w": messages.WIDGET_METHODS})
    assert told
    assert told.buffers == [b"ab", b"cd"]
    overlapping = struct.pack("!4I", 3, start, end, start) + text + b"abcd"
    assert messages.read(overlapping, {"w": messages.WIDGET_METHODS}) is None


@pytest.mark.parametrize("session", ["", "x" * 256, "%C3%A9", "a%0Ab", "%1B[31m"])
def test_a_line_whose_name_makes_no_sense_is_refused_and_leaves_no_trace(probe: Server, session: str) -> None:
    kernel = re.search(r'data-kernel="([^"]+)"', ask(probe).text)
    assert kernel
    with pytest.raises(InvalidStatus, match="400"), connect(line_to(probe, kernel[1]).replace("=me", f"={session}")):
        pass
    until(lambda: no_kernel_is_left(probe), "its kernel is ended")


def test_a_traceback_never_reaches_the_page(line: Callable[[], ClientConnection]) -> None:
    socket = line()
    widget = widget_of(socket)
    socket.send(letter("comm_msg", {"comm_id": widget, "data": {"method": "update", "state": {"count": "many"}}}))
    socket.send(custom(widget, "fail"))
    socket.send(custom(widget, "after"))
    told = [str(socket.recv(timeout=10))]
    while "after" not in told[-1]:
        told.append(str(socket.recv(timeout=10)))
    assert not any("Traceback" in each or "secret" in each for each in told)


def test_a_page_of_another_origin_gets_no_line(line: Callable[..., ClientConnection]) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        line(Origin="http://evil.example")


def test_an_unknown_kernel_gets_no_line(probe: Server) -> None:
    nobody = "00000000-0000-0000-0000-000000000000"
    assert ask(probe, f"api/kernels/{nobody}").status == 404
    with pytest.raises(InvalidStatus, match="404"), connect(line_to(probe, nobody)):
        pass


# ---- what the server gives away


@pytest.mark.parametrize(
    "path",
    [
        "api/kernels",
        "api/contents",
        "api/terminals",
        "api/sessions",
        "voila/api/contents/",
        "voila/files/app.ipynb",
        "voila/static/voila.js",
        "static/app.ipynb",
        "static/index.html.j2",
        "static/../handlers.py",
        "static/%2e%2e/handlers.py",
        "lessons/02-beating.toml",
        "app.ipynb",
        "progress.sqlite3",
    ],
)
def test_nothing_else_is_served(probe: Server, path: str) -> None:
    answer = ask(probe, path)
    assert answer.status == 404
    assert "There is nothing at this address" in answer.text
    assert ask(probe, path, "POST").status in (403, 404)


@pytest.mark.parametrize("path", ["", "healthz", "nothing", "static/host.js", "api/kernels/a-a-a-a-a/channels"])
def test_every_answer_is_guarded(probe: Server, path: str) -> None:
    headers = ask(probe, path, method="HEAD").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' blob:"
    assert policy["frame-ancestors"] == "'self'"
    assert [headers["X-Content-Type-Options"], headers["Referrer-Policy"]] == ["nosniff", "no-referrer"]


def test_files_of_the_page_are_compressed_and_kept(probe: Server) -> None:
    page = ask(probe).text
    for address in re.findall(r'(?:src|href)="/(static/[^"]+)"', page):
        answer = ask(probe, address, **{"Accept-Encoding": "gzip"})
        assert "max-age=315360000" in answer.headers["Cache-Control"]
        assert gzip.decompress(answer.body)


def test_a_visitor_gets_a_code_and_no_other_name(probe: Server) -> None:
    cookies = [cookie.split("=")[0] for cookie in ask(probe, method="HEAD").headers.get_all("Set-Cookie", [])]
    assert sorted(cookies) == ["_xsrf", "durak_learner"]


@pytest.mark.parametrize(("sent", "kept"), [(CODE, True), ("abcd", False), ("ABCD-EFGH-JKMN", False), ("'<b>", False)])
def test_a_code_is_kept_unless_it_could_be_guessed(probe: Server, sent: str, kept: bool) -> None:  # noqa: FBT001
    cookies = " ".join(ask(probe, method="HEAD", Cookie=f"durak_learner={sent}").headers.get_all("Set-Cookie", []))
    code = re.search(r"durak_learner=([^;]+); expires=[^;]+; Path=/; SameSite=Lax", cookies)
    assert code
    assert (code[1] == sent) is kept
    assert re.fullmatch(r"[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){2}", code[1])


def test_a_goodbye_needs_the_token_of_the_page(probe: Server) -> None:
    kernel = re.search(r'data-kernel="([^"]+)"', ask(probe).text)
    assert kernel
    assert ask(probe, f"goodbye/{kernel[1]}", "POST").status == 403
    assert ask(probe, f"api/kernels/{kernel[1]}").status == 204


def test_a_name_that_is_none_of_this_machine_is_refused(probe: Server) -> None:
    assert ask(probe, method="HEAD", Host="evil.example").status == 403


def test_the_log_holds_no_addresses_and_no_queries(probe: Server) -> None:
    ask(probe, f"nothing?learner={CODE}")
    ask(probe, f"?learner={CODE}", method="HEAD")
    ask(probe, "goodbye/00000000-0000-0000-0000-000000000000", "POST")
    assert "127.0.0.1" not in probe.text()
    assert CODE not in probe.text()


# ---- when it does not work


def test_a_notebook_that_fails_gives_a_sentence_that_tries_again(
    start_server: Callable[..., Server], tmp_path: Path, page: Page
) -> None:
    broken = json.loads(NOTEBOOK.read_text("utf-8"))
    broken["cells"][0]["source"] = "raise RuntimeError('secret of the traceback')"
    (tmp_path / "broken.ipynb").write_text(json.dumps(broken), "utf-8")
    server = start_server("--notebook", str(tmp_path / "broken.ipynb"))
    answer = ask(server)
    assert [answer.status, answer.headers["Retry-After"]] == [503, "5"]
    page.goto(server.address)
    expect(page.locator("main")).to_contain_text("tries again")
    assert "secret" not in page.content()
    assert server.health()["ok"] is False
    assert "RuntimeError: secret of the traceback" in server.text()  # whoever runs the server may know


def test_ending_the_server_ends_its_kernels(start_server: Callable[..., Server]) -> None:
    server = start_server("--notebook", str(NOTEBOOK)).get_ready()
    ask(server)
    kernels = psutil.Process(server.process.pid).children()
    server.end()
    assert server.process.returncode == 0
    assert not any(kernel.is_running() for kernel in kernels)
