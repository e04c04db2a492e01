"""The checker: sound lessons pass, and every broken example is caught with the very sentences that it foretells."""

import time
from pathlib import Path

import pytest

from durak_tutor.engine import Game
from durak_tutor.engine.requirements import COMPARISONS
from durak_tutor.tutor.check import check, faults_of_file, notes_on, run
from durak_tutor.tutor.lesson import load_lesson
from durak_tutor.tutor.proves import proven
from durak_tutor.tutor.shelf import find_lessons

LESSONS = Path(__file__).parent / "lessons"
BROKEN = sorted((LESSONS / "broken").glob("*.toml"))


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_lesson_has_exactly_the_faults_named_in_its_first_lines(path: Path) -> None:
    foretold = [line.removeprefix("# fault: ") for line in path.read_text("utf-8").splitlines() if "# fault: " in line]
    assert [str(fault).removeprefix(f"{path.name}: ") for fault in faults_of_file(path)] == foretold


def test_the_sound_lesson_has_no_fault() -> None:
    assert check([LESSONS / "sound.toml"]) == []


def test_every_lesson_of_the_course_is_sound() -> None:
    begun = time.perf_counter()
    assert check([]) == []
    assert time.perf_counter() - begun < 10


def test_a_folder_stands_for_its_lessons_and_all_faults_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(LESSONS / "broken")], report=False) == 1
    lines = capsys.readouterr().out.splitlines()
    assert {line.split(":")[0] for line in lines} == {path.name for path in BROKEN}


def test_sound_lessons_give_0_and_a_missing_next_lesson_is_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(LESSONS / "sound.toml")], report=False) == 0
    assert capsys.readouterr().out == (
        "sound: sound (6 steps)\nsound.toml: next: there is no lesson 'unwritten' beside it yet\n"
    )


def test_what_is_odd_but_harmless_is_a_note(tmp_path: Path) -> None:
    text = (LESSONS / "sound.toml").read_text("utf-8")
    text = text.replace("names = {", 'names = { C = { en = "Cy", de = "Cy", ru = "Си" }, ')
    (tmp_path / "sound.toml").write_text(text.replace('"wrong_suit"]', '"too_low", "whistling"]'), "utf-8")
    assert faults_of_file(tmp_path / "sound.toml") == []
    lesson = load_lesson(tmp_path / "sound.toml")
    assert notes_on(lesson, tmp_path / "sound.toml") == [
        "sound.toml: next: there is no lesson 'unwritten' beside it yet",
        "sound.toml: teaches: no step refuses with too_low",
        "sound.toml: teaches: 'whistling' is no refusal code and no house rule, so taken as the name of a skill",
        "sound.toml: names: nobody of the name C sits at any table",
    ]


def test_a_file_that_is_not_there_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["nowhere.toml"], report=True) == 1
    assert capsys.readouterr().out == "nowhere.toml: found No such file or directory, expected a lesson file\n"


def test_the_report_counts_what_each_lesson_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([str(LESSONS)], report=True) == 0
    heading, row, met, not_met, _note = capsys.readouterr().out.splitlines()
    assert heading.split()[:3] == ["lesson", "steps", "kinds"]
    assert row.split() == ["sound", "6", "5", "3", "0", "1", "19", "6", "en", "de", "ru"]
    assert met == "codes met: defender_cannot_attack, equal_rank, wrong_suit"
    assert "too_low" in not_met


def test_the_lesson_on_beating_meets_every_comparison() -> None:
    lesson = load_lesson(find_lessons()["02-beating"])
    assert lesson.codes_met >= {comparison.code for comparison in COMPARISONS}
    assert {step.kind for step in lesson.steps} >= {"tell", "try", "pick", "answer"}


# What the engine answers


BOUT = "A: 6S | B: 7S 8S | You: QC 7D | trump D | talon 6C 8C 9D | table 9C/10C 9S | attack A B"


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        ("limit", "3"),
        ("attacks_left", "1"),
        ("attacker", "A"),
        ("defender", "B"),
        ("actor", "B"),
        ("fool", "nobody"),
        ("result", "not over"),
        ("out:A", "no"),
        ("hand:B", "2"),
        # B takes and holds five: A draws up to six and gets the whole talon.
        ("drawn:A", "3"),
        ("drawn:You", "0"),
        ("draws:1", "A"),
        ("draws:2", "nobody"),
        ("draws_trump", "A"),
    ],
)
def test_the_engine_answers_a_claim(claim: str, answer: str) -> None:
    assert proven(claim, Game.parse(BOUT)) == answer


@pytest.mark.parametrize(("claim", "answer"), [("result", "A"), ("fool", "A"), ("out:You", "yes"), ("actor", "nobody")])
def test_the_engine_answers_a_claim_about_the_end(claim: str, answer: str) -> None:
    game = Game.parse("A: 6S | You: QC | trump D | table 9C | attack A You")
    events = [*game.play("9C/QC", "You"), *game.play("pass", "A")]
    assert proven(claim, game, events) == answer


def test_a_claim_about_drawing_asks_the_events_of_the_script() -> None:
    game = Game.parse("A: 6S | You: QC | trump D | talon 7H 8D | table 9C | attack A You")
    events = [*game.play("9C/QC", "You"), *game.play("pass", "A")]
    assert [proven(claim, game, events) for claim in ("drawn:A", "draws:1", "draws_trump")] == ["2", "A", "A"]
