"""Positions and games as notebooks show them: a picture, and the text for everything that draws none."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from durak_tutor import Game, HouseRules, show

POSITION = "Ann: 6S 9H | You: 7C QC | Ben: 8S | trump D | talon 10H 6D | table 9C | attack Ann You"


def title(picture: str) -> str:
    found = ElementTree.fromstring(picture).findtext("{http://www.w3.org/2000/svg}title")
    assert found
    return found


def test_a_position_lies_open() -> None:
    shown = show(POSITION)
    for card in ("six of spades", "nine of hearts", "queen of clubs", "eight of spades"):
        assert card in title(shown.svg)
    assert repr(shown) == str(Game.parse(POSITION))


def test_a_seat_sees_its_own_cards_only() -> None:
    shown = show(POSITION, seat="You")
    assert "queen of clubs" in title(shown.svg)
    assert "six of spades" not in title(shown.svg)
    assert "eight of spades" not in title(shown.svg)
    assert repr(shown) == str(Game.parse(POSITION).view("You"))


def test_it_speaks_the_language_that_is_asked_for() -> None:
    assert "Neun" in title(show(POSITION, lang="de").svg)


def test_a_game_is_shown_as_it_stands() -> None:
    game = Game.parse(POSITION)
    game.play("9C/QC", "You")
    bundle = game._repr_mimebundle_(include=None, exclude=None)
    assert bundle == {"image/svg+xml": show(game).svg, "text/plain": str(game)}
    assert "nine of clubs, beaten by queen of clubs" in title(bundle["image/svg+xml"])


def test_the_rules_of_a_position_can_be_given() -> None:
    with pytest.raises(ValueError, match="2H"):
        show("A: 2H | B: 7C | trump D | attack A B")
    assert "2H" in repr(show("A: 2H | B: 7C | trump D | attack A B", HouseRules(deck=52)))


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError, match="Zoe"):
        show(POSITION, seat="Zoe")
    with pytest.raises(ValueError, match="languages are en, de, ru"):
        show(POSITION, lang="fr")


def test_the_open_hands_of_six_lie_side_by_side() -> None:
    ranks = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
    deck = [rank + suit for suit in "SCDH" for rank in ranks]
    hands = [f"{seat}: {' '.join(deck[6 * place : 6 * place + 6])}" for place, seat in enumerate("ABCDEF")]
    picture = ElementTree.fromstring(show(" | ".join([*hands, "trump D", "attack A B"])).svg)
    reach = [_reach(seat) for seat in picture[2]]
    assert len(reach) == 6
    assert all(left[1] <= right[0] for left, right in pairwise(reach))


def _reach(seat: ElementTree.Element) -> tuple[float, float]:
    """From where to where the cards of a seat lie."""
    places = [_x(card) for card in seat[-1]]
    return _x(seat) + min(places), _x(seat) + max(places) + 46


def _x(element: ElementTree.Element) -> float:
    return float(element.attrib["transform"].removeprefix("translate(").split()[0])
