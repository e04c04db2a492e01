"""What happens in a bout and at its end, case by case: limits, refill, roles, who is out, who is the fool.

The twelve kinds of fault that other engines have are marked where their test stands: "fault 1" to "fault 12".
"""

import random

import pytest

from durak_tutor.engine import (
    Beaten,
    Card,
    CardSet,
    Deck,
    Drew,
    Event,
    Game,
    GameOver,
    HouseRules,
    IllegalMove,
    Out,
    Pass,
    Played,
    Took,
    parse_move,
)


def events_of(game: Game, *steps: str) -> list[Event]:
    """Play steps such as "A +9C" and collect what everybody saw."""
    events: list[Event] = []
    for step in steps:
        seat, move = step.split()
        events += game.play(move, seat)
    return events


def after(position: str, *steps: str, **rules: int | bool | str) -> Game:
    game = Game.parse(position, HouseRules(**rules))
    events_of(game, *steps)
    return game


def refusal(game: Game, step: str) -> str:
    seat, move = step.split()
    with pytest.raises(IllegalMove) as refused:
        game.play(move, seat)
    return refused.value.reason.code


def draws(events: list[Event]) -> list[tuple[str, int]]:
    return [tuple(event) for event in events if isinstance(event, Drew)]


def roles(game: Game) -> tuple[str | None, str | None]:
    return game.attacker, game.defender


# --- refill -------------------------------------------------------------------------------------------------------

THREE = "A: 9C 6S 7S 8S | B: QC 10S 7H 8H | C: 9S 7C 8C AC | trump D"
BEATEN_OFF = ("A +9C", "B 9C/QC", "A pass", "C +9S", "B 9S/10S", "A pass", "C pass")


def test_the_attacker_draws_first_then_the_others_and_the_defender_last() -> None:  # fault 1
    game = Game.parse(f"{THREE} | talon KS KH KC 6D | attack A B", HouseRules(hand_size=4))
    assert draws(events_of(game, *BEATEN_OFF)) == [("A", 1), ("C", 1), ("B", 2)]
    assert game.hand("A") == CardSet.parse("6S 7S 8S KS")
    assert game.hand("C") == CardSet.parse("7C 8C AC KH")
    assert game.hand("B") == CardSet.parse("7H 8H KC 6D")


def test_roles_for_the_refill_are_those_of_the_bout_that_ended_even_after_a_take() -> None:  # fault 1
    game = Game.parse(f"{THREE} | talon KS KH KC 6D | attack A B", HouseRules(hand_size=4))
    events = events_of(game, "A +9C", "B take", "A pass", "C +9S", "A pass", "C pass")
    assert draws(events) == [("A", 1), ("C", 1)]
    assert len(game.hand("B")) == 6
    assert game.talon == (Card("KC"), Card("6D"))


def test_each_draws_up_to_the_hand_size_before_the_next_draws() -> None:
    position = "A: 9C 9S 9H 8S | B: QC QS QH 8H | C: 7C 8C AC 6S | trump D | talon KS KH KC JC 6D | attack A B"
    game = Game.parse(position, HouseRules(hand_size=4))
    steps = ("A +9C", "B 9C/QC", "A +9S", "B 9S/QS", "A +9H", "B 9H/QH", "A pass", "C pass")
    assert draws(events_of(game, *steps)) == [("A", 3), ("B", 2)]
    assert game.hand("A") == CardSet.parse("8S KS KH KC")


def test_when_the_talon_is_short_the_later_drawers_get_nothing() -> None:
    game = Game.parse(f"{THREE} | talon KH 6D | attack A B", HouseRules(hand_size=4))
    assert draws(events_of(game, *BEATEN_OFF)) == [("A", 1), ("C", 1)]
    assert game.hand("B") == CardSet.parse("7H 8H")


def test_the_turned_trump_is_the_last_card_drawn() -> None:  # fault 7
    game = Game.parse(f"{THREE} | talon KH 6D | attack A B", HouseRules(hand_size=4))
    assert game.turned is Card("6D")
    events_of(game, *BEATEN_OFF)
    assert game.hand("A") == CardSet.parse("6S 7S 8S KH")
    assert game.hand("C") == CardSet.parse("7C 8C AC 6D")
    assert game.turned is None
    assert game.talon == ()


