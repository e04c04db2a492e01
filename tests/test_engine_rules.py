"""House rules: fields, refused combinations, presets, notes; and deals: seeds, decks, who opens."""

import copy
import pickle
import random
from collections import Counter

import pytest

from durak_tutor.engine import FIELDS, ORIGINS, PRESETS, Card, CardSet, Deck, Game, HouseRules, Opens, RulesError

# --- fields -------------------------------------------------------------------------------------------------------

RULE_BOOK = {
    "deck": (36, 24, 32, 52),
    "hand_size": (6, 4, 5, 7, 8),
    "max_players": (6, 2, 3, 4, 5),
    "attack_limit": (6, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12),
    "first_attack_limit": (None, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    "first_limit_until": ("bout", "discard"),
    "opening": ("single", "same_rank"),
    "throwers": ("all", "neighbours", "attacker"),
    "throw_in_order": ("attacker_first", "free"),
    "throw_in_timing": ("when_beaten", "anytime"),
    "passing": ("reset", "final"),
    "throw_in_after_take": (True, False),
    "transfers": (False, True),
    "first_bout_transfers": (True, False),
    "transfer_by_showing": (False, True),
    "first_to_draw": ("attacker", "opener"),
    "no_trump_start": ("redeal", "lowest_card", "lot"),
    "next_deal_start": ("left_of_fool", "attack_the_fool", "lowest_trump"),
    "tie": ("draw", "last_defender"),
    "stalemate_bouts": (60, *range(2, 60), *range(61, 501)),
}


def test_the_fields_are_those_of_the_rule_book_with_the_default_first() -> None:
    assert {name: info.values for name, info in FIELDS.items()} == RULE_BOOK


def test_every_value_of_every_field_is_taken() -> None:
    needs = {
        "transfer_by_showing": {"transfers": True},
        "first_bout_transfers": {"transfers": True},
        "first_attack_limit": {"attack_limit": 12},
    }
    for name, info in FIELDS.items():
        for value in info.values:
            rules = HouseRules(**{**needs.get(name, {}), name: value})
            assert getattr(rules, name) == value


@pytest.mark.parametrize("name", RULE_BOOK)
def test_a_field_says_what_it_means_and_where_its_values_come_from(name: str) -> None:
    assert FIELDS[name].meaning
    assert set(FIELDS[name].sources) <= set(RULE_BOOK[name])
    assert set(FIELDS[name].sources.values()) <= {"guide", "app", "custom", "ours"}


def test_without_changes_everything_is_as_in_podkidnoy() -> None:
    rules = HouseRules()
    assert {name: getattr(rules, name) for name in FIELDS} == {name: each[0] for name, each in RULE_BOOK.items()}
    assert rules.changes() == {}
    assert rules == PRESETS["podkidnoy"]


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field", "value", "allowed"),
    [
        ({"deck": 40}, "deck", 40, "36, 24, 32, 52"),
        ({"deck": "36"}, "deck", "36", "36, 24, 32, 52"),
        ({"hand_size": 3}, "hand_size", 3, "6, 4, 5, 7, 8"),
        ({"hand_size": 6.0}, "hand_size", 6.0, "6, 4, 5, 7, 8"),
        ({"max_players": 7}, "max_players", 7, "6, 2, 3, 4, 5"),
        ({"attack_limit": 0}, "attack_limit", 0, "1 to 12"),
        ({"attack_limit": True}, "attack_limit", True, "1 to 12"),
        ({"first_attack_limit": 0}, "first_attack_limit", 0, "None and 1 to 12"),
        ({"first_attack_limit": 7}, "first_attack_limit", 7, "attack_limit = 6"),
        ({"first_attack_limit": 4, "attack_limit": 3}, "first_attack_limit", 4, "attack_limit = 3"),
        ({"first_limit_until": "take"}, "first_limit_until", "take", "'bout', 'discard'"),
        ({"opening": "several"}, "opening", "several", "'single', 'same_rank'"),
        ({"throwers": "neighbors"}, "throwers", "neighbors", "'all', 'neighbours', 'attacker'"),
        ({"throw_in_order": None}, "throw_in_order", None, "'attacker_first', 'free'"),
        ({"throw_in_timing": 1}, "throw_in_timing", 1, "'when_beaten', 'anytime'"),
        ({"passing": ""}, "passing", "", "'reset', 'final'"),
        ({"throw_in_after_take": 1}, "throw_in_after_take", 1, "True, False"),
        ({"transfers": "yes"}, "transfers", "yes", "False, True"),
        ({"first_bout_transfers": False}, "first_bout_transfers", False, "without transfers only True"),
        ({"transfer_by_showing": True}, "transfer_by_showing", True, "without transfers only False"),
        ({"first_to_draw": "defender"}, "first_to_draw", "defender", "'attacker', 'opener'"),
        ({"no_trump_start": "again"}, "no_trump_start", "again", "'redeal', 'lowest_card', 'lot'"),
        ({"next_deal_start": "fool"}, "next_deal_start", "fool", "'left_of_fool', 'attack_the_fool', 'lowest_trump'"),
        ({"tie": "attacker"}, "tie", "attacker", "'draw', 'last_defender'"),
        ({"stalemate_bouts": 1}, "stalemate_bouts", 1, "2 to 500"),
        ({"stalemate_bouts": 501}, "stalemate_bouts", 501, "2 to 500"),
        ({"jokers": 2}, "jokers", 2, "the fields are deck, hand_size,"),
    ],
)
def test_a_refusal_names_field_value_and_what_is_allowed(
    changes: dict[str, object], field: str, value: object, allowed: str
) -> None:
    with pytest.raises(RulesError) as refused:
        HouseRules(**changes)
    assert (refused.value.field, refused.value.value) == (field, value)
    message = str(refused.value)
    assert message.startswith(f"{field} = {value!r} is not possible; ")
    assert allowed in message
    assert refused.value.allowed in message


