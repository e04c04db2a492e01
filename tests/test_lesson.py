"""Lesson files as a model: what is read from them, and how their faults are told."""

import copy
import functools
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import durak_tutor
from durak_tutor.engine import CardSet, Game, HouseRules, parse_move
from durak_tutor.texts import LANGS
from durak_tutor.tutor.faults import BadLesson, Fault, faults_of
from durak_tutor.tutor.fields import Ply, RightAnswer
from durak_tutor.tutor.goals import read_goal
from durak_tutor.tutor.judging import cards_to_pick_from, right_cards
from durak_tutor.tutor.lesson import Lesson, Pick, PickByName, Try, load_lesson, phrases_of
from durak_tutor.tutor.shelf import UnknownLesson, find_lessons, lesson_path, lessons_folder

LESSONS = Path(__file__).parent / "lessons"


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return load_lesson(LESSONS / "sound.toml")


def test_moves_cards_and_scripts_are_read_as_values(lesson: Lesson) -> None:
    higher = lesson.steps[1]
    assert isinstance(higher, Try)
    assert higher.accept == (parse_move("9C/JC"), parse_move("9C/QC"))
    assert higher.refuse[parse_move("9C/9H")] == "equal_rank"
    assert higher.replies(parse_move("9C/QC")) == (Ply("A", parse_move("pass")), Ply("B", parse_move("pass")))
    assert lesson.steps[4].answer == RightAnswer("number", "3")  # type: ignore[union-attr]  # the fifth is an answer


def test_house_rules_are_a_preset_with_changes_of_lesson_and_step(lesson: Lesson) -> None:
    assert lesson.rules == HouseRules()
    assert lesson.rules_of(lesson.steps[-1]) == HouseRules(hand_size=4)


def test_a_lesson_does_not_change(lesson: Lesson) -> None:
    with pytest.raises(ValueError, match="frozen"):
        lesson.version = 2


def test_seats_are_called_by_language_and_the_learner_is_you(lesson: Lesson) -> None:
    assert lesson.shown_names("ru") == {"You": "Ты", "A": "Аня", "B": "Боря"}


def test_every_phrase_is_found_with_its_step_and_field(lesson: Lesson) -> None:
    found = {(step, field) for step, field, _phrase in phrases_of(lesson)}
    assert {("", "aims.0"), ("", "rule.text"), ("", "names.A"), ("higher", "hints.1"), ("both", "done")} <= found
    assert ("higher", "feedback.9C/7D") in found
    assert all(set(phrase) == set(LANGS) for _step, _field, phrase in phrases_of(lesson))


def test_cards_to_pick_may_be_named_in_hand_table_or_talon() -> None:
    game = Game.parse("A: 6S | You: QC 7C | trump D | talon 8H 6D | table 9C/10C 9S | attack A You")
    text = dict.fromkeys(LANGS, "Which?")
    for zone, there in (("hand", "QC 7C"), ("table", "9C 10C 9S"), ("talon", "6D")):
        step = Pick.model_validate({"id": "x", "kind": "pick", "text": text, "pick": {"cards": [], "from": zone}})
        assert isinstance(step.pick, PickByName)
        assert cards_to_pick_from(step, game) == CardSet.parse(there)
        assert not right_cards(step, game)


@pytest.mark.parametrize("text", ["beaten", "moves:2", "beaten kept_trumps", "bouts:1 not_fool"])
def test_a_goal_is_written_as_it_was_read(text: str) -> None:
    assert str(read_goal(text)) == text


@pytest.mark.parametrize("text", ["", "glory", "moves", "moves:0", "moves:x", "beaten:2", "beaten, taken"])
def test_what_is_no_goal_is_refused_with_the_list_of_goals(text: str) -> None:
    with pytest.raises(ValueError, match="the goals are beaten"):
        read_goal(text)


def goal_is_reached(goal: str, position: str, *moves: str) -> bool:
    game = Game.parse(position, HouseRules(transfers=True))
    events = [event for seat, move in map(str.split, moves) for event in game.play(move, seat)]
    return read_goal(goal).is_reached(game, events)