def test_the_turned_trump_lies_under_the_talon_from_the_deal_on() -> None:  # fault 7
    game = Game.deal(HouseRules(), ("A", "B", "C"), seed=7)
    assert len(game.talon) == 18
    assert game.talon[-1] is game.turned
    assert game.turned.suit == game.trump


def test_an_over_full_hand_draws_nothing_and_gives_nothing_back() -> None:
    position = "A: 9C 6S | B: QC 10S 7H 8H AH KH JH | trump D | talon KS KC 6D | attack A B"
    game = Game.parse(position, HouseRules(hand_size=4))
    assert draws(events_of(game, "A +9C", "B 9C/QC", "A pass")) == [("A", 3)]
    assert len(game.hand("B")) == 6


TRANSFERRED = "A: 9C 6S 7S | B: 9S 7H 8H | C: QC QS 8C | trump D | talon KS KH KC JC 6D | attack A B"
AND_BEATEN = ("A +9C", "B >9S", "C 9C/QC", "C 9S/QS", "B pass", "A pass")


def test_after_a_transfer_the_transferrer_draws_first() -> None:
    game = Game.parse(TRANSFERRED, HouseRules(hand_size=4, transfers=True))
    assert draws(events_of(game, *AND_BEATEN)) == [("B", 2), ("A", 2), ("C", 1)]


def test_or_the_opener_draws_first_where_that_is_agreed() -> None:
    game = Game.parse(TRANSFERRED, HouseRules(hand_size=4, transfers=True, first_to_draw="opener"))
    assert draws(events_of(game, *AND_BEATEN)) == [("A", 2), ("B", 2), ("C", 1)]


def test_an_opener_who_became_the_defender_draws_last() -> None:
    position = "A: 9C AC AS AH | B: 9S 7H | C: 9H QS | trump D | talon KS KH KC JC JS 6D | attack A B"
    game = Game.parse(position, HouseRules(hand_size=4, transfers=True, first_to_draw="opener"))
    steps = ("A +9C", "B >9S", "C >9H", "A 9C/AC", "A 9S/AS", "A 9H/AH", "C pass", "B pass")
    assert draws(events_of(game, *steps)) == [("C", 3), ("B", 3)]
    assert game.hand("A") == CardSet()
    assert game.out == ("A",)


def test_four_seats_are_refilled_clockwise_from_the_attacker() -> None:
    position = "A: 7C 8C | B: 9C 6S | C: QC 6H | D: 9S 7S | trump D | talon KS KH KC JC JS JH 8S 6D | attack B C"
    game = Game.parse(position, HouseRules(hand_size=4))
    steps = ("B +9C", "C 9C/QC", "B pass", "D pass", "A pass")
    assert draws(events_of(game, *steps)) == [("B", 3), ("D", 2), ("A", 2), ("C", 1)]
    assert game.hand("C") == CardSet.parse("6H 6D")


# --- limits -------------------------------------------------------------------------------------------------------


def test_the_limit_compares_unbeaten_attacks_with_the_cards_held_now() -> None:  # fault 2
    game = after("A: 9C 9S 9H QD 7S | B: QC QS QH | trump D | attack A B", "A +9C", "B 9C/QC", "A +9S", "B 9S/QS")
    assert (len(game.table), len(game.hand("B")), game.limit) == (2, 1, 3)
    events_of(game, "A +9H", "B 9H/QH")
    assert refusal(game, "A +QD") == "defender_hand_limit"


def test_six_attacks_are_the_most_in_a_bout() -> None:  # fault 2
    position = (
        "A: 9H 10S 7S | B: AC AS AH KC KS KH JD QD | trump D | table 9C/JC 9S/JS 10C/QC 10H/QH 9D/10D | attack A B"
    )
    game = after(position, "A +9H")
    assert len(game.table) == 6
    events_of(game, "B 9H/KH")
    assert refusal(game, "A +10S") == "attack_limit"


def test_after_a_take_too_the_hand_of_the_defender_limits_the_attack() -> None:  # fault 8
    game = after("A: 9C 9S 9H 7S | B: QC 6S | trump D | attack A B", "A +9C", "B take", "A +9S")
    assert refusal(game, "A +9H") == "defender_hand_limit"


