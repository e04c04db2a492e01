"""A card table for notebooks: one seat plays a real game on it, Python plays the others."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Event, Game, IllegalMove, Move, Reason
from ..table.scene import Look, Notice, scene
from ..texts import card_token, explain, label, told
from . import blocks
from .blocks import Screen
from .session import Gesture, Greeting, Malformed
from .table_reader import TableReader
from .widget import ScreenWidget


class CardTable(ScreenWidget):
    """A table on which `seat` plays `game`; show what this returns, move other seats by `game.play`, then `refresh`.

    `lang` is one of en, de, ru. Raises ValueError for another language and for a seat that is not at the table.

    >>> game = Game.parse("Ann: 6S | You: 7C QC | trump D | table 9C | attack Ann You")
    >>> table = CardTable(game, seat="You")
    >>> game.undo() if game.moves else table.refresh()
    """

    def __init__(self, game: Game, seat: str, lang: str = "en") -> None:
        super().__init__(TableStage(game, seat, lang))

    def refresh(self) -> None:
        """Show the game as it stands now, and tell what has happened on it."""
        self._screen_session.show()


class TableStage:
    """The stage behind the widget. What it shows and tells is read from the game, so anybody may play on it."""

    def __init__(self, game: Game, seat: str, lang: str) -> None:
        if seat not in game.seats:
            raise ValueError(f"there is no seat {seat!r}; the seats are {', '.join(game.seats)}")
        self.lang = lang
        self._game, self._seat = game, seat
        self._names = {seat: label("seat.you", lang)}
        self._reader = TableReader()
        self._seen = len(game.log())
        """How much of the game was shown and told."""
        self._notice: Notice | None = None
        self._numbers = 0

    def greet(self, greeting: Greeting) -> None:
        """Whoever comes sees the table."""

    def do(self, gesture: Gesture) -> None:
        """Play what is meant on the game, or say why that cannot be."""
        if gesture.block != "table":
            raise Malformed(f"{gesture.kind} on {gesture.block}")
        if gesture.kind == "press" and gesture.word("action") == "undo":
            self._undo()
        elif move := self._reader.move(gesture, self._game, self._seat):
            self._play(move)

    def _play(self, move: Move) -> None:
        self._notice = None
        try:
            self._game.play(move, self._seat)
        except IllegalMove as refusal:
            self._refuse(refusal.reason)

    def _refuse(self, reason: Reason) -> None:
        because = explain(reason, self.lang, names=self._names, write=card_token)
        self._say(because.say, "bad", f"{because.why} {because.instead}".strip())

    def _undo(self) -> None:
        """Take back everything since this seat's last move, and that move."""
        own = [number for number, (seat, _) in enumerate(self._game.moves) if seat == self._seat]
        for _ in self._game.moves[own[-1] :] if own else ():
            self._game.undo()
        self._reader.asked = self._notice = None
        self._seen = len(self._game.log())

    def screen(self) -> Screen:
        """The table, and nothing else."""
        news = self._news()
        if news:
            self._say(" ".join(map(self._told, news)), "info")
        look = Look(
            lang=self.lang,
            names=self._names,
            may_undo=any(seat == self._seat for seat, _ in self._game.moves),
            notice=self._notice,
            chooser=self._reader.asked,
            events=news,
        )
        table = blocks.table(scene(self._game, self._seat, look))
        return Screen("play", self.lang, "", "", [blocks.group("felt", [table], area="table")], focus="table")

    def settle(self) -> None:
        """The screen was shown."""
        self._seen = len(self._game.log())

    def _news(self) -> Sequence[Event]:
        return self._game.log()[self._seen :]

    def _told(self, event: Event) -> str:
        return told(event, self._seat, self.lang, names=self._names, write=card_token)

    def _say(self, say: str, tone: str, why: str = "") -> None:
        self._numbers += 1
        self._notice = Notice(say, tone, why, self._numbers)
