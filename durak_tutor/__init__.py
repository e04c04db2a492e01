"""Learn Durak: an engine that says why, a card table, and lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app import home, open_lesson
    from .engine import (
        PRESETS,
        Attack,
        Beat,
        Card,
        CardSet,
        Deck,
        Game,
        HouseRules,
        IllegalMove,
        Pass,
        Reason,
        Show,
        Take,
        Transfer,
        View,
    )
    from .screen.card_table import CardTable
    from .table.show import show

    __version__: str

__all__ = [  # noqa: RUF022 - sorted as Python sorts
    "Attack", "Beat", "Card", "CardSet", "CardTable", "Deck", "Game", "HouseRules", "IllegalMove", "PRESETS", "Pass",
    "Reason", "Show", "Take", "Transfer", "View", "home", "open_lesson", "show",
]  # fmt: skip

_HOMES = {"CardTable": "screen.card_table", "home": "app", "open_lesson": "app", "show": "table.show"}
"""The modules of the names that do not come from the engine."""


def __getattr__(name: str) -> Any:
    # Only when asked for: whoever wants the engine does not wait for widgets.
    if name == "__version__":
        from importlib.metadata import version

        return version("durak-tutor")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES.get(name, 'engine')}", __name__), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__, "__version__"]
