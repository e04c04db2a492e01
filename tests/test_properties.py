"""What must hold in every game, under any house rules: drawn by Hypothesis, played by chance.

Over 2 000 whole games and over 20 000 positions are looked at in a normal run.
"""

import dataclasses
import functools
import itertools
import operator
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from play import deal, random_moves, tables

from durak_tutor.engine import (
    Attack,
    Beat,
    Beaten,
    Card,
    CardSet,
    Deck,
    Event,
    Game,
    HouseRules,
    IllegalMove,
    Move,
    Pass,
    Played,
    Show,
    Take,
    Took,
    Transfer,
    View,
)

Table = tuple[HouseRules, tuple[str, ...], int]

many_games = settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
some_games = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
few_games = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def some_positions(table: Table, share: float) -> Iterator[Game]:
    """About this share of all positions of the game."""
    chance = random.Random(table[2] + 1)
    return (game for game in random_moves(deal(*table), table[2]) if chance.random() < share)


def assert_table_is_sound(game: Game, held_at_start: int) -> None:
    laid = CardSet.of(card for pair in game.table for card in pair if card)
    lots = [CardSet.of(game.talon), laid, *map(game.hand, game.seats)]
    together = functools.reduce(operator.or_, lots)
    assert len(together) == sum(map(len, lots)), "a card is doubled"
    assert len(together) + game.discarded == game.rules.deck, "a card is lost"
    assert together <= Deck(game.rules.deck).cards
    if game.talon:
        assert game.talon[-1] is game.turned
        assert game.turned.suit == game.trump
    if not game.over:
        assert len(game.table) <= game.limit <= game.rules.attack_limit
        assert len(game.table) <= held_at_start
        assert len(game.open_attacks) <= len(game.hand(game.defender))
        if game.first:
            assert len(game.table) <= game.rules.first_limit


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


def expected_actors(game: Game) -> list[str]:
    """Who may act, worked out once more from what everybody sees: clockwise from the attacker, the defender last."""
    rules, start = game.rules, game.seats.index(game.attacker)
    circle = [seat for seat in game.seats[start:] + game.seats[:start] if seat not in game.out]
    attacker, defender, *others = circle
    assert defender == game.defender
    if not game.table or game.opening:
        return [attacker]
    may_throw = {"all": [attacker, *others], "neighbours": [attacker, *others[:1]], "attacker": [attacker]}
    asked = [seat for seat in may_throw[rules.throwers] if seat not in game.passed and game.hand(seat)]
    if rules.throw_in_order == "attacker_first":
        del asked[1:]
    if not game.open_attacks or game.taking:
        return asked
    return [*asked, defender] if rules.throw_in_timing == "anytime" else [defender]


@some_games
@given(tables())
def test_seats_are_asked_clockwise_from_the_attacker(table: Table) -> None:
    for game in random_moves(deal(*table), table[2]):
        assert list(game.actors()) == ([] if game.over else expected_actors(game))


def passes_after(passed: set[str], events: list[Event], *, opening: bool, rules: HouseRules) -> set[str]:
    """Whose pass holds after these events, worked out once more; `opening` is whether the opener might still add."""
    for event in events:
        if isinstance(event, Beaten | Took):
            passed = set()
        elif isinstance(event, Played) and event.move.kind == "pass" and not opening:
            passed = passed | {event.seat}
        elif (
            isinstance(event, Played) and event.move.kind in ("attack", "beat", "transfer") and rules.passing == "reset"
        ):
            passed = set()
    return passed


@some_games
@given(tables())
def test_a_pass_holds_until_a_new_card_clears_it_or_the_bout_ends(table: Table) -> None:
    passed: set[str] = set()
    seen, opening = 0, False
    for game in random_moves(deal(*table), table[2]):
        log = game.log()
        passed = passes_after(passed, log[seen:], opening=opening, rules=game.rules)
        assert set(game.passed) == passed
        seen, opening = len(log), game.opening


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
    rules, _seats, _seed = table
    for game in some_positions(table, 0.4):
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
    game = deal(*table)
    for _ in itertools.islice(random_moves(game, seed), steps):
        pass
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
        yield from (
            Card(word) for word in value.replace("/", " ").split() if word[-1] in "SCDH" and word[:-1].isalnum()
        )
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
    """Every card of the deck in every role: attack, transfer, shown, against each attack and against one not laid."""
    yield Take()
    yield Pass()
    cards = list(Deck(game.rules.deck).cards)
    for card in cards:
        yield Attack(card)
        yield Transfer(card)
        yield Show(card)
    laid = [attack for attack, _defence in game.table]
    for attack in laid:
        for card in cards:
            yield Beat(attack, card)
    not_laid = next(card for card in cards if card not in laid)
    for card in cards[::5]:
        yield Beat(not_laid, card)


@few_games
@given(tables())
def test_play_raises_exactly_when_why_not_objects_and_then_changes_nothing(table: Table) -> None:
    chance = random.Random(table[2])
    for game in some_positions(table, 0.2):
        text, record, legal = str(game), game.record(), [game.legal_moves(seat) for seat in game.seats]
        for move in [*chance.sample(list(conceivable_moves(game)), 15), *(move for moves in legal for move in moves)]:
            for seat in game.seats:
                if reason := game.why_not(move, seat):
                    with pytest.raises(IllegalMove) as refusal:
                        game.play(move, seat)
                    assert refusal.value.reason == reason
                else:
                    game.play(move, seat)
                    game.undo()
                assert str(game) == text
        if game.moves:  # nor does a refusal leave a trace in what can be taken back
            seat, last = game.moves[-1]
            game.undo()
            game.play(last, seat)
        assert str(game) == text
        assert game.record() == record
        assert [game.legal_moves(seat) for seat in game.seats] == legal


@few_games
@given(tables())
def test_what_would_do_is_what_all_requirements_let_through_and_what_is_legal(table: Table) -> None:
    for game in some_positions(table, 0.3):
        for seat in game.seats:
            legal = game.legal_moves(seat)
            for kind, attacks in (
                ("attack", [None]),
                ("beat", game.open_attacks),
                ("transfer", [None]),
                ("show", [None]),
            ):
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
        for game in some_positions(table, 0.25 if looked_at < 20_000 else 0):
            looked_at += 1
            conceivable = list(conceivable_moves(game))
            for seat in game.seats:
                legal = game.legal_moves(seat)
                assert set(legal) == {move for move in conceivable if game.why_not(move, seat) is None}
                assert len(legal) == len(set(legal))

    legal_moves_are_the_conceivable_moves_without_an_objection()
    assert looked_at >= 20_000
