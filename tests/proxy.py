"""A TCP proxy whose line can be cut or held: a browser's offline mode leaves an open websocket open."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Passes bytes between `port` and a server's port.

    `refuses`: new connections are cut at once. `holds`: they stay open, but nothing passes.
    `cuts`: requests that hold these bytes are cut.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.refuses = self.holds = False
        self.cuts: bytes | None = None
        self.port = 0
        self._ends: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        opened = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(opened),))
        self._thread.start()
        opened.wait()

    def cut(self) -> None:
        """Reset every connection there is."""
        self._loop.call_soon_threadsafe(self._reset_all)

    def close(self) -> None:
        """Reset everything and take no more."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()

    async def _serve(self, opened: threading.Event) -> None:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        opened.set()
        await self._stop.wait()
        server.close()
        self._reset_all()
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            await _reset(writer)
            return
        answers, requests = await asyncio.open_connection("localhost", self.target)
        self._ends |= {writer, requests}
        await asyncio.gather(self._pass(reader, requests), self._pass(answers, writer))
        self._ends -= {writer, requests}
        await asyncio.gather(_reset(writer), _reset(requests))

    async def _pass(self, source: asyncio.StreamReader, goal: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if self.cuts and self.cuts in data:
                    break
                if not self.holds:
                    goal.write(data)
                    await goal.drain()
        goal.close()

    def _reset_all(self) -> None:
        for end in self._ends:
            _abort(end)


def _abort(end: asyncio.StreamWriter) -> None:
    with suppress(OSError):  # what is closed already has no options
        end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    end.transport.abort()


async def _reset(end: asyncio.StreamWriter) -> None:
    _abort(end)
    with suppress(OSError):
        await end.wait_closed()


@contextmanager
def proxy_to(port: int) -> Iterator[Proxy]:
    """A proxy to a local port, closed afterwards."""
    proxy = Proxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