# --- throwing in --------------------------------------------------------------------------------------------------


def test_after_a_take_cards_are_thrown_in_and_all_go_to_the_taker() -> None:  # fault 8
    game = Game.parse("A: 9C 7S | B: QC 10S 7H 8H | C: 9S QH 7C | trump D | talon 6D | attack A B", HouseRules())
    events = events_of(game, "A +9C", "B 9C/QC", "A pass", "C +9S", "B take", "A pass", "C +QH", "A pass", "C pass")
    assert Took("B", CardSet.parse("9C QC 9S QH")) in events
    assert game.hand("B") == CardSet.parse("10S 7H 8H 9C QC 9S QH")
    assert game.hand("C") == CardSet.parse("7C")
    assert game.discarded == 36 - 7 - 2 - 1


def test_after_a_take_only_ranks_on_the_table_are_thrown_in() -> None:  # fault 8
    game = after("A: 9C 7S 8S | B: QC 10S 7H | trump D | attack A B", "A +9C", "B take")
    assert refusal(game, "A +7S") == "rank_not_on_table"


def test_every_thrower_with_cards_is_asked_whether_or_not_one_fits() -> None:  # fault 12
    game = after("A: 9C 7S | B: QC 10S 7H | C: 6S 7C | trump D | attack A B", "A +9C", "B 9C/QC")
    assert game.actors() == ("A",)
    assert game.legal_moves("A") == [Pass()]
    game.play("pass", "A")
    assert game.actors() == ("C",)
    assert game.legal_moves("C") == [Pass()]


def test_what_others_see_of_a_forced_pass_is_what_they_see_of_a_chosen_one() -> None:  # fault 12
    forced = after("A: 9C 7S | B: QC 10S 7H | C: 6S 7C | trump D | attack A B", "A +9C", "B 9C/QC")
    chosen = after("A: 9C 9S | B: QC 10S 7H | C: 6S 7C | trump D | attack A B", "A +9C", "B 9C/QC")
    assert forced.play("pass", "A") == chosen.play("pass", "A") == (Played("A", Pass()),)


# --- beating ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("9C/QC", "9S/10S"), ("9S/10S", "9C/QC")])
def test_several_attacks_are_beaten_one_by_one_in_any_order(order: tuple[str, str]) -> None:  # fault 5
    game = after("A: 6S | B: QC 10S 7H | trump D | table 9C 9S | attack A B", *(f"B {move}" for move in order))
    assert game.table == ((Card("9C"), Card("QC")), (Card("9S"), Card("10S")))


def test_a_trump_may_beat_either_attack_so_the_move_names_its_target() -> None:  # fault 5
    game = Game.parse("A: 6S | B: 7D 7H | trump D | table 9C 9S | attack A B")
    assert [str(move) for move in game.legal_moves("B")] == ["9C/7D", "9S/7D", "take"]


def test_after_one_of_two_attacks_is_beaten_the_defender_may_still_take() -> None:  # fault 5
    game = after("A: 6S | B: QC 7H 8H | trump D | table 9C 9S | attack A B", "B 9C/QC", "B take", "A pass")
    assert game.hand("B") == CardSet.parse("QC 7H 8H 9C 9S")


# --- wrong moves --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["B 9C/8C", "B 9C/AC", "B pass", "A +7S", "C take", "B >9S", "A 9C/QC", "C +9H"])
def test_a_refused_move_changes_nothing(step: str) -> None:  # fault 9
    game = after("A: 9C 7S | B: QC 8C 9S | C: 9H 7C | trump D | talon KH 6D | attack A B", "A +9C")
    before, record, past = str(game), game.record(), len(game.moves)
    refusal(game, step)
    assert (str(game), game.record(), len(game.moves)) == (before, record, past)
    game.undo()
    assert game.table == ()


def test_what_is_listed_can_be_played_and_what_is_not_listed_cannot() -> (
    None
):  # fault 10; the properties do it at large
    game = after("A: 9C 7S | B: QC 8C 9S | C: 9H 7C | trump D | talon KH 6D | attack A B", "A +9C", transfers=True)
    tried = ["9C/QC", "9C/8C", "9C/9S", ">9S", ">QC", "take", "pass", "+9S"]
    assert [move for move in tried if game.why_not(move, "B") is None] == ["9C/QC", ">9S", "take"]
    assert {str(move) for move in game.legal_moves("B")} == {"9C/QC", ">9S", "take"}


