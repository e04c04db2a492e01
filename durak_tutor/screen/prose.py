"""Prose: lesson text in Markdown becomes HTML that is safe by construction, with signs for cards."""

from __future__ import annotations

import functools
from typing import Final

from markdown_it import MarkdownIt

from ..table.signs import with_signs

# Written-out HTML stays text, and nothing on a page of ours may load a picture from elsewhere.
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])


@functools.lru_cache(maxsize=512)
def prose(text: str, lang: str) -> str:
    """The text as HTML.

    >>> prose("A *trump* beats {9C} <b>", "en")[:24]
    '<p>A <em>trump</em> beat'
    """
    return with_signs(_MARKDOWN.render(text), lang)
