"""Every refusal code with all its facts: what the texts are written from."""

from typing import Any

import pytest

from durak_tutor.engine import Card, CardSet, Game, HouseRules, IllegalMove, Rank, Reason, Suit
from durak_tutor.engine.requirements import REQUIREMENTS

NONE = CardSet()


def cards(text: str) -> CardSet:
    return CardSet.parse(text)


D = Suit.DIAMONDS
TRANSFERS = {"transfers": True}
SHOWING = {"transfers": True, "transfer_by_showing": True}
FRESH = "A: 9C 7S | B: QC 9S 8D | C: 9H 7C | trump D | attack A B"
OPEN = "A: 9H 7S | B: QC 9S 8D 6S | C: QH 7C | trump D | table 9C | attack A B"
BEATEN = "A: 9H 7S | B: 9S 8D 6S | C: QH 7C | trump D | table 9C/QC | attack A B"
TAKING = f"{OPEN} | taking"
TRUMP_LED = "A: 9H 7S | B: QC 9D 8D JD | trump D | table 10D | attack A B"

# (rules, position, seat, move, code, facts besides seat, move, kind and, for moves with a card, card)
CASES: list[tuple[dict[str, Any], str, str, str, str, dict[str, Any]]] = [
    ({}, "A: - | B: 9C | trump D | result fool B", "B", "+9C", "game_over", {"fool": "B", "would": NONE}),
    ({}, "A: - | B: - | trump D | result draw", "B", "take", "game_over", {"fool": None}),
    ({}, "A: 9C | B: 8C | C: - | trump D | attack A B", "C", "+7C", "already_out", {"would": NONE}),
    ({}, FRESH, "C", "+9H", "not_your_turn", {"turn": "A", "passed": False, "would": NONE}),
    ({}, BEATEN, "C", "+QH", "not_your_turn", {"turn": "A", "passed": False, "would": NONE}),
    ({}, f"{BEATEN} | passed A", "A", "+9H", "not_your_turn", {"turn": "C", "passed": True, "would": NONE}),
    ({}, f"{BEATEN} | passed A", "A", "pass", "not_your_turn", {"turn": "C", "passed": True}),
    ({}, FRESH, "B", "+9S", "defender_cannot_attack", {"would": NONE}),
    (
        {"throwers": "attacker"},
        BEATEN,
        "C",
        "+QH",
        "not_a_thrower",
        {"throwers": "attacker", "attacker": "A", "defender": "B", "would": NONE},
    ),
    (
        {"throwers": "neighbours"},
        "A: 9H | B: 9S 8D | C: QH | D: 7H | trump D | table 9C/QC | attack A B",
        "D",
        "pass",
        "not_a_thrower",
        {"throwers": "neighbours", "attacker": "A", "defender": "B"},
    ),
    ({}, OPEN, "A", "+9H", "wait_for_defence", {"defender": "B", "open": cards("9C"), "opener": None, "would": NONE}),
    ({}, OPEN, "C", "pass", "wait_for_defence", {"defender": "B", "open": cards("9C"), "opener": None}),
    (
        {"opening": "same_rank"},
        OPEN,
        "C",
        "+QH",
        "wait_for_defence",
        {"defender": "B", "open": cards("9C"), "opener": "A", "would": NONE},
    ),
    ({"passing": "final"}, f"{BEATEN} | passed A", "A", "+9H", "already_passed", {"would": NONE}),
    ({}, BEATEN, "A", "+QS", "not_your_card", {"would": cards("9H")}),
    (
        {},
        BEATEN,
        "A",
        "+7S",
        "rank_not_on_table",
        {"ranks": (Rank.NINE, Rank.QUEEN), "would": cards("9H")},
    ),
    (
        {"attack_limit": 1},
        BEATEN,
        "A",
        "+9H",
        "attack_limit",
        {"limit": 1, "first": False, "would": NONE},
    ),
    (
        {"first_attack_limit": 1},
        f"{BEATEN} | first",
        "A",
        "+9H",
        "attack_limit",
        {"limit": 1, "first": True, "would": NONE},
    ),
    (
        {},
        "A: 9H 7S | B: 8D | trump D | table 9C/QC 9S | attack A B | taking",
        "A",
        "+9H",
        "defender_hand_limit",
        {"defender": "B", "held": 1, "open": 1, "limit": 2, "would": NONE},
    ),
    ({}, OPEN, "C", "9C/QH", "not_the_defender", {"defender": "B", "would": NONE}),
    ({}, OPEN, "C", "take", "not_the_defender", {"defender": "B"}),
    ({}, TAKING, "B", "9C/QC", "already_taking", {"defender": "B", "own": True, "would": NONE}),
    ({}, TAKING, "B", "take", "already_taking", {"defender": "B", "own": True}),
    ({"opening": "same_rank"}, OPEN, "B", "9C/QC", "opening_not_finished", {"attacker": "A", "would": NONE}),
    (
        {},
        OPEN,
        "B",
        "9H/QC",
        "not_an_open_attack",
        {"attack": Card("9H"), "open": cards("9C"), "beaten": False, "would": NONE},
    ),
    (
        {},
        BEATEN,
        "B",
        "9C/8D",
        "not_an_open_attack",
        {"attack": Card("9C"), "open": NONE, "beaten": True, "would": NONE},
    ),
    (
        {},
        TRUMP_LED,
        "B",
        "10D/QC",
        "plain_on_trump",
        {"attack": Card("10D"), "trump": D, "would": cards("JD"), "passing_on": NONE},
    ),
    (
        {},
        TRUMP_LED,
        "B",
        "10D/9D",
        "trump_too_low",
        {"attack": Card("10D"), "trump": D, "would": cards("JD"), "passing_on": NONE},
    ),
    (
        {},
        "A: 7S | B: 8C 8S 10D | trump D | table 9C | attack A B",
        "B",
        "9C/8C",
        "too_low",
        {"attack": Card("9C"), "trump": D, "would": cards("10D"), "passing_on": NONE},
    ),
    (
        TRANSFERS,
        OPEN,
        "B",
        "9C/9S",
        "equal_rank",
        {"attack": Card("9C"), "trump": D, "would": cards("QC 8D"), "passing_on": cards("9S")},
    ),
    (
        {},
        OPEN,
        "B",
        "9C/6S",
        "wrong_suit",
        {"attack": Card("9C"), "trump": D, "would": cards("QC 8D"), "passing_on": NONE},
    ),
    ({}, OPEN, "B", ">9S", "transfers_off", {"would": NONE}),
    (TRANSFERS, OPEN, "B", ">>8D", "showing_off", {"would": NONE}),
    (TRANSFERS, FRESH, "B", ">9S", "nothing_to_transfer", {"attacker": "A", "would": NONE}),
    (
        {**TRANSFERS, "first_bout_transfers": False},
        f"{OPEN} | first",
        "B",
        ">9S",
        "first_bout_transfer",
        {"open": cards("9C"), "would": NONE},
    ),
    (
        TRANSFERS,
        "A: 9H 7S | B: 9S 8D | trump D | table 9C/QC QH | attack A B",
        "B",
        ">9S",
        "already_beaten",
        {"open": cards("QH"), "would": NONE},
    ),
    (TRANSFERS, OPEN, "B", ">QC", "rank_differs", {"rank": Rank.NINE, "would": cards("9S")}),
    (SHOWING, OPEN, "B", ">>9S", "not_a_trump", {"trump": D, "would": NONE}),
    (
        SHOWING,
        "A: 9H 7S | B: QC 9S 9D | trump D | table 9C | attack A B | shown 9D",
        "B",
        ">>9D",
        "already_shown",
        {"passing_on": cards("9S 9D"), "would": NONE},
    ),
    (
        TRANSFERS,
        "A: 7S | B: QC 9S 9D | trump D | table 9C | attack A B",
        "B",
        ">9S",
        "no_room_for_transfer",
        {"next": "A", "held": 1, "needed": 2, "limit": 6, "over": "hand", "would": NONE},
    ),
    (
        {**SHOWING, "first_attack_limit": 1},
        "A: 7S 8S | B: QC 9S 9D | trump D | table 9C | attack A B | first",
        "B",
        ">9S",
        "no_room_for_transfer",
        {"next": "A", "held": 2, "needed": 2, "limit": 1, "over": "limit", "would": NONE},
    ),
    ({}, FRESH, "B", "take", "nothing_to_take", {"beaten": False}),
    ({}, BEATEN, "B", "take", "nothing_to_take", {"beaten": True}),
    ({}, OPEN, "B", "pass", "defender_cannot_pass", {"open": cards("9C")}),
    ({}, FRESH, "A", "pass", "must_open", {}),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case[4]}-{case[2]} {case[3]}" for case in CASES])