# --- who leads next -----------------------------------------------------------------------------------------------


def test_who_has_beaten_everything_leads_against_the_next() -> None:
    game = after("A: 9C 7S | B: QC 8C | C: 6H 7C | trump D | attack A B", "A +9C", "B 9C/QC", "A pass", "C pass")
    assert roles(game) == ("B", "C")


def test_who_takes_loses_the_lead_to_the_next() -> None:
    game = after("A: 9C 7S | B: QC 8C | C: 6H 7C | D: 6S 7H | trump D | attack A B", "A +9C", "B take", "A pass")
    events_of(game, "C pass", "D pass")
    assert roles(game) == ("C", "D")


def test_of_two_players_the_attacker_leads_again_after_a_take() -> None:
    assert roles(after("A: 9C 7S | B: QC 8C | trump D | attack A B", "A +9C", "B take", "A pass")) == ("A", "B")


def test_of_three_players_the_taker_may_be_the_next_but_one_to_defend() -> None:
    game = after("A: 9C 7S | B: QC 8C | C: 6H 7C | trump D | attack A B", "A +9C", "B take", "A pass", "C pass")
    assert roles(game) == ("C", "A")


AFTER_TRANSFER = "A: 9C 7S | B: 9S 8C | C: QC QS 6S | D: 6H 7H | trump D | attack A B"


def test_after_a_transfer_the_one_who_beat_it_leads() -> None:
    steps = ("A +9C", "B >9S", "C 9C/QC", "C 9S/QS", "B pass", "D pass", "A pass")
    assert roles(after(AFTER_TRANSFER, *steps, transfers=True)) == ("C", "D")


def test_after_a_transfer_that_is_taken_the_next_after_the_taker_leads() -> None:
    steps = ("A +9C", "B >9S", "C take", "B pass", "D pass", "A pass")
    assert roles(after(AFTER_TRANSFER, *steps, transfers=True)) == ("D", "A")


def test_a_defender_who_goes_out_leaves_the_lead_to_the_next() -> None:  # fault 4
    game = after("A: 9C 7S | B: QC | C: 6H 7C | D: 6S 7H | trump D | attack A B", "A +9C", "B 9C/QC")
    events_of(game, "A pass", "C pass", "D pass")
    assert game.out == ("B",)
    assert roles(game) == ("C", "D")


def test_an_attacker_who_goes_out_is_passed_over_when_his_turn_to_defend_comes() -> None:  # fault 4
    game = after("A: 7S 8S | B: 9C | C: QC 6H | trump D | attack B C", "B +9C", "C 9C/QC", "A pass")
    assert game.out == ("B",)
    assert roles(game) == ("C", "A")


def test_when_both_go_out_the_next_active_seat_leads() -> None:  # fault 4
    game = after("A: 9C | B: QC | C: 6H 7C | D: 6S 7H | trump D | attack A B", "A +9C", "B 9C/QC", "C pass", "D pass")
    assert game.out == ("A", "B")
    assert roles(game) == ("C", "D")


def test_when_the_seat_that_would_lead_after_a_take_has_thrown_in_its_last_card_the_next_leads() -> None:  # fault 4
    game = after("A: 9C 7S | B: QC 8C | C: 9H | D: 6S 7H | trump D | attack A B", "A +9C", "B take", "A pass")
    events = events_of(game, "C +9H", "A pass", "D pass")
    assert events[-1] == Out("C")
    assert roles(game) == ("D", "A")


def test_with_five_seats_finished_ones_are_skipped_wherever_they_sit() -> None:  # fault 4
    position = "A: 7S 8S | B: - | C: 9C 6C | D: - | E: QC 6H | trump D | attack C E"
    game = after(position, "C +9C", "E 9C/QC", "C pass", "A pass")
    assert roles(game) == ("E", "A")
    assert game.why_not("+7S", "B").code == "already_out"


