"""The blocks of which every screen is made, as the data that `screen.js` draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Block = dict[str, Any]
Option = tuple[str, str]
"""The value of a choice, and its text."""


@dataclass(frozen=True)
class Screen:
    """Everything that is to be seen, at one place of the app."""

    place: str
    lang: str
    title: str
    address: str
    blocks: Sequence[Block]
    data: Mapping[str, str] = field(default_factory=dict)
    """What the root carries as `data-…`."""
    focus: str = "text"
    """The block that takes the focus when the place changes: `text`, `table` or an id."""

    def message(self, revision: int) -> dict[str, Any]:
        """The screen as it is sent to a view."""
        return {
            "type": "screen", "revision": revision, "place": self.place, "lang": self.lang, "title": self.title,
            "address": self.address, "data": dict(self.data), "focus": self.focus, "blocks": list(self.blocks),
        }  # fmt: skip


def group(
    name: str, blocks: Sequence[Block], *, area: str = "", look: str = "", label: str = "", role: str = ""
) -> Block:
    """Blocks that belong together; `area` (top level): `bar`, `table` or `side`; `look`: `row`, `box` or `map`."""
    block = {"kind": "group", "id": name, "blocks": list(blocks)}
    return _with(block, area=area, look=look, label=label, role=role)


def heading(name: str, text: str, level: int = 1) -> Block:
    """A heading."""
    return {"kind": "heading", "id": name, "level": level, "text": text}


def text(name: str, html: str, *, role: str = "") -> Block:
    """Prose, already safe HTML."""
    return _with({"kind": "prose", "id": name, "html": html}, role=role)


def button(action: str, words: str, *, strong: bool = False, disabled: bool = False) -> Block:
    """A button; pressing it sends `press`."""
    return _with({"kind": "button", "id": action, "action": action, "text": words}, strong=strong, disabled=disabled)


def choice(name: str, label: str, options: Sequence[Option], chosen: str = "", *, closed: bool = False) -> Block:
    """Buttons of which one can be chosen; sends `choose` with its value. When `closed`, nothing is chosen any more."""
    buttons = [{"value": value, "text": words, "pressed": value == chosen} for value, words in options]
    return _with({"kind": "choice", "id": name, "label": label, "as": "buttons", "options": buttons}, closed=closed)


def languages(name: str, label: str, options: Sequence[Option], chosen: str) -> Block:
    """The language switch; each language is written in itself."""
    block = choice(name, label, options, chosen)
    return {**block, "as": "languages", "options": [{**each, "lang": each["value"]} for each in block["options"]]}


def number(name: str, label: str, value: str = "", *, closed: bool = False) -> Block:
    """A field for a whole number; it is sent along with `submit`, or by Enter. When `closed`, it can only be read."""
    return _with({"kind": "number", "id": name, "label": label, "min": 0, "max": 99, "value": value}, closed=closed)


def progress(words: str, step: int, done: Sequence[bool]) -> Block:
    """Where in a lesson: the step, from 1, and which steps are done."""
    return {"kind": "progress", "id": "progress", "step": step, "steps": len(done), "text": words, "done": list(done)}


def details(name: str, summary: str, blocks: Sequence[Block], *, role: str = "", opened: bool = False) -> Block:
    """Blocks behind a summary that opens them."""
    return _with({"kind": "details", "id": name, "summary": summary, "open": opened, "blocks": list(blocks)}, role=role)


def notice(name: str, tone: str, html: str, *, role: str = "") -> Block:
    """Something said: `good`, `bad`, `info` or `hint`."""
    return _with({"kind": "notice", "id": name, "tone": tone, "html": html}, role=role)


def table(scene: Block) -> Block:
    """A card table."""
    return {"kind": "table", "id": "table", "scene": scene}


def _with(block: Block, **more: object) -> Block:
    return {**block, **{key: value for key, value in more.items() if value}}
