"""The only place that knows a language: codes, facts and cards become sentences in English, German and Russian."""

from .cards import Writer, card_name, card_sign, card_token, rank_group, rank_index, rank_name, suit_name, suit_sign
from .catalogue import LANGS, MissingCatalogues, has_label, label, listed
from .prompts import prompt
from .refusals import Explanation, explain
from .told import told
from .voice import Voice

__all__ = [
    "LANGS", "Explanation", "MissingCatalogues", "Voice", "Writer", "card_name", "card_sign", "card_token", "explain",
    "has_label", "label", "listed", "prompt", "rank_group", "rank_index", "rank_name", "suit_name", "suit_sign", "told",
]  # fmt: skip