def test_a_refusal_carries_these_facts_and_no_others(case: tuple[Any, ...]) -> None:
    rules, position, seat, move, code, facts = case
    game = Game.parse(position, HouseRules(**rules))
    reason = game.why_not(move, seat)
    assert isinstance(reason, Reason)
    assert reason.code == code
    kinds = {"+": "attack", ">": "transfer"}
    kind = "show" if move.startswith(">>") else "beat" if "/" in move else kinds.get(move[0], move)
    always = {"seat": seat, "move": move, "kind": kind}
    if kind not in ("take", "pass"):
        always["card"] = Card(move.split("/")[-1].lstrip("+>"))
    assert dict(reason.facts) == {**always, **facts}
    assert [type(reason.facts[name]) for name in facts] == [type(value) for value in facts.values()]
    with pytest.raises(IllegalMove, match=f"{seat} may not play .*: {code}") as refused:
        game.play(move, seat)
    assert refused.value.reason == reason


def test_every_code_of_the_table_is_met_here() -> None:
    assert {case[4] for case in CASES} == {row.code for rows in REQUIREMENTS.values() for row in rows}


def test_the_requirements_stand_in_the_order_of_the_rule_book() -> None:
    every = ["game_over", "already_out"]
    compare = ["plain_on_trump", "trump_too_low", "too_low", "equal_rank", "wrong_suit"]
    pass_on = [
        "not_the_defender", "nothing_to_transfer", "already_taking", "opening_not_finished", "first_bout_transfer",
        "already_beaten", "not_your_card", "rank_differs",
    ]  # fmt: skip
    assert {kind: [row.code for row in rows] for kind, rows in REQUIREMENTS.items()} == {
        "attack": [
            *every, "not_your_turn", "defender_cannot_attack", "not_a_thrower", "wait_for_defence", "already_passed",
            "not_your_turn", "not_your_card", "rank_not_on_table", "attack_limit", "defender_hand_limit",
        ],
        "beat": [
            *every, "not_the_defender", "already_taking", "opening_not_finished", "not_an_open_attack",
            "not_your_card", *compare,
        ],
        "transfer": [*every, "transfers_off", *pass_on, "no_room_for_transfer"],
        "show": [
            *every, "transfers_off", "showing_off", *pass_on, "not_a_trump", "already_shown", "no_room_for_transfer",
        ],
        "take": [*every, "not_the_defender", "nothing_to_take", "already_taking", "opening_not_finished"],
        "pass": [
            *every, "not_your_turn", "defender_cannot_pass", "must_open", "not_a_thrower", "wait_for_defence",
            "already_passed", "not_your_turn",
        ],
    }  # fmt: skip


def test_what_a_situation_decides_stands_before_what_cards_decide() -> None:
    """The list of legal moves and the refusals rely on it: see `engine/law.py`."""
    for rows in REQUIREMENTS.values():
        sorts = [hasattr(row, "lets") for row in rows]
        assert sorts == sorted(sorts)
