"""The tutor: lessons taken to their end, rightly and wrongly, with help, and gone on with after every single step."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_tutor.engine import Beaten, Card, CardSet, Move, Played, Took, parse_move
from durak_tutor.texts import LANGS
from durak_tutor.tutor.feedback import Feedback, Hint
from durak_tutor.tutor.judging import right_cards
from durak_tutor.tutor.lesson import Lesson, Pick, Tell, Try, load_lesson
from durak_tutor.tutor.phrases import card_tokens
from durak_tutor.tutor.progress import Progress, open_progress
from durak_tutor.tutor.shelf import find_lessons
from durak_tutor.tutor.tasks import Given
from durak_tutor.tutor.tutor import Tutor

SOUND = load_lesson(Path(__file__).parent / "lessons" / "sound.toml")
LESSONS = [SOUND, *map(load_lesson, find_lessons().values())]


@pytest.fixture(params=LESSONS, ids=lambda lesson: lesson.id)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    found: Lesson = request.param
    return found


@pytest.fixture
def progress() -> Progress:
    return Progress(None)


@pytest.fixture
def tutor(progress: Progress) -> Tutor:
    return Tutor(SOUND, progress, "ann")


def at(tutor: Tutor, step: str) -> Tutor:
    assert tutor.step.id == step or tutor.go(step)
    return tutor


def right_answers(tutor: Tutor) -> list[Given]:
    """What the lesson file says is right, one after the other."""
    step = tutor.step
    if isinstance(step, Tell):
        return []
    if isinstance(step, Try):
        return [step.accept[0]] if step.accept else [parse_move("9C/QC"), parse_move("9S/JS")]
    if isinstance(step, Pick):
        return [right_cards(step, tutor.game)] if tutor.game else []
    return [step.answer.text]


def wrong_answers(tutor: Tutor) -> list[Given]:
    """Two wrong tries, of those that the lesson file foresees where it can."""
    step = tutor.step
    if isinstance(step, Tell):
        return []
    if isinstance(step, Try):
        foreseen: list[Given] = [*step.refuse, *(move for move in step.feedback if move not in step.accept)]
        return [*foreseen, parse_move("+AD")][:2]
    if isinstance(step, Pick):
        right = right_cards(step, tutor.game) if tutor.game else CardSet(0)
        return [right ^ CardSet.of([card]) for card in list(tutor.visit.task.cards)[:2]]
    if tutor.visit.task.asks == "number":
        return [int(step.answer.text) + 1, int(step.answer.text) + 2]
    wrong = [choice.value for choice in tutor.visit.task.choices if choice.value != step.answer.text]
    return [wrong[0], wrong[-1]]


def is_complete(feedback: Feedback) -> bool:
    phrases = [feedback.say, feedback.why, feedback.hint.text if feedback.hint else None]
    return all(set(phrase) == set(LANGS) and all(phrase.values()) for phrase in phrases if phrase)


# The whole way


def test_a_lesson_is_taken_to_its_end_with_right_answers(lesson: Lesson, progress: Progress) -> None:
    tutor = Tutor(lesson, progress, "ann")
    for number in range(1, len(lesson.steps) + 1):
        assert tutor.number == number
        for answer in right_answers(tutor):
            feedback = tutor.attempt(answer)
            assert feedback.tone == "good"
            assert is_complete(feedback)
        assert tutor.visit.solved or tutor.visit.task.asks == "nothing"
        assert tutor.next() != (number == len(lesson.steps))
    assert tutor.is_last
    assert set(tutor.results.values()) <= {"right", "read"}
    assert list(tutor.results) == [step.id for step in lesson.steps]


def test_two_wrong_answers_before_each_right_one_bring_help_and_the_end_is_reached(
    lesson: Lesson, progress: Progress
) -> None:
    tutor = Tutor(lesson, progress, "ann")
    for _ in lesson.steps:
        for tries, answer in enumerate(wrong_answers(tutor), 1):
            before = str(tutor.game)
            feedback = tutor.attempt(answer)
            assert (feedback.tone, feedback.done, bool(feedback.hint)) == ("bad", False, tries == 2)
            assert is_complete(feedback)
            assert str(tutor.game) == before
        for answer in right_answers(tutor):
            feedback = tutor.attempt(answer)
        assert tutor.visit.solved or tutor.visit.task.asks == "nothing"
        tutor.next()
    assert set(tutor.results.values()) <= {"helped", "read"}
    assert progress.results("ann", lesson.id) == tutor.results


def test_every_step_can_be_shown_and_then_counts_as_shown(lesson: Lesson, progress: Progress) -> None:
    tutor = Tutor(lesson, progress, "ann")
    for step in lesson.steps:
        feedback = tutor.solution()
        assert feedback.tone == "info"
        assert is_complete(feedback)
        assert tutor.visit.solved == (not isinstance(step, Tell))
        tutor.next()
    assert set(tutor.results.values()) <= {"shown", "read"}


# Going on after a reload


def state(tutor: Tutor) -> tuple[object, ...]:
    visit = tutor.visit
    hint = visit.hint and (visit.hint.grade, visit.hint.text)
    return tutor.step.id, str(tutor.game), visit.solved, visit.given if visit.solved else "", visit.failures, hint


def test_a_reload_after_anything_at_all_finds_everything_as_it_was(lesson: Lesson, tmp_path: Path) -> None:
    tutor = Tutor(lesson, open_progress(tmp_path), "ann")

    def reloaded() -> Tutor:
        again = Tutor(lesson, open_progress(tmp_path), "ann")
        assert state(again) == state(tutor)
        assert again.results == tutor.results
        return again

    for _ in lesson.steps:
        tutor = reloaded()
        for answer in wrong_answers(tutor):
            tutor.attempt(answer)
            reloaded()
        for answer in right_answers(tutor):
            tutor.attempt(answer)
        reloaded()
        tutor.next()
    reloaded()


def test_the_address_goes_before_where_the_learner_left_off(progress: Progress) -> None:
    Tutor(SOUND, progress, "ann").go("which")
    assert Tutor(SOUND, progress, "ann", step="both").step.id == "both"
    assert Tutor(SOUND, progress, "ann", step="unknown").step.id == "both"
    assert Tutor(SOUND, progress, "ben").step.id == "welcome"


def test_a_reload_is_no_new_beginning(progress: Progress) -> None:
    at(Tutor(SOUND, progress, "ann"), "higher").hint()
    for address in (None, "higher"):
        assert Tutor(SOUND, progress, "ann", step=address).visit.hint
    assert [line.outcome for line in progress.attempts("ann", "sound")] == ["begun", "begun", "hint"]


def test_what_a_later_version_does_not_accept_any_more_is_not_repeated(progress: Progress) -> None:
    at(Tutor(SOUND, progress, "ann"), "higher").attempt("9C/QC")
    steps = [
        {"id": "higher", "kind": "try", "text": SOUND.title, "position": "A: 6S | You: 7D | trump D | attack You A"}
    ]
    names = {"id": "sound", "version": 2, "title": SOUND.title, "step": [steps[0] | {"accept": ["+7D"]}]}
    tutor = Tutor(Lesson.model_validate(names), progress, "ann")
    assert not tutor.visit.solved


# Trying


def test_a_refused_move_is_explained_and_changes_nothing(tutor: Tutor) -> None:
    before = str(at(tutor, "higher").game)
    feedback = tutor.attempt("9C/KS")
    assert feedback.reason
    assert feedback.reason.code == "wrong_suit"
    assert feedback.say["en"].startswith("{KS} does not beat {9C}: another suit")
    assert feedback.why
    assert feedback.events == ()
    assert str(tutor.game) == before


def test_the_files_own_words_are_said_of_a_foreseen_move(tutor: Tutor) -> None:
    feedback = at(tutor, "higher").attempt("9C/9H")
    assert feedback.say["de"] == "Das denken viele."
    assert feedback.reason
    assert feedback.why


def test_an_allowed_move_that_is_not_asked_for_is_shown_with_its_reply_and_taken_back(tutor: Tutor) -> None:
    before = str(at(tutor, "higher").game)
    feedback = tutor.attempt("9C/7D")
    assert feedback.say["en"].startswith("Keep the trump.")
    assert [type(event) for event in feedback.events] == [Played, Played, Played, Beaten]
    assert feedback.taken_back
    assert feedback.taken_back.attacker == "You"
    assert str(tutor.game) == before


def test_a_solution_is_answered_by_the_scripted_replies(tutor: Tutor) -> None:
    feedback = at(tutor, "higher").attempt("9C/QC")
    assert feedback.done
    assert [event.seat for event in feedback.events if isinstance(event, Played)] == ["You", "A", "B"]
    assert tutor.game
    assert tutor.game.attacker == "You"


def test_a_goal_may_take_several_moves_in_any_order(tutor: Tutor) -> None:
    assert not at(tutor, "both").attempt("9S/JS").done
    assert tutor.attempt("9C/7D").done
    assert tutor.visit.given == "9S/JS 9C/7D"
    assert tutor.visit.feedback
    assert tutor.visit.feedback.say["en"] == "Both are gone."


def test_the_last_of_several_moves_can_be_taken_back(tutor: Tutor) -> None:
    before = str(at(tutor, "both").game)
    assert not tutor.undo()
    tutor.attempt("9S/7D")
    assert tutor.undo()
    assert str(tutor.game) == before
    for move in ("9S/JS", "9C/QC"):
        tutor.attempt(move)
    assert not tutor.undo()


def test_a_step_goes_on_from_where_this_learner_ended_the_one_before(progress: Progress) -> None:
    text, word = dict(SOUND.title), {"take": dict(SOUND.title)}
    first = {
        "id": "one",
        "kind": "try",
        "text": text,
        "accept": ["9C/QC", "9C/7D"],
        "then": ["A +9S"],
        "feedback": word,
    }
    first["position"] = "A: 6S 9S | You: QC QS 7D | trump D | table 9C | attack A You"
    then = {"id": "two", "kind": "tell", "text": text}
    lesson = Lesson.model_validate({"id": "x", "version": 1, "title": text, "step": [first, then]})
    for learner, card in (("ann", "7D"), ("ben", "QC"), ("eve", None)):
        tutor = Tutor(lesson, progress, learner)
        if card:
            tutor.attempt(f"9C/{card}")
        tutor.next()
        assert tutor.game
        assert tutor.game.table == ((Card("9C"), Card(card or "QC")), (Card("9S"), None))


def test_a_prediction_is_played_out_once_it_is_right(tutor: Tutor) -> None:
    before = str(at(tutor, "who-draws").game)
    assert tutor.attempt("B").events == ()
    assert str(tutor.game) == before
    assert any(isinstance(event, Took) for event in tutor.attempt("You").events)
    assert str(tutor.game) != before


def test_what_is_shown_first_is_told_apart_from_the_position(tutor: Tutor) -> None:
    assert tutor.visit.entered == (Played("A", parse_move("+9C")),)
    assert at(tutor, "higher").visit.entered == ()


def test_what_is_shown_first_is_not_shown_again_on_trying_again_or_after_a_reload(tutor: Tutor) -> None:
    tutor.retry()
    assert tutor.visit.entered == ()
    assert tutor.game
    assert tutor.game.table
    assert Tutor(SOUND, tutor.progress, "ann").visit.entered == ()


def test_the_table_judges_moves_that_are_not_asked_for(tutor: Tutor) -> None:
    assert tutor.attempt(parse_move("9C/KS")).reason
    assert tutor.attempt(parse_move("9C/QC")).tone == "info"
    at(tutor, "higher").attempt("9C/QC")
    assert tutor.attempt(parse_move("9C/KS")).reason
    assert [line.outcome for line in tutor.progress.attempts("ann", "sound")] == ["begun", "begun", "right"]


def test_a_text_that_is_no_move_is_refused(tutor: Tutor) -> None:
    with pytest.raises(ValueError, match="is not a move"):
        at(tutor, "higher").attempt("nine")


def test_cards_are_marked_and_unmarked_and_tell_what_is_wrong_by_number(tutor: Tutor) -> None:
    at(tutor, "which")
    for card in ("9H", "QC", "9C", "9H", "8C"):
        tutor.visit.mark(Card(card))
    assert str(tutor.visit.marked) == "8C QC"
    feedback = tutor.attempt(tutor.visit.marked)
    assert feedback.say["en"].startswith("1 right, 1 too many, and 1 card is missing.")
    assert feedback.reason
    assert feedback.reason.code == "too_low"


@pytest.mark.parametrize(
    ("step", "nothing"), [("which", ()), ("how-many", "soon"), ("how-many", ""), ("who-draws", "C")]
)
def test_no_answer_is_no_try(tutor: Tutor, step: str, nothing: Given) -> None:
    assert at(tutor, step).attempt(nothing).tone == "info"
    assert tutor.visit.failures == 0


def test_a_wrong_number_is_told_from_which_side(tutor: Tutor) -> None:
    assert "More than 2" in at(tutor, "how-many").attempt(2).say["en"]
    assert tutor.attempt(6).say["en"] == "Count your hand."
    assert "Fewer than 5" in tutor.attempt("5").say["en"]


# Help


def candidates(tutor: Tutor) -> set[str]:
    """The cards that would do, as they are written in texts; what lies on the table may be named at any time."""
    cards = tutor.visit.task.engine_hint(4).cards | tutor.visit.task.engine_hint(3).cards
    table = [card for pair in tutor.game.table for card in pair if card] if tutor.game else []
    return set(map(str, cards - CardSet.of(table)))


def named(feedback: Feedback | Hint) -> set[str]:
    phrases = [feedback.text] if isinstance(feedback, Hint) else [feedback.say, feedback.why]
    return {card for phrase in phrases if phrase for text in phrase.values() for card in card_tokens(text)}


def test_hints_grow_from_a_question_to_the_move_and_name_no_candidate_before_grade_3(
    lesson: Lesson, progress: Progress
) -> None:
    tutor = Tutor(lesson, progress, "ann")
    for step in lesson.steps:
        at(tutor, step.id)
        hints = [tutor.hint() for _ in range(5)]
        if isinstance(step, Tell):
            assert hints == [None] * 5
            continue
        assert [hint and hint.grade for hint in hints] == [1, 2, 3, 4, 4]
        for hint in hints[:2]:
            assert hint
            assert not hint.cards
            assert not named(hint) & candidates(tutor)
        if isinstance(step, Try):
            assert hints[3]
            assert hints[3].move in step.accept or not step.accept


def test_the_move_of_the_last_hint_solves_the_step(tutor: Tutor) -> None:
    at(tutor, "higher")
    hint = [tutor.hint() for _ in range(4)][-1]
    assert hint
    assert hint.move
    assert tutor.attempt(hint.move).done
    assert tutor.results["higher"] == "shown"


def test_a_hint_speaks_of_the_table_as_it_stands_in_the_middle_of_a_line(tutor: Tutor) -> None:
    at(tutor, "both").attempt("9C/QC")
    hints = [tutor.hint() for _ in range(4)]
    assert [str(hint.cards) for hint in hints if hint] == ["-", "-", "JS 7D", "JS"]


def test_help_comes_unasked_after_every_second_failure(tutor: Tutor) -> None:
    at(tutor, "higher")
    grades = [(hint := tutor.attempt("9C/KS").hint) and hint.grade for _ in range(10)]
    assert grades == [None, 1, None, 2, None, 3, None, 4, None, None]


def test_a_hint_that_was_asked_for_starts_the_count_again(tutor: Tutor) -> None:
    at(tutor, "higher").attempt("9C/KS")
    tutor.hint()
    assert tutor.attempt("9C/KS").hint is None
    hint = tutor.attempt("9C/KS").hint
    assert hint
    assert hint.grade == 2


def test_the_files_hint_goes_before_that_of_the_engine(tutor: Tutor) -> None:
    hint = at(tutor, "higher").hint()
    assert hint
    assert hint.text["en"] == "Which suit is it?"


def test_the_solution_is_played_and_told(tutor: Tutor) -> None:
    feedback = at(tutor, "both").solution()
    assert feedback.done
    assert feedback.say["en"] == "Play {QC} on {9C}: the same suit, and higher."
    assert any(isinstance(event, Beaten) for event in feedback.events)
    assert tutor.results["both"] == "shown"


def test_once_it_is_solved_there_is_no_more_help(tutor: Tutor) -> None:
    at(tutor, "higher").attempt("9C/QC")
    assert tutor.hint() is None
    assert not tutor.solution().events
    assert tutor.results["higher"] == "right"


def test_trying_again_begins_the_step_with_a_clean_slate(tutor: Tutor) -> None:
    at(tutor, "higher").solution()
    tutor.retry()
    assert not tutor.visit.solved
    assert tutor.attempt("9C/QC").done
    assert tutor.results["higher"] == "right"


# Getting about


def test_leaving_a_step_notes_whether_it_was_read_or_skipped(tutor: Tutor) -> None:
    assert not tutor.back()
    assert tutor.next()
    assert tutor.next()
    assert tutor.results == {"welcome": "read", "higher": "skipped"}
    assert tutor.back()
    tutor.attempt("9C/QC")
    assert tutor.results["higher"] == "right"


def test_passing_through_a_solved_step_again_does_not_skip_it(tutor: Tutor) -> None:
    at(tutor, "higher").attempt("9C/QC")
    tutor.back()
    tutor.next()
    tutor.next()
    assert tutor.results["higher"] == "right"


def test_there_is_no_way_to_a_step_that_is_not_there(tutor: Tutor) -> None:
    assert not tutor.go("nowhere")
    assert tutor.step.id == "welcome"


def test_the_log_tells_what_was_tried_and_what_came_of_it(tutor: Tutor) -> None:
    at(tutor, "higher").attempt("9C/KS")
    tutor.attempt("take")
    tutor.attempt("9C/QC")
    lines = tutor.progress.attempts("ann", "sound")[2:]
    told = [(line.outcome, line.tried, line.code, line.grade) for line in lines]
    assert told == [
        ("refused", "9C/KS", "wrong_suit", None),
        ("wrong", "take", "", None),
        ("hint", "", "", 1),
        ("right", "9C/QC", "", None),
    ]
    assert {(line.step, line.lesson_version) for line in lines} == {("higher", 1)}


def test_a_lost_disk_is_said_once_and_stops_nobody(tmp_path: Path) -> None:
    progress = open_progress(tmp_path / "data")
    tutor = at(Tutor(SOUND, progress, "ann"), "higher")
    shutil.rmtree(tmp_path / "data")
    assert tutor.attempt("9C/QC").done
    assert tutor.next()
    assert [notice.code for notice in progress.notices()] == ["not_saved"]
    assert tutor.results["higher"] == "right"


# Anything at all


def all_moves() -> Iterator[Move]:
    cards = ["QC", "JC", "9H", "KS", "7D", "9C", "9S", "JS", "AD"]
    yield from map(parse_move, ("take", "pass", *(sign + card for sign in ("+", ">", ">>") for card in cards)))
    yield from (parse_move(f"{attack}/{card}") for attack in ("9C", "9S", "QC") for card in cards)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([step.id for step in SOUND.steps]), st.lists(st.sampled_from(list(all_moves())), max_size=6))
def test_whatever_is_tried_on_the_table_is_answered_and_a_wrong_try_changes_nothing(
    step: str, tries: list[Move]
) -> None:
    tutor = at(Tutor(SOUND, Progress(None), "ann"), step)
    for move in tries:
        before = str(tutor.game)
        feedback = tutor.attempt(move)
        assert is_complete(feedback)
        if feedback.tone != "good":
            assert str(tutor.game) == before
            tried = {str(move.card), str(move.attack)}
            assert tutor.visit.solved or not named(feedback) & candidates(tutor) - tried
