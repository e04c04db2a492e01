"""The page in a real browser, fed by hand with the screens of scenes.py."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from scenes import REFUSED, SCENES, cards, lesson

from durak_tutor.screen.widget import script, style
from durak_tutor.texts import LANGS, label

OFFLINE = {lang: label("ui.stopped", lang) for lang in LANGS}
BOOT = """
import widget from "/widget.js";
const heard = [];
const el = document.querySelector("main");
window.sent = []; window.shown = []; window.broken = false; window.bubbled = []; window.unsafe = [];
window.emit = (...messages) => messages.forEach((message) => heard.forEach((hear) => hear(message)));
window.start = (host) => {
  const known = { query: () => "?lesson=x", learner: () => "abcd", lang: () => "de" };
  if (host) el.durakHost = { ...known, show: (what) => shown.push(what) };
  window.stop = widget.render({ el, model: {
    send: (message) => { if (broken) throw new Error("Cannot send"); sent.push(message); },
    on: (name, hear) => heard.push(hear), off: () => heard.splice(0),
  } });
};
document.addEventListener("keydown", (event) => bubbled.push(event.key));
document.addEventListener("securitypolicyviolation", (event) => unsafe.push(event.violatedDirective));
"""
HTML = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Table</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/widget.css"></head>
<body><main></main><script type="module" src="/boot.js"></script></body></html>"""
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:"


FILES = {
    "/": ("text/html", HTML),
    "/boot.js": ("text/javascript", BOOT),
    "/widget.js": ("text/javascript", script()),
    "/widget.css": ("text/css", style() + "\nbody { margin: 0 }"),
}


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, text = FILES[self.path]
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Keeps the test's output clean."""


