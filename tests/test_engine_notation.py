"""Cards, moves, positions, views and records as text and as values."""

import copy
import doctest
import importlib
import pickle
import pkgutil

import pytest

from durak_tutor import engine
from durak_tutor.engine import (
    Attack,
    Beat,
    Card,
    CardSet,
    Deck,
    Game,
    HouseRules,
    Move,
    Pass,
    PositionError,
    Rank,
    RecordError,
    RulesError,
    Show,
    Suit,
    Take,
    Transfer,
    parse_move,
)

# --- the modules --------------------------------------------------------------------------------------------------


def test_what_the_engine_offers_is_listed_in_order() -> None:
    assert engine.__all__ == sorted(engine.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
    assert len(engine.__all__) == len(set(engine.__all__))
    assert all(hasattr(engine, name) for name in engine.__all__)


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(engine.__path__)])
def test_examples_in_docstrings_hold(name: str) -> None:
    failed, _tried = doctest.testmod(importlib.import_module(f"durak_tutor.engine.{name}"))
    assert failed == 0


# --- cards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["10H", "TH", "th", "10h", "10♥", "10♡", "T♥", " 10H ", "10♥\ufe0f"])
def test_a_card_is_read_from_letters_symbols_and_either_ten(text: str) -> None:
    assert Card(text) is Card("10H")