def test_neighbours_are_counted_among_the_players_still_in() -> None:
    position = "A: 7S 9S | B: 9C 6C | C: - | D: QC 6H | E: 9H 8H | trump D | attack B D"
    game = after(position, "B +9C", "D 9C/QC", "B pass", throwers="neighbours")
    assert game.actors() == ("E",)
    events_of(game, "E pass")
    assert roles(game) == ("D", "E")


def test_nobody_goes_out_while_cards_can_still_be_drawn() -> None:
    game = after("A: 9C | B: QC 7H | trump D | talon 6D | attack A B", "A +9C", "B 9C/QC")
    assert game.out == ()
    assert game.hand("A") == CardSet.parse("6D")
    assert roles(game) == ("B", "A")


# --- the end ------------------------------------------------------------------------------------------------------


def test_laying_the_last_card_ends_nothing() -> None:  # fault 3
    game = after("A: 9C | B: QC 7H | trump D | attack A B", "A +9C")
    assert not game.over
    assert game.out == ()
    assert game.actors() == ("B",)
    assert roles(game) == ("A", "B")


def test_an_attacker_without_cards_stays_in_the_bout_while_others_throw_in() -> None:  # fault 3
    game = after("A: 9C | B: QC QH 7H | C: 9H QS 6S | trump D | attack A B", "A +9C", "B 9C/QC")
    assert game.actors() == ("C",)
    events = events_of(game, "C +9H", "B 9H/QH", "C pass")
    assert events[-2:] == [Beaten(CardSet.parse("9C QC 9H QH")), Out("A")]
    assert roles(game) == ("B", "C")


def test_a_seat_without_cards_cannot_be_skipped_by_a_transfer() -> None:  # fault 6
    position = "A: 9C 7S | B: 9S 8C | C: - | D: 6H 7H AH | trump D | table 9H | attack A B | in C"
    assert refusal(Game.parse(position, HouseRules(transfers=True)), "B >9S") == "no_room_for_transfer"


def test_nobody_left_with_cards_is_a_draw() -> None:  # fault 3
    game = Game.parse("A: 9C | B: QC | trump D | attack A B")
    events = events_of(game, "A +9C", "B 9C/QC")
    assert events[-3:] == [Out("A"), Out("B"), GameOver(None)]
    assert game.result is not None
    assert game.result.fool is None
    assert str(game.result) == "draw"


def test_or_the_last_defender_is_the_fool_where_that_is_agreed() -> None:
    game = after("A: 9C | B: QC | trump D | attack A B", "A +9C", "B 9C/QC", tie="last_defender")
    assert game.result.fool == "B"


def test_three_who_finish_in_one_bout_draw() -> None:
    game = after("A: 9C | B: QC QH | C: 9H | trump D | attack A B", "A +9C", "B 9C/QC", "C +9H", "B 9H/QH")
    assert game.result.fool is None
    assert game.out == ("A", "B", "C")


def test_the_one_left_with_cards_is_the_fool() -> None:
    game = after("A: 9C | B: QC 7H | trump D | attack A B", "A +9C", "B 9C/QC")
    assert game.result.fool == "B"
    assert (game.attacker, game.defender, game.opener, game.limit, game.actors()) == (None, None, None, 0, ())


def test_a_defender_who_takes_the_last_card_of_the_last_opponent_is_the_fool() -> None:
    game = after("A: 9C | B: 7H | trump D | attack A B", "A +9C", "B take")
    assert game.result.fool == "B"
    assert game.hand("B") == CardSet.parse("9C 7H")


def test_bouts_without_discard_and_draw_end_in_a_draw_under_any_tie() -> None:
    position = "A: 9C 9S 6H | B: 8C 8S 7H | trump D | idle 1 | attack A B"
    game = after(position, "A +9C", "B take", "A pass", stalemate_bouts=2, tie="last_defender")
    assert game.over
    assert game.result.fool is None
    assert game.out == ()


def test_a_discard_or_a_draw_begins_the_count_of_idle_bouts_anew() -> None:
    beaten = after("A: 9C 6H | B: QC 7H | trump D | attack A B | idle 3", "A +9C", "B 9C/QC", "A pass")
    assert "idle" not in str(beaten)
    position = "A: 9C 6H | B: QC 7H | trump D | talon 6D | attack A B | idle 3"
    assert "idle" not in str(after(position, "A +9C", "B take", "A pass"))


