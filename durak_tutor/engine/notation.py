"""Positions as text and back. The grammar is that of the rule book, section 4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .cards import ALL_CARDS, RANK_BITS, SUIT_LETTERS, SUIT_OF_SIGN, Card, CardSet, Deck, Suit
from .deal import RESERVED, check_seats
from .law import BEATERS
from .requirements import ask
from .rules import HouseRules
from .state import BEATEN, LAID, NOBODY, NOT_BEATEN, OPEN, State

FIELDS = (
    "trump",
    "talon",
    "table",
    "attack",
    "opener",
    "taking",
    "passed",
    "first",
    "nodiscard",
    "shown",
    "in",
    "idle",
    "result",
)
_FLAGS = {"taking", "first", "nodiscard"}


class PositionError(ValueError):
    """A position that cannot be read or cannot be. `field` and `word` say where, the message says what was expected."""

    def __init__(self, field: str, word: str, expected: str) -> None:
        super().__init__(f"{field}: {word!r}: {expected}" if word else f"{field}: {expected}")
        self.field, self.word = field, word


# --- state → text -------------------------------------------------------------------------------------------------


def write_position(state: State, names: Sequence[str], seen_by: int | None = None) -> str:
    """The position on one line; with `seen_by`, as that seat sees it."""
    return " | ".join([*_hands(state, names, seen_by), *_fields(state, names, hidden=seen_by is not None)])


def _hands(state: State, names: Sequence[str], seen_by: int | None) -> Iterator[str]:
    for seat, (name, hand) in enumerate(zip(names, state.hands, strict=True)):
        hidden = hand and seen_by is not None and seat != seen_by
        yield f"{name}: {f'?{hand.bit_count()}' if hidden else CardSet(hand)}"


def _fields(state: State, names: Sequence[str], *, hidden: bool) -> Iterator[str]:
    yield f"trump {SUIT_LETTERS[state.trump]}"
    if talon := state.talon():
        under = f"?{len(talon) - 1} " if len(talon) > 1 else ""
        yield "talon " + (f"{under}{talon[-1]}" if hidden else " ".join(map(str, talon)))
    if state.over:
        yield "result " + ("draw" if state.fool == NOBODY else f"fool {names[state.fool]}")
    else:
        yield from _bout_fields(state, names)


def _bout_fields(state: State, names: Sequence[str]) -> Iterator[str]:
    if state.pairs:
        yield "table " + " ".join(_pair(*pair) for pair in state.pairs)
    yield f"attack {names[state.attacker]} {names[state.defender]}"
    if state.opener != state.attacker:
        yield f"opener {names[state.opener]}"
    passed = state.passed | (1 << state.attacker if _opening_was_ended(state) else 0)
    in_bout = (1 << seat for seat in range(state.players) if _is_in_without_cards(state, seat))
    flags = (
        ("taking", state.taking, ""),
        ("passed", passed, _seats(passed, names)),
        ("first", state.first, ""),
        ("nodiscard", state.nodiscard and not state.first, ""),
        ("shown", state.shown, f" {CardSet(state.shown)}"),
        ("in", seats := sum(in_bout), _seats(seats, names)),
        ("idle", state.idle, f" {state.idle}"),
    )
    yield from (word + rest for word, is_set, rest in flags if is_set)


def _pair(attack: int, defence: int) -> str:
    return str(ALL_CARDS[attack]) + ("" if defence == NOT_BEATEN else f"/{ALL_CARDS[defence]}")


def _seats(bits: int, names: Sequence[str]) -> str:
    return "".join(f" {name}" for seat, name in enumerate(names) if bits >> seat & 1)


def _is_in_without_cards(state: State, seat: int) -> bool:
    return not state.hands[seat] and state.drawn == len(state.stock) and not state.out >> seat & 1


def _could_be_opening(state: State) -> bool:
    """Could the attacker, by cards and table alone, still be opening with several cards?"""
    several = state.rules.opening == "same_rank" and state.rules.throw_in_timing != "anytime"
    untouched = state.opener == state.attacker and not state.beaten and not state.taking
    return several and untouched and bool(state.pairs) and state.hands[state.attacker] != 0


def _opening_was_ended(state: State) -> bool:
    return _could_be_opening(state) and not state.opening


# --- text → state -------------------------------------------------------------------------------------------------


def read_position(text: str, rules: HouseRules) -> tuple[State, tuple[str, ...]]:
    """The state and the seats of a position. Raises PositionError and RulesError."""
    hands, fields = _split(text)
    names = _names(hands)
    rules.check_players(len(names))
    reader = _Reader(rules, names, fields)
    reader.no_card_twice(text)
    state = State(
        rules, [int(reader.cards(name, words)) for name, words in hands.items()], reader.talon(), reader.trump()
    )
    reader.read_deal(state)
    if "result" in fields:
        reader.read_result(state)
    else:
        reader.read_bout(state)
        _check_bout(state, names)
    return state, names


def _names(hands: dict[str, list[str]]) -> tuple[str, ...]:
    for name in hands:
        try:
            check_seats((name,))
        except ValueError as error:
            raise PositionError("seats", name, str(error)) from error
    return tuple(hands)


def _split(text: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Hands by seat, and the words of each other field."""
    hands: dict[str, list[str]] = {}
    fields: dict[str, list[str]] = {}
    for part in text.split("|"):
        name, colon, rest = (word.strip() for word in part.partition(":"))
        key, *words = part.split() or [""]
        if colon and name not in RESERVED:
            if fields:
                raise PositionError("seats", name, "seats come before all other fields")
            _put(hands, name, rest.split())
        elif key in FIELDS:
            _put(fields, key, words)
        else:
            raise PositionError(
                key or "position", part.strip(), f"expected 'NAME: cards' or one of {', '.join(FIELDS)}"
            )
    if len(hands) < 2:
        raise PositionError("seats", "", "at least two seats are needed, as in 'A: 9S JH | B: 8D'")
    return hands, fields