@pytest.mark.parametrize(
    ("rules", "players", "allowed"),
    [
        ({}, 1, "2 to max_players = 6"),
        ({}, 7, "2 to max_players = 6"),
        ({"max_players": 4}, 5, "2 to max_players = 4"),
        ({"deck": 24}, 5, "24 cards make at most 4 hands of 6"),
        ({"hand_size": 8}, 5, "36 cards make at most 4 hands of 8"),
    ],
)
def test_too_many_or_too_few_players_are_refused(rules: dict[str, int], players: int, allowed: str) -> None:
    with pytest.raises(RulesError, match=f"players = {players} is not possible; .*{allowed}"):
        HouseRules(**rules).check_players(players)
    with pytest.raises(RulesError):
        Game.deal(HouseRules(**rules), "ABCDEFG"[:players], seed=1)


def test_players_are_counted_in_positions_as_in_deals() -> None:
    with pytest.raises(RulesError, match="24 cards make at most 4 hands of 6"):
        Game.parse("A: AS | B: AC | C: AD | D: AH | E: KS | trump D | attack A B", HouseRules(deck=24))


def test_as_many_players_as_the_cards_suffice_for_may_sit_down() -> None:
    HouseRules().check_players(6)
    HouseRules(deck=24).check_players(4)
    HouseRules(deck=32, hand_size=8).check_players(4)


# --- values -------------------------------------------------------------------------------------------------------


def test_rules_are_values() -> None:
    rules = HouseRules(transfers=True, deck=52)
    assert rules == HouseRules(deck=52, transfers=True)
    assert hash(rules) == hash(HouseRules(deck=52, transfers=True))
    assert rules != HouseRules(deck=52)
    assert copy.deepcopy(rules) == pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(AttributeError):
        rules.deck = 36  # type: ignore[misc]


def test_rules_with_changes_are_checked_again() -> None:
    rules = HouseRules(transfers=True, transfer_by_showing=True)
    assert rules.replace(deck=52).changes() == {"deck": 52, "transfers": True, "transfer_by_showing": True}
    with pytest.raises(RulesError):
        rules.replace(transfers=False)


def test_the_first_limit_is_the_attack_limit_unless_agreed_otherwise() -> None:
    assert HouseRules(attack_limit=8).first_limit == 8
    assert HouseRules(attack_limit=8, first_attack_limit=5).first_limit == 5


# --- presets and notes --------------------------------------------------------------------------------------------