def test_the_fool_comes_before_the_stalemate() -> None:
    game = after("A: 9C | B: 7H 8H | trump D | attack A B | idle 1", "A +9C", "B take", stalemate_bouts=2)
    assert game.result.fool == "B"


# --- transfers ----------------------------------------------------------------------------------------------------


def test_a_transfer_makes_the_transferrer_the_attacker_and_the_next_the_defender() -> None:  # fault 6
    game = after("A: 9C 7S | B: 9S 8C | C: QC QS 6S | trump D | attack A B", "A +9C", "B >9S", transfers=True)
    assert roles(game) == ("B", "C")
    assert game.opener == "A"
    assert game.actors() == ("C",)
    assert game.limit == 3


def test_the_room_for_a_transfer_is_what_the_next_holds_now() -> None:  # fault 6
    game = after("A: 9C 7S | B: 9S 8C | trump D | attack A B", "A +9C", transfers=True)
    assert refusal(game, "B >9S") == "no_room_for_transfer"  # A has led one of his two cards


def test_nobody_passes_while_a_transferred_attack_is_open() -> None:  # fault 6
    game = after("A: 9C 7S | B: 9S 8C | C: QC QS 6S | trump D | attack A B", "A +9C", "B >9S", transfers=True)
    assert [refusal(game, f"{seat} pass") for seat in "BCA"] == [
        "wait_for_defence", "defender_cannot_pass", "wait_for_defence",
    ]  # fmt: skip


def test_after_a_transfer_the_transferrer_is_asked_first_to_throw_in() -> None:  # fault 6
    steps = ("A +9C", "B >9S", "C 9C/QC", "C 9S/QS")
    game = after("A: 9C 7S | B: 9S 8C | C: QC QS 6S | trump D | attack A B", *steps, transfers=True)
    assert game.actors() == ("B",)


def test_showing_keeps_the_card_and_adds_nothing_to_the_attack() -> None:
    rules = {"transfers": True, "transfer_by_showing": True}
    game = after("A: 9C 7S | B: 9D 8C | C: QC | trump D | attack A B", "A +9C", "B >>9D", **rules)
    assert game.table == ((Card("9C"), None),)
    assert game.hand("B") == CardSet.parse("8C 9D")
    assert roles(game) == ("B", "C")


def test_a_trump_is_shown_once_a_bout_even_when_the_attack_comes_round() -> None:
    rules = {"transfers": True, "transfer_by_showing": True}
    game = after("A: 9C 9H 7S | B: 9D 8C | trump D | attack A B", "A +9C", "B >>9D", "A >9H", **rules)
    assert refusal(game, "B >>9D") == "already_shown"
    assert game.why_not(">9D", "B").code == "no_room_for_transfer"
    events_of(game, "B 9C/9D", "B take", "A pass")
    assert "shown" not in str(game)


def test_several_cards_of_an_opening_are_passed_on_together() -> None:
    rules = {"transfers": True, "opening": "same_rank"}
    position = "A: 9C 9H 7S | B: 9D 8C | C: 6S 7C 8H AH | trump D | attack A B"
    game = after(position, "A +9C", "A +9H", "A pass", "B >9D", **rules)
    assert game.open_attacks == CardSet.parse("9C 9H 9D")
    assert roles(game) == ("B", "C")
    assert refusal(game, "B +9D") == "wait_for_defence"  # the opening is over: he may not go on with it


def test_a_chain_of_shows_goes_round_to_the_opener() -> None:
    rules = {"transfers": True, "transfer_by_showing": True, "deck": 36}
    game = after("A: 9C 7S | B: 9D 8C | C: 9S 8H | trump D | attack A B", "A +9C", "B >>9D", **rules)
    assert refusal(game, "C >>9S") == "not_a_trump"
    assert refusal(game, "C >9S") == "no_room_for_transfer"  # A holds one card, the attack would be two
    events_of(game, "C take", "B pass", "A pass")
    assert roles(game) == ("A", "B")


# --- six at the table, and other house rules ----------------------------------------------------------------------


