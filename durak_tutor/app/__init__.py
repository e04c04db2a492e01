"""What a person starts: the course in a notebook or on a page of ours, and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .course import home, open_lesson

__all__ = ["home", "open_lesson"]


def __getattr__(name: str) -> Any:
    # Only when asked for: widgets that are imported before their kernel runs (kernel.py) would never hear of it.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import course

    return getattr(course, name)
