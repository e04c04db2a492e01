"""What a person starts: the course in a notebook or on a page of ours, and the command line."""

from .course import home, open_lesson

__all__ = ["home", "open_lesson"]
