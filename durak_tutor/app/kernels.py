"""The kernels of the app: prepared before anybody asks, paired with an open page, ended when it has gone."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from nbformat import NotebookNode
from tornado.ioloop import PeriodicCallback
from tornado.web import HTTPError
from traitlets import Callable, Dict, Float, Integer

NAME: Final = "durak-tutor"
AT_A_TIME: Final = 2  # kernels that start together; more of them only make each other late
REST: Final = 1.0  # seconds after handing a page out: first that page gets the processor, then the next is prepared
PAUSE: Final = 10.0  # seconds before another try, when kernels do not start
GONE: Final = 4000  # why the server hangs up: the kernel has gone
IDLE: Final = 4001  # and: nobody did anything for long


class Line(Protocol):
    """An open websocket, as far as a kernel has to know it."""

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Hang up."""


@dataclass(frozen=True)
class Page:
    """A kernel in which the notebook has run, and the page that shows it."""

    kernel: str
    html: str


@dataclass
class Visit:
    """A page that was handed out: its open websockets, when it had one last, when somebody did something last."""

    seen: float = field(default_factory=time.monotonic)
    touched: float = field(default_factory=time.monotonic)
    lines: set[Line] = field(default_factory=set)


class NotReady(RuntimeError):  # noqa: N818 - what it is
    """No kernel could be prepared; the log says why."""


class Specs(KernelSpecManager):
    """Knows one kernel: ours, on the Python that runs the server, whatever else is installed for Jupyter."""

    def find_kernel_specs(self) -> dict[str, str]:
        """The one name; it has no folder of resources."""
        return {NAME: ""}

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:  # noqa: ARG002 - there is only one
        """How the one kernel is started: `-P`, so that no file in the current folder stands in for a module."""
        argv = [sys.executable, "-P", "-m", "durak_tutor.app.kernel", "-f", "{connection_file}"]
        return KernelSpec(name=NAME, display_name="Durak Tutor", language="python", argv=argv)


