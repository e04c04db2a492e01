"""The session with the real course behind it: what it makes of every message, and what it lets out."""

import json
import re
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tutor.app.course import Course, lesson_from
from durak_tutor.engine import Card, CardSet, Deck
from durak_tutor.screen.blocks import Screen
from durak_tutor.screen.prose import prose
from durak_tutor.screen.session import Gesture, Greeting, Message, Session
from durak_tutor.texts import LANGS, label
from durak_tutor.tutor.lesson import Lesson, Pick, Tell, Try, phrases_of
from durak_tutor.tutor.phrases import Phrase
from durak_tutor.tutor.progress import Progress
from durak_tutor.tutor.shelf import find_lessons
from durak_tutor.tutor.tutor import Tutor

LESSON = "02-beating"
CODE = "abcd-efgh-jkmn"
ALL_CARDS = {str(card) for card in Deck(52).cards}


class Wire:
    """A session and what it has sent, with the course behind it."""

    def __init__(self, *, step: str = "higher", lang: str = "en", progress: Progress | None = None) -> None:
        self.course = Course(progress or Progress(None))
        self.sent: list[Message] = []
        self.session = Session(self.sent.append, self.course, self.course.progress.held)
        self.number = 0
        self.ready(query=f"?lesson={LESSON}&step={step}&lang={lang}", learner=CODE, lang="en")

    def ready(self, **words: object) -> None:
        self.session.handle({"type": "ready", "query": "", "learner": "", "lang": "", "view": "one", **words})

    def do(self, block: str, gesture: str, *, revision: int | None = None, **args: object) -> Message:
        """A gesture of a view, and the answer to it."""
        self.number += 1
        where = {"revision": self.revision if revision is None else revision, "block": block, "gesture": gesture}
        self.session.handle({"type": "do", "id": self.number, **where, "args": args, "view": "one"})
        answer = self.sent[-1]
        assert (answer["type"], answer["id"]) == ("answer", self.number)
        return answer

    def press(self, action: str) -> Message:
        return self.do(action, "press")

    @property
    def tutor(self) -> Tutor:
        assert self.course._place
        return self.course._place.tutor

    @property
    def screen(self) -> Message:
        return next(message for message in reversed(self.sent) if message["type"] == "screen")

    @property
    def revision(self) -> int:
        number: int = self.screen["revision"]
        return number

    def block(self, name: str) -> dict[str, Any]:
        return next(block for block in every(self.screen["blocks"]) if block["id"] == name)

    @property
    def scene(self) -> dict[str, Any]:
        scene: dict[str, Any] = self.block("table")["scene"]
        return scene

    def state(self) -> object:
        """All that a message might change: what is recorded, what lies on the table, what would be shown."""
        written = self.course.progress.attempts(CODE, LESSON), self.course.progress.attempts("local", LESSON)
        return written, str(self.tutor.game), self.course.screen(), self.course.lang


