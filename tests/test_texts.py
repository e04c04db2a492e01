"""What is said: complete and consistent in every language, and true to what the engine finds."""

import ast
import itertools
import json
import re
import string
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from test_vectors import run_script

from durak_tutor.app.lesson import LessonPlace
from durak_tutor.engine import PRESETS, Card, CardSet, Event, Game, GameOver, HouseRules, Opens, Rank, Reason, Suit
from durak_tutor.engine.requirements import REQUIREMENTS
from durak_tutor.table.scene import Look, scene
from durak_tutor.texts import (
    LANGS,
    Explanation,
    MissingCatalogues,
    card_name,
    card_sign,
    card_token,
    catalogue,
    explain,
    has_label,
    label,
    listed,
    prompt,
    rank_group,
    rank_index,
    rank_name,
    suit_name,
    suit_sign,
    told,
)
from durak_tutor.texts.compile import compile_catalogues
from durak_tutor.tutor.lesson import Pick, load_lesson
from durak_tutor.tutor.progress import Progress
from durak_tutor.tutor.tutor import Tutor

ROOT = Path(__file__).parents[1]
VECTORS = json.loads((ROOT / "tests" / "vectors.json").read_text("utf-8"))
NAMES = {"A": "Ann", "B": "Ben", "C": "Clara", "D": "Dan"}
TEXT_STYLE = "\N{VARIATION SELECTOR-15}"


def po(lang: str) -> dict[str, Message]:
    with (catalogue.LOCALE / lang / "LC_MESSAGES" / "durak.po").open("rb") as text:
        return {key(message): message for message in read_po(text, abort_invalid=True) if message.id}


def key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


CATALOGUES = {lang: po(lang) for lang in LANGS}
BLANKS = {name for message in CATALOGUES["en"].values() for form in forms(message) for name in blanks(form)}


# --- the catalogues -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_every_language_has_the_same_messages_sorted_and_whole(lang):
    mine, english = CATALOGUES[lang], CATALOGUES["en"]
    assert list(mine) == sorted(english)
    for name, message in mine.items():
        assert isinstance(message.id, tuple) == isinstance(english[name].id, tuple), name
        assert all(form.strip() == form != "" for form in forms(message)), name
        assert not message.fuzzy, name


@pytest.mark.parametrize("lang", LANGS)
def test_every_language_fills_the_same_blanks(lang):
    for name, message in CATALOGUES[lang].items():
        assert blanks(" ".join(forms(message))) == blanks(" ".join(forms(CATALOGUES["en"][name]))), name


@pytest.mark.parametrize(("lang", "count"), [("en", 2), ("de", 2), ("ru", 3)])
def test_plurals_have_the_forms_of_their_language(lang, count):
    plurals = [message for message in CATALOGUES[lang].values() if isinstance(message.id, tuple)]
    assert plurals
    assert all(len(forms(message)) == count for message in plurals)


def test_numbers_agree():
    counts = (0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 111)
    russian = [label("table.hand", "ru", n=n).rpartition(" ")[2] for n in counts]
    assert russian == ["карт", "карта", "карты", "карты", "карт", "карт", "карт", "карта", "карты", "карт", "карт"]
    assert [label("told.took.you", "en", n=n) for n in (1, 2)] == ["You pick up 1 card.", "You pick up 2 cards."]
    assert [label("told.took.you", "de", n=n) for n in (1, 2)] == ["Du nimmst 1 Karte auf.", "Du nimmst 2 Karten auf."]


def test_an_unknown_key_or_language_is_refused_by_name():
    with pytest.raises(KeyError, match=r"ui\.nonsense"):
        label("ui.nonsense", "en")
    with pytest.raises(ValueError, match=r"'fr'.*en, de, ru"):
        label("ui.take", "fr")


def test_a_blank_without_its_value_is_an_error():
    with pytest.raises(KeyError, match="steps"):
        label("ui.step", "en", step=1)


