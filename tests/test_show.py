"""Positions and games as notebooks show them: a picture, and the text for everything that draws none."""

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
    with pytest.raises(ValueError, match="7 of hearts|7H|deck"):
        show("A: 2H | B: 7C | trump D | attack A B")
    assert "2H" in repr(show("A: 2H | B: 7C | trump D | attack A B", HouseRules(deck=52)))


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError, match="Zoe"):
        show(POSITION, seat="Zoe")
    with pytest.raises(ValueError, match="languages are en, de, ru"):
        show(POSITION, lang="fr")
