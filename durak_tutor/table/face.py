"""The faces and the back of the cards as SVG: places from faces.json, colours from table.css, as in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

Card = Mapping[str, Any]  # a card of a Scene

SERIF = "Georgia, 'Noto Serif', 'DejaVu Serif', serif"


def face(card: Card, *, four_colours: bool = False) -> str:
    """The face of one card in a box of 100 × 140 units; `card` has id, suit and index, it may be marked or dimmed."""
    shapes, colour = _shapes(), ink(card["suit"], four_colours=four_colours)
    rank, end = card["id"][:-1], _corner(card, colour)
    middle = _court if rank in shapes["courts"] else _pips
    parts = [*middle(rank, card["suit"], colour), end, tag("g", end, transform=_turned())]
    if card.get("dimmed"):
        parts.append(tag("rect", width=shapes["width"], height=shapes["height"], rx=shapes["corner"], opacity=0.24))
    if not card.get("marked"):
        return _paper() + "".join(parts)
    star = f"translate(17 {shapes['height'] - 18}) scale(1.4)"
    parts.append(tag("path", d=shapes["star"], transform=star, fill=colours()["accent"], stroke=colours()["on-accent"]))
    return _paper(stroke=colours()["accent"], stroke_width=4) + "".join(parts)


def back() -> str:
    """The back of a card in the same box."""
    shapes = _shapes()
    inner = tag(
        "rect", x=6, y=6, width=shapes["width"] - 12, height=shapes["height"] - 12, rx=5, fill=colours()["back"]
    )
    return _paper() + inner + tag("path", d=shapes["back"], stroke=colours()["back-line"], stroke_width=1.4)


def sign(suit: str, x: float, y: float, size: float, fill: str, turn: int = 0) -> str:
    """The sign of a suit around a point, `size` units high."""
    turned = f" rotate({turn})" if turn else ""
    place = f"translate({x:g} {y:g}){turned} scale({size / 100:g})"
    return tag("path", d=_shapes()["suits"][suit], fill=fill, transform=place)


def ink(suit: str, *, four_colours: bool) -> str:
    """The colour of a suit in the two-coloured or the four-coloured deck."""
    two = {"S": "black", "C": "black", "D": "red", "H": "red"}
    return colours()[{**two, "D": "blue", "C": "green"}[suit] if four_colours else two[suit]]


@cache
def colours() -> dict[str, str]:
    """The colours at the top of table.css by their names without the prefix."""
    css = Path(__file__).with_name("table.css").read_text("utf-8")
    return dict(re.findall(r"--durak-([a-z-]+): (#[0-9a-f]{6});", css))


def text(words: str, x: float, y: float, **look: Any) -> str:
    """A line of bold text around x."""
    return tag("text", escape(words), x=x, y=y, font_weight=700, text_anchor="middle", **look)


def tag(name: str, *content: str, **attributes: Any) -> str:
    """An element with content that is already SVG; an underscore in an attribute stands for a dash."""
    written = "".join(f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def _value(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else escape(str(value))


@cache
def _shapes() -> dict[str, Any]:
    shapes: dict[str, Any] = json.loads(Path(__file__).with_name("faces.json").read_text("utf-8"))
    return shapes


def _paper(**look: Any) -> str:
    shapes = _shapes()
    box = {"x": 0.5, "y": 0.5, "width": shapes["width"] - 1, "height": shapes["height"] - 1, "rx": shapes["corner"]}
    return tag("rect", **box, fill=colours()["paper"], **{"stroke": colours()["edge"], **look})


def _corner(card: Card, colour: str) -> str:
    place, index = _shapes()["index"], card["index"]
    wide = place["width"] / len(index)
    fit = {"textLength": wide, "lengthAdjust": "spacingAndGlyphs"} if len(index) > 1 else {}
    look = {"font_size": place["size"], "font_family": SERIF, "fill": colour, **fit}
    starts = (place["x"] + (at - (len(index) - 1) / 2) * wide for at in range(len(index)))
    letters = "".join(text(letter, x, place["y"], **look) for letter, x in zip(index, starts, strict=True))
    x, y, size = place["suit"]
    return letters + sign(card["suit"], x, y, size, colour)


def _pips(rank: str, suit: str, colour: str) -> Iterator[str]:
    shapes = _shapes()
    middle = shapes["height"] / 2
    if rank == "A":
        yield sign(suit, shapes["width"] / 2, middle, shapes["ace"], colour)
    for x, y in shapes["pips"].get(rank, ()):
        yield sign(suit, x, y, shapes["pip"], colour, 180 if y > middle else 0)


def _court(rank: str, suit: str, colour: str) -> Iterator[str]:
    shapes, fills = _shapes(), {**colours(), "suit": colour, "ink": colours()["black"]}
    half = "".join(tag("path", d=d, fill=fills[name]) for name, d in shapes["courts"][rank])
    x, y, width, height = shapes["panel"]
    yield tag("rect", x=x, y=y, width=width, height=height, rx=4, fill=fills["panel"], stroke=colour)
    yield half + tag("g", half, transform=_turned())
    x, y, radius, size = shapes["medal"]
    yield tag("circle", cx=x, cy=y, r=radius, fill=fills["paper"], stroke=fills["gold"], stroke_width=1.5)
    yield sign(suit, x, y, size, colour)


def _turned() -> str:
    return f"rotate(180 {_shapes()['width'] / 2:g} {_shapes()['height'] / 2:g})"
