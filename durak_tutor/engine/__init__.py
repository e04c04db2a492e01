"""The game of Durak: cards, house rules, and what is legal and why not. Standard library only, no language, no I/O."""

from .cards import Card, CardSet, Deck, Rank, Suit
from .events import Beaten, Drew, Event, GameOver, Opens, Out, Played, Took
from .game import Game
from .moves import Attack, Beat, Move, Pass, Show, Take, Transfer, parse_move
from .notation import PositionError
from .reasons import IllegalMove, Reason
from .record import RecordError
from .rules import FIELDS, ORIGINS, PRESETS, HouseRules, RulesError
from .view import Result, View

__all__ = [
    "FIELDS", "ORIGINS", "PRESETS", "Attack", "Beat", "Beaten", "Card", "CardSet", "Deck", "Drew", "Event", "Game",
    "GameOver", "HouseRules", "IllegalMove", "Move", "Opens", "Out", "Pass", "Played", "PositionError", "Rank",
    "Reason", "RecordError", "Result", "RulesError", "Show", "Suit", "Take", "Took", "Transfer", "View", "parse_move",
]  # fmt: skip
