"""A card table for notebooks: a person plays one seat of a real game on it, Python plays the others."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Event, Game, IllegalMove, Reason
from ..table.scene import Look, Notice, scene
from ..texts import card_token, explain, label, told
from . import blocks
from .blocks import Screen
from .session import Gesture, Greeting, Malformed
from .table_reader import TableReader
from .widget import ScreenWidget


class CardTable(ScreenWidget):
    """A table at which whoever sees it plays `seat` of `game`; other seats are moved by `game.play`, then `refresh`.

    `lang` is one of en, de, ru. Raises ValueError for another one, and for a seat that is not at the table.

    >>> game = Game.parse("Ann: 9C 6S | You: QC 7D | trump D | attack Ann You")
    >>> table = CardTable(game, seat="You")
    >>> game.play("+9C", "Ann")
    (Played(seat='Ann', move=Attack('9C')),)
    >>> table.refresh()
    """

    def __init__(self, game: Game, seat: str, lang: str = "en") -> None:
        super().__init__(TableStage(game, seat, lang))

    def refresh(self) -> None:
        """Show the game as it stands now, and tell what has happened since it was shown."""
        self._screen_session.show()


class TableStage:
    """The stage behind the widget. It reads from the game what has happened, so anybody may play on it meanwhile."""

    def __init__(self, game: Game, seat: str, lang: str) -> None:
        if seat not in game.seats:
            raise ValueError(f"there is no seat {seat!r}; the seats are {', '.join(game.seats)}")
        self.lang = lang
        self._game, self._seat = game, seat
        self._names = {seat: label("seat.you", lang)}
        self._reader = TableReader()
        self._refusal: Notice | None = None
        self._last: Notice | None = None
        self._shown = 0
        """How often the table was shown, and in `_seen` how many events of the game were."""
        self._seen = len(game.log())

    def greet(self, greeting: Greeting) -> None:
        """Whoever comes sees the table."""

    def do(self, gesture: Gesture) -> None:
        """Play what is meant, or note why it may not be played."""
        if gesture.block != "table":
            raise Malformed(f"{gesture.kind} on {gesture.block}")
        if gesture.kind == "press" and gesture.word("action") == "undo":
            self._undo()
        elif move := self._reader.move(gesture, self._game, self._seat):
            try:
                self._game.play(move, self._seat)
            except IllegalMove as refused:
                self._refusal = self._explained(refused.reason)

    def _undo(self) -> None:
        """Take back this seat's last move, and what followed it."""
        self._reader.asked = None
        for _ in self._since_own_move():
            self._game.undo()

    def _since_own_move(self) -> Sequence[object]:
        moves = self._game.moves
        own = [number for number, (seat, _) in enumerate(moves) if seat == self._seat]
        return moves[own[-1] :] if own else ()

    def screen(self) -> Screen:
        """The table, and nothing else."""
        look = Look(
            lang=self.lang,
            names=self._names,
            may_undo=bool(self._since_own_move()),
            notice=self._notice(),
            chooser=self._reader.asked,
            events=self._news(),
        )
        table = blocks.table(scene(self._game, self._seat, look))
        felt = blocks.group("felt", [table], area="table")
        return Screen(place="play", lang=self.lang, title="", address="", blocks=[felt], focus="table")

    def settle(self) -> None:
        """The screen was shown."""
        self._last, self._refusal = self._notice(), None
        self._seen = len(self._game.log())
        self._shown += 1

    def _news(self) -> Sequence[Event]:
        return self._game.log()[self._seen :]

    def _notice(self) -> Notice | None:
        news = " ".join(map(self._told, self._news()))
        if self._refusal or not news:
            taken_back = len(self._game.log()) < self._seen
            return self._refusal or (None if taken_back else self._last)
        return Notice(news, number=self._shown)

    def _told(self, event: Event) -> str:
        return told(event, self._seat, self.lang, names=self._names, write=card_token)

    def _explained(self, reason: Reason) -> Notice:
        because = explain(reason, self.lang, names=self._names, write=card_token)
        return Notice(because.say, "bad", f"{because.why} {because.instead}".strip(), self._shown)