@pytest.mark.parametrize("text", ["", "9", "C", "C9", "1C", "11C", "9X", "9CC", "QQS", "?5", "9 C"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card: a rank .* and a suit") as refused:
        Card(text)
    assert repr(text) in str(refused.value)


def test_a_card_has_a_rank_and_a_suit_and_is_written_rank_first() -> None:
    card = Card("Q♠")
    assert (str(card), repr(card)) == ("QS", "Card('QS')")
    assert (card.rank, card.suit) == (Rank.QUEEN, Suit.SPADES)
    assert (str(card.rank), str(card.suit)) == ("Q", "S")
    assert Card(card) is card


def test_ranks_grow_with_strength_and_suits_stand_in_the_order_of_a_written_hand() -> None:
    assert [str(rank) for rank in Rank] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert [int(rank) for rank in Rank] == list(range(2, 15))
    assert [str(suit) for suit in Suit] == ["S", "C", "D", "H"]


@pytest.mark.parametrize("clone", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_copies_of_cards_and_moves_are_the_same_objects(clone) -> None:
    for value in (Card("9C"), Attack("9C"), Beat("9C", "QC"), Transfer("9D"), Show("9H"), Take(), Pass()):
        assert clone(value) is value
    assert clone([Card("9C")])[0] is Card("9C")


@pytest.mark.parametrize("value", [Card("9C"), Attack("9C"), Take()])
def test_cards_and_moves_do_not_change(value: Card | Move) -> None:
    with pytest.raises(AttributeError, match="does not change"):
        value.card = Card("10C")
    with pytest.raises(AttributeError):
        value.new = 1


@pytest.mark.parametrize(("size", "lowest"), [(24, "9"), (32, "7"), (36, "6"), (52, "2")])
def test_a_deck_begins_with_its_lowest_rank(size: int, lowest: str) -> None:
    cards = Deck(size).cards
    assert len(cards) == size
    assert str(min(card.rank for card in cards)) == lowest


def test_there_are_four_sizes_of_deck() -> None:
    with pytest.raises(ValueError, match="no deck has 40 cards; there are decks of 24, 32, 36, 52"):
        Deck(40)


# --- sets of cards ------------------------------------------------------------------------------------------------


def test_a_set_of_cards_iterates_suit_by_suit_rank_by_rank() -> None:
    assert list(CardSet.parse("7D AH 10S 9C 6S QC")) == [Card(word) for word in ["6S", "10S", "9C", "QC", "7D", "AH"]]


def test_a_set_of_cards_behaves_as_a_set() -> None:
    some, other = CardSet.parse("9C QS"), CardSet.parse("QS 7D")
    assert str(some | other) == "QS 9C 7D"
    assert str(some & other) == "QS"
    assert str(some - other) == "9C"
    assert str(some ^ other) == "9C 7D"
    assert "QS" in some
    assert Card("7D") not in some
    assert some == {Card("QS"), Card("9C")} or set(some) == {Card("QS"), Card("9C")}
    assert some & other < some <= some
    assert some | other > other >= other
    assert not some <= other
    assert len(~CardSet()) == 52


def test_no_cards_are_written_as_a_dash() -> None:
    assert str(CardSet()) == "-"
    assert CardSet.parse("-") == CardSet.parse("") == CardSet()
    assert not CardSet()


def test_a_set_of_cards_is_a_value() -> None:
    cards = CardSet.of([Card("9C"), "QS"])
    assert repr(cards) == "CardSet.parse('QS 9C')"
    assert hash(cards) == hash(CardSet.parse("9C QS"))
    for again in (copy.deepcopy(cards), pickle.loads(pickle.dumps(cards))):
        assert again == cards
        assert type(again) is CardSet


# --- moves --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "card", "attack", "shown"),
    [
        ("+9C", "attack", "9C", None, "Attack('9C')"),
        ("9C/QC", "beat", "QC", "9C", "Beat('9C', 'QC')"),
        (">9D", "transfer", "9D", None, "Transfer('9D')"),
        (">>9H", "show", "9H", None, "Show('9H')"),
        ("take", "take", None, None, "Take()"),
        ("pass", "pass", None, None, "Pass()"),
    ],
)
def test_a_move_and_its_notation(text: str, kind: str, card: str | None, attack: str | None, shown: str) -> None:
    move = parse_move(text)
    assert (move.kind, str(move), repr(move)) == (kind, text, shown)
    assert (move.card, move.attack) == (card and Card(card), attack and Card(attack))
    assert parse_move(move) is move
    assert parse_move(f" {text} ") is move


def test_a_move_is_read_with_symbols_and_either_ten() -> None:
    assert parse_move("+T♥") is Attack("10H")
    assert parse_move("9♣/q♣") is Beat("9C", "QC")
    assert parse_move(">>th") is Show("10H")


@pytest.mark.parametrize(
    "text", ["", "9C", "+", "+1C", "9C/", "/QC", "9C/QC/KC", ">", ">>", ">>>9C", "Take", "beat 9C"]
)
def test_what_is_no_move_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move") as refused:
        parse_move(text)
    assert repr(text) in str(refused.value)


# --- positions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        "A: 9S JH | B: 8D 10H | C: - | trump D | talon 6S 7D | table 9C/QC QS | attack A B",
        "A: 9S | B: 8D 10H | C: - | trump D | table 9C/QC QS | attack A B | taking | passed A | in C",
        "A: 9S | B: - | C: 8D | trump S | attack A C | idle 3",
        "A: 9S | B: 8D | trump S | attack B A | first",
        "A: 9S | B: 8D | trump S | attack B A | nodiscard",
        "A: 9S | B: 8S 8D | C: 6S 7S | trump D | table 9C 9H | attack B C | opener A | shown 9D",
        "A: 9S | B: - | trump D | result fool A",
        "A: - | B: - | trump H | result draw",
        "Ann_1: 9S | Ваня: 8D | trump S | attack Ann_1 Ваня",
    ],
)
def test_a_position_is_written_as_it_was_read(position: str) -> None:
    rules = HouseRules(transfers=True, transfer_by_showing=True)
    assert str(Game.parse(position, rules)) == position


def test_a_position_is_read_in_any_order_with_symbols_and_any_spaces() -> None:
    messy = "A:JH 9♠|B : 10♥ 8d |attack  A B|table 9♣/q♣ Q♠ |trump ♦| talon 6♤ 7♦ "
    assert str(Game.parse(messy)) == "A: 9S JH | B: 8D 10H | trump D | talon 6S 7D | table 9C/QC QS | attack A B"


