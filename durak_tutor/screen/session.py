"""A session: what lies between a view and what it shows. Reads messages strictly, answers each, never raises.

It knows neither widgets nor browsers, so it is the same behind JupyterLab, behind our page, and in a test.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from ..texts import LANGS, label
from .blocks import Screen

Message = dict[str, Any]

LONGEST: Final = 400  # characters of a word that a gesture may carry
MOST: Final = 8  # arguments of a gesture
COUNTED: Final = 2**53  # as far as a view counts exactly

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Greeting:
    """What a view says first. Only our own page fills this in: its query, the learner's code, a wish for a language."""

    query: str = ""
    learner: str = ""
    lang: str = ""


@dataclass(frozen=True)
class Gesture:
    """Something that a person did on a block."""

    block: str
    kind: str
    args: Mapping[str, str | int | bool] = field(default_factory=dict)

    def word(self, name: str) -> str:
        """An argument that must be a word. Raises Malformed where it is not."""
        value = self.args.get(name)
        if not isinstance(value, str):
            raise Malformed(f"{self.kind} needs {name}")
        return value


class Malformed(ValueError):  # noqa: N818 - what it is
    """A message that no view of ours sends."""


class Stage(Protocol):
    """What a session shows and plays on."""

    @property
    def lang(self) -> str:
        """The language of the moment."""

    def greet(self, greeting: Greeting) -> None:
        """A view has come, perhaps with wishes."""

    def do(self, gesture: Gesture) -> None:
        """Carry the gesture out. Raises Malformed, or ValueError for values that make no sense."""

    def screen(self) -> Screen:
        """What is to be seen now."""

    def settle(self) -> None:
        """The screen was shown: what was news is none any more."""


class Session:
    """Answers the views of one stage; `send` reaches all of them. `around` is entered while a message is handled."""

    def __init__(
        self,
        send: Callable[[Message], object],
        stage: Stage,
        around: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._send, self._stage, self._around = send, stage, around
        self._revision = 0
        # Jupyter calls from several threads, and what is sent must leave in the order in which it was done.
        self._lock = threading.RLock()

    def handle(self, message: object) -> None:
        """Answer one message of a view."""
        with self._lock:
            try:
                with self._around():
                    self._answer(message)
            except Malformed as error:
                log.warning("malformed message: %r", str(error))
                self._refuse(message)
            except Exception:
                log.exception("a message could not be handled")
                self._refuse(message)

    def show(self) -> None:
        """Send the screen as it is now; for what happens without a gesture."""
        with self._lock:
            self._revision += 1
            self._send(self._stage.screen().message(self._revision))
            self._stage.settle()

    def close(self) -> None:
        """Tell the views that there is nothing behind them any more."""
        with self._lock:
            self._send({"type": "gone"})

    def _answer(self, message: object) -> None:
        match message:
            case {"type": "ready", **words}:
                self._stage.greet(_greeting(words))
                self.show()
            case {"type": "still-there", "id": number}:
                self._send({"type": "answer", "id": _number(number), "ok": True, "text": ""})
            case {"type": "do", "id": number, "revision": revision, **words}:
                self._do(_number(number), _number(revision), _gesture(words))
            case _:
                raise Malformed("unknown type")

    def _do(self, number: int, revision: int, gesture: Gesture) -> None:
        if self._revision == 0:
            raise Malformed("nothing was shown yet")
        if revision != self._revision:
            self.show()
            self._send({"type": "answer", "id": number, "ok": False, "text": label("ui.stale", self._stage.lang)})
            return
        try:
            self._stage.do(gesture)
        except ValueError as error:
            raise Malformed(str(error)) from error
        self.show()
        self._send({"type": "answer", "id": number, "ok": True, "text": ""})

    def _refuse(self, message: object) -> None:
        try:
            number = _number(message.get("id") if isinstance(message, dict) else None)
            self._send({"type": "answer", "id": number, "ok": False, "text": label("ui.malformed", self._stage.lang)})
        except Malformed:
            pass  # it has no number by which it could be answered
        except Exception:
            log.exception("nobody could be told")


def _greeting(message: Mapping[Any, object]) -> Greeting:
    query, learner, lang = (message.get(key, "") for key in ("query", "learner", "lang"))
    # The address may hold other people's parameters, of any length.
    return Greeting(query if isinstance(query, str) else _word(query), _word(learner), lang if lang in LANGS else "")


def _gesture(message: Mapping[Any, object]) -> Gesture:
    args = message.get("args", {})
    if not isinstance(args, dict) or len(args) > MOST:
        raise Malformed("args")
    return Gesture(
        _word(message.get("block")), _word(message.get("gesture")), {_word(key): _value(args[key]) for key in args}
    )


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < COUNTED:  # True would be an int
        raise Malformed("not a number that a view counts")
    return value


def _word(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST:
        raise Malformed("not a short word")
    return value


def _value(value: object) -> str | int | bool:
    if isinstance(value, int) and abs(value) < 2**31:
        return value
    return _word(value)