def test_the_presets_are_those_of_the_rule_book() -> None:
    app = {"throwers": "neighbours", "throw_in_timing": "anytime", "max_players": 4}
    assert {name: rules.changes() for name, rules in PRESETS.items()} == {
        "podkidnoy": {},
        "perevodnoy": {"transfers": True},
        "advanced_standard": app,
        "advanced_schiebe": {**app, "transfers": True},
        "durak_app": {"opening": "same_rank", "first_attack_limit": 5},
        "strict_first_five": {"first_attack_limit": 5, "first_limit_until": "discard"},
    }


def test_a_preset_names_its_source_and_fields_that_this_leaves_open() -> None:
    assert ORIGINS.keys() == PRESETS.keys()
    for origin in ORIGINS.values():
        assert origin.source in ("guide", "app", "custom")
        assert set(origin.left_open) <= FIELDS.keys()


@pytest.mark.parametrize(
    ("changes", "players", "notes"),
    [
        ({}, 2, []),
        ({"throwers": "neighbours"}, 4, []),
        ({"throwers": "neighbours"}, 3, ["throwers"]),
        ({"throwers": "attacker"}, 2, ["throwers"]),
        ({"throw_in_order": "free"}, 2, ["throw_in_order"]),
        ({"throw_in_order": "free", "throwers": "attacker"}, 3, ["throw_in_order"]),
        ({"opening": "same_rank", "throw_in_timing": "anytime"}, 3, ["opening"]),
        ({"first_limit_until": "discard"}, 3, ["first_limit_until"]),
        ({"first_limit_until": "discard", "first_attack_limit": 5}, 3, []),
        ({"first_to_draw": "opener"}, 3, ["first_to_draw"]),
        ({"first_to_draw": "opener", "transfers": True}, 3, []),
        ({"next_deal_start": "attack_the_fool"}, 2, ["next_deal_start"]),
    ],
)
def test_settings_that_are_legal_but_idle_are_noted(changes: dict[str, object], players: int, notes: list[str]) -> None:
    assert [note.field for note in HouseRules(**changes).notes(players)] == notes


# --- deals --------------------------------------------------------------------------------------------------------

GOLDEN = (
    "A: 9S 10C QC KC 8D 9D | B: QS AS AD 10H QH KH | C: 6S KS 6C JD KD 7H | trump D | talon 9C 10S QD 7D 7C JH 6H 9H "
    "8H JC 7S AH AC 8S 10D JS 8C 6D | attack A B | first"
)


def test_a_seed_deals_the_same_cards_on_every_platform() -> None:
    game = Game.deal(HouseRules(), ("A", "B", "C"), seed=7)
    assert str(game) == GOLDEN
    assert game.opening_event == Opens("A", "lowest_trump", Card("8D"), 0)


def test_cards_are_dealt_one_at_a_time_clockwise_and_the_next_is_turned() -> None:
    deck = list(Deck(36).cards)
    game = Game.deal(HouseRules(hand_size=4), ("A", "B", "C"), deck=deck)
    assert list(game.hand("B")) == deck[1:12:3]
    assert game.turned is deck[12]
    assert game.talon == (*deck[13:], deck[12])


@pytest.mark.parametrize("size", [24, 32, 36, 52])
def test_a_deal_uses_each_card_of_its_deck_once(size: int) -> None:
    game = Game.deal(HouseRules(deck=size), ("A", "B", "C"), seed=1)
    cards = Counter([*game.talon, *(card for seat in game.seats for card in game.hand(seat))])
    assert cards == Counter(Deck(size).cards)
    assert len(cards) == size


