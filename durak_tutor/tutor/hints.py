"""Hints that the engine makes: for a move, for cards to be picked, for an answer, in four grades each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..engine import Card, CardSet, Game, Move, Rank, Suit
from ..texts import LANGS, has_label, listed, suit_name
from .feedback import NO_CARDS, Hint
from .lesson import Pick, PickByRule
from .phrases import Phrase
from .speech import Fact, Speaker


class Choice(NamedTuple):
    """One of the answers that can be given: how it is noted, and how it is called."""

    value: str
    text: Phrase


def move_hint(speaker: Speaker, game: Game, move: Move, candidates: Sequence[Move], grade: int) -> Hint:
    """The hint of this grade towards `move`; `candidates` are the moves that would do."""
    cards = CardSet.of(other.card for other in candidates if other.card and _same_question(move, other))
    marked = {3: cards, 4: CardSet.of([move.card] if move.card else [])}
    key = f"hint.{situation(game, move)}.{grade}{_variant(game, move, grade)}"
    text = speaker.say(key, **_facts(game, move, cards))
    return Hint(grade, text, marked.get(grade, NO_CARDS), move if grade == 4 else None)


def _same_question(move: Move, other: Move) -> bool:
    return (move.kind, move.attack) == (other.kind, other.attack)


def situation(game: Game, move: Move) -> str:
    """The kind of the move, `lead` for the first attack of a bout."""
    return "lead" if move.kind == "attack" and not game.table else move.kind


def _variant(game: Game, move: Move, grade: int) -> str:
    if move.attack is None or move.card is None:
        return ""
    if grade == 4:
        return f".{way_of_beating(move.attack, move.card, game.trump)}"
    return _if_trump(game, move.attack) if grade <= 2 else ""


def _if_trump(game: Game, attack: Card | None) -> str:
    return ".trump" if attack and attack.suit == game.trump else ""


def way_of_beating(attack: Card, card: Card, trump: Suit) -> str:
    """Why the card beats the attack: `suit` (higher in it), `trump` (on a plain card) or `higher_trump`."""
    if attack.suit == trump:
        return "higher_trump"
    return "suit" if attack.suit == card.suit else "trump"


def _facts(game: Game, move: Move, cards: CardSet) -> dict[str, Fact]:
    return {
        "card": move.card, "attack": move.attack, "cards": cards, "n": len(cards), "next": _next_player(game),
        **_suit_fact(move.attack), **table_facts(game),
    }  # fmt: skip


def _suit_fact(attack: Card | None) -> dict[str, Fact]:
    return {} if attack is None else {"suit": lambda lang: suit_name(attack.suit, lang)}


def table_facts(game: Game) -> dict[str, Fact]:
    """What lies on the table, in facts that hints speak of."""
    ranks = tuple(sorted({card.rank for pair in game.table for card in pair if card}))
    return {"trump": game.trump, "open": game.open_attacks, "ranks": ranks, "rank": _first_rank(game)}


def _first_rank(game: Game) -> Rank | None:
    return game.table[0][0].rank if game.table else None


def _next_player(game: Game) -> str | None:
    """Who would have to defend if the attack were passed on."""
    if game.defender is None:
        return None
    place = game.seats.index(game.defender)
    clockwise = game.seats[place + 1 :] + game.seats[:place]
    return next((seat for seat in clockwise if seat not in game.out), None)


def pick_hint(speaker: Speaker, game: Game, step: Pick, right: CardSet, grade: int) -> Hint:
    """The hint of this grade towards the cards to be picked; grade 3 marks one of them."""
    if grade >= 3 and not right:
        return Hint(grade, speaker.say("hint.pick.4.none"))
    attack = step.pick.attack if isinstance(step.pick, PickByRule) else None
    text = speaker.say(_pick_key(game, step, grade), attack=attack, cards=right, n=len(right), **table_facts(game))
    marked = {3: CardSet.of(list(right)[:1]), 4: right}
    return Hint(grade, text, marked.get(grade, NO_CARDS))


def _pick_key(game: Game, step: Pick, grade: int) -> str:
    """The most special of the messages of this grade that there are."""
    general = f"hint.pick.{grade}"
    if not isinstance(step.pick, PickByRule):
        return general
    by_rule = f"{general}.{step.pick.would}"
    special = f"{by_rule}{_if_trump(game, step.pick.attack)}"
    return next(key for key in (special, by_rule, general) if has_label(key, LANGS[0]))


def answer_hint(speaker: Speaker, game: Game | None, choices: Sequence[Choice], answer: str, grade: int) -> Hint:
    """The hint of this grade towards an answer; without choices it is a number."""
    if grade == 3 and not choices:
        low = max(0, int(answer) - 1)
        return Hint(grade, speaker.say("hint.answer.3.number", low=low, high=low + 2))
    if grade == 2 and game is None:
        return Hint(grade, speaker.say("hint.answer.1"))
    facts: dict[str, Fact] = {"two": _two(choices, answer), "answer": named(choices, answer)}
    return Hint(grade, speaker.say(f"hint.answer.{grade}", **facts, **(table_facts(game) if game else {})))


def named(choices: Sequence[Choice], answer: str) -> Fact:
    """How an answer is called: a choice by its text, a number by itself."""
    return next((choice.text for choice in choices if choice.value == answer), lambda _lang: answer)


def _two(choices: Sequence[Choice], answer: str) -> Fact:
    """The right choice and the one after it, in the order in which they are offered."""
    values = [choice.value for choice in choices]
    if answer not in values:
        return ""
    right = values.index(answer)
    places = sorted((right, (right + 1) % len(choices)))
    return lambda lang: listed([choices[place].text[lang] for place in places], lang, "or")
