"""The learner's code: what it looks like, and a new one; no name, no password, only something nobody guesses."""

from __future__ import annotations

import re
import secrets
from typing import Final

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # without i, l, o, 0 and 1, which look alike when written down
SHAPE: Final = re.compile(rf"[{LETTERS}]{{4}}(-[{LETTERS}]{{4}}){{2,7}}")  # 12 of 31 letters are 59 bits


def new_code() -> str:
    """A code that nobody has yet: twelve letters and digits in groups of four, `abcd-efgh-jkmn`."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


def is_code(text: str) -> bool:
    """Whether `text` may stand for a learner; shorter ones could be guessed and are refused.

    >>> is_code("abcd-efgh-jkmn"), is_code("abcd-efgh"), is_code("anna")
    (True, False, False)
    """
    return SHAPE.fullmatch(text) is not None
