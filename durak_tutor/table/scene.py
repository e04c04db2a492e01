"""A scene: what one seat sees of a game, in its language, as the data that `table.js` and `svg.py` draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..engine import Beaten, Card, CardSet, Deck, Drew, Event, Game, Pass, Played, Rank, Suit, Took, View
from ..texts import card_name, card_token, label, prompt, rank_index, suit_name
from .gesture import Choice
from .signs import sentence

Data = dict[str, Any]

_HAND_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)  # colours alternate
NO_CARDS: Final = CardSet(0)


@dataclass(frozen=True)
class Notice:
    """The last answer of the table. `number` tells one answer from the next with the same words."""

    say: str
    tone: str = "info"
    why: str = ""
    number: int = 0


@dataclass(frozen=True)
class Look:
    """How a game is shown: the language, what seats are called, and what lies on top of the cards."""

    lang: str = "en"
    names: Mapping[str, str] = field(default_factory=dict)
    asks_move: bool = True
    """Is the reader to move here? Without it there are no buttons, no places and no prompt."""
    marked: CardSet = NO_CARDS
    pickable: CardSet = NO_CARDS
    picked: CardSet = NO_CARDS
    open_hands: Collection[str] = ()
    """Seats whose cards lie open: the one exception to what a View holds, for lessons only."""
    may_undo: bool = False
    notice: Notice | None = None
    chooser: tuple[Card, Sequence[Choice]] | None = None
    events: Sequence[Event] = ()


def scene(game: Game, seat: str, look: Look) -> Data:
    """The scene for the reader at `seat`, or for an onlooker where no such seat is at the table."""
    return _Painter(game, seat, look).scene()


class _Painter:
    def __init__(self, game: Game, seat: str, look: Look) -> None:
        self.game, self.look, self.lang = game, look, look.lang
        self.seat = seat if seat in game.seats else None
        self.view: View = game.view(self.seat or game.seats[0])
        self.hand = self.view.hand if self.seat else NO_CARDS

    def scene(self) -> Data:
        look = self.look
        return {
            "lang": self.lang,
            "deck4": False,
            "you": self.seat,
            "seats": [self.person(name) for name in self.others()],
            "self": self.person(self.seat) if self.seat else None,
            "trump": {"suit": str(self.view.trump), "label": self.trump_label()},
            "talon": self.talon(),
            "discard": self.discard(),
            "pairs": [self.pair(attack, defence) for attack, defence in self.view.table],
            "hand": [self.card(card) for card in self.sorted_hand()],
            "hand_label": self.say("table.hand", n=len(self.hand)),
            "table_label": self.say("table.table" if self.view.table else "table.table.empty"),
            "places": list(self.places()) if look.asks_move else [],
            "buttons": list(self.buttons()) if look.asks_move else [],
            "prompt": {"html": self.prompt() if look.asks_move else ""},
            "notice": self.notice(),
            "chooser": self.chooser(),
            "jump": self.jump(),
            "events": list(told_to_motion(look.events)),
        }

    def say(self, key: str, **values: object) -> str:
        return label(key, self.lang, **values)

    def name(self, seat: str) -> str:
        return self.look.names.get(seat, seat)

    # --- seats ----------------------------------------------------------------------------------------------------

    def others(self) -> Iterator[str]:
        """The other seats, clockwise, beginning on the reader's left."""
        seats = self.view.seats
        start = seats.index(self.seat) + 1 if self.seat else 0
        yield from (seats[(start + step) % len(seats)] for step in range(len(seats) - bool(self.seat)))

    def person(self, seat: str) -> Data:
        view, count, role = self.view, self.view.counts[seat], self.role(seat)
        key = "table.seat.role" if role else "table.seat"
        is_open = seat in self.look.open_hands and seat != self.seat
        return {
            "id": seat, "name": self.name(seat), "count": count, "role": role,
            "label": self.say(key, name=self.name(seat), role=role, n=count),
            "attacks": seat == view.attacker, "defends": seat == view.defender, "turn": seat in view.actors,
            "taking": view.taking and seat == view.defender, "passed": seat in view.passed, "out": seat in view.out,
            "cards": [self.card(card) for card in self.sorted(self.game.hand(seat))] if is_open else None,
        }  # fmt: skip

    def role(self, seat: str) -> str:
        key = _role(self.view, seat)
        return self.say(f"table.role.{key}{'.you' if seat == self.seat else ''}") if key else ""

    # --- cards ----------------------------------------------------------------------------------------------------

    def card(self, card: Card) -> Data:
        look = self.look
        name = self.spoken(card)
        can_be_picked = card in look.pickable
        return {
            "id": str(card), "rank": int(card.rank), "suit": str(card.suit), "index": rank_index(card.rank, self.lang),
            "name": self.with_mark(card, self.say("table.pick", card=name) if can_be_picked else name),
            "marked": card in look.marked, "dimmed": False, "pick": card in look.picked if can_be_picked else None,
        }  # fmt: skip

    def sorted(self, cards: Iterable[Card]) -> list[Card]:
        """By suit, trumps last, then by rank."""
        trump = self.view.trump
        return sorted(cards, key=lambda card: (card.suit == trump, _HAND_ORDER.index(card.suit), card.rank))

    def sorted_hand(self) -> list[Card]:
        return self.sorted(self.hand)

    def pair(self, attack: Card, defence: Card | None) -> Data:
        key = "table.pair" if defence else "table.pair.open"
        names = {"attack": self.seen(attack), "defence": self.seen(defence) if defence else ""}
        over = self.card(defence) if defence else None
        return {"attack": self.card(attack), "defence": over, "label": self.say(key, **names)}

    def spoken(self, card: Card) -> str:
        return card_name(card, self.lang, trump=self.view.trump)

    def seen(self, card: Card) -> str:
        return self.with_mark(card, self.spoken(card))

    def with_mark(self, card: Card, words: str) -> str:
        """What is said of the card, and whether it is marked, as ring and star show it."""
        return self.say("table.marked", card=words) if card in self.look.marked else words

    def trump_label(self) -> str:
        return self.say("table.trump", suit=suit_name(self.view.trump, self.lang))

    def talon(self) -> Data | None:
        view = self.view
        if not view.talon or view.turned is None:
            return None
        text = self.say("table.talon.turned", n=view.talon, card=self.seen(view.turned))
        return {"count": view.talon, "turned": self.card(view.turned), "label": text}

    def discard(self) -> Data | None:
        # In a small example most cards are simply not there; only a deal that was dealt has a pile to speak of.
        count = self.view.discarded if self.game.opening_event else 0
        text = self.say("table.discard.text", n=count)
        return {"count": count, "label": self.say("table.discard", n=count), "text": text} if count else None

    # --- what can be done -----------------------------------------------------------------------------------------

    def places(self) -> Iterator[Data]:
        view = self.view
        if self.seat is None or view.result or self.seat in view.out:
            return
        if self.seat == view.defender:
            yield from self.places_to_defend()
        elif self.seat in view.actors:
            yield self.place("attack")

    def places_to_defend(self) -> Iterator[Data]:
        attacks = self.game.open_attacks
        for attack in attacks:
            here = self.say("table.place.beat.label", attack=self.spoken(attack))
            yield {"for": "beat", "attack": str(attack), "text": self.say("table.place.beat"), "label": here}
        if attacks and self.view.rules.transfers:
            yield self.place("transfer")
        if attacks and self.view.rules.transfer_by_showing:
            yield self.place("show")

    def place(self, kind: str) -> Data:
        return {"for": kind, "text": self.say(f"table.place.{kind}"), "label": self.say(f"table.place.{kind}.label")}

    def buttons(self) -> Iterator[Data]:
        view = self.view
        if self.seat is None or view.result or self.seat in view.out:
            return
        to_answer = self.seat == view.defender and self.seat in view.actors
        yield {"action": "take", "text": self.say("ui.take"), "strong": to_answer}
        yield {"action": "pass", "text": self.done(), "strong": Pass() in view.legal_moves}
        if self.look.may_undo:
            yield {"action": "undo", "text": self.say("ui.undo"), "strong": False}

    def done(self) -> str:
        if self.game.opening:
            return self.say("ui.done.opening")
        return self.say("ui.done.taking" if self.view.taking else "ui.done")

    def prompt(self) -> str:
        if self.seat is None:
            return ""
        text = prompt(self.view, self.seat, self.lang, names=self.look.names, write=card_token)
        return sentence(text, self.lang)

    def notice(self) -> Data | None:
        told = self.look.notice
        if told is None:
            return None
        why = {"button": self.say("ui.why"), "html": sentence(told.why, self.lang), "open": False} if told.why else None
        return {"id": str(told.number), "html": sentence(told.say, self.lang), "tone": told.tone, "why": why}

    def chooser(self) -> Data | None:
        if self.look.chooser is None:
            return None
        card, choices = self.look.chooser
        return {
            "card": str(card),
            "label": self.say("table.chooser", card=self.spoken(card)),
            "choices": [self.choice(choice) for choice in choices],
            "close": self.say("table.choice.close"),
        }

    def choice(self, choice: Choice) -> Data:
        attack = self.spoken(choice.attack) if choice.attack else ""
        data = {"choice": choice.kind, "text": self.say(f"table.choice.{choice.kind}", attack=attack)}
        return {**data, "attack": str(choice.attack)} if choice.attack else data

    def jump(self) -> Data:
        """The keys that jump to each rank: its index in this language and in English, or its digits."""
        ranks = {card.rank for card in Deck(self.view.rules.deck).cards}
        return {str(rank): sorted({*_keys(rank_index(rank, self.lang)), *_keys(str(rank))}) for rank in sorted(ranks)}


def _keys(index: str) -> tuple[str, ...]:
    return ("1", "0") if index == str(Rank.TEN) else (index.lower(),)


def _role(view: View, seat: str) -> str:
    if view.result:
        return "fool" if seat == view.result.fool else ""
    if seat in view.out:
        return "out"
    if seat == view.defender:
        return "takes" if view.taking else "defends"
    if seat in view.passed:
        return "done"
    if seat == view.attacker:
        return "attacks"
    return "throws" if seat in view.actors else ""


def told_to_motion(events: Iterable[Event]) -> Iterator[Data]:
    """What moves on the table, from what happened."""
    for event in events:
        match event:
            case Played(seat, move):
                card = {"card": str(move.card)} if move.card and move.kind != "show" else {}
                attack = {"attack": str(move.attack)} if move.attack else {}
                yield {"event": "played", "seat": seat, "move": move.kind, **card, **attack}
            case Beaten(cards):
                yield {"event": "beaten", "cards": [str(card) for card in cards]}
            case Took(seat, cards):
                yield {"event": "took", "seat": seat, "cards": [str(card) for card in cards]}
            case Drew(seat, count):
                yield {"event": "drew", "seat": seat, "count": count}
