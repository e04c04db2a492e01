"""The lesson as people take it: the real app in a real browser, from the first step to the last."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, expect
from server import Server
from walker import HINT, LESSON, NEXT, SUBMIT, Hand, Keys, Mouse, Thumb, Walker, lesson, shown

from durak_tutor.texts import LANGS, label

HANDS: dict[str, type[Hand]] = {"mouse": Mouse, "touch": Thumb, "keys": Keys}
WRONG = {"mouse": 0, "touch": 2, "keys": 1}
SIZES = {"phone": {"width": 320, "height": 640}, "wide": {"width": 1280, "height": 800}}
SCHEMES = ("light", "dark")

WALKS = [("en", "mouse", "wide", "light"), ("de", "touch", "phone", "light"), ("ru", "keys", "wide", "dark")]
LOOKS = [("wide", "light"), ("phone", "dark")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A part that has each language, way, size and scheme, or with `--long` their whole product."""
    takes_all = metafunc.config.getoption("--long")
    if {"lang", "way"} <= set(metafunc.fixturenames):
        product = list(itertools.product(LANGS, HANDS, SIZES, SCHEMES))
        metafunc.parametrize(("lang", "way", "size", "scheme"), product if takes_all else WALKS)
    elif "size" in metafunc.fixturenames:
        metafunc.parametrize(("size", "scheme"), list(itertools.product(SIZES, SCHEMES)) if takes_all else LOOKS)


@pytest.fixture
def visit(new_page: Callable[..., Page], server: Server) -> Iterator[Callable[..., Page]]:
    """Opens pages of the app; fails when one of them complains in its console or breaks its policy."""
    complaints: list[str] = []
    pages: list[Page] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.text} {message.location['url']}")

    def open_page(address: str = "", *, at: str = server.address, **options: Any) -> Page:
        page = new_page(reduced_motion="reduce", **options)
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_init_script(POLICE)
        page.goto(at + address)
        expect(page.locator(".durak-table")).to_have_count(1)
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        assert page.evaluate("window.unsafe ?? []") == []
    assert complaints == []


POLICE = """window.unsafe = [];
document.addEventListener('securitypolicyviolation', (event) => unsafe.push(event.violatedDirective));"""


def at(step: str, lang: str = "en") -> str:
    return f"?lesson={LESSON}&step={step}&lang={lang}"


def look(size: str, scheme: str) -> dict[str, Any]:
    return {"viewport": SIZES[size], "color_scheme": scheme, "has_touch": size == "phone", "is_mobile": size == "phone"}


# The whole way


def test_the_lesson_is_taken_to_its_end(
    visit: Callable[..., Page], lang: str, way: str, size: str, scheme: str
) -> None:
    options = {**look(size, scheme), "has_touch": way == "touch"}
    walker = Walker(HANDS[way](visit(f"?lang={lang}", **options)), lang)
    walker.walk(WRONG[way])
    assert walker.text('[data-block="finished"]') == label("ui.finished", lang, title=lesson().title[lang])
    walker.expect_nothing_sticks_out()


@pytest.mark.parametrize("lang", LANGS)
def test_a_wrong_card_goes_back_and_the_reason_is_told_in_that_language(visit: Callable[..., Page], lang: str) -> None:
    walker = Walker(Mouse(visit(at("higher", lang))), lang, "higher")
    before = walker.table()
    feedback = walker.give(next(iter(walker.tutor.step.refuse)))
    assert walker.table() == before
    assert walker.page.locator('[data-role="notice"]').get_attribute("aria-live") == "assertive"
    walker.page.click('[data-role="notice"] summary')
    assert walker.text('[data-role="notice"] details > div') == shown(feedback.why, lang)


# Going on later