def _put(where: dict[str, list[str]], key: str, words: list[str]) -> None:
    if key in where:
        raise PositionError(key, "", "stands twice")
    where[key] = words


class _Reader:
    """Reads the words of the fields, against the rules and the seats."""

    def __init__(self, rules: HouseRules, names: tuple[str, ...], fields: dict[str, list[str]]) -> None:
        self.rules, self.names, self.fields = rules, names, fields
        self.deck = Deck(rules.deck).cards

    def card(self, field: str, word: str) -> Card:
        if word.startswith("?"):
            raise PositionError(field, word, "unknown cards stand in views only; a position names every card")
        try:
            card = Card(word)
        except ValueError as error:
            raise PositionError(field, word, "not a card; cards are written 9C or 10H") from error
        if card not in self.deck:
            raise PositionError(field, word, f"not in a deck of {self.rules.deck}")
        return card

    def cards(self, field: str, words: Iterable[str]) -> CardSet:
        return CardSet.of(self.card(field, word) for word in words if word != "-")

    def no_card_twice(self, text: str) -> None:
        seen = CardSet()
        for part in text.split("|"):
            field, *words = part.replace("/", " ").replace(":", " ").split() or [""]
            if field in ("table", "talon") or field in self.names:
                for word in words:
                    if word != "-" and (card := self.card(field, word)) in seen:
                        raise PositionError(field, word, "the card stands twice in this position")
                    seen |= 0 if word == "-" else card.bit

    def seat(self, field: str, word: str) -> int:
        if word not in self.names:
            raise PositionError(field, word, f"no such seat; the seats are {' '.join(self.names)}")
        return self.names.index(word)

    def seats(self, field: str) -> int:
        bits = 0
        for word in self.fields.get(field, []):
            bits |= 1 << self.seat(field, word)
        return bits

    def trump(self) -> int:
        word = " ".join(self.fields.get("trump", []))
        if word not in SUIT_OF_SIGN:
            raise PositionError("trump", word, "expected one of S C D H")
        return SUIT_OF_SIGN[word]

    def talon(self) -> tuple[int, ...]:
        words = self.fields.get("talon", [])
        cards = [self.card("talon", word) for word in words if word != "-"]
        if cards and cards[-1].suit != self.trump():
            raise PositionError("talon", words[-1], "its last card is the turned trump and must be of the trump suit")
        return tuple(card.bit for card in cards)

    def number(self, field: str) -> int:
        word = " ".join(self.fields.get(field, ["0"]))
        if not word.isdecimal():
            raise PositionError(field, word, "expected a number")
        return int(word)

    def read_deal(self, state: State) -> None:
        for flag in _FLAGS & self.fields.keys():
            if self.fields[flag]:
                raise PositionError(flag, self.fields[flag][0], "the field stands alone, without words")
        state.first = "first" in self.fields
        state.nodiscard = state.first or "nodiscard" in self.fields
        state.idle = self.number("idle")
        if state.idle >= self.rules.stalemate_bouts:
            most = self.rules.stalemate_bouts - 1
            raise PositionError("idle", str(state.idle), f"at most {most}: then the deal is over (stalemate_bouts)")
        finished = [seat for seat, hand in enumerate(state.hands) if not hand and not state.stock]
        stay = self.seats("in")
        for seat, name in enumerate(self.names):
            if stay >> seat & 1 and seat not in finished:
                raise PositionError("in", name, "has cards or may still draw: it is in without being named")
        state.out = sum(1 << seat for seat in finished) & ~stay

    def read_result(self, state: State) -> None:
        words = self.fields["result"]
        if words != ["draw"] and (len(words) != 2 or words[0] != "fool"):
            raise PositionError("result", " ".join(words), "expected 'draw' or 'fool NAME'")
        state.over = True
        state.fool = NOBODY if words == ["draw"] else self.seat("result", words[1])
        if stray := self.fields.keys() & {"table", "attack", "opener", "taking", "passed", "in"}:
            raise PositionError(min(stray), "", "has no place in a deal that is over (result)")

    def read_bout(self, state: State) -> None:
        words = self.fields.get("attack", [])
        if len(words) != 2:
            raise PositionError("attack", " ".join(words), "expected attacker and defender, as in 'attack A B'")
        attacker, defender = (self.seat("attack", word) for word in words)
        for word in self.fields.get("table", []):
            self.read_pair(state, word)
        state.discarded -= state.laid.bit_count()
        opener = self.fields.get("opener", words[:1])
        state.opener = self.seat("opener", " ".join(opener))
        self.check_roles(state, attacker, defender)
        state.set_roles(attacker)
        state.taking = "taking" in self.fields
        state.passed = self.seats("passed")
        state.shown = int(self.cards("shown", self.fields.get("shown", [])))
        if _could_be_opening(state):
            state.opening = not state.passed >> attacker & 1
            state.passed &= ~(1 << attacker)
        ask(state)

    def check_roles(self, state: State, attacker: int, defender: int) -> None:
        """Both have not finished, both hold cards before the first is laid, and nobody who is in sits between them."""
        for seat in (attacker, defender):
            name = self.names[seat]
            if state.out >> seat & 1:
                raise PositionError("attack", name, "has no cards and nothing to draw: finished, unless 'in' names it")
            if not state.hands[seat] and not state.pairs:
                raise PositionError("attack", name, "has no cards, so the bout cannot begin")
        if (right := state.next_active(attacker)) != defender:
            expected = f"{self.names[attacker]} attacks the next player clockwise, {self.names[right]}"
            raise PositionError("attack", self.names[defender], expected)

    def read_pair(self, state: State, word: str) -> None:
        first, slash, second = word.partition("/")
        if not first or (slash and not second):
            raise PositionError("table", word, "expected an attack, as in 9C, or a pair, as in 9C/QC")
        attack = self.card("table", first)
        defence = self.card("table", second) if slash else None
        if defence and not BEATERS[state.trump][attack.index] >> defence.index & 1:
            raise PositionError("table", word, f"{defence} does not beat {attack} with trump {Suit(state.trump)}")
        state.pairs += ((attack.index, defence.index if defence else NOT_BEATEN),)
        state.laid |= attack.bit | (defence.bit if defence else 0)
        state.open |= 0 if defence else attack.bit
        state.flags |= LAID | (BEATEN if defence else OPEN)
        state.ranks |= RANK_BITS[attack.index] | (RANK_BITS[defence.index] if defence else 0)


def _check_bout(state: State, names: Sequence[str]) -> None:
    """Refuse what no game can come to."""
    if state.open.bit_count() > state.hands[state.defender].bit_count():
        raise PositionError("table", "", f"more unbeaten attacks than {names[state.defender]} holds cards")
    if len(state.pairs) > state.limit:
        raise PositionError("table", "", f"more attacks than these rules allow, {state.limit}")
    if state.taking and not state.open:
        raise PositionError("taking", "", "nothing on the table is unbeaten")
    if state.taking and not state.rules.throw_in_after_take:
        raise PositionError("taking", "", "the bout ends with it (throw_in_after_take)")