def test_missing_catalogues_are_answered_with_the_command_that_makes_them(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    with pytest.raises(MissingCatalogues, match=r"run `python -m durak_tutor\.texts\.compile`$"):
        label("ui.take", "en")


@pytest.mark.parametrize("lang", LANGS)
def test_the_compiled_texts_are_those_of_the_catalogues(lang, tmp_path, monkeypatch):
    stale = [name for name, message in CATALOGUES[lang].items() if spoken(name, lang) != forms(message)[0]]
    assert not stale, "run `python -m durak_tutor.texts.compile`"
    source = Path(lang, "LC_MESSAGES", "durak.po")
    (tmp_path / source.parent).mkdir(parents=True)
    (tmp_path / source).write_bytes((catalogue.LOCALE / source).read_bytes())
    assert compile_catalogues(tmp_path) == [(tmp_path / source).with_suffix(".mo")]
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    assert spoken("ui.take", lang) == forms(CATALOGUES[lang]["ui.take"])[0]


class One(int):
    """The number one, which leaves its blank open."""

    def __format__(self, _spec: str) -> str:
        return "{n}"


def spoken(name: str, lang: str) -> str:
    """The message as it is compiled, for one thing, its blanks still open."""
    return label(name, lang, n=One(1), **{blank: f"{{{blank}}}" for blank in BLANKS - {"n"}})


# Keys that are put together where they are needed; all others stand in the code as they are.
FAMILIES = re.compile(
    r"(card|hint|instead|language|list|prompt|rank|refusal|source|suit|told)\..+"
    r"|table\.(choice|place|role)\..+|tutor\.(pick|solved|wrong)\..+|ui\.(again|next|no|not_saved|set_aside|yes)"
)


def test_every_message_is_used():
    code = "".join(sources())
    assert [name for name in CATALOGUES["en"] if not FAMILIES.fullmatch(name) and f'"{name}"' not in code] == []


def test_every_message_that_the_code_names_is_there():
    calls = (node for source in sources() for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    said = [call.args[0] for call in calls if call.args and re.search(r"\b(label|say)$", ast.unparse(call.func))]
    keys = {node.value for first in said for node in ast.walk(first) if isinstance(node, ast.Constant)}
    keys -= {key for key in keys if not re.fullmatch(r"[a-z]+(\.\w+)+", str(key))}
    assert len(keys) > 50
    assert keys - set(CATALOGUES["en"]) == set()


def sources() -> list[str]:
    return [file.read_text("utf-8") for file in (ROOT / "durak_tutor").rglob("*.py")]


# --- cards --------------------------------------------------------------------------------------------------------


def test_cards_are_written_and_spoken_as_players_do():
    queen, ten = Card("QS"), Card("10H")
    assert [card_sign(queen, lang) for lang in LANGS] == [f"{q}♠{TEXT_STYLE}" for q in "QDД"]
    assert [card_name(queen, lang) for lang in LANGS] == ["queen of spades", "Pik-Dame", "дама пик"]
    assert [card_name(ten, lang, trump=Suit.HEARTS) for lang in LANGS] == [
        "ten of hearts, trump", "Herz-Zehn, Trumpf", "десятка червей, козырь"]  # fmt: skip
    assert card_token(ten) == card_token(ten, "ru") == "{10H}"


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_cards_are_called_the_same(lang):
    cards = [Card(f"{rank}{suit}") for suit in Suit for rank in Rank]
    assert len({card_name(card, lang) for card in cards}) == len({card_sign(card, lang) for card in cards}) == 52
    for names in (rank_name, rank_group, rank_index):
        assert len({names(rank, lang) for rank in Rank}) == 13
    assert len({suit_name(suit, lang) for suit in Suit}) == len({suit_sign(suit) for suit in Suit}) == 4


def test_a_list_ends_with_and_or_or():
    assert listed([], "en") == ""
    assert listed(["a"], "en") == "a"
    assert listed(["a", "b", "c"], "de") == "a, b und c"
    assert listed(["a", "b"], "ru", "or") == "a или b"


# --- refusals -----------------------------------------------------------------------------------------------------

# Refusals and wordings that no vector comes across: rules, position, seat, move.
MORE_REFUSALS = (
    ({}, "A: 6S | B: 7D AS | trump D | table 9D | attack A B", "B", "9D/7D"),
    ({}, "A: 6S | B: 7C AS | trump D | table 9C/QC | attack A B", "B", "9C/AS"),
    ({}, "A: 6S | B: 7C AS | trump D | table 9C | attack A B", "B", "10C/AS"),
    ({}, "A: 6S | B: 7C AS | trump D | table 9C/QC | attack A B", "B", "take"),
    ({}, "A: 6S | B: 7C AS | trump D | attack A B", "B", "take"),
    ({}, "A: 6S | B: 7C AS | trump D | attack A B", "B", "pass"),
    ({}, "A: 6S | B: 7C AS | trump D | table 9C/QC | attack A B", "B", "pass"),
    ({}, "A: 6S | B: 7C AS | trump D | table 9C/QC | attack A B", "A", "+AH"),
    ({}, "A: 6S | B: - | trump D | result fool A", "A", "+6S"),
    ({}, "A: 6S | B: - | trump D | result fool A", "B", "take"),
    ({}, "A: - | B: - | trump D | result draw", "B", "take"),
    ({"attack_limit": 1}, "A: 9S | B: 7C AS | trump D | table 9C/QC | attack A B", "A", "+9S"),
    ({"first_attack_limit": 1}, "A: 9S | B: 7C AS | trump D | table 9C/QC | attack A B | first", "A", "+9S"),
    ({"transfers": True, "attack_limit": 1}, "A: 9S 6S | B: 9H 7C | trump D | table 9C | attack A B", "B", ">9H"),
    ({"transfers": True}, "A: 6S | B: 9H 7C | trump D | table 9C | attack A B", "B", ">9H"),
    ({"transfers": True}, "A: 6S 7S | B: QS 7C | trump D | table 9C QH | attack A B", "B", ">QS"),
    ({"throwers": "attacker"}, "A: 6S 7S | B: QS 7C | C: 6D | trump D | table 6C/8C | attack A B", "C", "+6D"),
    ({}, "A: 6S 7S | B: QS 7C | C: 6D | trump D | table 6C/8C | attack A B | passed A C", "C", "+6D"),
    ({}, "A: 6S 7S | B: QS 7C | C: 6D | trump D | table 6C/8C | attack A B | passed A C", "A", "+6S"),
    ({"passing": "final"}, "A: 6S 7S | B: QS 7C | C: 6D | trump D | table 6C/8C | attack A B | passed A", "A", "pass"),
    ({"opening": "same_rank"}, "A: 6S 7S | B: QS 7C | C: 6D | trump D | table 6C | attack A B", "C", "+6D"),
)  # fmt: skip


def finished(vector: dict[str, Any]) -> tuple[Game, list[Reason]]:
    """A vector's game after its script, and the refusals met on the way."""
    game = Game.parse(vector["position"], HouseRules(**vector["rules"]))
    return game, run_script(game, vector["script"])


def refusals() -> list[Reason]:
    """Every refusal that the vectors script, and those above."""
    found = [reason for vector in VECTORS for reason in finished(vector)[1]]
    for changes, position, seat, move in MORE_REFUSALS:
        reason = Game.parse(position, HouseRules(**changes)).why_not(move, seat)
        assert reason is not None, (position, move)
        found.append(reason)
    return found


CODES = sorted({requirement.code for rows in REQUIREMENTS.values() for requirement in rows})
REFUSALS = refusals()


def test_every_code_of_the_engine_is_met_by_these_tests():
    assert sorted({reason.code for reason in REFUSALS}) == CODES


@pytest.mark.parametrize("code", CODES)
def test_every_code_says_what_is_wrong_and_why_and_what_would_do_instead(code):
    for part in ("say", "why", "instead"):
        assert any(name.startswith(f"refusal.{code}.{part}") for name in CATALOGUES["en"])


def test_no_message_explains_a_code_that_the_engine_does_not_have():
    assert {name.split(".")[1] for name in CATALOGUES["en"] if name.startswith("refusal.")} == set(CODES)


def test_refusals_tell_only_facts_that_the_engine_offers():
    offered = defaultdict(lambda: {"n"})
    for reason in REFUSALS:
        offered[reason.code] |= set(reason.facts)
    for name, message in CATALOGUES["en"].items():
        if name.startswith("refusal."):
            assert blanks(" ".join(forms(message))) <= offered[name.split(".")[1]], name


def test_every_refusal_is_explained_without_leftovers_and_every_wording_is_used():
    said = {lang: set() for lang in LANGS}
    for reason, lang in itertools.product(REFUSALS, LANGS):
        said[lang].update(astuple(explain(reason, lang, names=NAMES)))
    assert_all_said("refusal.", said)


def assert_all_said(start: str, said: dict[str, set[str]]) -> None:
    """All sentences are whole, and each message whose key has this start is among them, in every language."""
    for lang, name in itertools.product(LANGS, CATALOGUES["en"]):
        if name.startswith(start):
            shapes = [shape(text) for text in forms(CATALOGUES[lang][name])]
            found = any(shape.fullmatch(line) for shape in shapes for line in said[lang])
            assert found, f"{lang}: {name} is never said"
    assert [line for lines in said.values() for line in lines if not is_a_sentence(line)] == []


def is_a_sentence(text: str) -> bool:
    leftover = re.search(r"[{}]|\bNone\b(?! of)|CardSet|Suit\.|Rank\.|  ", text)
    return not leftover and text[-1] in ".?!" and (text[0].isupper() or text[0].isdigit() or text[0] in "“„«")


def shape(text: str) -> re.Pattern[str]:
    return re.compile(".+".join(re.escape(fixed) for fixed, *_ in string.Formatter().parse(text)) + ".*")


def test_a_refused_beat_is_explained_with_these_cards():
    game = Game.parse("A: 6S | B: 10S JH 7D | trump D | table 9H | attack A B")
    said = explain(game.why_not("9H/10S", "B"), "en")
    assert said.say.replace(TEXT_STYLE, "") == "10♠ does not beat 9♥: another suit, and not a trump (♦)."
    assert said.instead.replace(TEXT_STYLE, "") == "7♦ or J♥ would beat it."
    token = explain(game.why_not("9H/10S", "B"), "de", write=card_token)
    assert token.say.replace(TEXT_STYLE, "") == "{10S} schlägt {9H} nicht: andere Farbe und kein Trumpf (♦)."


def test_where_no_card_would_do_taking_is_named():
    game = Game.parse("A: 6S | B: 10S | trump D | table 9H | attack A B")
    assert "taking" in explain(game.why_not("9H/10S", "B"), "en").instead


def told_why_not(position: str, seat: str, move: str, lang: str, **changes: Any) -> Explanation:
    """A refusal as it is told, without the selectors that belong to the signs of suits."""
    reason = Game.parse(position, HouseRules(**changes)).why_not(move, seat)
    assert reason
    told = explain(reason, lang, names=NAMES)
    return Explanation(*(text.replace(TEXT_STYLE, "") for text in astuple(told)))


def test_equal_rank_does_not_beat_but_a_trump_of_it_does_and_nothing_said_denies_it():
    game = Game.parse("A: 6S | B: 9D 9H | trump D | table 9C | attack A B")
    assert str(game.would_do("beat", "B", "9C")) == "9D"
    denial = re.compile(
        "equal (rank never|does not) beat|equal cards of other|равн[а-я]+ (карта )?не бь|равные карты др", re.I
    )
    assert [text for _, text in (*texts_of_catalogues(), *texts_of_lessons()) if denial.search(text)] == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("move", "trump", "hand"),
    [
        ("9C/9H", "D", "9H 7S"),
        ("9C/AH", "D", "9H AH"),
        ("9C/8C", "D", "9H 8C"),
        ("9C/8C", "C", "9H 8C"),
        ("9C/AH", "C", "9H AH"),
    ],
)
def test_where_nothing_beats_passing_on_is_named_if_a_card_does_that_and_taking_if_not(lang, move, trump, hand):
    takes = label("refusal.too_low.instead", lang)
    can_take_it, cannot = (
        f"A: {cards} | B: {hand} | trump {trump} | table 9C | attack A B" for cards in ("6S 7H", "6S")
    )
    assert told_why_not(can_take_it, "B", move, lang).instead == takes
    assert told_why_not(cannot, "B", move, lang, transfers=True).instead == takes
    passed_on = told_why_not(can_take_it, "B", move, lang, transfers=True).instead
    assert passed_on != takes
    assert "9♥" in passed_on


@pytest.mark.parametrize("lang", LANGS)
def test_a_trump_that_was_shown_can_be_laid_only_where_there_is_room_for_it(lang):
    laid, stuck = (
        told_why_not(
            f"A: 6S 7H | B: 9D 7S | C: {cards} | trump D | table 9C | attack A B | shown 9D", "B", ">>9D", lang,
            transfers=True, transfer_by_showing=True,
        ).instead
        for cards in ("8H 8S", "8H")
    )  # fmt: skip
    assert ("9" in laid, "9" in stuck) == (True, False)


@pytest.mark.parametrize("lang", LANGS)
def test_who_holds_a_rank_of_the_table_is_not_told_that_he_does_not(lang):
    position = "A: 9S KH | B: 7C AS | trump D | table 9C/QC | attack A B"
    told = told_why_not(position, "A", "+KH", lang, attack_limit=1)
    assert not re.search("hold none|Таких карт у тебя нет|hast du nicht", told.instead)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("changes", [{}, {"first_bout_transfers": False}])
def test_who_has_beaten_everything_is_told_to_wait_and_not_to_beat(lang, changes):
    position = "A: 9S KH | B: 7C QS | trump D | table {} | attack A B | first"
    told = [told_why_not(position.format(table), "B", ">QS", lang, transfers=True, **changes).instead
            for table in ("9C/QC", "9C/QC 9H")]  # fmt: skip
    assert told[0] == label("refusal.defender_cannot_pass.instead", lang) != told[1]


@pytest.mark.parametrize("lang", LANGS)
def test_a_draw_with_cards_in_hand_is_told_as_one(lang):
    position = "A: 6S | B: 7S | trump D | result draw"
    refused = told_why_not(position, "A", "+6S", lang)
    said = [prompt(Game.parse(position), "A", lang), told(GameOver(None), "A", lang), refused.say]
    cards, draw = re.compile("card|karte|карт", re.I), re.compile("draw|unentschieden|ничь", re.I)
    assert [line for line in said if cards.search(line) or not draw.search(line)] == []
    assert draw.search(refused.why)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seat", ["A", "B"])
def test_the_durak_may_be_one_who_has_no_cards_left(lang, seat):
    assert not re.search("card|karte|карт", told(GameOver("A"), seat, lang, names=NAMES), re.I)


@pytest.mark.parametrize("lang", LANGS)
def test_the_smaller_limit_may_outlast_the_first_bout(lang):
    position = "A: 9S KH | B: 7C AS | trump D | table 9C/QC | attack A B | nodiscard"
    told = told_why_not(position, "A", "+9S", lang, first_attack_limit=1, first_limit_until="discard")
    assert told.say == label("refusal.attack_limit.say.first", lang, n=1)
    assert not re.search("first (bout|one)|erste|первом заходе", told.say + told.why)


@pytest.mark.parametrize("lang", LANGS)
def test_an_empty_hand_is_not_counted(lang):
    told = told_why_not("A: 9S | B: - | trump D | table 9C/QC | attack A B | in B", "A", "+9S", lang)
    assert told.say == label("refusal.defender_hand_limit.say.none", lang, defender="Ben")
    assert not re.search(r"\d", told.say)


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_the_attack_that_is_called_a_trump(lang):
    told = told_why_not("A: 6S | B: AH 7S | trump D | table 6D | attack A B", "B", "6D/AH", lang)
    assert re.search("6♦ (is a trump|ist Trumpf|— козырь)", told.say)


@pytest.mark.parametrize("lang", LANGS)
def test_taking_is_not_the_only_answer_besides_beating(lang):
    assert not re.search("the other|die andere|второй", label("hint.take.1", lang))


# --- prompts and events -------------------------------------------------------------------------------------------


def moments() -> Iterator[Game]:
    """Every moment of the vectors, from the last one back."""
    for vector in VECTORS:
        game, _reasons = finished(vector)
        yield game
        while game.moves:
            game.undo()
            yield game


def test_every_seat_is_prompted_at_every_moment():
    said = {lang: set() for lang in LANGS}
    for game in moments():
        for seat, lang in itertools.product(game.seats, LANGS):
            said[lang].add(prompt(game, seat, lang, names=NAMES))
    assert_all_said("prompt.", said)


def test_a_view_is_prompted_as_its_game_is():
    game = Game.parse("A: 6S | B: 10S JH 7D | trump D | table 9H | attack A B")
    assert prompt(game.view("B"), "B", "de", names=NAMES) == prompt(game, "B", "de", names=NAMES)


def test_nobody_is_asked_to_pass_on_the_first_attack_where_that_is_barred():
    rules = PRESETS["perevodnoy"].replace(first_bout_transfers=False)
    position = "A: 6S 7S | You: 10S | trump D | table 9C | attack A You"
    assert "pass it on" not in prompt(Game.parse(f"{position} | first", rules), "You", "en", names=NAMES)
    assert "pass it on" in prompt(Game.parse(position, rules), "You", "en", names=NAMES)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("podkidnoy", "Ann attacks with 9♣. Beat it or take."),
        ("perevodnoy", "Ann attacks with 9♣. Beat it, pass it on or take."),
    ],
)
def test_the_defender_is_asked_for_what_the_rules_allow(rules, words):
    game = Game.parse("A: 6S 7S | You: 10S | trump D | table 9C | attack A You", PRESETS[rules])
    assert prompt(game, "You", "en", names=NAMES).replace(TEXT_STYLE, "") == words


