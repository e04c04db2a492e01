"""The course and its lesson place without a browser: whose progress it is, and what lesson 02 does not show."""

from pathlib import Path

import pytest

from durak_tutor.app.course import Course
from durak_tutor.app.lesson import LessonPlace
from durak_tutor.screen.session import Gesture, Greeting
from durak_tutor.tutor.lesson import load_lesson
from durak_tutor.tutor.progress import Progress
from durak_tutor.tutor.tutor import Tutor

SOUND = Path(__file__).parent / "lessons" / "sound.toml"


def buttons(place: LessonPlace) -> list[str]:
    felt = next(block for block in place.screen("en").blocks if block["id"] == "felt")
    return [button["action"] for button in felt["blocks"][0]["scene"]["buttons"]]


def title(place: LessonPlace) -> str:
    side = next(block for block in place.screen("en").blocks if block["id"] == "lesson")
    return next(block["text"] for block in side["blocks"] if block["id"] == "title")


def test_a_lesson_need_not_have_a_number() -> None:
    assert title(LessonPlace(Tutor(load_lesson(SOUND), Progress(None), "local"))) == load_lesson(SOUND).title["en"]


def on_table(kind: str, **args: str) -> Gesture:
    return Gesture("table", kind, args)


def test_the_last_of_several_moves_can_be_taken_back_until_the_step_is_solved() -> None:
    place = LessonPlace(Tutor(load_lesson(SOUND), Progress(None), "local", "both"))
    assert buttons(place) == ["take", "pass"]
    before = str(place.tutor.game)
    place.do(on_table("drop", card="QC", place="beat", attack="9C"))
    assert buttons(place) == ["take", "pass", "undo"]
    place.do(on_table("press", action="undo"))
    assert str(place.tutor.game) == before
    assert buttons(place) == ["take", "pass"]
    for card, attack in (("QC", "9C"), ("JS", "9S")):
        place.do(on_table("drop", card=card, place="beat", attack=attack))
    assert place.tutor.visit.solved
    assert buttons(place) == []


@pytest.mark.parametrize(("said", "learner"), [("abcd-efgh-jkmn", "abcd-efgh-jkmn"), ("anna", "local"), ("", "local")])
def test_only_a_code_of_ours_stands_for_a_learner(said: str, learner: str) -> None:
    progress = Progress(None)
    course = Course(progress)
    course.greet(Greeting(query="?lesson=02-beating&step=higher", learner=said))
    assert progress.resume(learner, "02-beating") == "higher"