def every(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        yield block
        yield from every(block.get("blocks", []))


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return lesson_from(find_lessons()[LESSON])


# What makes no sense

DO = {"type": "do", "id": 7, "revision": 1, "block": "table", "gesture": "card", "args": {"card": "QC"}, "view": "one"}
DEEP: Any = "bottom"
for _ in range(200):
    DEEP = {"card": [DEEP]}

NO_MESSAGES = [
    None, 7, "ready", [], {}, [DO], {"type": None}, {"type": "dance", "id": 7}, {"type": ["do"]}, {"type": DEEP},
    {"type": "ready", "query": 5}, {"type": "ready", "learner": ["x"]}, {"type": "ready", "learner": "x" * 401},
    {"type": "still-there"}, {"type": "still-there", "id": None}, {"type": "still-there", "id": True},
    {"type": "still-there", "id": -1}, {"type": "still-there", "id": 2**53}, {"type": "still-there", "id": 1.5},
    {"type": "still-there", "id": float("nan")}, {"type": "screen", "id": 7}, {"type": "answer", "id": 7},
]  # fmt: skip


@pytest.mark.parametrize("message", NO_MESSAGES, ids=lambda message: str(message)[:40])
def test_what_is_no_message_changes_nothing(wire: Wire, message: object) -> None:
    before, sent = wire.state(), len(wire.sent)
    wire.session.handle(message)
    assert wire.state() == before
    assert [each["ok"] for each in wire.sent[sent:]] in ([], [False])


BAD_FIELDS = {
    "id": [None, True, -7, "7", 7.5, 2**60, [7]],
    "revision": [None, True, -1, "1", 1.5, 2**60],
    "block": [None, "", "nowhere", "felt", "again", "retry", "submit", "answer", "number", "x" * 500, 7, ["table"]],
    "gesture": [None, "", "dance", "toggle", "enter", "choose", "number", "pick", "press", 3, "x" * 500],
    "args": [
        None, [], "QC", 7, {}, {"card": None}, {"card": True}, {"card": 12}, {"card": ""}, {"card": "1C"},
        {"card": "QC" * 300}, {"card": ["QC"]}, {"card": {"card": "QC"}}, {"card": "9C"}, {"card": "6S"},
        {"card": "AC"}, {"card": "9C/QC"}, {"cards": "QC"}, {"card": "QС"}, {"card": "\ud800"}, DEEP,
        {str(number): number for number in range(9)}, {"card": 2**70}, {"card": "QC", "more": DEEP},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in BAD_FIELDS.items() for value in values],
    ids=lambda value: str(value)[:30].encode("ascii", "replace").decode(),
)
def test_a_gesture_with_one_field_spoilt_changes_nothing_and_is_answered_in_words(
    wire: Wire, field: str, value: object
) -> None:
    before, sent = wire.state(), len(wire.sent)
    wire.session.handle({**DO, field: value})
    assert wire.state() == before
    answers = [] if field == "id" else [{"type": "answer", "id": 7, "ok": False, "text": label("ui.malformed", "en")}]
    assert wire.sent[sent:] == answers


@pytest.mark.parametrize("card", ["6S", "JD", "9D", "KS", "7H", "9C", "AC"])
@pytest.mark.parametrize(
    ("gesture", "more"), [("card", {}), ("offer", {}), ("drop", {"place": "beat", "attack": "9C"}), ("pick", {})]
)
def test_a_card_that_the_learner_does_not_hold_is_never_used(
    wire: Wire, card: str, gesture: str, more: dict[str, str]
) -> None:
    before = wire.state()
    assert not wire.do("table", gesture, card=card, **more)["ok"]
    assert wire.state() == before


@pytest.mark.parametrize(
    "args",
    [
        {"place": "beat"},
        {"place": "beat", "attack": "nine"},
        {"place": "beat", "attack": 9},
        {"place": "take"},
        {"place": "hand"},
        {"place": ["beat"], "attack": "9C"},
        {},
    ],
    ids=str,
)
def test_a_drop_on_what_is_no_place_changes_nothing(wire: Wire, args: dict[str, object]) -> None:
    before = wire.state()
    assert not wire.do("table", "drop", card="QC", **args)["ok"]
    assert wire.state() == before


def test_a_drop_on_a_card_that_is_no_attack_is_judged_by_the_rules(wire: Wire) -> None:
    assert wire.do("table", "drop", card="QC", place="beat", attack="8D")["ok"]
    assert wire.scene["notice"]["tone"] == "bad"
    assert str(wire.tutor.game).count("table 9C ") == 1


def test_a_question_of_the_table_stays_open_when_nonsense_is_said(wire: Wire) -> None:
    wire.do("table", "offer", card="QC")
    for nonsense in ({"choice": "dance"}, {"choice": "transfer"}, {"card": "7C"}, {"attack": "8D"}, {"card": "6S"}):
        assert not wire.do("table", "choose", **{"card": "QC", "choice": "beat", "attack": "9C", **nonsense})["ok"]
    assert wire.course.screen().message(0)["blocks"][1]["blocks"][0]["scene"]["chooser"]["card"] == "QC"
    assert wire.do("table", "choose", card="QC", choice="beat", attack="9C")["ok"]
    assert wire.tutor.visit.solved


def test_an_answer_that_was_not_asked_for_changes_nothing(wire: Wire) -> None:
    before = wire.state()
    assert not wire.do("table", "choose", card="QC", choice="beat", attack="9C")["ok"]
    assert not wire.do("answer", "choose", value="yes")["ok"]
    assert not wire.do("number", "number", number=3)["ok"]
    assert wire.state() == before


def test_only_the_answers_on_the_screen_can_be_chosen() -> None:
    wire = Wire(step="equal-again")
    before = wire.state()
    for value in ("maybe", "", "A", "Yes", 1, True, None, "yes" * 200):
        assert not wire.do("answer", "choose", value=value)["ok"]
    assert wire.state() == before


def test_a_question_that_is_answered_is_closed() -> None:
    wire = Wire(step="equal-again")
    wire.do("answer", "choose", value="no")
    wire.press("submit")
    assert wire.block("answer")["closed"]
    assert not wire.do("answer", "choose", value="yes")["ok"]
    assert [option["value"] for option in wire.block("answer")["options"] if option["pressed"]] == ["no"]


def test_only_the_buttons_on_the_screen_can_be_pressed(wire: Wire) -> None:
    before = wire.state()
    assert not any(wire.press(action)["ok"] for action in ("submit", "retry", "again", "title", "language"))
    assert wire.state() == before
    wire.do("table", "card", card="QC")
    assert wire.press("retry")["ok"]


def test_a_disabled_button_does_nothing() -> None:
    wire = Wire(step="attacked")
    before = wire.state()
    assert not wire.press("back")["ok"]
    assert wire.state() == before


def test_only_cards_that_can_be_marked_are_marked() -> None:
    wire = Wire(step="two-ways")
    before = wire.state()
    for card in ("10H", "7S", "8C", "AS", "ZZ", ""):
        assert not wire.do("table", "pick", card=card)["ok"]
    assert wire.state() == before
    wire.do("table", "pick", card="QH")
    assert [card["id"] for card in wire.scene["hand"] if card["pick"]] == ["QH"]


def test_an_unknown_language_is_refused(wire: Wire) -> None:
    for lang in ("fr", "", "EN", 1, None):
        assert not wire.do("language", "choose", value=lang)["ok"]
    assert wire.course.lang == "en"


def test_before_a_greeting_nothing_is_shown_and_nothing_recorded() -> None:
    progress, sent = Progress(None), list[Message]()
    session = Session(sent.append, Course(progress), progress.held)
    for revision in (0, 1):
        session.handle({**DO, "revision": revision})
    assert [(message["type"], message["ok"]) for message in sent] == [("answer", False)] * 2
    assert progress.attempts("local", LESSON) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
WORD = st.sampled_from(
    [
        *("table", "language", "answer", "number", "hint", "solution", "next", "back", "submit", "retry", "again"),
        *("card", "offer", "drop", "choose", "close", "press", "pick", "enter", "toggle"),
        *(
            "beat",
            "attack",
            "transfer",
            "show",
            "take",
            "pass",
            "undo",
            "yes",
            "no",
            "de",
            "ru",
            "QC",
            "9C",
            "6S",
            "QH",
        ),
    ]
)
ARGS = st.dictionaries(
    st.sampled_from(["card", "place", "attack", "choice", "action", "value", "number", "text", "on"]),
    WORD | JSON,
    max_size=4,
)
NEARLY_RIGHT = st.fixed_dictionaries(
    {"type": st.sampled_from(["do", "ready", "still-there"])},
    optional={
        "id": st.integers(0, 9) | JSON,
        "revision": st.integers(0, 3) | st.just("now") | JSON,
        "block": WORD | JSON,
        "gesture": WORD | JSON,
        "args": ARGS | JSON,
        "query": st.just(f"?lesson={LESSON}&step=equal") | JSON,
        "learner": JSON,
        "lang": WORD | JSON,
    },
)


@given(JSON)
@settings(max_examples=150, deadline=None)
def test_arbitrary_data_never_raises_and_never_changes_anything(message: object) -> None:
    wire = SHARED
    before, sent = wire.state(), len(wire.sent)
    wire.session.handle(message)
    assert wire.state() == before
    assert len(wire.sent) <= sent + 1


SHARED = Wire()


@given(st.lists(NEARLY_RIGHT, min_size=1, max_size=12))
@settings(max_examples=80, deadline=None)
def test_whatever_is_said_nothing_raises_each_number_is_answered_once_and_no_secret_gets_out(
    messages: list[dict[str, Any]],
) -> None:
    wire = Wire()
    for message in messages:
        sent = len(wire.sent)
        current = {"revision": wire.revision} if message.get("revision") == "now" else {}
        wire.session.handle({**message, **current})
        answers = [each for each in wire.sent[sent:] if each["type"] == "answer"]
        assert (
            len(answers) == (message["type"] != "ready" and is_number(message.get("id"))) or message["type"] == "ready"
        )
        assert all(json.dumps(each) for each in wire.sent[sent:])
        assert foreign_cards(wire) == set()
    revisions = [each["revision"] for each in wire.sent if each["type"] == "screen"]
    assert revisions == list(range(1, len(revisions) + 1))


def is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 2**53


def test_a_step_to_read_asks_for_no_move_and_a_card_that_is_tried_all_the_same_is_judged() -> None:
    wire = Wire(step="attacked")
    assert (wire.scene["buttons"], wire.scene["places"], wire.scene["prompt"]["html"]) == ([], [], "")
    wire.do("table", "card", card="QC")
    assert wire.scene["notice"]["html"] == label("tutor.read", "en")
    wire.do("table", "card", card="7C")
    assert wire.scene["notice"]["tone"] == "bad"


# Order, views, silence


def test_the_screen_comes_before_the_answer(wire: Wire) -> None:
    wire.do("table", "card", card="7C")
    assert [message["type"] for message in wire.sent] == ["screen", "screen", "answer"]
    assert wire.sent[-1] == {"type": "answer", "id": 1, "ok": True, "text": ""}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("revision", [1, 3, 99])
def test_a_gesture_on_an_older_screen_is_answered_in_words_with_the_present_one(lang: str, revision: int) -> None:
    wire = Wire(lang=lang)
    wire.do("table", "card", card="7C")
    before = wire.state()
    answer = wire.do("table", "card", card="QC", revision=revision)
    assert (answer["ok"], answer["text"]) == (False, label("ui.stale", lang))
    assert wire.sent[-2]["type"] == "screen"
    assert wire.state() == before


def test_ready_again_draws_the_same_and_moves_nothing(wire: Wire) -> None:
    wire.do("table", "card", card="7C")
    wire.press("hint")
    before, shown = wire.state(), wire.screen
    for query in ("", f"?lesson={LESSON}&step=higher", "?step=nowhere", "?lang=de", "?" + "x" * 2000):
        wire.ready(query=query, learner="wxyz-wxyz-wxyz", lang="ru")
        assert {**wire.screen, "revision": 0} == {**shown, "revision": 0}
    assert wire.state() == before


def test_what_happened_moves_on_the_first_screen_only(wire: Wire) -> None:
    wire.do("table", "card", card="QC")
    assert wire.scene["events"] == [{"event": "played", "seat": "You", "move": "beat", "card": "QC", "attack": "9C"}]
    wire.ready()
    assert wire.scene["events"] == []


def test_a_person_who_goes_back_in_the_browser_is_taken_to_that_step(wire: Wire) -> None:
    wire.press("next")
    wire.ready(query=f"?lesson={LESSON}&step=higher")
    assert wire.screen["data"] == {"lesson": LESSON, "step-id": "higher"}


def test_what_one_view_does_the_other_sees_and_its_next_gesture_counts(wire: Wire) -> None:
    wire.ready(view="two")
    revision = wire.revision
    wire.do("table", "card", card="7C")
    assert wire.revision == revision + 1
    wire.session.handle({**DO, "id": 900, "revision": wire.revision, "view": "two"})
    assert wire.sent[-1] == {"type": "answer", "id": 900, "ok": True, "text": ""}
    assert wire.tutor.visit.solved


def test_a_sign_of_life_is_answered_and_draws_nothing(wire: Wire) -> None:
    sent = len(wire.sent)
    wire.session.handle({"type": "still-there", "id": 8})
    assert wire.sent[sent:] == [{"type": "answer", "id": 8, "ok": True, "text": ""}]


def test_a_session_that_is_closed_says_so(wire: Wire) -> None:
    wire.session.close()
    assert wire.sent[-1] == {"type": "gone"}


def test_several_threads_get_their_screens_and_answers_in_order() -> None:
    sent: list[tuple[int, Message]] = []

    def send(message: Message) -> None:
        if message["type"] == "answer":
            time.sleep(0.005)  # lets the other thread in, if it may
        sent.append((threading.get_ident(), message))

    def talk(first: int) -> None:
        for number in range(first, first + 30):
            session.handle({**DO, "id": number, "revision": 0})
            session.handle({"type": "ready"})

    session = Session(send, Course(Progress(None)))
    session.handle({"type": "ready"})
    threads = [threading.Thread(target=talk, args=(first,)) for first in (1000, 2000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [message["revision"] for _, message in sent if message["type"] == "screen"] == list(range(1, 122))
    answers = [place for place, (_, message) in enumerate(sent) if message["type"] == "answer"]
    assert sorted(sent[place][1]["id"] for place in answers) == [*range(1000, 1030), *range(2000, 2030)]
    for place in answers:
        assert (sent[place - 1][0], sent[place - 1][1]["type"]) == (sent[place][0], "screen")


# When something breaks


class Broken:
    """A stage on which everything fails that is asked of it."""

    lang = "de"

    def __init__(self, *works: str) -> None:
        self.works = works

    def greet(self, _greeting: Greeting) -> None:
        self.fail("greet")

    def do(self, _gesture: Gesture) -> None:
        self.fail("do")

    def screen(self) -> Screen:
        self.fail("screen")
        return Screen("lesson", "de", "", "", [])

    def settle(self) -> None:
        self.fail("settle")

    def fail(self, what: str) -> None:
        if what not in self.works:
            raise RuntimeError(what)


@pytest.mark.parametrize("works", [("greet", "screen", "settle"), ("greet", "screen", "settle", "do")])
def test_a_stage_that_fails_is_told_as_a_sentence_in_its_language(works: tuple[str, ...]) -> None:
    sent, stage = list[Message](), Broken(*works)
    session = Session(sent.append, stage)
    session.handle({"type": "ready"})
    stage.works = tuple(work for work in works if work != "screen")
    session.handle(DO)
    assert sent[-1] == {"type": "answer", "id": 7, "ok": False, "text": label("ui.malformed", "de")}
    assert "Error" not in json.dumps(sent)


def test_a_wire_that_breaks_raises_nothing() -> None:
    def send(_message: Message) -> None:
        raise OSError("the line is cut")

    course = Course(Progress(None))
    session = Session(send, course)
    for message in ({"type": "ready"}, DO, {"type": "still-there", "id": 8}, None):
        session.handle(message)


def test_what_surrounds_a_message_may_break_too(wire: Wire) -> None:
    def refuse() -> Any:
        raise OSError("no place left")

    Session(wire.sent.append, wire.course, refuse).handle(DO)
    assert wire.sent[-1]["ok"] is False


# Languages


@pytest.mark.parametrize("lang", ["de", "ru"])
def test_a_language_switch_in_mid_step_keeps_everything(wire: Wire, lang: str) -> None:
    wire.do("table", "card", card="7C")
    wire.do("table", "card", card="8S")
    before = wire.scene
    game, written = str(wire.tutor.game), len(wire.course.progress.attempts(CODE, LESSON))
    assert wire.do("language", "choose", value=lang)["ok"]
    assert wire.screen["lang"] == wire.scene["lang"] == lang
    assert shape(wire.scene) == shape(before)
    assert wire.scene["notice"]["html"] != before["notice"]["html"]
    assert wire.block("help")["role"] == "hint"
    assert (str(wire.tutor.game), len(wire.course.progress.attempts(CODE, LESSON))) == (game, written)


def shape(scene: dict[str, Any]) -> object:
    hand, pairs = ([card["id"] for card in scene["hand"]], [pair["attack"]["id"] for pair in scene["pairs"]])
    return hand, pairs, scene["notice"]["tone"], scene["notice"]["id"], [place["for"] for place in scene["places"]]


def test_marks_a_choice_and_a_question_of_the_table_outlive_a_language_switch(wire: Wire) -> None:
    wire.do("table", "offer", card="QC")
    wire.do("language", "choose", value="de")
    assert wire.scene["chooser"]["card"] == "QC"
    picking = Wire(step="two-ways")
    picking.do("table", "pick", card="QH")
    picking.do("language", "choose", value="ru")
    assert [card["id"] for card in picking.scene["hand"] if card["pick"]] == ["QH"]
    answering = Wire(step="equal-again")
    answering.do("answer", "choose", value="yes")
    answering.do("language", "choose", value="de")
    assert [option["value"] for option in answering.block("answer")["options"] if option["pressed"]] == ["yes"]


def test_the_language_of_the_address_is_the_learners_own_until_another_is_chosen() -> None:
    wire = Wire(lang="de")
    later = Course(wire.course.progress)
    later.greet(Greeting("", CODE, "en"))
    assert later.lang == "de"


def test_the_language_chosen_here_is_the_learners_own_from_now_on(wire: Wire) -> None:
    wire.do("language", "choose", value="ru")
    later = Course(wire.course.progress)
    later.greet(Greeting("", CODE, "de"))
    assert later.lang == "ru"


# Nothing secret


@pytest.fixture(scope="module")
def step_ids(lesson: Lesson) -> list[str]:
    return [step.id for step in lesson.steps]


def foreign_cards(wire: Wire) -> set[str]:
    """The cards of other hands that the last screen shows or names, but for those that the lesson itself names here."""
    game = wire.tutor.game
    assert game
    others = {str(card) for seat in game.seats if seat != "You" for card in game.hand(seat)}
    own_words = [text["en"] for step, _, text in phrases_of(wire.tutor.lesson) if step == wire.tutor.step.id]
    return (cards_in(wire.screen) & others) - {card for words in own_words for card in re.findall(CARD, words)}


CARD = r"(?:\d+|[JQKA])[SCDH]"


def cards_in(screen: object) -> set[str]:
    """Every card anywhere in a screen: as a value, as a handle, or as a sign in a sentence."""
    if isinstance(screen, str):
        signs = re.findall(r'data-suit="([SCDH])"[^>]*>([^<♠♣♦♥]+)[♠♣♦♥]', screen)
        spoken = {f"{INDICES.get(index, index)}{suit}" for suit, index in signs}
        return spoken | ({screen} & ALL_CARDS) | set(re.findall(f'"({CARD})"', screen))
    parts = screen.values() if isinstance(screen, dict) else screen if isinstance(screen, list | tuple) else []
    return {card for part in parts for card in cards_in(part)}


INDICES = {"B": "J", "D": "Q", "В": "J", "Д": "Q", "К": "K", "Т": "A"}


@pytest.mark.parametrize("lang", LANGS)
def test_no_screen_of_the_lesson_holds_a_card_of_another_hand(step_ids: list[str], lang: str) -> None:
    wire = Wire(step=step_ids[0], lang=lang)
    for step in step_ids:
        assert wire.screen["data"]["step-id"] == step
        assert foreign_cards(wire) == set()
        while wire.press("hint")["ok"]:
            assert foreign_cards(wire) == set()
        if wire.tutor.number < len(step_ids):
            wire.press("next")


def test_cards_lie_open_only_where_the_lesson_says_so(wire: Wire) -> None:
    assert [seat["cards"] for seat in wire.scene["seats"]] == [None, None]


@pytest.mark.parametrize("lang", LANGS)
def test_before_anything_is_tried_a_step_holds_no_answer_no_hint_and_no_solution(lesson: Lesson, lang: str) -> None:
    for step in lesson.steps:
        wire = Wire(step=step.id, lang=lang)
        sent = json.dumps(wire.screen, ensure_ascii=False)
        own = [text for name, field, text in phrases_of(lesson) if name == step.id and field != "text"]
        kept = [prose(text[lang], lang) for text in own]
        kept += [] if isinstance(step, Tell) else [prose(hint[lang], lang) for hint in hints_of(wire)]
        assert [words for words in kept if json.dumps(words, ensure_ascii=False)[1:-1] in sent] == []
        assert marks(wire) == []
        if isinstance(step, Try):
            assert not any(str(move) in sent for move in step.accept if move.card)


def hints_of(wire: Wire) -> list[Phrase]:
    return [wire.tutor.visit.task.hint(grade).text for grade in range(1, 5)]


def marks(wire: Wire) -> list[str]:
    drawn = [*wire.scene["hand"], *(pair["attack"] for pair in wire.scene["pairs"])]
    marked = [card["id"] for card in drawn if card["marked"] or card["pick"]]
    options = [option for block in every(wire.screen["blocks"]) for option in block.get("options", [])]
    return marked + [option["value"] for option in options if option["pressed"] and option["value"] not in LANGS]


def test_the_cards_to_pick_are_all_alike_before_help_is_asked_for(lesson: Lesson) -> None:
    picks = [step.id for step in lesson.steps if isinstance(step, Pick)]
    assert picks
    for step in picks:
        looks = [
            {**card, "id": "", "name": "", "index": "", "rank": 0, "suit": ""} for card in Wire(step=step).scene["hand"]
        ]
        assert all(look == looks[0] for look in looks)


def test_the_message_of_a_malformed_gesture_never_repeats_it(wire: Wire) -> None:
    answer = wire.do("<script>", "alert", card="<b>")
    assert "<" not in json.dumps(answer)
    assert "script" not in json.dumps(wire.screen)


def test_every_screen_is_plain_json(step_ids: list[str]) -> None:
    for step in step_ids:
        screen = Wire(step=step).screen
        assert json.loads(json.dumps(screen)) == screen


def test_own_cards_are_all_there(wire: Wire) -> None:
    assert {Card(card["id"]) for card in wire.scene["hand"]} == set(CardSet.parse("7C 8S 10H QC"))