def test_every_event_is_told_to_its_own_seat_and_to_the_others():
    said = {lang: set() for lang in LANGS}
    for event, seat, lang in itertools.product(every_event(), NAMES, LANGS):
        said[lang].add(told(event, seat, lang, names=NAMES))
    assert_all_said("told.", said)


def every_event() -> list[Event]:
    events = [event for vector in VECTORS for event in finished(vector)[0].log()]
    again = Opens("A", "lowest_trump", Card("6D"), 2)
    whys = {"lowest_trump": Card("6D"), "lowest_card": Card("6S"), "lot": None, "earlier_deal": None}
    return [*events, again, *(Opens("A", why, card, 0) for why, card in whys.items())]


# --- the lesson, and what is said around it ------------------------------------------------------------------------

BEATING = load_lesson(ROOT / "lessons" / "02-beating.toml")


def at_step(step: str) -> Tutor:
    tutor = Tutor(BEATING, Progress(None), "ann")
    assert tutor.go(step)
    return tutor


@pytest.mark.parametrize("lang", LANGS)
def test_marking_what_beats_a_trump_is_hinted_at_otherwise_than_what_beats_a_plain_card(lang):
    for step in (step for step in BEATING.steps if isinstance(step, Pick)):
        tutor = at_step(step.id)
        *_, hint = tutor.hint(), tutor.hint()
        assert hint
        assert tutor.game
        attack_is_trump = tutor.game.trump == tutor.game.table[0][0].suit
        assert bool(re.search("itself a trump|selbst Trumpf|— козырь:", hint.text[lang])) == attack_is_trump


