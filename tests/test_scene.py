"""Scenes: what a seat sees of games drawn at random, and nothing else."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play import deal, random_moves, tables

from durak_tutor.engine import Card, CardSet, Deck, Game, HouseRules, Pass
from durak_tutor.table.gesture import Choice
from durak_tutor.table.scene import Look, Notice, scene
from durak_tutor.texts import LANGS, card_name, label

ALL_CARDS = {str(card) for card in Deck(52).cards}
NAMES = {
    "en": {"Ann": "Ann", "Ben": "Ben", "You": "You"},
    "de": {"Ann": "Anna", "Ben": "Ben", "You": "Du"},
    "ru": {"Ann": "Аня", "Ben": "Боря", "You": "Ты"},
}
THREE = "Ann: 9C KS | You: QC 7D 8H 9H | Ben: 6S JD | trump D | table 9S | attack Ann You"


def seen(position: str | Game, seat: str = "You", **look: Any) -> dict[str, Any]:
    game = position if isinstance(position, Game) else Game.parse(position)
    lang = look.get("lang", "en")
    return scene(game, seat, Look(**{"names": NAMES[lang], **look}))


def ids(cards: list[dict[str, Any]]) -> list[str]:
    return [card["id"] for card in cards]


def words(data: object) -> Iterator[str]:
    """Every text anywhere in a scene."""
    if isinstance(data, str):
        yield data
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    for part in parts:
        yield from words(part)


# Games drawn at random


@st.composite
def moments(draw: st.DrawFn) -> Game:
    """A game at some moment of it, from the deal to the end."""
    table = draw(tables())
    moment = draw(st.integers(0, 60))
    for number, game in enumerate(random_moves(deal(*table), draw(st.integers(0, 2**32)))):
        if number == moment or game.over:
            return game
    raise AssertionError("the game went on without an end")


@given(moments(), st.sampled_from(LANGS), st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_a_scene_holds_the_cards_that_its_seat_may_see_and_no_others(game: Game, lang: str, number: int) -> None:
    seat = game.seats[number % len(game.seats)]
    data = seen(game, seat, lang=lang, names={})
    assert json.loads(json.dumps(data)) == data
    visible = game.hand(seat) | CardSet.of(card for pair in game.table for card in pair if card)
    visible |= CardSet.of([game.turned] if game.turned else [])
    assert set(words(data)) & ALL_CARDS == {str(card) for card in visible}
    for card in CardSet.of(Deck(game.rules.deck).cards) - visible:
        assert not any(card_name(card, lang) in text for text in words(data))


@given(moments(), st.integers(0, 5))
@settings(max_examples=100, deadline=None)
def test_every_part_agrees_with_the_game(game: Game, number: int) -> None:
    seat = game.seats[number % len(game.seats)]
    data = seen(game, seat, names={})
    place = game.seats.index(seat)
    assert [one["id"] for one in data["seats"]] == [*game.seats[place + 1 :], *game.seats[:place]]
    for one in [*data["seats"], data["self"]]:
        assert one["count"] == len(game.hand(one["id"]))
        assert one["attacks"] == (one["id"] == game.attacker)
        assert one["defends"] == (one["id"] == game.defender)
        assert one["turn"] == (one["id"] in game.actors())
        assert one["out"] == (one["id"] in game.out)
        assert one["cards"] is None
        assert one["label"]
    assert [(pair["attack"]["id"], pair["defence"] and pair["defence"]["id"]) for pair in data["pairs"]] == [
        (str(attack), defence and str(defence)) for attack, defence in game.table
    ]
    assert (data["talon"] or {"count": 0})["count"] == len(game.talon)
    assert (data["discard"] or {"count": 0})["count"] == game.discarded


@given(moments(), st.integers(0, 5))
@settings(max_examples=100, deadline=None)
def test_the_hand_lies_by_suit_and_rank_with_the_trumps_last(game: Game, number: int) -> None:
    seat = game.seats[number % len(game.seats)]
    hand = [Card(name) for name in ids(seen(game, seat, names={})["hand"])]
    assert set(hand) == set(game.hand(seat))
    trumps = [card.suit == game.trump for card in hand]
    assert trumps == sorted(trumps)
    suits = [card.suit for card in hand]
    runs = [suit for place, suit in enumerate(suits) if place == 0 or suits[place - 1] != suit]
    assert len(runs) == len(set(runs))
    assert all(one.rank < other.rank for one, other in itertools.pairwise(hand) if one.suit == other.suit)


@given(moments(), st.integers(0, 5))
@settings(max_examples=100, deadline=None)
def test_buttons_and_places_are_there_while_the_seat_is_in_the_game(game: Game, number: int) -> None:
    seat = game.seats[number % len(game.seats)]
    data = seen(game, seat, names={})
    plays = not game.over and seat not in game.out
    assert [button["action"] for button in data["buttons"]] == (["take", "pass"] if plays else [])
    strong = {button["action"] for button in data["buttons"] if button["strong"]}
    assert ("pass" in strong) == (plays and game.why_not(Pass(), seat) is None)
    assert "take" not in strong or seat == game.defender
    beats = [place["attack"] for place in data["places"] if place["for"] == "beat"]
    defends = plays and seat == game.defender
    assert beats == [str(attack) for attack in game.open_attacks if defends]
    assert any(place["for"] == "attack" for place in data["places"]) == (
        plays and seat != game.defender and seat in game.actors()
    )
    assert bool(data["prompt"]["html"])


@given(st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_an_onlooker_sees_no_hand(seed: int) -> None:
    game = Game.deal(HouseRules(), ("Ann", "Ben"), seed=seed)
    data = seen(game, "Nobody", names={})
    assert (data["you"], data["self"], data["hand"], data["buttons"], data["places"]) == (None, None, [], [], [])
    assert [one["id"] for one in data["seats"]] == ["Ann", "Ben"]


def test_six_seats_are_told_clockwise_from_the_readers_left() -> None:
    names = ("Ann", "Ben", "Cem", "Dora", "Emil", "You")
    game = Game.deal(HouseRules(), names, seed=3)
    assert [one["id"] for one in seen(game, "Cem", names={})["seats"]] == ["Dora", "Emil", "You", "Ann", "Ben"]


# Words


@pytest.mark.parametrize(
    ("lang", "hand", "attack", "trump"),
    [
        ("en", "4 cards", "nine of spades", "seven of diamonds, trump"),
        ("de", "4 Karten", "Pik-Neun", "Karo-Sieben, Trumpf"),
        ("ru", "4 карты", "девятка пик", "семёрка бубен, козырь"),
    ],
)
def test_labels_are_in_the_language_of_the_reader(lang: str, hand: str, attack: str, trump: str) -> None:
    data = seen(THREE, lang=lang)
    assert data["lang"] == lang
    assert hand in data["hand_label"]
    assert attack in data["pairs"][0]["label"]
    assert data["hand"][-1]["name"] == trump


@pytest.mark.parametrize(("lang", "index"), [("en", "Q"), ("de", "D"), ("ru", "Д")])
def test_indices_and_the_keys_that_jump_to_them_follow_the_language(lang: str, index: str) -> None:
    data = seen(THREE, lang=lang)
    assert next(card["index"] for card in data["hand"] if card["id"] == "QC") == index
    assert data["jump"]["Q"] == sorted({index.lower(), "q"})
    assert data["jump"]["10"] == ["0", "1"]
    assert set(data["jump"]) == {"6", "7", "8", "9", "10", "J", "Q", "K", "A"}


@pytest.mark.parametrize("lang", LANGS)
def test_seats_are_called_by_their_shown_names(lang: str) -> None:
    data = seen(THREE, lang=lang)
    assert [one["name"] for one in data["seats"]] == [NAMES[lang]["Ben"], NAMES[lang]["Ann"]]
    assert data["self"]["name"] == NAMES[lang]["You"]
    assert NAMES[lang]["Ann"] in data["prompt"]["html"]


ROLES = {
    "attacks": ("Ann: 9C | You: QC | trump D | attack Ann You", "Ann"),
    "defends": ("Ann: 9C | You: QC | trump D | attack You Ann", "Ann"),
    "takes": ("Ann: 9C 8C | You: QC 9S 9D | trump D | table 9H | attack You Ann | taking", "Ann"),
}


@pytest.mark.parametrize("role", ROLES)
def test_a_seat_carries_its_role_in_words(role: str) -> None:
    position, seat = ROLES[role]
    data = seen(position)
    one = next(one for one in data["seats"] if one["id"] == seat)
    assert one["role"] == label(f"table.role.{role}", "en")
    assert one["role"] in one["label"]


def test_who_has_passed_is_done_and_the_next_may_throw_in() -> None:
    game = Game.parse("Ann: 9C 8C | You: QC 9S | Ben: 9D | trump D | table 9H/10H | attack Ann You")
    game.play("pass", "Ann")
    ben, ann = seen(game)["seats"]
    assert (ann["passed"], ann["role"]) == (True, label("table.role.done", "en"))
    assert (ben["turn"], ben["role"]) == (True, label("table.role.throws", "en"))


def test_at_the_end_the_fool_is_named_and_nothing_can_be_pressed() -> None:
    game = Game.parse("Ann: 9C | You: QC 6D | trump D | attack Ann You")
    for move, seat in (("+9C", "Ann"), ("9C/QC", "You")):
        game.play(move, seat)
    while not game.over:
        seat = game.actors()[0]
        game.play(game.legal_moves(seat)[0], seat)
    data = seen(game)
    roles = {one["id"]: one["role"] for one in [*data["seats"], data["self"]]}
    assert roles[game.result.fool] == label("table.role.fool", "en") or game.result.fool == "You"
    assert data["buttons"] == data["places"] == []


# What lies where


def test_places_say_what_can_be_dropped_where() -> None:
    assert [(place["for"], place["attack"]) for place in seen(THREE)["places"]] == [("beat", "9S")]
    rules = {"transfers": True, "transfer_by_showing": True}
    game = Game.parse(THREE, Game.parse(THREE).rules.replace(**rules))
    assert [place["for"] for place in seen(game)["places"]] == ["beat", "transfer", "show"]
    assert [place["for"] for place in seen(THREE, "Ann")["places"]] == []
    opening = "Ann: 9C | You: QC | trump D | attack You Ann"
    assert [place["for"] for place in seen(opening)["places"]] == ["attack"]


def test_the_button_that_fits_stands_out() -> None:
    def strong(position: str, seat: str = "You") -> list[str]:
        return [button["action"] for button in seen(position, seat)["buttons"] if button["strong"]]

    assert strong(THREE) == ["take"]
    assert strong("Ann: 9C | You: QC | trump D | attack You Ann") == []
    assert strong("Ann: 9C KD | You: QC QS | trump D | table QH/KH | attack You Ann") == ["pass"]


def test_undo_is_there_only_where_it_is_allowed() -> None:
    assert "undo" in [button["action"] for button in seen(THREE, may_undo=True)["buttons"]]
    assert "undo" not in [button["action"] for button in seen(THREE)["buttons"]]


def test_who_only_looks_has_no_buttons_no_places_and_no_prompt() -> None:
    data = seen(THREE, asks_move=False)
    assert (data["buttons"], data["places"], data["prompt"]["html"]) == ([], [], "")
    assert data["hand"]


def test_open_hands_are_open_and_the_others_stay_closed() -> None:
    data = seen(THREE, open_hands=["Ann", "You"])
    cards = {one["id"]: one["cards"] for one in data["seats"]}
    assert ids(cards["Ann"]) == ["KS", "9C"]
    assert cards["Ben"] is None
    assert data["self"]["cards"] is None


def test_marks_and_picks_lie_on_their_cards() -> None:
    cards = {name: CardSet.parse(text) for name, text in {"marked": "QC", "pickable": "QC 7D", "picked": "7D"}.items()}
    hand = {card["id"]: (card["marked"], card["pick"]) for card in seen(THREE, **cards)["hand"]}
    assert hand == {"8H": (False, None), "9H": (False, None), "QC": (True, False), "7D": (False, True)}


def test_a_notice_says_tone_and_rule_and_draws_its_cards() -> None:
    data = seen(THREE, notice=Notice("{KS} <does> not", "bad", "Equal is not higher: {9H}.", 4))["notice"]
    assert (data["id"], data["tone"]) == ("4", "bad")
    assert '<span class="durak-sign" data-suit="S"' in data["html"]
    assert "&lt;does&gt;" in data["html"]
    assert data["why"]["button"] == label("ui.why", "en")
    assert seen(THREE, notice=Notice("Well"))["notice"]["why"] is None


@pytest.mark.parametrize("lang", LANGS)
def test_a_chooser_names_the_card_and_each_use_of_it(lang: str) -> None:
    choices = [Choice("beat", Card("9S")), Choice("transfer"), Choice("attack")]
    data = seen(THREE, lang=lang, chooser=(Card("9H"), choices))["chooser"]
    assert data["card"] == "9H"
    assert [(one["choice"], one.get("attack")) for one in data["choices"]] == [
        ("beat", "9S"),
        ("transfer", None),
        ("attack", None),
    ]
    assert card_name(Card("9H"), lang).lower() in data["label"].lower()
    assert len({one["text"] for one in data["choices"]}) == 3


def test_a_pile_of_beaten_cards_is_there_only_in_a_game_that_was_dealt() -> None:
    assert seen(THREE)["discard"] is None


def test_the_turned_trump_lies_under_the_talon_until_it_is_drawn() -> None:
    game = Game.deal(HouseRules(), ("Ann", "You"), seed=1)
    data = seen(game)
    assert (data["talon"]["turned"]["id"], data["talon"]["count"]) == (str(game.turned), 24)
    assert seen(THREE)["talon"] is None


def test_what_happened_becomes_motion_without_a_card_that_was_drawn() -> None:
    game = Game.deal(HouseRules(), ("Ann", "You"), seed=5)
    told = []
    while len(game.talon) == 24:
        seat = game.actors()[0]
        told += seen(game, events=game.play(game.legal_moves(seat)[0], seat))["events"]
    drew = [event for event in told if event["event"] == "drew"]
    assert drew
    assert all(set(event) == {"event", "seat", "count"} for event in drew)
    assert {event["event"] for event in told} <= {"played", "beaten", "took", "drew"}