def test_six_players_get_the_whole_deck_and_the_last_card_shows_the_trump() -> None:  # fault 11
    deck = Deck(36).shuffled(random.Random(5))
    game = Game.deal(HouseRules(), tuple("ABCDEF"), deck=deck)
    assert (game.talon, game.turned) == ((), None)
    assert game.trump == deck[-1].suit
    assert deck[-1] in game.hand("F")
    assert all(len(game.hand(seat)) == 6 for seat in game.seats)
    assert game.discarded == 0


def test_six_players_may_finish_from_the_first_bout_on() -> None:  # fault 11
    game = after(
        "A: 9C | B: QC 7H | C: 6H | D: 6S | E: 7S | F: 8S | trump D | attack A B | first", "A +9C", "B 9C/QC",
        *(f"{seat} pass" for seat in "CDEF"),
    )  # fmt: skip
    assert game.out == ("A",)
    assert not game.first


def test_without_throw_ins_after_a_take_the_bout_ends_at_once() -> None:
    game = after("A: 9C 9S | B: QC 8C | trump D | attack A B", "A +9C", "B take", throw_in_after_take=False)
    assert game.hand("B") == CardSet.parse("9C QC 8C")
    assert roles(game) == ("A", "B")


def test_in_free_order_whoever_has_not_passed_may_act_before_and_after_a_take() -> None:
    rules = {"throw_in_order": "free"}
    position = "A: 9C 7S | B: QC 8C 8H | C: 9H 6C | D: QS 7H | trump D | attack A B"
    game = after(position, "A +9C", "B 9C/QC", **rules)
    assert game.actors() == ("A", "C", "D")
    events_of(game, "D +QS", "B take")
    assert game.actors() == ("A", "C", "D")
    events_of(game, "C pass")
    assert game.actors() == ("A", "D")
    assert refusal(game, "C +9H") == "not_your_turn"


def test_anytime_with_final_passing_who_passed_while_the_attack_was_open_is_not_asked_again() -> None:
    rules = {"throw_in_timing": "anytime", "passing": "final"}
    game = after("A: 9C 9S | B: QC 8C 8H | C: 9H 6C | trump D | attack A B", "A +9C", "A pass", **rules)
    assert game.actors() == ("C", "B")
    assert refusal(game, "A +9S") == "already_passed"
    events_of(game, "C pass")
    assert game.actors() == ("B",)
    assert events_of(game, "B 9C/QC")[-1] == Beaten(CardSet.parse("9C QC"))


def test_an_opening_of_one_rank_goes_on_until_the_opener_passes() -> None:
    position = "A: 9C 9H 10C | B: QC 8C 8H | C: 9S 6C | trump D | attack A B"
    game = after(position, "A +9C", opening="same_rank")
    assert game.opening
    assert game.actors() == ("A",)
    assert refusal(game, "A +10C") == "rank_not_on_table"
    assert refusal(game, "C +9S") == "wait_for_defence"
    assert refusal(game, "B 9C/QC") == "opening_not_finished"
    events_of(game, "A +9H", "A pass")
    assert game.actors() == ("B",)
    assert game.passed == ()


def test_an_opener_without_cards_has_finished_opening() -> None:
    game = after("A: 9C | B: QC 8C | trump D | attack A B", "A +9C", opening="same_rank")
    assert not game.opening
    assert game.actors() == ("B",)


def test_the_first_limit_ends_with_the_first_bout_or_with_the_first_discard() -> None:
    position = "A: 9C 9S 6S | B: 6C 7C 8C | trump D | attack A B | first"
    bout = {"first_attack_limit": 1, "first_limit_until": "bout"}
    discard = {"first_attack_limit": 1, "first_limit_until": "discard"}
    steps = ("A +9C", "B take", "A pass")
    assert after(position, **bout).limit == after(position, **discard).limit == 1
    assert after(position, *steps, **bout).limit == 4
    assert after(position, *steps, **discard).limit == 1


def test_events_tell_a_bout_in_order() -> None:
    game = Game.parse("A: 9C | B: QC 7H | C: 6H 7C | trump D | talon 6D | attack A B")
    assert events_of(game, "A +9C", "B 9C/QC", "C pass") == [
        Played("A", parse_move("+9C")),
        Played("B", parse_move("9C/QC")),
        Played("C", Pass()),
        Beaten(CardSet.parse("9C QC")),
        Drew("A", 1),
    ]
