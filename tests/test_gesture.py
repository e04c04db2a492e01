"""From gesture to move, rule by rule of the contract; what is legal is asked afterwards, of the engine."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play import deal, random_moves, tables

from durak_tutor.engine import PRESETS, Card, Game, HouseRules, parse_move
from durak_tutor.screen.session import Gesture, Malformed
from durak_tutor.screen.table_reader import TableReader
from durak_tutor.table.gesture import Choice, clicked, offered, pressed

ONE = "Ann: 9C 9D | You: QC 7D 8H 9H | Ben: 6S | trump D | table 9S | attack Ann You"
TWO = "Ann: KD 9D | You: QC JS 7D 8H 6S | Ben: 6H | trump D | table 9S 9C | attack Ann You"
PASSING_ON = PRESETS["podkidnoy"].replace(transfers=True)
SHOWING = PASSING_ON.replace(transfer_by_showing=True)


def click(position: str, card: str, seat: str = "You", rules: HouseRules | None = None, offer: str = "") -> list[str]:
    """The moves that a click on the card can mean, in notation."""
    game = Game.parse(position, rules)
    return [str(choice.move(Card(card))) for choice in clicked(game, seat, Card(card), offer.split())]


@pytest.mark.parametrize(
    ("position", "seat"),
    [
        ("You: 9C QS | Ann: 6H | trump D | attack You Ann", "You"),  # as attacker, to open
        ("You: 9C QS | Ann: 6H 7H | trump D | table 9H | attack You Ann", "You"),  # as thrower
        ("Ann: 6H | Ben: 7H | You: 9C QS | trump D | table 9H/10H | attack Ann Ben", "You"),  # as another thrower
        ("Ann: 6H | You: 9C QS | trump D | attack Ann You", "You"),  # as defender with nothing to beat
        ("Ann: 6H | You: 9C QS | trump D | table 9H/10H | attack Ann You", "You"),  # everything beaten
        ("Ann: 6H 7H | Ben: 7D | You: 9C QS | trump D | table 6D | attack Ann Ben", "You"),  # not asked yet
    ],
)
def test_an_own_card_is_tried_as_an_attack_where_there_is_nothing_to_beat(position: str, seat: str) -> None:
    assert click(position, "9C", seat) == ["+9C"]


def test_where_the_game_is_over_a_card_is_tried_as_an_attack_so_that_the_reason_is_given() -> None:
    game = Game.parse("Ann: 9C | You: QC 6D | trump D | attack Ann You")
    for move, seat in (("+9C", "Ann"), ("9C/QC", "You")):
        game.play(move, seat)
    while not game.over:
        game.play(game.legal_moves(game.actors()[0])[0], game.actors()[0])
    assert [choice.kind for choice in clicked(game, "You", Card("6D"))] == ["attack"]


@pytest.mark.parametrize("card", ["QC", "7D", "8H", "9H"])
def test_with_one_open_attack_a_click_beats_it_legal_or_not(card: str) -> None:
    assert click(ONE, card) == [f"9S/{card}"]


def test_with_several_open_attacks_a_click_beats_the_only_one_that_it_beats() -> None:
    assert click(TWO, "QC") == ["9C/QC"]
    assert click(TWO, "JS") == ["9S/JS"]


@pytest.mark.parametrize("card", ["7D", "8H", "6S"])  # beats both, beats none, beats none of its suit
def test_with_several_open_attacks_the_table_asks_which_unless_it_is_exactly_one(card: str) -> None:
    assert click(TWO, card) == [f"9S/{card}", f"9C/{card}"]


def test_a_beaten_attack_is_not_asked_for_again() -> None:
    assert click("Ann: 9C | You: 7D 8H | trump D | table 9S/10S 9H | attack Ann You", "8H") == ["9H/8H"]


def test_a_card_of_the_attacks_rank_is_asked_beat_or_pass_on_where_transfers_are_on() -> None:
    assert click(ONE, "9H", rules=PASSING_ON) == ["9S/9H", ">9H"]
    assert click(ONE, "9H", rules=SHOWING) == ["9S/9H", ">9H", ">>9H"]


def test_it_is_asked_even_where_passing_on_is_forbidden_by_now() -> None:
    position = "Ann: 9C KD | You: QC 9H | Ben: 6S | trump D | table 9S/10S 9D | attack Ann You"
    game = Game.parse(position, PASSING_ON)
    assert game.why_not(">9H", "You")
    assert click(position, "9H", rules=PASSING_ON) == ["9D/9H", ">9H"]


def test_a_card_of_another_rank_is_not_asked() -> None:
    assert click(ONE, "QC", rules=SHOWING) == ["9S/QC"]


def test_where_transfers_are_off_a_card_of_the_rank_simply_beats() -> None:
    assert click(ONE, "9H") == ["9S/9H"]


def test_a_click_never_passes_on_by_itself() -> None:
    for card in ("QC", "7D", "8H", "9H"):
        moves = click(ONE, card, rules=SHOWING)
        assert len(moves) > 1 or moves == [f"9S/{card}"]


@pytest.mark.parametrize(
    ("rules", "offer", "moves"),
    [
        (PRESETS["podkidnoy"], "", ["9S/QC", "+QC"]),
        (PRESETS["podkidnoy"], "transfer", ["9S/QC", ">QC", "+QC"]),
        (PRESETS["podkidnoy"], "transfer show", ["9S/QC", ">QC", ">>QC", "+QC"]),
        (PASSING_ON, "", ["9S/QC", ">QC", "+QC"]),
        (SHOWING, "show", ["9S/QC", ">QC", ">>QC", "+QC"]),
    ],
)
def test_on_purpose_everything_is_offered_that_these_rules_or_this_step_know(
    rules: HouseRules, offer: str, moves: list[str]
) -> None:
    choices = offered(Game.parse(ONE, rules), offer.split())
    assert [str(choice.move(Card("QC"))) for choice in choices] == moves


def test_on_purpose_each_open_attack_is_offered() -> None:
    assert [str(choice.move(Card("8H"))) for choice in offered(Game.parse(TWO))] == ["9S/8H", "9C/8H", "+8H"]


def test_buttons_are_moves() -> None:
    assert [str(pressed(action)) for action in ("take", "pass")] == ["take", "pass"]


@given(tables(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_every_legal_move_with_a_card_can_be_brought_about_by_gestures(
    table: tuple[HouseRules, tuple[str, ...], int], seed: int
) -> None:
    for game in random_moves(deal(*table), seed):
        for seat in game.actors():
            for move in game.legal_moves(seat):
                if move.card:
                    meant = [*clicked(game, seat, move.card), *offered(game)]
                    assert move in [choice.move(move.card) for choice in meant]


# The reader: gestures as they arrive, with a question open between two of them


class Hand:
    """What the learner does on a table, read one gesture after the other."""

    def __init__(self, position: str, rules: HouseRules | None = None) -> None:
        self.game, self.reader = Game.parse(position, rules), TableReader()

    def do(self, kind: str, **args: str) -> str:
        move = self.reader.move(Gesture("table", kind, args), self.game, "You")
        return str(move) if move else ""

    @property
    def asked(self) -> list[str]:
        return [choice.kind for choice in self.reader.asked[1]] if self.reader.asked else []


@pytest.mark.parametrize(
    ("gesture", "args", "move"),
    [
        ("card", {"card": "QC"}, "9S/QC"),
        ("drop", {"card": "QC", "place": "beat", "attack": "9S"}, "9S/QC"),
        ("drop", {"card": "QC", "place": "attack"}, "+QC"),
        ("drop", {"card": "QC", "place": "transfer"}, ">QC"),
        ("drop", {"card": "7D", "place": "show"}, ">>7D"),
        ("press", {"action": "take"}, "take"),
        ("press", {"action": "pass"}, "pass"),
    ],
)
def test_a_gesture_is_read_as_its_move(gesture: str, args: dict[str, str], move: str) -> None:
    assert Hand(ONE).do(gesture, **args) == move
    assert parse_move(move)


def test_a_question_is_answered_by_a_choice() -> None:
    hand = Hand(ONE, PASSING_ON)
    assert hand.do("card", card="9H") == ""
    assert hand.asked == ["beat", "transfer"]
    assert hand.do("choose", card="9H", choice="transfer") == ">9H"
    assert hand.asked == []


@pytest.mark.parametrize(
    ("gesture", "args"),
    [("close", {}), ("card", {"card": "QC"}), ("press", {"action": "take"}), ("offer", {"card": "QC"})],
)
def test_any_other_gesture_closes_the_question(gesture: str, args: dict[str, str]) -> None:
    hand = Hand(ONE, PASSING_ON)
    hand.do("card", card="9H")
    hand.do(gesture, **args)
    assert hand.reader.asked is None or hand.reader.asked[0] == Card("QC")


@pytest.mark.parametrize(
    ("gesture", "args"),
    [
        ("choose", {"card": "9H", "choice": "show"}),
        ("choose", {"card": "QC", "choice": "transfer"}),
        ("choose", {"card": "9H", "choice": "beat"}),
        ("choose", {"card": "9H", "choice": "beat", "attack": "9C"}),
        ("choose", {"choice": "transfer"}),
        ("card", {"card": "9C"}),
        ("card", {}),
        ("offer", {"card": "6S"}),
        ("drop", {"card": "9H", "place": "take"}),
        ("press", {"action": "leave"}),
        ("dance", {}),
    ],
)
def test_nonsense_leaves_the_question_open(gesture: str, args: dict[str, str]) -> None:
    hand = Hand(ONE, PASSING_ON)
    hand.do("card", card="9H")
    with pytest.raises(Malformed):
        hand.do(gesture, **args)
    assert hand.asked == ["beat", "transfer"]


def test_what_is_no_card_is_an_error() -> None:
    with pytest.raises(ValueError, match="XX"):
        Hand(ONE).do("card", card="XX")


def test_a_choice_is_a_value() -> None:
    assert Choice("beat", Card("9S")) == Choice("beat", Card("9S"))
