"""What must hold in every game, under any house rules: drawn by Hypothesis, played by chance.

Over 2 000 whole games and over 20 000 positions are looked at in a normal run.
"""

import copy
import dataclasses
import pickle
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from durak_tutor.engine import (
    Attack,
    Beat,
    Card,
    CardSet,
    Deck,
    Game,
    HouseRules,
    IllegalMove,
    Move,
    Pass,
    Show,
    Take,
    Transfer,
    View,
)
from play import NAMES, deal, house_rules, random_moves, tables

Table = tuple[HouseRules, tuple[str, ...], int]

many_games = settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
some_games = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
few_games = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def all_cards(game: Game) -> list[Card]:
    """Every card that is somewhere to be seen, as often as it is."""
    laid = [card for pair in game.table for card in pair if card]
    return [*game.talon, *laid, *(card for seat in game.seats for card in game.hand(seat))]


def assert_table_is_sound(game: Game, held_at_start: int) -> None:
    cards = all_cards(game)
    assert len(cards) == len(set(cards)), "a card is doubled"
    assert len(cards) + game.discarded == game.rules.deck, "a card is lost"
    assert set(cards) <= set(Deck(game.rules.deck).cards)
    if game.talon:
        assert game.talon[-1] is game.turned
        assert game.turned.suit == game.trump
    if not game.over:
        assert len(game.table) <= game.rules.attack_limit
        assert len(game.table) <= held_at_start
        assert len(game.table) <= game.limit
        assert len(game.open_attacks) <= len(game.hand(game.defender))


@many_games
@given(tables())
def test_cards_and_limits_hold_in_every_game_and_every_game_ends(table: Table) -> None:
    game = deal(*table)
    held, defending = 0, None
    for now in random_moves(game, table[2]):
        if not now.table or now.defender != defending:
            held, defending = (0 if now.over else len(now.hand(now.defender))), now.defender
        assert_table_is_sound(now, held)
    assert game.result is not None
    left = [seat for seat in game.seats if game.hand(seat)]
    assert game.discarded + sum(len(game.hand(seat)) for seat in left) + len(game.talon) == game.rules.deck
    if game.result.fool and left:
        assert left == [game.result.fool]


@some_games
@given(tables())
def test_an_actor_is_who_has_a_legal_move(table: Table) -> None:
    for game in random_moves(deal(*table), table[2]):
        assert {seat for seat in game.seats if game.legal_moves(seat)} == set(game.actors())


@some_games
@given(tables())
def test_undo_returns_exactly(table: Table) -> None:
    game = deal(*table)
    texts: list[str] = []
    copies: list[Game] = []
    for now in random_moves(game, table[2]):
        texts.append(str(now))
        copies.append(now.copy())
    for text, before in zip(reversed(texts[:-1]), reversed(copies[:-1]), strict=True):
        game.undo()
        assert str(game) == text
        assert game == before
    with pytest.raises(IndexError):
        game.undo()


@some_games
@given(tables())
def test_a_position_round_trips_and_plays_on_alike(table: Table) -> None:
    rules, _seats, seed = table
    for game in random_moves(deal(*table), seed):
        again = Game.parse(str(game), rules)
        assert str(again) == str(game)
        assert again == game
        assert [again.legal_moves(seat) for seat in game.seats] == [game.legal_moves(seat) for seat in game.seats]


@some_games
@given(tables())
def test_a_record_round_trips(table: Table) -> None:
    game = deal(*table)
    for _ in random_moves(game, table[2]):
        pass
    again = Game.replay(game.record())
    assert again == game
    assert again.record() == game.record()
    # How many deals were thrown in for want of a trump is no part of a record; all that followed is.
    assert again.log()[1:] == game.log()[1:]


@few_games
@given(tables(), st.integers(0, 50))
def test_a_record_from_a_position_round_trips(table: Table, steps: int) -> None:
    rules, _seats, seed = table
    for number, game in enumerate(random_moves(deal(*table), seed)):
        if number == steps:
            break
    later = Game.parse(str(game), rules)
    for _ in random_moves(later, seed):
        pass
    assert Game.replay(later.record()) == later