@pytest.mark.parametrize("table", ["9C/QC QS", "9♣/Q♣ Q♠", "9♧/Q♧ Q♤", "9c/qc qs", "9C/QC Q♠\ufe0e"])
def test_cards_on_the_table_are_not_in_the_discard_pile_however_they_are_written(table: str) -> None:
    game = Game.parse(f"A: 9S JH | B: 8D 10H | trump D | table {table} | attack A B")
    assert game.discarded == 36 - 7


def test_an_opening_that_goes_on_and_one_that_is_done_are_told_apart() -> None:
    rules = HouseRules(opening="same_rank")
    position = "A: 9S JH | B: 8D 10H | trump D | table 9C | attack A B"
    going, done = Game.parse(position, rules), Game.parse(f"{position} | passed A", rules)
    assert (going.opening, going.actors()) == (True, ("A",))
    assert (done.opening, done.actors(), done.passed) == (False, ("B",), ())
    assert [str(game) for game in (going, done)] == [position, f"{position} | passed A"]


SEATS = "A: 9S JH | B: 8D 10H | C: 6S | trump D"


@pytest.mark.parametrize(
    ("position", "field", "word"),
    [
        ("", "position", ""),
        ("A: 9S | trump D", "seats", ""),
        ("A: 9S | A: 8D | trump D", "A", ""),
        ("A!: 9S | B: 8D | trump D", "seats", "A!"),
        (": 9S | B: 8D | trump D", "seats", ""),
        ("trump: 9S | B: 8D", "trump:", "trump: 9S"),
        ("A: 9S | trump D | B: 8D", "seats", "B"),
        ("A: 9X | B: 8D | trump D | attack A B", "A", "9X"),
        ("A: 5S | B: 8D | trump D | attack A B", "A", "5S"),
        ("A: ?5 | B: 8D | trump D | attack A B", "A", "?5"),
        ("A: 9S 9S | B: 8D | trump D | attack A B", "A", "9S"),
        ("A: 9S | B: 9♠ | trump D | attack A B", "B", "9♠"),
        (f"{SEATS} | talon 9S 7D | attack A B", "talon", "9S"),
        (f"{SEATS} | table 6S | attack A B", "table", "6S"),
        (f"{SEATS} | table 9C/9S | attack A B", "table", "9S"),
        ("A: 9S | B: 8D | attack A B", "trump", ""),
        ("A: 9S | B: 8D | trump X | attack A B", "trump", "X"),
        ("A: 9S | B: 8D | trump D H | attack A B", "trump", "D H"),
        (f"{SEATS} | trump D | attack A B", "trump", ""),
        (f"{SEATS} | talon 7D 6H | attack A B", "talon", "6H"),
        (f"{SEATS} | talon 7X | attack A B", "talon", "7X"),
        (f"{SEATS} | talon ?3 7D | attack A B", "talon", "?3"),
        (f"{SEATS} | table 9C/ | attack A B", "table", "9C/"),
        (f"{SEATS} | table /9C | attack A B", "table", "/9C"),
        (f"{SEATS} | table 9C/QC/KC | attack A B", "table", "QC/KC"),
        (f"{SEATS} | table 9C/8C | attack A B", "table", "9C/8C"),
        (f"{SEATS} | table 9C 9H 9D | attack A B", "table", ""),
        (SEATS, "attack", ""),
        (f"{SEATS} | attack A", "attack", "A"),
        (f"{SEATS} | attack A Z", "attack", "Z"),
        (f"{SEATS} | attack A C", "attack", "C"),
        (f"{SEATS} | attack A A", "attack", "A"),
        ("A: 9S | B: - | C: 8D | trump D | attack A B", "attack", "B"),
        ("A: - | B: 9S | C: 8D | trump D | attack A B", "attack", "A"),
        ("A: 9S | B: - | C: 8D | trump D | attack A B | in B", "attack", "B"),
        (f"{SEATS} | table 9C | attack A B | opener Z", "opener", "Z"),
        (f"{SEATS} | table 9C | attack A B | taking now", "taking", "now"),
        (f"{SEATS} | attack A B | taking", "taking", ""),
        (f"{SEATS} | table 9C/QC | attack A B | taking", "taking", ""),
        (f"{SEATS} | table 9C/QC | attack A B | passed Z", "passed", "Z"),
        (f"{SEATS} | attack A B | first bout", "first", "bout"),
        (f"{SEATS} | attack A B | nodiscard yet", "nodiscard", "yet"),
        (f"{SEATS} | table 9C | attack A B | shown 9X", "shown", "9X"),
        (f"{SEATS} | attack A B | in Z", "in", "Z"),
        (f"{SEATS} | attack A B | in C", "in", "C"),
        (f"{SEATS} | attack A B | idle three", "idle", "three"),
        (f"{SEATS} | attack A B | idle -1", "idle", "-1"),
        (f"{SEATS} | attack A B | idle 60", "idle", "60"),
        (f"{SEATS} | result A", "result", "A"),
        (f"{SEATS} | result fool Z", "result", "Z"),
        (f"{SEATS} | attack A B | result draw", "attack", ""),
        (f"{SEATS} | attack A B | weather fine", "weather", "weather fine"),
        (f"{SEATS} | attack A B | ", "position", ""),
    ],
)
def test_a_position_that_cannot_be_read_names_the_field_and_the_word(position: str, field: str, word: str) -> None:
    with pytest.raises(PositionError) as refused:
        Game.parse(position)
    assert (refused.value.field, refused.value.word) == (field, word)
    assert str(refused.value).startswith(f"{field}: ")
    assert repr(word) in str(refused.value) or not word