def test_a_reload_in_mid_step_goes_on_where_it_was(visit: Callable[..., Page]) -> None:
    walker = Walker(Mouse(visit(at("equal"))), "en", "equal")
    for given in walker.wrong_tries():
        walker.give(given)
    walker.page.reload()
    walker.expect_step()
    walker.expect_hint()
    walker.give(walker.solution())
    walker.page.goto(walker.page.url.partition("?")[0])
    walker.expect_step()
    assert walker.text('[data-role="feedback"]') == shown(walker.tutor.visit.task.praise("JC/QC"), "en")


def test_another_server_with_the_same_data_goes_on_where_the_first_ended(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    with Server(tmp_path) as first:
        walker = Walker(Keys(visit("?lang=ru", at=first.get_ready().address)), "ru")
        for _ in range(2):
            walker.take(0)
            walker.next()
        walker.hand.press(HINT)
        walker.tutor.hint()
        walker.page.goto("about:blank")
    with Server(tmp_path) as second:
        walker.page.goto(second.get_ready().address)
        walker.expect_step()
        walker.expect_hint()
        walker.give(walker.solution())
        walker.page.goto("about:blank")


def test_the_browsers_back_and_forward_go_from_step_to_step(visit: Callable[..., Page]) -> None:
    walker = Walker(Mouse(visit(at("higher"))), "en", "higher")
    walker.next()
    walker.expect_step()
    walker.page.go_back()
    walker.tutor.back()
    walker.expect_step()
    walker.page.go_forward()
    walker.tutor.next()
    walker.expect_step()
    walker.take(0)


# Addresses and languages


@pytest.mark.parametrize(("lang", "step"), [("en", "attacked"), ("de", "two-ways"), ("ru", "recap-play")])
def test_an_address_leads_to_its_step_in_its_language(visit: Callable[..., Page], step: str, lang: str) -> None:
    page = visit(f"{at(step, lang)}&theme=dark&template=lab&utm_source={'x' * 600}")
    Walker(Mouse(page), lang, step).expect_step()
    assert page.url.endswith(f"?lesson={LESSON}&step={step}")
    assert page.evaluate("document.documentElement.lang") == lang


@pytest.mark.parametrize("address", ["?lesson=99-nothing", f"?lesson={LESSON}&step=nothing", "?lang=xx", "?play&rules"])
def test_an_address_that_leads_nowhere_leads_to_the_first_step(visit: Callable[..., Page], address: str) -> None:
    page = visit(address)
    Walker(Mouse(page), "en").expect_step()
    told = page.locator('.durak-note[data-tone="info"]')
    assert told.count() == ("99" in address)


def test_a_language_switch_in_mid_step_keeps_notice_hint_and_marks(visit: Callable[..., Page]) -> None:
    walker = Walker(Mouse(visit(at("two-ways"))), "en", "two-ways")
    for given in walker.wrong_tries():
        feedback = walker.give(given)
    marks = walker.page.locator('[data-pick][aria-pressed="true"]')
    count = marks.count()
    for lang in ("de", "ru", "en"):
        walker.hand.press(f'[data-role="language"] [data-lang="{lang}"]')
        walker.lang = lang
        walker.expect_step()
        walker.expect_answer(feedback)
        assert marks.count() == count
    assert count


# Handles


def test_every_handle_of_a_lesson_is_there_when_its_time_has_come(visit: Callable[..., Page]) -> None:
    page = visit(at("higher"))
    hand = Mouse(page)

    def there(*selectors: str) -> None:
        assert {selector: page.locator(selector).count() for selector in selectors} == dict.fromkeys(selectors, 1)

    there('.durak[lang="en"][data-place="lesson"][data-lesson][data-step-id]', ".durak-table", '[data-attack="9C"]')
    there('[data-card="QC"][data-zone="hand"]', '[data-card="9C"][data-zone="table"]', '[data-seat="A"][data-attacks]')
    there('[data-seat="You"][data-defends][data-turn]', '[data-action="take"]', '[data-action="pass"]')
    there('[data-place-for="beat"][data-attack="9C"]', '[data-role="prompt"][aria-live="polite"]', '[data-role="rule"]')
    there('[data-role="text"]', '[data-role="language"] [data-lang="de"]', '[data-role="progress"][data-step="2"]')
    there(*(f'[data-action="{action}"]' for action in ("hint", "solution", "back", "next")))
    page.click('[data-card="QC"]', button="right")
    hand.settle()
    there('[data-choice="beat"][data-choice-attack="9C"]', '[data-choice="attack"]')
    page.keyboard.press("Escape")
    hand.settle()
    hand.press(HINT)
    there('[data-role="hint"]')
    hand.press('[data-action="solution"]')
    there('[data-role="feedback"]', '[data-action="retry"]')
    for _ in range(5):
        hand.press(NEXT)
    there('[data-pick="QH"][aria-pressed="false"]', SUBMIT)
    for _ in range(2):
        hand.press('[data-action="back"]')
    there('[data-option="yes"]', '[data-option="no"]', SUBMIT)


# How it looks and sounds


STATES = {
    "tell": ("attacked", lambda _walker: None),
    "refused": ("trump-attack", lambda walker: [walker.give(given) for given in walker.wrong_tries()]),
    "picked": ("two-ways", lambda walker: [walker.give(given) for given in walker.wrong_tries()]),
    "answered": ("from-the-right", lambda walker: [walker.give(given) for given in walker.wrong_tries()]),
    "finished": ("recap-play", lambda walker: walker.give(walker.solution())),
}


def test_axe_finds_nothing_and_nothing_sticks_out(visit: Callable[..., Page], size: str, scheme: str) -> None:
    page = visit(**look(size, scheme))
    for state, (step, act) in STATES.items():
        page.goto(page.url.partition("?")[0] + at(step))
        walker = Walker(Mouse(page), "en", step)
        walker.expect_step()
        act(walker)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == [], state
        walker.expect_nothing_sticks_out()


def test_on_a_phone_what_is_told_and_what_leads_on_come_into_sight(visit: Callable[..., Page]) -> None:
    walker = Walker(Thumb(visit(at("trump-attack", "de"), **look("phone", "light"))), "de", "trump-attack")
    for given in walker.wrong_tries():
        walker.give(given)
    expect(walker.page.locator('[data-role="hint"] .durak-prose')).to_be_in_viewport(ratio=1)
    expect(walker.page.locator('[data-role="notice"]')).to_be_in_viewport(ratio=1)
    walker.give(walker.solution())
    expect(walker.page.locator('[data-role="feedback"]')).to_be_in_viewport(ratio=1)
    expect(walker.page.locator(NEXT)).to_be_in_viewport(ratio=1)
    walker.next()
    expect(walker.page.locator('[data-role="text"]')).to_be_in_viewport(ratio=1)
    for part in ('[data-attack="10C"]', ".durak-hand", NEXT):
        expect(walker.page.locator(part)).to_be_in_viewport(ratio=1)


def test_at_twice_the_size_everything_can_be_reached(visit: Callable[..., Page]) -> None:
    """A window of 1280 by 800 at 200 % is one of 640 by 400 to the page."""
    walker = Walker(
        Mouse(visit(at("choose"), viewport={"width": 640, "height": 400}, device_scale_factor=2)), "en", "choose"
    )
    walker.take(2)
    walker.expect_nothing_sticks_out()
    for selector in ('[data-role="text"]', '[data-role="feedback"]', NEXT, '[data-role="rule"]'):
        walker.page.locator(selector).scroll_into_view_if_needed()
        box = walker.page.locator(selector).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 640


def test_for_those_who_asked_for_rest_nothing_moves(visit: Callable[..., Page]) -> None:
    walker = Walker(Mouse(visit(at("first-of-two"))), "en", "first-of-two")
    walker.give(walker.solution())
    assert walker.page.evaluate("document.getAnimations().length") == 0
