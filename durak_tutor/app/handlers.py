"""What the server answers: the page, its files, the websocket of its kernel, and a word about its own health."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from tornado import web

from . import messages
from .codes import is_code, new_code
from .kernels import Kernels, NotReady

PAGE: Final = Path(__file__).parent / "page"
FILES: Final = ("host.css", "host.js", "watch.js")
YEAR: Final = 365
KERNEL: Final = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
SESSION: Final = re.compile(r"\w{1,64}", re.ASCII)  # goes into the log, and names a socket: 255 bytes at most
COOKIE: Final = "durak_learner"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self' blob:; style-src 'self'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "durak-tutor",
}  # blob: because the scripts of widgets arrive by websocket


class Visitors(IdentityProvider):
    """Everybody is the same learner to the server: no names, and no cookie that tells them apart."""

    def get_user(self, handler: web.RequestHandler) -> User:  # noqa: ARG002 - everybody may
        """The one user."""
        return User("learner")


class Answer(JupyterHandler):
    """What all answers share: no addresses in the log, and no traceback on a page."""

    @property
    def kernels(self) -> Kernels:
        """The kernels of the app."""
        kernels: Kernels = self.settings["kernel_manager"]
        return kernels

    def _request_summary(self) -> str:
        return f"{self.request.method} {self.request.path}"

    def log_exception(self, _: Any, fault: BaseException | None, __: Any) -> None:
        """Log what nobody meant to happen; without the request, which holds address and query."""
        if not isinstance(fault, web.HTTPError):
            self.log.error("%s failed", self._request_summary(), exc_info=fault)

    def write_error(self, status_code: int, **_: Any) -> None:
        """A page of one sentence."""
        if status_code == 503:
            self.set_header("Retry-After", "5")
        sorry = self.settings["pages"].get_template("sorry.html.j2")
        self.finish(sorry.render(status=status_code, base=self.base_url, **self.settings["shown"]))


class Front(Answer):
    """`/`: the app notebook, shown by our own small host."""

    async def get(self) -> None:
        """A page with a kernel of its own."""
        self._welcome()
        try:
            page = await self.kernels.take()
        except NotReady as fault:
            raise web.HTTPError(503) from fault
        self.finish(page.html)

    def head(self) -> None:
        """The same without the page: who does not want it needs no kernel."""
        self._welcome()

    def _welcome(self) -> None:
        """Give the learner a code: the one in the address, else the one of the last visit, else a new one."""
        self.xsrf_token  # noqa: B018 - sets the cookie without which the page could not say goodbye
        self.set_header("Cache-Control", "no-store")
        for code in (self.get_query_argument("learner", ""), self.get_cookie(COOKIE, "") or "", new_code()):
            if is_code(code):
                self.set_cookie(COOKIE, code, expires_days=YEAR, path=self.base_url, samesite="Lax")
                return


class File(Answer, web.StaticFileHandler):
    """`/static/…`: the few files of the page, cached for ever under an address that changes with them."""

    @classmethod
    def address(cls, base: str, name: str) -> str:
        """Where a file of the page is found."""
        return f"{base}static/{name}?v={hashlib.sha256((PAGE / name).read_bytes()).hexdigest()[:12]}"


class Kernel(Answer):
    """`/api/kernels/ID`: whether a page that lost its connection will find its kernel again."""

    def get(self, kernel_id: str) -> None:
        """204, or 404 when the kernel has gone."""
        self.set_status(204 if kernel_id in self.kernels.visits else 404)


class Farewell(Answer):
    """`/goodbye/ID`: the last word of a page that is left, closed or loaded again."""

    async def post(self, kernel_id: str) -> None:
        """End the kernel of that page."""
        self.set_status(204)
        if kernel_id in self.kernels.visits:
            await self.kernels.end(kernel_id)


class Health(Answer):
    """`/healthz`: for whoever watches the server."""

    def head(self) -> None:
        """Whether it answers."""

    def get(self) -> None:
        """Kernels with a page, kernels waiting for one, open websockets."""
        kernels = self.kernels
        counts = {"live": len(kernels.visits), "pooled": kernels.pooled, "connected": kernels.connected}
        self.finish({"ok": kernels.is_ok, "version": version("durak-tutor"), **counts})


class Missing(Answer):
    """Every other address."""

    def get(self) -> None:
        """There is nothing here."""
        raise web.HTTPError(404)

    head = post = get


class Line(ZMQChannelsWebsocketConnection):
    """Carries the messages of widgets between a page and its kernel, and no others."""

    kernel_ws_protocol = ""  # the older form, which our page speaks

    def __init__(self, **traits: Any) -> None:
        """A page may speak to nothing before it was told of it."""
        super().__init__(**traits)
        self.comms: dict[str, messages.Methods] = {}

    def handle_incoming_message(self, frame: str | bytes) -> None:
        """Pass a widget message on, written anew; drop anything else."""
        told = messages.read(frame, self.comms)
        if told is None or "shell" not in self.channels:
            return
        if told.kind == "comm_open":
            self.comms[told.content["comm_id"]] = messages.CONTROL_METHODS
        if messages.is_a_persons(told):
            self.multi_kernel_manager.touch(self.kernel_id)
        letter = self.session.msg(told.kind, told.content, metadata={"version": "1.0.0"})
        self.session.send(self.channels["shell"], letter, buffers=told.buffers)

    def _on_zmq_reply(self, stream: Any, message: Mapping[str, Any]) -> None:
        if message["msg_type"] in messages.TO_PAGE:
            for widget in messages.widgets_in(message["msg_type"], message["content"]):
                self.comms[widget] = messages.WIDGET_METHODS
            super()._on_zmq_reply(stream, message)  # type: ignore[no-untyped-call]


class Channels(Answer, KernelWebsocketHandler):
    """`/api/kernels/ID/channels`: the websocket of a page."""

    ping_interval = ping_timeout = 20.0  # seconds, tornado's own: Jupyter's would take them for milliseconds

    def set_default_headers(self) -> None:
        """The headers of all answers, which Jupyter leaves out here: a refusal is a page too."""
        JupyterHandler.set_default_headers(self)

    async def pre_get(self) -> None:
        """Only kernels that were handed out can be reached: those that wait belong to nobody."""
        if self.kernel_id not in self.kernels.visits:
            raise web.HTTPError(404)
        if not SESSION.fullmatch(self.get_query_argument("session_id", "")):
            raise web.HTTPError(400)
        await super().pre_get()  # type: ignore[no-untyped-call]

    async def open(self, kernel_id: str) -> None:
        """Count the page in, and send small messages at once: Nagle's algorithm costs 40 ms a click."""
        self.set_nodelay(True)
        self.kernels.connect(kernel_id, self)
        try:
            await self.connection.connect()
        except BaseException:  # tornado hangs up and says nothing: the kernel would wait for this page
            self.kernels.disconnect(kernel_id, self)
            raise

    def on_message(self, frame: str | bytes) -> None:
        """A sign of life is answered here, all else is the kernel's."""
        if frame == messages.STILL_THERE:
            self.write_message(messages.HERE)
        else:
            super().on_message(frame)  # type: ignore[no-untyped-call]

    def on_close(self) -> None:
        """Count the page out."""
        self.kernels.disconnect(self.kernel_id, self)
        super().on_close()  # type: ignore[no-untyped-call]