def test_attacks_beyond_the_limit_are_refused() -> None:
    with pytest.raises(PositionError, match="more attacks than these rules allow, 1"):
        Game.parse(f"{SEATS} | table 9C/QC QH | attack A B | first", HouseRules(first_attack_limit=1))


def test_nobody_is_taking_where_that_ends_the_bout() -> None:
    with pytest.raises(PositionError, match="throw_in_after_take"):
        Game.parse(f"{SEATS} | table 9C | attack A B | taking", HouseRules(throw_in_after_take=False))


def test_more_seats_than_the_rules_allow_are_a_matter_of_the_rules() -> None:
    with pytest.raises(RulesError):
        Game.parse(f"{SEATS} | attack A B", HouseRules(max_players=2))


# --- views --------------------------------------------------------------------------------------------------------


def test_a_view_writes_foreign_hands_and_the_talon_as_numbers() -> None:
    game = Game.parse("A: 9S JH | B: 8D 10H | C: - | trump D | talon 6S QS 7D | table 9C | attack A B")
    assert str(game.view("B")) == "A: ?2 | B: 8D 10H | C: - | trump D | talon ?2 7D | table 9C | attack A B"
    assert str(game.view("C")) == "A: ?2 | B: ?2 | C: - | trump D | talon ?2 7D | table 9C | attack A B"


def test_the_turned_trump_alone_is_seen_by_all() -> None:
    game = Game.parse("A: 9S JH | B: 8D 10H | trump D | talon 7D | attack A B")
    assert str(game.view("A")) == "A: 9S JH | B: ?2 | trump D | talon 7D | attack A B"
    assert (game.view("A").talon, game.view("A").turned) == (1, Card("7D"))