class Front:
    """A page with our view on it, and Python's end of the wire in the hands of the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.revision = 0

    def start(self, *, host: bool = False) -> "Front":
        self.page.evaluate("host => start(host)", host)
        return self

    def screen(self, name: str, *, step: str | None = None, **more: Any) -> dict[str, Any]:
        """The lesson screen around a scene; `more` changes the scene, `step` names the step."""
        self.revision += 1
        screen = lesson(name, revision=self.revision)
        screen["blocks"][1]["blocks"][0]["scene"] = {**SCENES[name], **more}
        screen["data"]["step-id"] = step or "same"
        return screen

    def show(self, name: str, **more: Any) -> None:
        self.page.evaluate("screen => emit(screen)", self.screen(name, **more))

    def answer(self, name: str, **more: Any) -> None:
        """The screen that follows the last gesture, then the answer."""
        self.show(name, **more)
        self.settle()

    def settle(self, text: str = "") -> None:
        self.page.evaluate(
            "text => emit({type: 'answer', id: sent.findLast(m => m.type === 'do').id, ok: !text, text})", text
        )

    def gestures(self) -> list[dict[str, Any]]:
        return self.page.evaluate("sent.filter(message => message.type === 'do')")

    def last(self) -> tuple[str, dict[str, Any]]:
        gesture = self.gestures()[-1]
        return gesture["gesture"], gesture["args"]

    def focused(self) -> str:
        return self.page.evaluate(
            """() => { const {dataset, tagName} = document.activeElement;
            return dataset.choice ?? dataset.card ?? dataset.action ?? dataset.role ?? tagName }"""
        )

    def card(self, name: str, zone: str = "hand") -> Any:
        return self.page.locator(f'[data-card="{name}"][data-zone="{zone}"]')


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def opened(page: Page, address: str) -> Front:
    page.set_default_timeout(5000)
    page.goto(address)
    return Front(page)


@pytest.fixture(scope="module")
def wide_page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield page
    page.close()


@pytest.fixture(scope="module")
def narrow_page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(
        viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    yield page
    page.close()


@pytest.fixture
def front(wide_page: Page, address: str) -> Iterator[Front]:
    yield opened(wide_page, address)
    assert wide_page.evaluate("unsafe") == []


@pytest.fixture
def phone(narrow_page: Page, address: str) -> Front:
    return opened(narrow_page, address)


@pytest.fixture
def timed(new_page: Callable[..., Page], address: str) -> Front:
    """A page whose clock stands still until it is told to run."""
    page = new_page()
    page.clock.install(time=0)
    front = opened(page, address)
    page.clock.pause_at(60_000)
    return front


# ── Gestures ──


def test_a_click_on_a_card_is_a_gesture_with_revision_and_block(front: Front) -> None:
    front.start().show("attacked")
    front.card("AD").click()
    message = front.gestures()[-1]
    view, number = message.pop("view"), message.pop("id")
    assert message == {"type": "do", "revision": 1, "block": "table", "gesture": "card", "args": {"card": "AD"}}
    assert view
    assert number > 0


def test_enter_plays_the_focused_card_and_space_asks_what_for(front: Front) -> None:
    front.start().show("attacked")
    front.card("KC").focus()
    front.page.keyboard.press("Enter")
    assert front.last() == ("card", {"card": "KC"})
    front.settle()
    front.page.keyboard.press("Space")
    assert front.last() == ("offer", {"card": "KC"})


@pytest.mark.parametrize(
    ("key", "card"),
    [
        ("ArrowRight", "JS"),
        ("ArrowLeft", "AD"),
        ("End", "AD"),
        ("Home", "9S"),
        ("k", "KC"),
        ("6", "6D"),
        ("ArrowDown", "JS"),
    ],
)
def test_keys_walk_along_the_hand(front: Front, key: str, card: str) -> None:
    front.start().show("attacked")
    front.card("9S").focus()
    front.page.keyboard.press(key)
    assert front.focused() == card
    assert front.page.evaluate("bubbled") == []


def test_a_letter_pressed_again_goes_on_to_the_next_card_of_the_rank(front: Front) -> None:
    front.start().show("attacked", hand=cards("9S JS JC 8H"))
    front.card("9S").focus()
    front.page.keyboard.press("j")
    front.page.keyboard.press("j")
    assert front.focused() == "JC"


def test_the_hand_is_one_tab_stop_and_remembers_its_card(front: Front) -> None:
    front.start().show("attacked")
    front.card("9S").focus()
    front.page.keyboard.press("End")
    front.page.keyboard.press("Tab")
    assert front.focused() == "take"
    front.page.keyboard.press("Shift+Tab")
    assert front.focused() == "AD"


def test_other_keys_are_left_alone(front: Front) -> None:
    front.start().show("attacked")
    front.card("9S").focus()
    front.page.keyboard.press("x")
    front.page.keyboard.press("Control+k")
    assert "x" in front.page.evaluate("bubbled")
    assert front.gestures() == []


def test_a_right_click_asks_what_the_card_is_for(front: Front) -> None:
    front.start().show("attacked")
    front.card("8H").click(button="right")
    assert [message["gesture"] for message in front.gestures()] == ["offer"]


def test_a_long_press_asks_once_and_does_not_play(phone: Front) -> None:
    phone.start().show("attacked")
    box = phone.card("8H").bounding_box()
    touch = [{"x": box["x"] + 15, "y": box["y"] + 30}]
    wire = phone.page.context.new_cdp_session(phone.page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
    phone.page.wait_for_timeout(800)
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.settle()
    phone.page.wait_for_timeout(100)
    assert [message["gesture"] for message in phone.gestures()] == ["offer"]


def test_a_tap_plays_the_card(phone: Front) -> None:
    phone.start().show("attacked")
    phone.card("8H").tap()
    assert phone.last() == ("card", {"card": "8H"})


def drag(front: Front, card: str, x: float, y: float) -> None:
    box = front.card(card).bounding_box()
    mouse = front.page.mouse
    mouse.move(box["x"] + 20, box["y"] + 40)
    mouse.down()
    mouse.move(box["x"] + 30, box["y"] + 20)
    mouse.move(x, y, steps=3)
    mouse.up()


def test_a_card_dropped_on_an_attack_beats_it(front: Front) -> None:
    front.start().show("attacked")
    place = front.page.locator('[data-place-for="beat"][data-attack="QS"]').bounding_box()
    drag(front, "AD", place["x"] + 60, place["y"] + 60)
    assert [(message["gesture"], message["args"]) for message in front.gestures()] == [
        ("drop", {"card": "AD", "place": "beat", "attack": "QS"})
    ]


def test_a_card_dropped_beside_the_attack_is_passed_on(front: Front) -> None:
    front.start().show("choosing", chooser=None)
    place = front.page.locator('[data-place-for="transfer"]').bounding_box()
    drag(front, "8H", place["x"] + 60, place["y"] + 90)
    assert front.last() == ("drop", {"card": "8H", "place": "transfer"})


def test_a_finger_drags_a_card_too(phone: Front) -> None:
    phone.start().show("attacked")
    card = phone.card("AD").bounding_box()
    place = phone.page.locator('[data-attack="QS"]').bounding_box()
    wire = phone.page.context.new_cdp_session(phone.page)
    for kind, points in (
        ("touchStart", [{"x": card["x"] + 20, "y": card["y"] + 30}]),
        ("touchMove", [{"x": card["x"] + 10, "y": card["y"] - 10}]),
        ("touchMove", [{"x": place["x"] + 40, "y": place["y"] + 40}]),
        ("touchEnd", []),
    ):
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert phone.last() == ("drop", {"card": "AD", "place": "beat", "attack": "QS"})


def test_a_card_dropped_nowhere_goes_back(front: Front) -> None:
    front.start().show("attacked")
    drag(front, "AD", 60, 700)
    assert front.gestures() == []
    assert front.card("AD").evaluate("card => card.style.translate") == ""


@pytest.mark.parametrize("action", ["take", "pass", "undo"])
def test_the_buttons_of_the_table(front: Front, action: str) -> None:
    front.start().show("attacked")
    front.page.click(f'[data-action="{action}"]')
    assert front.last() == ("press", {"action": action})


def test_cards_to_mark_say_whether_they_are_marked(front: Front) -> None:
    front.start().show("picking")
    assert front.page.get_attribute('[data-pick="AD"]', "aria-pressed") == "true"
    front.page.press('[data-pick="JS"]', "Enter")
    assert front.last() == ("pick", {"card": "JS"})


def test_the_chooser_takes_the_focus_and_gives_it_back(front: Front) -> None:
    front.start().show("choosing", chooser=None)
    front.card("8H").focus()
    front.page.keyboard.press("Space")
    front.answer("choosing")
    assert front.focused() == "beat"
    front.page.keyboard.press("ArrowRight")
    assert front.focused() == "transfer"
    front.page.keyboard.press("Escape")
    assert front.last() == ("close", {})
    front.answer("choosing", chooser=None)
    assert front.focused() == "8H"


def test_a_choice_says_card_kind_and_attack(front: Front) -> None:
    front.start().show("choosing")
    front.page.click('[data-choice="beat"][data-choice-attack="8C"]')
    assert front.last() == ("choose", {"card": "8H", "choice": "beat", "attack": "8C"})


def test_a_second_gesture_waits_for_the_answer_to_the_first(front: Front) -> None:
    front.start().show("attacked")
    front.card("AD").click()
    front.card("KC").click()
    assert len(front.gestures()) == 1
    front.answer("refused")
    assert (front.gestures()[-1]["args"], front.gestures()[-1]["revision"]) == ({"card": "KC"}, 2)


def test_the_second_click_of_a_double_click_is_not_a_gesture(front: Front) -> None:
    front.start().show("attacked")
    front.page.dblclick('[data-action="next"]')
    front.answer("attacked")
    assert len(front.gestures()) == 1


def test_the_page_is_busy_while_a_gesture_is_unanswered(front: Front) -> None:
    front.start().show("attacked")
    assert front.page.get_attribute(".durak", "data-busy") is None
    front.card("AD").click()
    assert front.page.get_attribute(".durak", "data-busy") == ""
    front.settle()
    assert front.page.get_attribute(".durak", "data-busy") is None


# ── Focus and live regions ──


def test_a_played_card_leaves_the_focus_to_its_neighbour(front: Front) -> None:
    front.start().show("attacked")
    front.card("KC").focus()
    front.page.keyboard.press("Enter")
    front.answer("attacked", hand=cards("9S JS 8H 6D AD"))
    assert front.focused() == "8H"


def test_after_the_last_card_the_focus_goes_where_the_screen_says(front: Front) -> None:
    front.start().show("attacked", hand=cards("AD"))
    front.card("AD").focus()
    front.page.keyboard.press("Enter")
    front.answer("attacked", hand=[])
    assert front.focused() == "text"


def test_a_new_step_moves_the_focus_to_its_text(front: Front) -> None:
    front.start().show("attacked")
    front.page.locator('[data-action="next"]').press("Enter")
    front.answer("six pairs", step="another")
    assert front.focused() == "text"


def test_the_focus_stays_when_cards_come_and_go_around_it(front: Front) -> None:
    front.start().show("attacked")
    front.card("8H").focus()
    front.show("attacked", hand=cards("6S 10S 8H 9D"))
    assert front.focused() == "8H"


def test_another_view_does_not_take_the_focus(front: Front) -> None:
    front.start().show("attacked")
    front.show("six pairs", step="another")
    assert front.focused() == "BODY"


def test_the_first_screen_does_not_take_the_focus(front: Front) -> None:
    front.start().show("attacked")
    assert front.focused() == "BODY"


def test_prompt_and_notice_stay_the_same_nodes_and_change_only_with_their_text(front: Front) -> None:
    front.start().show("attacked")
    front.page.evaluate(
        """() => { window.changes = 0;
        window.notice = document.querySelector('[data-role="notice"]');
        for (const node of [notice, document.querySelector('[data-role="prompt"]')])
          new MutationObserver(() => changes++).observe(node, {childList: true, characterData: true, subtree: true});
        }"""
    )
    front.card("KC").click()
    front.answer("attacked")
    assert front.page.evaluate("changes") == 0
    front.card("KC").click()
    front.answer("refused")
    assert front.page.evaluate("changes") == 1
    assert front.page.evaluate("notice === document.querySelector('[data-role=\"notice\"]')")


def test_only_the_view_that_asked_announces(front: Front) -> None:
    front.start().show("attacked")
    notice = front.page.locator('[data-role="notice"]')
    assert notice.get_attribute("aria-live") == "assertive"
    front.show("refused")
    assert notice.get_attribute("aria-live") == "off"
    front.card("KC").click()
    front.answer("refused", prompt={"html": "Again."})
    assert notice.get_attribute("aria-live") == "assertive"
    assert front.page.get_attribute('[data-role="prompt"]', "aria-live") == "polite"


def test_a_stale_gesture_is_told_in_words(front: Front) -> None:
    front.start().show("attacked")
    front.card("KC").click()
    front.settle("The table has moved on.")
    assert front.page.get_by_text("The table has moved on.").is_visible()


def test_a_hint_that_appears_is_said(front: Front) -> None:
    front.start().show("attacked")
    front.page.click('[data-action="hint"]')
    screen = front.screen("attacked")
    screen["blocks"][2]["blocks"][4]["blocks"][1]["html"] = "<p>Look at diamonds.</p>"
    front.page.evaluate("screen => emit(screen)", screen)
    assert front.page.locator(".durak > [aria-live]").inner_text() == "Look at diamonds."


def test_every_focusable_element_keeps_its_keys_from_the_notebook(front: Front) -> None:
    front.start()
    for name in SCENES:
        front.show(name)
        bare = front.page.evaluate(
            """[...document.querySelectorAll('a, button, input, summary, [tabindex]')]
            .filter(one => one.dataset.lmSuppressShortcuts !== 'true').length"""
        )
        assert bare == 0, name


# ── The wire ──


def test_on_our_page_the_greeting_carries_what_the_host_knows(front: Front) -> None:
    front.start(host=True)
    greeting = front.page.evaluate("sent[0]")
    assert {**greeting, "view": ""} == {
        "type": "ready",
        "query": "?lesson=x",
        "learner": "abcd",
        "lang": "de",
        "view": "",
    }
    front.show("attacked")
    assert front.page.evaluate("shown") == [
        {"address": "?lesson=02-beating&step=attacked", "title": "Beating a card – Durak", "lang": "en"}
    ]


def test_a_page_that_was_moved_greets_from_its_new_address_but_never_asks_for_the_one_it_was_given(
    front: Front,
) -> None:
    front.start(host=True).show("attacked")
    front.page.evaluate("document.querySelector('main').dispatchEvent(new Event('durak-greet'))")
    assert front.page.evaluate("sent.at(-1).query") == "?lesson=x"
    front.page.evaluate("screen => emit(screen)", {**front.screen("attacked"), "address": "?lesson=x"})
    front.page.evaluate("document.querySelector('main').dispatchEvent(new Event('durak-greet'))")
    assert front.page.evaluate("[sent.at(-1).type, sent.at(-1).query]") == ["ready", ""]


def test_in_a_notebook_the_greeting_carries_nothing(front: Front) -> None:
    front.start()
    greeting = front.page.evaluate("sent[0]")
    assert {**greeting, "view": ""} == {"type": "ready", "query": "", "learner": "", "lang": "", "view": ""}


@pytest.mark.parametrize(("host", "seconds"), [(True, 2), (False, 15)])
def test_a_sign_of_life_goes_out_at_its_time(timed: Front, host: bool, seconds: int) -> None:  # noqa: FBT001
    timed.start(host=host).show("attacked")
    timed.page.clock.run_for(seconds * 1000 - 100)
    assert timed.page.evaluate("sent.length") == 1
    timed.page.clock.run_for(200)
    assert timed.page.evaluate("sent[1].type") == "still-there"


def test_silence_is_told_after_three_seconds_and_a_late_answer_ends_it(timed: Front) -> None:
    timed.start().show("attacked")
    timed.card("AD").click()
    timed.page.clock.run_for(2900)
    assert timed.page.locator('[data-role="stopped"]').count() == 0
    timed.page.clock.run_for(200)
    banner = timed.page.locator('[data-role="stopped"]')
    assert (banner.inner_text(), banner.get_attribute("role")) == (OFFLINE["en"], "alert")
    timed.answer("refused")
    assert banner.count() == 0


def test_before_the_first_screen_silence_is_told_in_the_language_wished_for(timed: Front) -> None:
    timed.start(host=True)
    timed.page.clock.run_for(3100)
    assert timed.page.locator('[data-role="stopped"]').inner_text() == OFFLINE["de"]


def test_a_wire_that_throws_is_told_at_once(front: Front) -> None:
    front.start().show("attacked")
    front.page.evaluate("window.broken = true")
    front.card("AD").click()
    assert front.page.locator('[data-role="stopped"]').is_visible()


def test_a_gesture_lost_on_the_way_makes_the_page_greet_again(timed: Front) -> None:
    timed.start(host=True).show("attacked")
    timed.card("AD").click()
    timed.page.clock.run_for(4100)
    timed.page.evaluate(
        "emit({type: 'answer', id: sent.findLast(m => m.type === 'still-there').id, ok: true, text: ''})"
    )
    assert timed.page.evaluate("sent.at(-1).type") == "ready"


def test_a_page_that_is_gone_says_so(front: Front) -> None:
    front.start().show("attacked")
    front.page.evaluate("emit({type: 'gone'})")
    assert front.page.locator('[data-role="stopped"]').is_visible()


def test_a_view_that_is_closed_falls_silent(timed: Front) -> None:
    timed.start(host=True).show("attacked")
    timed.page.evaluate("stop()")
    timed.page.clock.run_for(10_000)
    assert timed.page.evaluate("sent.length") == 1


# ── Blocks ──


def block(front: Front, *blocks: dict[str, Any]) -> None:
    front.page.evaluate("screen => emit(screen)", {**lesson("attacked"), "blocks": list(blocks)})


def test_a_number_is_sent_with_submit(front: Front) -> None:
    front.start()
    block(
        front,
        {"kind": "number", "id": "n", "label": "How many?", "value": None, "min": 0, "max": 6},
        {"kind": "button", "id": "ok", "action": "submit", "text": "Check"},
    )
    front.page.fill('[data-role="number"]', "4")
    front.page.click('[data-action="submit"]')
    assert front.last() == ("press", {"number": 4})
    front.settle()
    front.page.press('[data-role="number"]', "Enter")
    assert front.last() == ("number", {"number": 4})


def test_choices_toggles_and_fields_send_their_values(front: Front) -> None:
    front.start()
    options = [{"value": value, "text": value, "pressed": False} for value in ("yes", "no")]
    block(
        front,
        {"kind": "choice", "id": "c", "as": "buttons", "label": "Well?", "options": options},
        {"kind": "toggle", "id": "t", "label": "Transfers", "value": False},
        {"kind": "field", "id": "f", "label": "Code", "value": ""},
    )
    front.page.click('[data-option="no"]')
    assert front.last() == ("choose", {"value": "no"})
    front.settle()
    front.page.get_by_label("Transfers").check()
    assert front.last() == ("toggle", {"on": True})
    front.settle()
    front.page.get_by_label("Code").fill("abc")
    front.page.get_by_label("Code").press("Enter")
    assert front.last() == ("enter", {"text": "abc"})


def test_the_language_switch(front: Front) -> None:
    front.start().show("attacked")
    front.page.click('[data-role="language"] [data-lang="de"]')
    assert front.last() == ("choose", {"value": "de"})
    assert front.gestures()[-1]["block"] == "language"


def test_a_disabled_button_keeps_its_place_and_does_nothing(front: Front) -> None:
    front.start()
    block(front, {"kind": "button", "id": "b", "action": "next", "text": "Next", "disabled": True})
    front.page.locator('[data-action="next"]').dispatch_event("click")
    assert front.gestures() == []


def test_data_picture_details_and_notice(front: Front) -> None:
    front.start()
    inner = [{"kind": "prose", "id": "p", "html": "<p>Inside</p>"}]
    block(
        front,
        {
            "kind": "datatable",
            "id": "d",
            "caption": "Figures",
            "columns": ["Seat", "Fool"],
            "rows": [["Ann", "12 %"], ["Ben", 3]],
        },
        {"kind": "picture", "id": "svg", "alt": "A bar", "svg": '<svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'},
        {"kind": "details", "id": "more", "summary": "More", "open": False, "blocks": inner},
        {"kind": "notice", "id": "n", "role": "feedback", "tone": "good", "html": "<p>Right.</p>"},
    )
    assert front.page.get_by_role("cell", name="12 %").is_visible()
    assert front.page.get_by_role("img", name="A bar").is_visible()
    assert front.page.locator('[data-role="feedback"]').inner_text() == "Right."
    front.page.get_by_text("More").click()
    assert front.page.get_by_text("Inside").is_visible()


def test_a_block_may_carry_handles_of_its_own(front: Front) -> None:
    front.start()
    entry = {
        "kind": "button",
        "id": "l",
        "action": "lesson",
        "text": "Beating",
        "data": {"lesson": "02-beating", "state": "done"},
    }
    block(front, entry)
    assert front.page.locator('button[data-lesson="02-beating"]').get_attribute("data-state") == "done"


# ── What is seen ──

HANDLES = (
    '.durak[lang="en"][data-place="lesson"][data-lesson="02-beating"][data-step-id]',
    ".durak-table",
    '[data-card="7D"][data-zone="talon"]',
    '[data-card="QC"][data-zone="table"]',
    '[data-attack="9C"] [data-card="QC"]',
    '[data-seat="Ann"][data-attacks]',
    '[data-seat="You"][data-turn][data-defends]',
    '[data-role="progress"][data-step="4"][data-steps="10"]',
    '[data-role="rule"]',
    '[data-role="hint"]',
    '[data-action="hint"]',
)


@pytest.mark.parametrize("handle", HANDLES)
def test_handles(front: Front, handle: str) -> None:
    front.start().show("attacked")
    assert front.page.locator(handle).count() == 1


def test_a_card_in_a_sentence_is_still_its_text(front: Front) -> None:
    front.start().show("attacked")
    assert (
        front.page.locator('[data-role="prompt"]').evaluate("node => node.textContent")
        == "Ann attacks with Q♠. Beat it or take."
    )
    assert front.page.locator('[data-role="prompt"] .durak-sign svg').is_visible()


def test_motion_is_short_and_never_in_the_way(chromium: Browser, address: str) -> None:
    page = chromium.new_page()
    front = opened(page, address).start()
    front.show("attacked")
    lasting = page.evaluate(
        "screen => { emit(screen); return document.getAnimations().map(one => one.effect.getTiming().duration) }",
        front.screen("attacked", pairs=[], events=[{"event": "beaten", "cards": ["9C", "QC"]}]),
    )
    assert len(lasting) == 2
    assert max(lasting) <= 300
    front.card("6D").click()
    assert front.last() == ("card", {"card": "6D"})
    page.locator(".durak-ghost").first.wait_for(state="detached")
    page.close()


def test_nothing_moves_for_those_who_asked_for_rest(front: Front) -> None:
    front.start().show("attacked")
    front.show("attacked", hand=cards("9S"), events=[{"event": "took", "seat": "You", "cards": ["9C", "QC"]}])
    assert front.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("name", SCENES)
def test_a_phone_needs_no_sideways_scrolling(phone: Front, name: str) -> None:
    phone.start(host=True).show(name)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("name", ["attacked", "refused", "six pairs", "picking"])
def test_prompt_attack_and_hand_are_seen_together_on_a_phone(phone: Front, name: str) -> None:
    phone.start(host=True).show(name)
    for part in ('[data-role="prompt"]', ".durak-pairs", ".durak-hand"):
        box = phone.page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 640, part


@pytest.mark.parametrize("name", ["attacked", "twenty"])
def test_every_card_of_the_hand_can_be_hit_with_a_thumb(phone: Front, name: str) -> None:
    phone.start().show(name)
    missed = phone.page.evaluate(
        """() => { const far = 43; const hits = (card, x, y) => card.contains(document.elementFromPoint(x, y));
        return [...document.querySelectorAll('[data-zone="hand"]')].filter(card => {
          card.scrollIntoView({block: 'center'});
          const {x, y} = card.firstElementChild.getBoundingClientRect();
          return ![[1, 1], [far, 1], [1, far], [far, far]].every(([a, b]) => hits(card, x + a + .5, y + b + 8)); })
        .map(card => card.dataset.card) }"""
    )
    assert missed == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing(chromium: Browser, address: str, scheme: Any, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce")
    front = opened(page, address).start(host=True)
    for name in SCENES:
        front.show(name, **({"notice": REFUSED} if name == "attacked" else {}))
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == [], name
    page.close()


def test_a_notebook_in_the_dark_is_dark_whatever_the_system_says(front: Front) -> None:
    front.start().show("attacked")
    light = front.page.evaluate("getComputedStyle(document.querySelector('.durak')).backgroundColor")
    front.page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert front.page.evaluate("getComputedStyle(document.querySelector('.durak')).backgroundColor") != light


def test_the_chooser_does_not_cover_the_hand(phone: Front) -> None:
    phone.start().show("choosing")
    chooser = phone.page.locator(".durak-chooser").bounding_box()
    assert chooser["y"] + chooser["height"] <= phone.page.locator(".durak-hand").bounding_box()["y"]
