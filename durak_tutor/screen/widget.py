"""The one widget: it joins the scripts and carries messages between the views and a session. It has no state."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final

import anywidget
import traitlets

from ..texts import LANGS, label
from .session import Session, Stage

_HERE: Final = Path(__file__).parent
_TABLE: Final = _HERE.parent / "table"
_JOIN: Final = "export default { render: screen({ paint, table: table(FACES) }, OFFLINE) };"


def script() -> str:
    """Both scripts in one scope, the shapes of the cards, and the sentence for silence in every language."""
    faces = (_TABLE / "faces.json").read_text("utf-8")
    silence = json.dumps({lang: label("ui.stopped", lang) for lang in LANGS}, ensure_ascii=False)
    parts = (_TABLE / "table.js").read_text("utf-8"), (_HERE / "screen.js").read_text("utf-8")
    return "\n".join([*parts, f"const FACES = {faces};", f"const OFFLINE = {silence};", _JOIN])


def style() -> str:
    """Both style sheets."""
    return (_TABLE / "table.css").read_text("utf-8") + (_HERE / "screen.css").read_text("utf-8")


class ScreenWidget(anywidget.AnyWidget):
    """Shows what its stage shows, in any number of views."""

    _esm = script()
    _css = style()

    # The hidden Layout model of every widget would be a second thing that a page could send nonsense to.
    layout = traitlets.Any(None, allow_none=True).tag(sync=True)

    def __init__(
        self, stage: Stage, around: Callable[[], AbstractContextManager[object]] = nullcontext, **traits: Any
    ) -> None:
        super().__init__(**traits)
        self._screen_session = Session(self.send, stage, around)

    def _handle_msg(self, msg: Any) -> None:
        """Custom messages go to the session, a state is sent when asked for; nothing is taken over from a page."""
        data = msg.get("content", {}).get("data", {})
        if data.get("method") == "custom":
            self._screen_session.handle(data.get("content"))
        elif data.get("method") == "request_state":
            self.send_state()

    def close(self) -> None:
        """Close the widget; its views say that it is gone."""
        if self.comm is not None:
            self._screen_session.close()
        super().close()
