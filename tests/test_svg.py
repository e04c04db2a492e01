"""The static picture: what code hosts keep, and that nothing of the scene is missing."""

import re
from xml.etree import ElementTree

import pytest
from scenes import SCENES, card, cards, scene

from durak_tutor.table.face import back, colours, face
from durak_tutor.table.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_has_nothing_that_hosts_strip(name: str) -> None:
    picture = svg(SCENES[name])
    kept = {"svg", "title", "g", "rect", "circle", "path", "text"}
    elements = list(ElementTree.fromstring(picture).iter())
    assert {element.tag.removeprefix(SVG) for element in elements} <= kept
    assert not {"id", "class", "style", "href"} & {key for element in elements for key in element.attrib}


def test_its_title_says_what_lies_where() -> None:
    title = ElementTree.fromstring(svg(SCENES["attacked"])).findtext(f"{SVG}title")
    assert title is not None
    for told in ("Ann attacks with Q♠", "9 of clubs, beaten by queen of clubs", "Talon, 12 cards", "ace of diamonds"):
        assert told in title


@pytest.mark.parametrize("count", [1, 6, 20, 36])
def test_a_hand_of_any_size_stays_in_the_picture(count: int) -> None:
    names = [f"{rank}{suit}" for suit in "SCHD" for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    picture = ElementTree.fromstring(svg(scene(hand=cards(" ".join(names[:count])))))
    hand = list(picture)[-1]
    lefts = [float(moved.group(1)) for g in hand.iter(f"{SVG}g") if (moved := _move(g)) and float(moved.group(1)) < 0]
    assert min(lefts) >= -380


def _move(g: ElementTree.Element) -> re.Match[str] | None:
    return re.match(r"translate\((-?[\d.]+) ", g.get("transform", ""))


def test_what_people_are_called_is_written_safely() -> None:
    assert "<script>" not in svg(scene(prompt={"html": "&lt;script&gt; attacks"}))


def test_the_colours_are_those_of_the_style_sheet() -> None:
    assert colours()["red"] in face(card("9H"))
    assert colours()["blue"] in face(card("9D"), four_colours=True)
    assert colours()["back"] in back()


def test_a_marked_card_carries_a_sign_and_not_only_a_colour() -> None:
    assert face(card("9H", marked=True)).count("<path") == face(card("9H")).count("<path") + 1
