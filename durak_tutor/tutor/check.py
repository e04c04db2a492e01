"""The checker: proves that a lesson file is sound and the engine agrees with it, before a learner ever sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from ..engine import FIELDS, Card, Deck, Game, IllegalMove
from ..texts import card_name
from .faults import BadLesson, Fault
from .judging import Standing, explore, play_script, start_of
from .lesson import Lesson, Predict, Step, Try, load_lesson, phrases_of
from .phrases import Phrase, card_tokens
from .proofs import CODES, faults_of_step, unplayable
from .report import all_sound, table
from .shelf import find_lessons, lessons_folder

MOST_ENDS: Final = 12
"""In how many ways that a step can end the step after it is proven."""


def run(paths: Sequence[str | Path], *, report: bool) -> int:
    """Check the lessons at these paths (without any: the course) and print what was found; 1 if there are faults."""
    files = lesson_files(map(Path, paths))
    faults = check(files)
    if faults:
        print(*faults, sep="\n")
        return 1
    lessons = [load_lesson(file) for file in files]
    notes = [note for lesson, file in zip(lessons, files, strict=True) for note in notes_on(lesson, file)]
    print(table(lessons) if report else all_sound(lessons), *notes, sep="\n")
    return 0


def check(paths: Iterable[Path]) -> list[Fault]:
    """All faults of these lesson files; a folder stands for the lessons in it."""
    return [fault for file in lesson_files(paths) for fault in faults_of_file(file)]


def lesson_files(paths: Iterable[Path]) -> list[Path]:
    """The lesson files that the paths stand for; without paths, those of the course."""
    folders = list(paths) or [lessons_folder()]
    return [file for path in folders for file in (find_lessons(path).values() if path.is_dir() else [path])]


def faults_of_file(path: Path) -> list[Fault]:
    """All faults of one lesson file: those of its form or, where it has none, those that playing it shows."""
    try:
        lesson = load_lesson(path)
    except BadLesson as bad:
        return list(bad.faults)
    except OSError as error:
        return [Fault(path.name, "", "", error.strerror or "no file", "a lesson file")]
    return list(dict.fromkeys(_faults(lesson, path.name)))


def _faults(lesson: Lesson, file: str) -> Iterator[Fault]:
    yield from _faults_of_texts(lesson, file)
    ends: Sequence[Game | None] = [None]
    for step in lesson.steps:
        proven: list[Game | None] = []
        for ended in ends if step.position is None else [None]:
            faults, start = _proof(lesson, file, step, ended)
            yield from faults
            proven += [] if faults else _ends(step, start)
        ends = _distinct(proven)  # none after a fault: what goes on from there is proven when it is mended


def _proof(lesson: Lesson, file: str, step: Step, ended: Game | None) -> tuple[list[Fault], Game | None]:
    """The faults of a step that begins where the one before `ended`, and the game with which it starts."""
    try:
        start, _events = start_of(lesson, step, ended)
    except (IllegalMove, KeyError) as error:
        return [Fault(file, step.id, "before", unplayable(error), "moves that can be played")], None
    return list(faults_of_step(lesson, file, step, start)), start


def _ends(step: Step, start: Game | None) -> Iterator[Game | None]:
    """Every table that a sound step can leave behind; None for a step without one."""
    if start is None:
        yield None
    elif isinstance(step, Try):
        verdicts = [verdict for _line, verdict in explore(step, Standing(start))]
        yield from (verdict.after.game for verdict in verdicts if verdict.outcome == "right")
    elif isinstance(step, Predict):
        game = start.copy()
        play_script(game, step.script)
        yield game
    else:
        yield start


def _distinct(games: Iterable[Game | None]) -> Sequence[Game | None]:
    return list({str(game): game for game in games}.values())[:MOST_ENDS]


# --- the lesson as a whole ----------------------------------------------------------------------------------------


def notes_on(lesson: Lesson, path: Path) -> list[str]:
    """What is no fault, but worth knowing, a sentence each."""
    return [f"{path.name}: {note}" for note in _notes(lesson, path.parent)]


def _notes(lesson: Lesson, folder: Path) -> Iterator[str]:
    if lesson.next and lesson.next not in find_lessons(folder):
        yield f"next: there is no lesson {lesson.next!r} beside it yet"
    for word in lesson.teaches:
        if word in CODES and word not in lesson.codes_met:
            yield f"teaches: no step refuses with {word}"
        elif word not in (*CODES, *FIELDS):
            yield f"teaches: {word!r} is no refusal code and no house rule, so taken as the name of a skill"
    for seat in sorted(lesson.names.keys() - _seats(lesson)):
        yield f"names: nobody of the name {seat} sits at any table"


def _seats(lesson: Lesson) -> set[str]:
    positions = [(step.position, lesson.rules_of(step)) for step in lesson.steps if step.position]
    return {seat for position, rules in positions for seat in Game.parse(position, rules).seats}


# --- texts --------------------------------------------------------------------------------------------------------


def _faults_of_texts(lesson: Lesson, file: str) -> Iterator[Fault]:
    deck = Deck(lesson.rules.deck).cards
    for step, field, phrase in phrases_of(lesson):
        for token in card_tokens(phrase["en"]):
            if Card(token) not in deck:
                yield Fault(file, step, field, f"{{{token}}}", f"a card of the deck of {lesson.rules.deck}")
        for lang, name in _named_cards(phrase):
            yield Fault(file, step, f"{field}.{lang}", f"the card name {name!r}", "cards in braces, such as {9C}")


def _named_cards(phrase: Phrase) -> Iterator[tuple[str, str]]:
    for lang, text in phrase.items():
        plain = text.casefold().replace("-", " ")
        yield from ((lang, name) for name in _card_names(lang) if name in plain)


@cache
def _card_names(lang: str) -> tuple[str, ...]:
    return tuple(card_name(card, lang).casefold().replace("-", " ") for card in Deck(52).cards)
