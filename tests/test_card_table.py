"""The card table for notebooks: one seat is played by gestures, the others by Python, on one and the same game."""

import json
from typing import Any

import pytest

from durak_tutor import PRESETS, CardTable, Game, HouseRules
from durak_tutor.screen.card_table import TableStage
from durak_tutor.screen.session import Message, Session

ATTACKED = "Ann: 6S 9H | You: 7C QC 9D | Ben: 8S KS | trump D | table 9C | attack Ann You"


class Table:
    """A table, and what its view was sent last."""

    def __init__(self, position: str, rules: HouseRules | None = None, lang: str = "en") -> None:
        self.game = Game.parse(position, rules)
        self.sent: list[Message] = []
        self.session = Session(self.sent.append, TableStage(self.game, "You", lang))
        self.session.handle({"type": "ready"})

    def do(self, gesture: str, **args: str) -> Message:
        message = {"type": "do", "id": 1, "revision": self.screens[-1]["revision"], "block": "table"}
        self.session.handle({**message, "gesture": gesture, "args": args})
        return self.sent[-1]

    @property
    def screens(self) -> list[Message]:
        return [message for message in self.sent if message["type"] == "screen"]

    @property
    def scene(self) -> dict[str, Any]:
        ((felt,),) = [self.screens[-1]["blocks"]]
        scene: dict[str, Any] = felt["blocks"][0]["scene"]
        return scene

    @property
    def said(self) -> str:
        notice = self.scene["notice"]
        return notice["html"] if notice else ""


def test_a_click_plays_on_the_game_itself() -> None:
    table = Table(ATTACKED)
    assert table.do("card", card="QC")["ok"]
    assert str(table.game.table[0][1]) == "QC"
    assert [event["event"] for event in table.scene["events"]] == ["played"]
    assert "You beat" in table.said


def test_a_refusal_changes_nothing_and_says_why_and_what_would_do() -> None:
    table = Table(ATTACKED)
    before = str(table.game)
    assert table.do("card", card="7C")["ok"]
    assert str(table.game) == before
    assert table.scene["notice"]["tone"] == "bad"
    assert "lower" in table.said
    assert 'data-suit="D"' in table.scene["notice"]["why"]["html"]  # the nine of diamonds would do


def test_a_notice_stays_until_something_else_is_said() -> None:
    table = Table(ATTACKED)
    table.do("card", card="7C")
    refusal = table.scene["notice"]
    table.do("offer", card="QC")
    assert table.scene["chooser"]["card"] == "QC"
    assert table.scene["notice"] == refusal
    table.do("choose", card="QC", choice="beat", attack="9C")
    assert table.scene["notice"]["id"] != refusal["id"]


def test_what_python_plays_is_seen_and_told_with_the_next_screen() -> None:
    table = Table(ATTACKED)
    table.do("card", card="QC")
    table.game.play("+9H", "Ann")
    table.session.show()
    assert [pair["attack"]["id"] for pair in table.scene["pairs"]] == ["9C", "9H"]
    assert "Ann" in table.said
    assert "nine of hearts" in table.said
    table.session.show()
    assert table.scene["events"] == []


def test_undo_takes_back_the_own_move_and_what_followed() -> None:
    table = Table(ATTACKED)
    before = str(table.game)
    assert not [button for button in table.scene["buttons"] if button["action"] == "undo"]
    table.do("card", card="QC")
    table.game.play("+9H", "Ann")
    table.session.show()
    table.do("press", action="undo")
    assert str(table.game) == before
    assert table.said == ""


def test_taking_and_being_done_are_moves_too() -> None:
    table = Table(ATTACKED)
    table.do("press", action="pass")
    assert table.scene["notice"]["tone"] == "bad"
    table.do("press", action="take")
    assert table.game.taking


def test_under_transfers_the_table_asks_what_a_card_of_the_rank_is_for() -> None:
    table = Table(ATTACKED, PRESETS["perevodnoy"])
    table.do("card", card="9D")
    assert [choice["choice"] for choice in table.scene["chooser"]["choices"]] == ["beat", "transfer"]
    table.do("choose", card="9D", choice="transfer")
    assert table.game.defender == "Ben"


@pytest.mark.parametrize(
    ("gesture", "args"),
    [
        ("card", {"card": "9H"}),
        ("card", {"card": "nonsense"}),
        ("drop", {"card": "QC", "place": "floor"}),
        ("choose", {"card": "QC", "choice": "beat", "attack": "9C"}),
        ("pick", {"card": "QC"}),
        ("press", {"action": "deal"}),
    ],
)
def test_what_no_table_sends_is_answered_with_a_sentence(gesture: str, args: dict[str, str]) -> None:
    table = Table(ATTACKED)
    before = str(table.game)
    answer = table.do(gesture, **args)
    assert not answer["ok"]
    assert answer["text"]
    assert str(table.game) == before


def test_no_foreign_card_is_sent() -> None:
    table = Table(ATTACKED)
    table.do("card", card="9D")
    sent = json.dumps(table.sent)
    assert all(f'"{card}"' not in sent for card in ("6S", "9H", "8S", "KS"))


def test_the_widget_has_no_state_of_the_game_and_shows_it_when_told() -> None:
    game = Game.parse(ATTACKED)
    table = CardTable(game, seat="You", lang="ru")
    state = {key: value for key, value in table.get_state().items() if key not in ("_esm", "_css")}
    game.play("9C/QC", "You")
    table.refresh()
    assert {key: value for key, value in table.get_state().items() if key in state} == state
    assert "Ann" not in str(state)


@pytest.mark.parametrize(("seat", "lang", "word"), [("Zoe", "en", "'Zoe'; the seats are Ann"), ("You", "fr", "'fr'")])
def test_a_seat_or_language_that_is_none_is_refused(seat: str, lang: str, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        CardTable(Game.parse(ATTACKED), seat=seat, lang=lang)
