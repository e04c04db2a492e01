"""A position as picture and text, for notebooks and code hosts."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine import Game, HouseRules
from .scene import Look, scene
from .svg import svg


@dataclass(frozen=True, slots=True, repr=False)
class Picture:
    """What `show` returns: notebooks draw it, everything else prints the position."""

    svg: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_asked: object) -> dict[str, str]:
        return {"image/svg+xml": self.svg, "text/plain": self.text}


def show(position: Game | str, rules: HouseRules | None = None, seat: str | None = None, lang: str = "en") -> Picture:
    """A position, or a game as it stands, to look at: with all hands open, or as `seat` sees it.

    `rules` are those a position is read under, `podkidnoy` without them. Raises PositionError for a text that is no
    position, KeyError for a seat that is not at the table, ValueError for a language there are no texts in.

    >>> show("A: QS 9C | B: QC 7D | trump D | attack A B")
    A: QS 9C | B: QC 7D | trump D | attack A B
    >>> show("A: QS 9C | B: QC 7D | trump D | attack A B", seat="B")
    A: ?2 | B: QC 7D | trump D | attack A B
    """
    game = position if isinstance(position, Game) else Game.parse(position, rules)
    if seat is None:
        return Picture(svg(scene(game, "", Look(lang=lang, open_hands=game.seats))), str(game))
    return Picture(svg(scene(game, seat, Look(lang=lang))), str(game.view(seat)))