def cards_in(value: object) -> Iterator[Card]:
    """Every card that can be reached from a value through fields, elements, keys and attributes."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, CardSet):
        yield from value
    elif isinstance(value, dict):
        yield from cards_in([*value, *value.values()])
    elif isinstance(value, tuple | list | set | frozenset):
        for element in value:
            yield from cards_in(element)
    elif dataclasses.is_dataclass(value) and not isinstance(value, HouseRules):
        yield from cards_in([getattr(value, field.name) for field in dataclasses.fields(value)])
    elif isinstance(value, Move):
        yield from cards_in([value.card, value.attack])
    elif isinstance(value, str):
        yield from (Card(word) for word in value.replace("/", " ").split() if word[-1] in "SCDH" and word[:-1].isalnum())
    else:
        assert value is None or isinstance(value, int | HouseRules), f"a view holds a {type(value)}"


@few_games
@given(tables())
def test_no_foreign_card_can_be_reached_from_a_view(table: Table) -> None:
    for game in random_moves(deal(*table), table[2]):
        for seat in game.seats:
            view = game.view(seat)
            public = {card for pair in game.table for card in pair if card} | {game.turned}
            shown = {move.card for _seat, move in game.moves if isinstance(move, Show)}
            assert set(cards_in(view)) <= set(game.hand(seat)) | public | shown
            assert isinstance(view, View)
            assert view.counts == {other: len(game.hand(other)) for other in game.seats}
            assert list(view.legal_moves) == game.legal_moves(seat)


def conceivable_moves(game: Game) -> Iterator[Move]:
    """Every card of the deck in every role: as attack, transfer, shown, against each attack on the table and one that is not."""
    yield Take()
    yield Pass()
    cards = list(Deck(game.rules.deck).cards)
    for card in cards:
        yield Attack(card)
        yield Transfer(card)
        yield Show(card)
    laid = [attack for attack, _defence in game.table]
    for attack in [*laid, next(card for card in cards if card not in laid)]:
        for card in cards:
            yield Beat(attack, card)


def some_positions(table: Table, share: float) -> Iterator[Game]:
    chance = random.Random(table[2] + 1)
    return (game for game in random_moves(deal(*table), table[2]) if chance.random() < share)


@few_games
@given(tables())
def test_play_raises_exactly_when_why_not_objects_and_then_changes_nothing(table: Table) -> None:
    rules, _seats, seed = table
    chance = random.Random(seed)
    for game in some_positions(table, 0.2):
        before = game.copy()
        conceivable = list(conceivable_moves(game))
        for move in chance.sample(conceivable, 40) + [m for seat in game.seats for m in game.legal_moves(seat)]:
            for seat in game.seats:
                reason = game.why_not(move, seat)
                attempt = game.copy()
                if reason is None:
                    attempt.play(move, seat)
                    attempt.undo()
                else:
                    with pytest.raises(IllegalMove) as refusal:
                        attempt.play(move, seat)
                    assert refusal.value.reason == reason
                assert attempt == before
                assert attempt.record() == before.record()


@few_games
@given(tables())
def test_what_would_do_is_what_all_requirements_let_through_and_what_is_legal(table: Table) -> None:
    for game in some_positions(table, 0.3):
        for seat in game.seats:
            legal = game.legal_moves(seat)
            for kind, attacks in (("attack", [None]), ("beat", game.open_attacks), ("transfer", [None]), ("show", [None])):
                for attack in attacks:
                    would = {move.card for move in legal if move.kind == kind and move.attack is attack}
                    assert set(game.would_do(kind, seat, attack)) == would


def test_more_than_twenty_thousand_positions_are_looked_at() -> None:
    """`legal_moves` equals all conceivable moves filtered through `why_not`, for every seat."""
    looked_at = 0

    @settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(tables())
    def legal_moves_are_the_conceivable_moves_without_an_objection(table: Table) -> None:
        nonlocal looked_at
        for game in some_positions(table, 0.15):
            looked_at += 1
            for seat in game.seats:
                free = [move for move in conceivable_moves(game) if game.why_not(move, seat) is None]
                assert sorted(map(str, game.legal_moves(seat))) == sorted(map(str, free))

    legal_moves_are_the_conceivable_moves_without_an_objection()
    assert looked_at >= 20_000