def test_a_view_holds_what_the_table_shows() -> None:
    game = Game.parse("A: 9S JH | B: 8D 10H | C: 6H | trump D | talon 6S 7D | table 9C/QC QS | attack A B")
    view = game.view("B")
    assert view.hand == CardSet.parse("8D 10H")
    assert view.counts == {"A": 2, "B": 2, "C": 1}
    assert (view.talon, view.turned, view.trump) == (2, Card("7D"), Suit.DIAMONDS)
    assert view.table == ((Card("9C"), Card("QC")), (Card("QS"), None))
    assert (view.attacker, view.defender, view.opener) == ("A", "B", "A")
    assert (view.taking, view.passed, view.out, view.actors) == (False, (), (), ("B",))
    assert (view.discarded, view.limit, view.result) == (36 - 10, 3, None)
    assert list(view.legal_moves) == game.legal_moves("B")


# --- games as values ----------------------------------------------------------------------------------------------


def test_seats_go_by_name_or_number_and_others_are_unknown() -> None:
    game = Game.parse(f"{SEATS} | attack A B")
    assert game.hand(0) == game.hand("A")
    assert game.legal_moves("A") == game.legal_moves(0)
    for ask in (game.hand, game.legal_moves, game.view):
        with pytest.raises(KeyError):
            ask("Z")
        with pytest.raises(KeyError):
            ask(3)


def test_cards_and_moves_are_taken_as_text_everywhere() -> None:
    game = Game.parse(f"{SEATS} | table 9C | attack A B")
    assert game.would_do("beat", "B", "9C") == game.would_do("beat", 1, Card("9C")) == CardSet.parse("8D")
    assert game.why_not(Beat("9C", "10H"), "B") == game.why_not("9C/10H", "B")


def test_asking_about_a_kind_of_move_needs_a_kind_and_for_beating_an_attack() -> None:
    game = Game.parse(f"{SEATS} | table 9C | attack A B")
    with pytest.raises(ValueError, match="'take' lays no card; the kinds that do are attack, beat, transfer, show"):
        game.would_do("take", "B")
    with pytest.raises(ValueError, match="'throw' is no kind of move; they are attack,"):
        game.requirements("throw", "B")
    with pytest.raises(ValueError, match="which attack is to be beaten"):
        game.would_do("beat", "B")


def test_a_requirement_is_the_set_of_cards_that_it_lets_through() -> None:
    game = Game.parse(f"{SEATS} | table 9C | attack A B")
    rows = dict(game.requirements("beat", "B", "9C"))
    assert rows["not_your_card"] == CardSet.parse("8D 10H")
    assert rows["not_the_defender"] == Deck(36).cards
    assert rows["too_low"] == Deck(36).cards - CardSet.parse("6C 7C 8C 9C")
    assert rows["equal_rank"] == Deck(36).cards - CardSet.parse("9S 9H")
    assert dict(game.requirements("beat", "A", "9C"))["not_the_defender"] == CardSet()


def test_a_copy_goes_its_own_way_with_the_same_past() -> None:
    game = Game.parse(f"{SEATS} | attack A B")
    game.play("+9S", "A")
    for other in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert other.moves == game.moves
        other.undo()
        assert other != game
        assert str(game).count("table 9S") == 1


def test_the_list_of_legal_moves_belongs_to_who_asked() -> None:
    game = Game.parse(f"{SEATS} | table 9C | attack A B")
    moves = game.legal_moves("B")
    moves.append(Beat("9C", "10H"))
    with pytest.raises(ValueError, match="B may not play 9C/10H: wrong_suit"):
        game.play("9C/10H", "B")


def test_games_compare_by_rules_seats_and_position() -> None:
    game = Game.parse(f"{SEATS} | attack A B")
    assert game == Game.parse(f"{SEATS} | attack A B")
    assert game != Game.parse(f"{SEATS} | attack A B", HouseRules(transfers=True))
    assert game != Game.parse(f"{SEATS} | attack B C")
    assert game != "A"
    with pytest.raises(TypeError):
        hash(game)


# --- records ------------------------------------------------------------------------------------------------------

RECORD = """\
rules perevodnoy {}
position A: 9C 7S | B: 9S 8C | C: QC QS 6S | trump D | attack A B
seats A B C
A +9C
B >9S
C 9C/QC
"""