def test_only_the_first_card_always_comes_from_the_right_and_taking_brings_cards():
    lesson = tomllib.loads((ROOT / "lessons" / "02-beating.toml").read_text("utf-8"))
    steps = {step["id"]: step for step in lesson["step"]}
    for lang, first, more in (("en", "The first card", "more"), ("de", "Die erste", "mehr"), ("ru", "Ходят", "больше")):
        assert f"{first} " in steps["attacked"]["text"][lang]
        assert more in steps["take"]["done"][lang]


def test_the_page_is_titled_with_the_dash_of_its_language():
    place = LessonPlace(at_step("higher"))
    assert [place.screen(lang).title for lang in LANGS] == [
        "Beating a card – Durak, step by step",
        "Eine Karte schlagen – Durak, Schritt für Schritt",
        "Как побить карту — Дурак шаг за шагом",
    ]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("moment", "key"),
    [
        ("table 9C | attack A B", "ui.done.opening"),
        ("table 9C/QC | attack A B", "ui.done"),
        ("table 9C | attack A B | taking", "ui.done.taking"),
    ],
)
def test_the_button_says_done_as_players_do_at_that_moment(lang, moment, key):
    game = Game.parse(f"A: 9S 6S | B: 7C AS 8H | trump D | {moment}", HouseRules(opening="same_rank"))
    buttons = {button["action"]: button["text"] for button in scene(game, "A", Look(lang))["buttons"]}
    assert buttons["pass"] == label(key, lang)