def test_without_a_seed_deals_differ() -> None:
    assert len({str(Game.deal(HouseRules(), ("A", "B"))) for _ in range(3)}) > 1


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (["9C"], "all 36 cards once each are needed; 1 were given"),
        (["9C", *map(str, Deck(36).cards - CardSet.parse("10C"))], "missing: 10C"),
        (list(map(str, Deck(52).cards)), "52 were given"),
        (["1X"], "'1X' is not a card"),
    ],
)
def test_a_deck_that_is_not_the_whole_deck_is_refused(deck: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.deal(HouseRules(), ("A", "B"), deck=deck)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (("A", "A"), "two seats have one name: A A"),
        (("A", "B C"), "'B C' cannot name a seat"),
        (("A", ""), "'' cannot name a seat"),
        (("A", "talon"), "'talon' cannot name a seat"),
        (("A", "B:"), "'B:' cannot name a seat"),
    ],
)
def test_a_name_that_a_position_could_not_hold_is_refused(seats: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.deal(HouseRules(), seats, seed=1)


def test_names_may_be_of_any_script_with_digits_and_underscores() -> None:
    game = Game.deal(HouseRules(), ("Аня", "Ann_1", "李"), seed=1)
    assert Game.parse(str(game)) == game
    assert Game.replay(game.record()) == game


# --- who opens ----------------------------------------------------------------------------------------------------

NO_TRUMP = 62
"""A seed with which neither of two seats is dealt a trump."""


def test_the_lowest_trump_in_hand_opens_and_the_turned_card_does_not_count() -> None:
    game = Game.deal(HouseRules(), ("A", "B", "C"), seed=7)
    assert game.turned is Card("6D")
    assert game.attacker == "A"


def test_without_a_trump_the_cards_are_dealt_again() -> None:
    game = Game.deal(HouseRules(), ("A", "B"), seed=NO_TRUMP)
    assert game.opening_event == Opens("B", "lowest_trump", Card("8C"), 1)
    assert Game.replay(game.record()) == game


def test_or_the_lowest_card_opens_ties_going_by_suit() -> None:
    game = Game.deal(HouseRules(no_trump_start="lowest_card"), ("A", "B"), seed=NO_TRUMP)
    assert game.opening_event == Opens("A", "lowest_card", Card("6S"), 0)
    dealt = game.hand("A") | game.hand("B")
    assert not any(card.suit == game.trump for card in dealt)
    assert next(str(card) for card in dealt if card.rank == 6) == "6S"


def test_or_the_lot_decides_the_same_for_the_same_seed_and_the_record_keeps_it() -> None:
    rules = HouseRules(no_trump_start="lot")
    game = Game.deal(rules, ("A", "B"), seed=NO_TRUMP)
    assert game.opening_event == Opens("B", "lot", None, 0)
    assert game == Game.deal(rules, ("A", "B"), seed=NO_TRUMP)
    assert f"opens {game.attacker}\n" in game.record()
    assert Game.replay(game.record()).attacker == game.attacker


def test_the_lot_falls_on_every_seat() -> None:
    rules = HouseRules(no_trump_start="lot")
    deck = Deck(36).shuffled(random.Random(NO_TRUMP))
    assert {Game.deal(rules, ("A", "B"), deck=deck, seed=seed).attacker for seed in range(20)} == {"A", "B"}


def ended(result: str, rules: HouseRules | None = None) -> Game:
    return Game.parse(f"A: - | B: 9C | C: - | D: - | trump D | result {result}", rules)


@pytest.mark.parametrize(("rule", "attacker", "defender"), [("left_of_fool", "C", "D"), ("attack_the_fool", "A", "B")])
def test_after_a_fool_the_house_rule_says_who_opens(rule: str, attacker: str, defender: str) -> None:
    game = ended("fool B", HouseRules(next_deal_start=rule)).next_deal(seed=3)
    assert (game.attacker, game.defender) == (attacker, defender)
    assert game.opening_event == Opens(attacker, "earlier_deal", None, 0)
    assert game.first
    assert f"opens {attacker}\n" in game.record()
    assert Game.replay(game.record()) == game


@pytest.mark.parametrize(("rule", "result"), [("lowest_trump", "fool B"), ("left_of_fool", "draw")])
def test_by_agreement_and_after_a_draw_the_lowest_trump_opens_again(rule: str, result: str) -> None:
    game = ended(result, HouseRules(next_deal_start=rule)).next_deal(seed=3)
    assert game.opening_event.why == "lowest_trump"
    assert "opens" not in game.record()


def test_there_is_no_next_deal_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        Game.deal(HouseRules(), ("A", "B"), seed=1).next_deal()


def test_who_opens_can_be_said_by_name_or_number() -> None:
    deals = [Game.deal(HouseRules(), ("A", "B", "C"), seed=7, opens=seat) for seat in ("C", 2)]
    assert [game.attacker for game in deals] == ["C", "C"]
    with pytest.raises(ValueError, match="there is no seat 'D'; the seats are A B C"):
        Game.deal(HouseRules(), ("A", "B", "C"), seed=7, opens="D")
