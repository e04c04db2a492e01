"""A Scene as one static picture without ids, styles or scripts, so that code hosts show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape, unescape
from typing import Any

from .face import Card, back, colours, face, ink, sign, tag, text

Scene = Mapping[str, Any]
Row = tuple[str, float]  # what is drawn, and how much height it takes

WIDTH, MARGIN, CARD = 760.0, 22.0, 84.0
SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


def svg(scene: Scene) -> str:
    """The table of a scene as SVG text, 760 units wide; its title says in words what lies where."""
    drawn, height = "", MARGIN
    for row, tall in (_seats(scene), _middle(scene), _prompt(scene), _hand(scene)):
        drawn += _moved(0, height, row)
        height += tall
    felt = tag("rect", width=WIDTH, height=height, rx=14, fill=colours()["felt"])
    box = f"0 0 {WIDTH:g} {height:g}"
    return tag(
        "svg", tag("title", _words(scene)), felt, drawn, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img"
    )


def _seats(scene: Scene) -> Row:
    seats = scene["seats"]
    room = WIDTH / max(len(seats), 1)
    return "".join(_moved(room * (at + 0.5), 0, _seat(seat, scene, room)) for at, seat in enumerate(seats)), 96.0


def _seat(seat: Mapping[str, Any], scene: Scene, room: float) -> str:
    told = " · ".join(filter(None, (seat["name"], seat["role"], str(seat["count"] or ""))))
    shown = _cards(seat["cards"], scene, 46, room - 10) if seat["cards"] else _fan(seat["count"])
    size = 16 if room > 150 else 13
    return _label(told, 0, 12, size, colours()["accent" if seat["turn"] else "chalk"]) + _moved(0, 24, shown)


def _fan(count: int) -> str:
    shown = min(count, 10)
    turns = ((at - (shown - 1) / 2) * 56 / max(shown, 5) for at in range(shown))
    return "".join(tag("g", back(), transform=f"rotate({turn:g} 0 66) translate(-17 4) scale(.34)") for turn in turns)


def _middle(scene: Scene) -> Row:
    pairs = scene["pairs"]
    size = CARD if len(pairs) <= 3 else CARD * 0.8
    rows = [pairs[at : at + 3] for at in range(0, len(pairs), 3)]
    height = max(len(rows) * size * 1.86, CARD * 1.6)
    piles = _moved(MARGIN, (height - CARD * 1.4) / 2, _talon(scene)) + _discard(scene, height)
    laid = "".join(_moved(0, at * size * 1.86, _pairs(row, scene, size)) for at, row in enumerate(rows))
    return piles + laid, height + 10


def _pairs(pairs: Iterable[Mapping[str, Any]], scene: Scene, size: float) -> str:
    row, step = list(pairs), size * 1.5
    left = (WIDTH - len(row) * step) / 2
    return "".join(_moved(left + at * step, 0, _pair(pair, scene, size)) for at, pair in enumerate(row))


def _pair(pair: Mapping[str, Any], scene: Scene, size: float) -> str:
    over = f"translate({size * 0.34:g} {size * 0.36:g}) rotate(5)"
    attack, defence = _card(pair["attack"], scene, size), pair["defence"]
    return attack + tag("g", _card(defence, scene, size), transform=over) if defence else attack


def _talon(scene: Scene) -> str:
    pile = scene["talon"]
    if not pile or not pile["turned"]:
        return _trump(scene)
    across = f"translate({CARD * 1.62:g} {CARD * 0.2:g}) rotate(90)"
    turned = tag("g", _card(pile["turned"], scene, CARD), transform=across)
    stock = tag("g", back(), transform=f"scale({CARD / 100:g})") if pile["count"] > 1 else ""
    badge = tag("rect", x=CARD / 2 - 17, y=CARD * 0.7 - 13, width=34, height=26, rx=13, fill=colours()["black"])
    return turned + stock + badge + _label(str(pile["count"]), CARD / 2, CARD * 0.7 + 6, 17, colours()["chalk"])


def _trump(scene: Scene) -> str:
    suit = scene["trump"]["suit"]
    paper = tag("circle", cx=24, cy=58, r=24, fill=colours()["paper"])
    return paper + sign(suit, 24, 58, 28, ink(suit, four_colours=scene["deck4"]))


def _discard(scene: Scene, height: float) -> str:
    pile = scene["discard"]
    if not pile or not pile["count"]:
        return ""
    card = tag("g", back(), transform="rotate(-4 36 50) scale(.72)")
    words = _label(pile["text"], 36, 122, 14, colours()["chalk"])
    return _moved(WIDTH - MARGIN - 72, (height - 122) / 2, card + words)


def _prompt(scene: Scene) -> Row:
    words = _plain(scene["prompt"])
    return (_label(words, WIDTH / 2, 20, 17, colours()["chalk"]), 36.0) if words else ("", 0.0)


def _hand(scene: Scene) -> Row:
    size = CARD + 6
    cards = scene["hand"]
    shown = _cards(cards, scene, size, WIDTH - 2 * MARGIN)
    return (_moved(WIDTH / 2, 0, shown), size * 1.4 + MARGIN) if cards else ("", 0.0)


def _cards(cards: Iterable[Card], scene: Scene, size: float, room: float) -> str:
    """Cards side by side around x = 0, overlapping as much as they must to find room."""
    row = list(cards)
    step = min(size * 0.84, (room - size) / max(len(row) - 1, 1))
    left = -(step * (len(row) - 1) + size) / 2
    return "".join(_moved(left + at * step, 0, _card(card, scene, size)) for at, card in enumerate(row))


def _card(card: Card, scene: Scene, size: float) -> str:
    return tag("g", face(card, four_colours=scene["deck4"]), transform=f"scale({size / 100:g})")


def _words(scene: Scene) -> str:
    piles = (scene["talon"] or scene["trump"], scene["discard"])
    table = "; ".join(pair["label"] for pair in scene["pairs"])
    hand = ", ".join(card["name"] for card in scene["hand"])
    told = [_plain(scene["prompt"]), *map(_seat_words, scene["seats"])]
    told += [f"{scene['table_label']}: {table}"] if table else []
    told += [pile["label"] for pile in piles if pile]
    told += [f"{scene['hand_label']}: {hand}"] if hand else []
    return escape(". ".join(part.rstrip(".") for part in told if part))


def _seat_words(seat: Mapping[str, Any]) -> str:
    cards = ", ".join(card["name"] for card in seat["cards"] or ())
    return f"{seat['label']}: {cards}" if cards else str(seat["label"])


def _plain(said: Mapping[str, str] | None) -> str:
    return unescape(re.sub(r"<[^>]+>", "", said["html"])) if said else ""


def _label(words: str, x: float, y: float, size: float, fill: str) -> str:
    return text(words, x, y, font_size=size, font_family=SANS, fill=fill)


def _moved(x: float, y: float, content: str) -> str:
    return tag("g", content, transform=f"translate({x:g} {y:g})")