@pytest.mark.parametrize("lang", LANGS)
def test_a_marked_card_says_so_wherever_it_lies(lang):
    game = Game.parse("A: 6S | B: QC 7H | trump D | talon 7D | table 9C | attack A B")
    look = Look(lang, marked=CardSet.parse("QC 9C 7D"), pickable=CardSet.parse("QC"))
    drawn = scene(game, "B", look)
    names = {card["id"]: card["name"] for card in drawn["hand"]}
    mark = label("table.marked", lang, card="")
    assert (mark in names["QC"], mark in names["7H"]) == (True, False)
    assert mark in drawn["pairs"][0]["label"]
    assert mark in drawn["talon"]["label"]


# --- words of the table -------------------------------------------------------------------------------------------


def struck_words() -> dict[str, re.Pattern[str]]:
    """For each language the words that the glossary strikes out."""
    text = (ROOT / "durak_tutor" / "texts" / "glossary.md").read_text("utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")][2:]
    columns = dict(zip(LANGS, list(zip(*rows, strict=True))[1:], strict=True))
    return {lang: any_of(re.findall("~~(.+?)~~", " ".join(column))) for lang, column in columns.items()}


def any_of(words: list[str]) -> re.Pattern[str]:
    choices = "|".join(re.escape(word).replace("…", r"\w*") for word in words)
    return re.compile(rf"\b(?:{choices})\b", re.IGNORECASE)