def test_a_record_holds_rules_seats_beginning_and_moves() -> None:
    game = Game.replay(RECORD)
    lines = game.record().splitlines()
    assert lines[0] == "rules perevodnoy {}"
    assert lines[1:3] == ["seats A B C", "position A: 7S 9C | B: 9S 8C | C: 6S QS QC | trump D | attack A B"]
    assert lines[3:] == ["A +9C", "B >9S", "C 9C/QC"]
    assert game.log() == Game.replay(game.record()).log()


def test_a_record_of_other_rules_holds_their_changes() -> None:
    game = Game.parse("A: 9C | B: QC 7H | trump D | attack A B", HouseRules(transfers=True, hand_size=5))
    assert game.record().startswith('rules podkidnoy {"hand_size": 5, "transfers": true}\n')
    assert Game.replay(game.record()).rules == game.rules


def test_a_record_ends_with_the_result() -> None:
    game = Game.parse("A: 9C | B: QC 7H | trump D | attack A B")
    game.play("+9C", "A")
    game.play("9C/QC", "B")
    assert game.record().endswith("B 9C/QC\nresult fool B\n")
    assert Game.replay(game.record()).result == game.result


def test_a_record_of_a_deal_holds_the_deck_as_dealt() -> None:
    deck = [str(card) for card in Deck(36).cards]
    game = Game.deal(HouseRules(), ("A", "B"), deck=deck)
    assert f"deck {' '.join(deck)}\n" in game.record()
    assert Game.replay(game.record()) == game


BEGINNING = "position A: 9C | B: QC 7H | trump D | attack A B\n"
WHOLE_DECK = f"deck {' '.join(map(str, Deck(36).cards))}\n"


@pytest.mark.parametrize(
    ("record", "line"),
    [
        ("", "line 'seats' is missing"),
        ("seats A B\n", "line 'deck' is missing"),
        (f"rules poker {{}}\n{BEGINNING}", "line 1, .*'poker' names no preset; there are podkidnoy,"),
        (f'rules podkidnoy {{"deck": 40}}\n{BEGINNING}', "line 1, .*deck = 40 is not possible"),
        (f"rules podkidnoy {{transfers}}\n{BEGINNING}", "line 1, "),
        (f"rules podkidnoy [1]\n{BEGINNING}", "line 1, .*'\\[1\\]' is no object"),
        (f"{BEGINNING}{BEGINNING}", "line 2, .*there is another line position"),
        ("rules podkidnoy {}\nposition A: 9X | B: QC | trump D | attack A B\n", "line 2, .*A: '9X'"),
        ("seats A B\ndeck 9C\n", "line 2, .*1 were given"),
        (f"seats A A\n{WHOLE_DECK}", "line 1, .*two seats have one name"),
        (f"seats A B\n{WHOLE_DECK}opens Z\n", "line 3, .*there is no seat 'Z'"),
        (f"{BEGINNING}A +9D\n", "line 2, 'A \\+9D': A may not play \\+9D: not_your_card"),
        (f"{BEGINNING}\nA +9C\nB 9C\n", "line 4, 'B 9C': '9C' is not a move"),
        (f"{BEGINNING}A\n", "line 2, 'A': '' is not a move"),
        (f"{BEGINNING}Z +9C\n", "line 2, 'Z \\+9C': there is no seat 'Z'"),
        (f"{BEGINNING}result draw\n", "line 2, 'result draw': the game is not over"),
        (f"{BEGINNING}A +9C\nB 9C/QC\nresult draw\n", "line 4, 'result draw': the game ends with fool B"),
        (f"{BEGINNING}A +9C\nrules podkidnoy {{}}\n", "line 3, "),
    ],
)
def test_a_record_that_does_not_hold_names_the_line(record: str, line: str) -> None:
    with pytest.raises(RecordError, match=line):
        Game.replay(record)