TABLE = "A: 6S 8H | You: QC 9D | B: 7S 8S | trump D | table 9C | attack A You"
LAST = "A: 6S | You: QC | trump D | table 9C | attack A You"


@pytest.mark.parametrize(
    ("goal", "position", "moves"),
    [
        ("beaten", TABLE, ["You 9C/QC", "A pass", "B pass"]),
        ("taken", TABLE, ["You take", "A pass", "B pass"]),
        ("transferred", TABLE, ["You >9D"]),
        ("moves:1", TABLE, ["You 9C/9D"]),
        ("bouts:1", TABLE, ["You take", "A pass", "B pass"]),
        ("kept_trumps", TABLE, ["You 9C/QC"]),
        ("hand_empty", LAST, ["You 9C/QC"]),
        ("out not_fool", LAST, ["You 9C/QC", "A pass"]),
    ],
)
def test_a_goal_is_reached_by_the_last_of_these_moves(goal: str, position: str, moves: list[str]) -> None:
    assert goal_is_reached(goal, position, *moves)
    assert not goal_is_reached(goal, position, *moves[:-1])


def test_laying_a_trump_does_not_keep_it() -> None:
    assert not goal_is_reached("kept_trumps", TABLE, "You 9C/9D")


# Faults


def test_a_fault_is_a_sentence_with_file_step_field_found_and_expected() -> None:
    with pytest.raises(BadLesson) as caught:
        load_lesson(LESSONS / "broken" / "bad-move.toml")
    (fault,) = caught.value.faults
    assert (fault.file, fault.step, fault.field, fault.found) == ("bad-move.toml", "beat", "accept.0", "'9C-QC'")
    assert str(fault) == (
        "bad-move.toml: step beat: accept.0: found '9C-QC', expected a move: +9C, 9C/QC, >9D, >>9H, take or pass"
    )


def test_a_file_that_is_no_utf8_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'id = "latin"\ntitle = "Schl\xe4ge"\n')
    with pytest.raises(BadLesson, match=r"found byte 26 that is no UTF-8"):
        load_lesson(tmp_path / "latin.toml")


@pytest.mark.parametrize("text", ["", "step = 1", "step = [1]", "[[step]]", "[step]\nid = 'y'", "[[step]]\nkind = 1"])
def test_any_toml_is_told_as_faults(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.toml").write_text(text)
    with pytest.raises(BadLesson):
        load_lesson(tmp_path / "odd.toml")


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in parts for place in places(part, (*path, key)))]


SOUND = tomllib.loads((LESSONS / "sound.toml").read_text("utf-8"))
ODD: list[object] = [None, True, -1, 0.5, "", "9C", "{9C}", "You", [], ["x"], {}, {"en": "x"}, {"x": []}, [[{}]]]


@settings(deadline=None)  # the machine may be busy
@given(st.sampled_from(places(SOUND)[1:]), st.sampled_from(ODD))
def test_whatever_stands_in_a_place_of_a_lesson_is_read_or_told_as_a_fault(place: tuple[Any, ...], odd: object) -> None:
    data = copy.deepcopy(SOUND)
    *path, last = place
    functools.reduce(lambda part, key: part[key], path, data)[last] = odd
    faults: list[Fault] = []
    try:
        Lesson.model_validate(data)
    except ValidationError as error:
        faults = faults_of(error, "odd.toml", data)
    assert all(fault.found and fault.expected for fault in faults)


# The shelf


def test_lessons_lie_beside_the_package_in_a_checkout() -> None:
    assert lessons_folder() == Path(durak_tutor.__file__).parents[1] / "lessons"
    assert "02-beating" in find_lessons()


def test_an_unknown_lesson_is_refused_with_the_names_of_the_known_ones() -> None:
    assert lesson_path("sound", LESSONS) == LESSONS / "sound.toml"
    for name in ("../lessons/sound", "", "sound.toml", "03"):
        with pytest.raises(UnknownLesson, match=r"the lessons are: sound$"):
            lesson_path(name, LESSONS)