class Kernels(AsyncMappingKernelManager):
    """Prepares `pool` pages ahead, hands each out once, and ends every kernel whose page has gone.

    A page may be without a websocket for `patience` seconds; `idle` seconds in which nobody does anything end it too.
    `variables` are added to the environment of kernels, `renderer` makes what renders one page.
    """

    pool = Integer(1)
    patience = Float(15.0)
    idle = Float(3600.0)
    variables = Dict()
    renderer = Callable()

    def __init__(self, **traits: Any) -> None:
        """Nothing is started before `open`."""
        super().__init__(**traits)  # type: ignore[no-untyped-call]
        self.visits: dict[str, Visit] = {}
        self._prepared: list[asyncio.Task[Page]] = []
        self._starting = asyncio.Semaphore(AT_A_TIME)
        self._failed: float | None = None
        self._tending = PeriodicCallback(self.tend, 1000)

    async def open(self) -> None:
        """Prepare the first pages and look after all kernels from now on; returns when the first is ready or failed."""
        self._tending.start()
        self.fill()
        await asyncio.wait([self._prepared[0]])

    def fill(self) -> None:
        """See to it that `pool` pages are ready or being prepared."""
        while len(self._prepared) < self.pool:
            self._prepared.append(asyncio.ensure_future(self._prepare()))

    async def take(self) -> Page:
        """A page that is ready, else the first to become so; NotReady when its kernel does not start."""
        if not self._prepared:
            self.fill()
        if not self._prepared:  # the server is being stopped
            raise NotReady
        task = next(filter(_is_ready, self._prepared), self._prepared[0])
        self._prepared.remove(task)
        asyncio.get_running_loop().call_later(REST, self.fill)
        page = await task
        self.visits[page.kernel] = Visit()
        return page

    async def _prepare(self) -> Page:
        async with self._starting:
            try:
                page = await self._start()
            except Exception as fault:
                self.log.error("A kernel did not get ready: %s", fault)
                self._failed = time.monotonic()
                raise NotReady from fault
            self._failed = None
            return page

    async def _start(self) -> Page:
        kernel = await self.start_kernel(kernel_name=NAME, cwd=self.connection_dir, env=self._environment())
        try:
            return Page(kernel, await self._render(kernel))
        except BaseException:
            await self.shutdown_kernel(kernel, now=True)  # type: ignore[no-untyped-call]
            raise

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "IPYTHONDIR": str(Path(self.connection_dir) / "ipython"), **self.variables}

    async def _render(self, kernel: str) -> str:
        renderer = self.renderer()
        await renderer.initialize()
        html: str = await renderer.generate_content_str(kernel, self.get_kernel(kernel))
        if "data-model=" not in html:
            raise NotReady(_fault_in(renderer.executor.nb) or "its notebook shows no widget")
        return html

    @property
    def is_ok(self) -> bool:
        """Whether the last kernel that was started got ready."""
        return self._failed is None

    @property
    def pooled(self) -> int:
        """How many pages are ready for somebody."""
        return sum(map(_is_ready, self._prepared))

    @property
    def connected(self) -> int:
        """How many websockets are open."""
        return sum(len(visit.lines) for visit in self.visits.values())

    def connect(self, kernel: str, line: Line) -> None:
        """A page has opened a websocket; its kernel may have been ended meanwhile."""
        if visit := self.visits.get(kernel):
            visit.lines.add(line)
        else:
            line.close(GONE)

    def touch(self, kernel: str) -> None:
        """Somebody did something on a page."""
        if visit := self.visits.get(kernel):
            visit.touched = time.monotonic()

    def disconnect(self, kernel: str, line: Line) -> None:
        """A websocket has gone; its page may open another one for a while."""
        if visit := self.visits.get(kernel):
            visit.lines.discard(line)
            visit.seen = time.monotonic()

    async def end(self, kernel: str, code: int = GONE) -> None:
        """Shut a kernel down and hang up on its page, which learns by `code` why."""
        visit = self.visits.pop(kernel, Visit())
        for line in visit.lines:
            line.close(code)
        if kernel in self:
            await self.shutdown_kernel(kernel)  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """End everything: kernels with a page may finish what they are doing, the others are not needed any more."""
        self.pool = 0
        self._tending.stop()
        await asyncio.gather(*map(self.end, tuple(self.visits)))
        for task in self._prepared:
            task.cancel()
        await asyncio.gather(*self._prepared, return_exceptions=True)
        with suppress(HTTPError):  # one that was only about to start is not known any more
            await self.shutdown_all(now=True)

    async def tend(self) -> None:
        """End what nobody needs and replace what has died; runs every second."""
        await self._weed()
        over = [(kernel, await self._end_code(kernel, visit)) for kernel, visit in list(self.visits.items())]
        await asyncio.gather(*(self.end(kernel, code) for kernel, code in over if code))
        if self._failed is None or time.monotonic() - self._failed > PAUSE:
            self.fill()

    async def _weed(self) -> None:
        """Drop what failed, and what died while it waited."""
        self._prepared = [task for task in self._prepared if _is_ready(task) or not task.done()]
        for task in filter(_is_ready, tuple(self._prepared)):
            kernel = task.result().kernel
            if not await self._is_alive(kernel) and task in self._prepared:
                self._prepared.remove(task)
                await self.end(kernel)

    async def _is_alive(self, kernel: str) -> bool:
        return kernel in self and bool(await ensure_async(self.get_kernel(kernel).is_alive()))

    async def _end_code(self, kernel: str, visit: Visit) -> int | None:
        """The code to hang up with, or None while the page may stay."""
        now = time.monotonic()
        if not await self._is_alive(kernel) or (not visit.lines and now - visit.seen > self.patience):
            return GONE
        return IDLE if now - visit.touched > self.idle else None


def _fault_in(notebook: NotebookNode) -> str:
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return "; ".join(f"{it.ename}: {it.evalue}" for it in outputs if it.output_type == "error")


def _is_ready(task: asyncio.Task[Page]) -> bool:
    return task.done() and not task.cancelled() and not task.exception()
