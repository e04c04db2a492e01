"""The course as one stage: whose progress, which language, which place is open; all inside one kernel."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from ..screen import blocks
from ..screen.blocks import Block, Screen
from ..screen.session import Gesture, Greeting
from ..screen.widget import ScreenWidget
from ..table.signs import sentence
from ..texts import LANGS, label
from ..tutor.lesson import Lesson, load_lesson
from ..tutor.phrases import Phrase, phrase
from ..tutor.progress import Notice, Progress, open_progress
from ..tutor.shelf import find_lessons, lesson_path
from ..tutor.tutor import Tutor
from .codes import is_code
from .lesson import LessonPlace

LOCAL: Final = "local"
"""The learner in a notebook."""


@functools.cache
def lesson_from(path: Path) -> Lesson:
    """The lesson in a file, read once."""
    return load_lesson(path)


class Course:
    """The stage behind a widget. It opens with the first greeting, which on our page says who comes and where to."""

    def __init__(self, progress: Progress, lesson: str = "", lang: str = "") -> None:
        self.progress = progress
        self._lesson = lesson
        self._wished = lang
        self._learner = LOCAL
        self._place: LessonPlace | None = None
        self._news: list[Phrase] = []
        lesson_from(lesson_path(lesson or _first_lesson()))  # read now, so that nobody waits for it later

    @property
    def lang(self) -> str:
        """The language: chosen here, else the learner's own, else wished for by the page, else English."""
        return self._wished or LANGS[0]

    def greet(self, greeting: Greeting) -> None:
        """Open the place that the first greeting asks for; a later one comes from another view, or goes to a step."""
        query = {name: values[0] for name, values in parse_qs(greeting.query.removeprefix("?")).items()}
        if self._place:
            self._place.go(query.get("step", ""))
        else:
            self._meet(greeting, query)

    def _meet(self, greeting: Greeting, query: Mapping[str, str]) -> None:
        self._learner = greeting.learner if is_code(greeting.learner) else LOCAL
        if not self._wished and query.get("lang") in LANGS:
            self._speak(query["lang"])  # remembered: the address loses it at once
        own = self.progress.setting(self._learner, "lang")
        wishes = (self._wished, own, greeting.lang)
        self._wished = next((lang for lang in wishes if lang in LANGS), "")
        self._place = self._open(query.get("lesson", ""), query.get("step", ""))

    def _open(self, lesson: str, step: str) -> LessonPlace:
        known = find_lessons()
        name = self._lesson or (lesson if lesson in known else _first_lesson())
        if lesson and lesson != name:
            self._news.append(phrase(lambda lang: label("ui.no_lesson", lang)))
        return LessonPlace(Tutor(lesson_from(known[name]), self.progress, self._learner, step or None))

    def do(self, gesture: Gesture) -> None:
        """Switch the language, or hand the gesture on to the place."""
        if gesture.block == "language" and gesture.kind == "choose":
            self._speak(gesture.word("value"))
        elif self._place:
            self._place.do(gesture)
            self._news.clear()

    def _speak(self, lang: str) -> None:
        if lang not in LANGS:
            raise ValueError(f"{lang!r} is none of {', '.join(LANGS)}")
        self._wished = lang
        self.progress.set_setting(self._learner, "lang", lang)

    def screen(self) -> Screen:
        """The open place, between the bar of the app and what there is to tell."""
        place = self._place or self._open("", "")
        return place.screen(self.lang, around=[self._bar()], news=list(self._told()))

    def settle(self) -> None:
        """The screen was shown."""
        if self._place:
            self._place.settle()

    def _bar(self) -> Block:
        options = [(lang, label(f"language.{lang}", lang)) for lang in LANGS]
        brand = blocks.text("brand", f"<p><strong>{sentence(label('ui.course', self.lang), self.lang)}</strong></p>")
        switch = blocks.languages("language", label("ui.language", self.lang), options, self.lang)
        return blocks.group("bar", [brand, switch], area="bar")

    def _told(self) -> Iterator[Block]:
        self._news += map(_in_words, self._notices())
        for number, news in enumerate(self._news):
            yield blocks.notice(f"news-{number}", "info", sentence(news[self.lang], self.lang))

    def _notices(self) -> Sequence[Notice]:
        return [notice for notice in self.progress.notices() if notice.code != "no_wal"]


def _in_words(notice: Notice) -> Phrase:
    return phrase(lambda lang: label(f"ui.{notice.code}", lang, name=notice.facts.get("file", "")))


def _first_lesson() -> str:
    return next(iter(find_lessons()))


def open_lesson(lesson: str, lang: str = "", data: Path | None = None) -> ScreenWidget:
    """A lesson in a notebook: show what this returns.

    `lesson` is its id, such as `"02-beating"`; `lang` one of en, de, ru (else the language chosen last); `data` the
    folder for progress. Raises UnknownLesson and ValueError, whose messages name what there is.
    """
    if lang and lang not in LANGS:
        raise ValueError(f"there are no texts in {lang!r}; the languages are {', '.join(LANGS)}")
    lesson_path(lesson)
    return _widget(Course(open_progress(data), lesson, lang))


def home() -> ScreenWidget:
    """The course as the app shows it."""
    return _widget(Course(open_progress()))


def _widget(course: Course) -> ScreenWidget:
    return ScreenWidget(course, course.progress.held)
