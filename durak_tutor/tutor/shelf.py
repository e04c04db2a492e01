"""The shelf: where lesson files lie, and which there are."""

from __future__ import annotations

from pathlib import Path

import durak_tutor


class UnknownLesson(ValueError):  # noqa: N818 - what it is
    """There is no such lesson; the message names those that there are."""


def lessons_folder() -> Path:
    """`durak_tutor/lessons`, where a wheel puts them, else `lessons` beside the package, as in a checkout."""
    package = Path(durak_tutor.__file__).parent
    packed = package / "lessons"
    return packed if packed.is_dir() else package.parent / "lessons"


def find_lessons(folder: Path | None = None) -> dict[str, Path]:
    """The lesson files by id, in the order of their names."""
    return {path.stem: path for path in sorted((folder or lessons_folder()).glob("*.toml"))}


def lesson_path(lesson_id: str, folder: Path | None = None) -> Path:
    """The file of a lesson. Raises UnknownLesson, whose message names the known ones."""
    lessons = find_lessons(folder)
    if lesson_id not in lessons:
        known = ", ".join(lessons) or "none"
        raise UnknownLesson(f"there is no lesson {lesson_id!r}; the lessons are: {known}")
    return lessons[lesson_id]