def phrases(value: object) -> list[tuple[str, str]]:
    """Every text by language below a lesson's data."""
    if isinstance(value, list):
        return [text for part in value for text in phrases(part)]
    if not isinstance(value, dict):
        return []
    if set(value) == set(LANGS):
        return list(value.items())
    return [text for part in value.values() for text in phrases(part)]


def texts_of_lessons() -> list[tuple[str, str]]:
    lessons = sorted((ROOT / "lessons").glob("*.toml"))
    return [text for lesson in lessons for text in phrases(tomllib.loads(lesson.read_text("utf-8")))]


def texts_of_catalogues() -> list[tuple[str, str]]:
    return [(lang, form) for lang in LANGS for message in CATALOGUES[lang].values() for form in forms(message)]


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_uses_a_word_that_the_glossary_strikes_out(lang):
    struck = struck_words()[lang]
    texts = [text for code, text in (*texts_of_catalogues(), *texts_of_lessons()) if code == lang]
    assert [(text, found[0]) for text in texts if (found := struck.search(text))] == []


def test_the_glossary_strikes_words_out_in_every_language():
    struck = struck_words()
    assert struck["en"].search("a trick")
    assert struck["de"].search("Man deckt die Karte")
    assert struck["de"].search("eine Karte ohne Trumpf")
    assert not struck["de"].search("9♦ passt nicht, verdeckt")
    assert struck["ru"].search("Аня атакует")
    assert not struck["ru"].search("спасибо")


def test_languages_and_sources_are_named_in_every_catalogue():
    assert [label(f"language.{code}", "ru") for code in LANGS] == ["English", "Deutsch", "Русский"]
    assert all(has_label(f"source.{source}", lang) for source in ("guide", "app", "custom", "ours") for lang in LANGS)
