"""What may pass between a page and its kernel: messages of widgets, and nothing else."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

Methods = tuple[str, ...]
Buffers = list[Any]  # bytes, as they came

CONTROL: Final = "jupyter.widget.control"
CONTROL_METHODS: Final = ("request_states",)
WIDGET_METHODS: Final = ("update", "custom", "request_state")
STILL_THERE: Final = "still-there"  # said by the page; the server answers, whatever the kernel is doing
HERE: Final = "here"
TO_PAGE: Final = ("comm_open", "comm_msg", "comm_close")  # neither output nor errors with their tracebacks
MALFORMED: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError, struct.error)


class Told(NamedTuple):
    """One message of a page, cut down to what a kernel needs of it."""

    kind: str
    content: dict[str, Any]
    buffers: Buffers


def read(frame: str | bytes, comms: Mapping[str, Methods]) -> Told | None:
    """The widget message in a websocket frame, or None when it is anything else.

    `comms` are the ids this page may speak to, its own control comms and the widgets it was told of, each with the
    methods it understands.
    """
    try:
        message = _unpack(frame)
        kind, content, buffers = message["header"]["msg_type"], message["content"], message["buffers"]
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode()  # half characters and NaN cannot be sent on
        return _opened(kind, content) or _said(kind, content, buffers, comms)
    except MALFORMED:
        return None


def _unpack(frame: str | bytes) -> dict[str, Any]:
    text, *buffers = _parts(frame) if isinstance(frame, bytes) else [frame]
    return {**json.loads(text), "buffers": buffers}


def _parts(frame: bytes) -> list[bytes]:
    """What lies in a binary frame: how many parts, where each begins, the parts.

    Jupyter's own reader believes both: four bytes made it reserve gigabytes, and parts that overlap multiply a frame.
    """
    (count,) = struct.unpack_from("!I", frame)
    starts = struct.unpack_from(f"!{count}I", frame, 4)
    ends = (*starts[1:], len(frame))
    if any(start > end for start, end in zip(starts, ends, strict=True)):
        raise ValueError("parts overlap")
    return [frame[start:end] for start, end in zip(starts, ends, strict=True)]


def _opened(kind: str, content: dict[str, Any]) -> Told | None:
    if kind != "comm_open" or content["target_name"] != CONTROL or not 0 < len(content["comm_id"]) <= 64:
        return None
    return Told(kind, {"comm_id": str(content["comm_id"]), "target_name": CONTROL, "data": {}}, [])


def _said(kind: str, content: dict[str, Any], buffers: Buffers, comms: Mapping[str, Methods]) -> Told | None:
    data = content["data"]
    if kind != "comm_msg" or data["method"] not in comms[content["comm_id"]]:
        return None
    if data["method"] == "update" and not isinstance(data["state"], dict):
        return None
    return Told(kind, {"comm_id": content["comm_id"], "data": data}, buffers)


def widgets_in(kind: str, content: Mapping[str, Any]) -> Iterable[str]:
    """The ids of the widgets that a message of the kernel tells its page of."""
    if kind == "comm_open":
        return [content["comm_id"]]
    return content["data"].get("states", ()) if kind == "comm_msg" else ()


def is_a_persons(told: Told) -> bool:
    """Whether somebody did something; the heartbeats that our widgets send by themselves do not count."""
    said = told.content["data"].get("content")
    return not (isinstance(said, dict) and said.get("type") == "still-there")
