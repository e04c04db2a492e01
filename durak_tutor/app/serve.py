"""The server of the course: Voilà, stand-alone, with our own page and kernels and nothing else of it switched on."""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Any, Final

import jinja2
import nbformat
from jupyter_server.auth.authorizer import AllowAllAuthorizer
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from traitlets.config import Config
from voila.app import Voila  # type: ignore[import-untyped]
from voila.notebook_renderer import NotebookRenderer  # type: ignore[import-untyped]

from ..texts import LANGS, label
from . import handlers
from .kernels import NAME, Kernels, Specs

APP: Final = handlers.PAGE / "app.ipynb"
WORDS: Final = (
    "ui.loading",
    "ui.connection_lost",
    "ui.reconnecting",
    "ui.gone",
    "page.busy",
    "page.fault",
    "page.home",
    "page.missing",
    "page.reload",
    "page.scriptless",
)
LONGEST_FRAME: Final = 2**20  # bytes of a websocket message: gestures are small
LAST_WORDS: Final = 10.0  # seconds the kernels get when the server ends
LONGEST_FOLDER: Final = 48  # bytes of a path that leave room for a socket in it on every system


@dataclass(frozen=True)
class Options:
    """What the person who starts the server may decide."""

    address: str
    host: str
    data: Path
    lang: str = ""
    browser: bool = True
    notebook: Path = APP
    patience: float = 15.0
    idle: float = 3600.0


class Renderer(NotebookRenderer):  # type: ignore[misc]
    """Reads its notebook as a plain file: Jupyter's contents manager would write a data base into the home folder."""

    async def load_notebook(self, path: str) -> nbformat.NotebookNode:
        """The notebook, for our kernel whatever it was written with."""
        notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        notebook.metadata.kernelspec = {"name": NAME, "display_name": "Durak Tutor", "language": "python"}
        return notebook


class Server(Voila):  # type: ignore[misc]
    """The server of one notebook: settings and addresses are listed here, none of Voilà's own is left."""

    def __init__(self, sockets: Sequence[socket], options: Options) -> None:
        """Takes nothing from configuration files: it runs the same on every machine."""
        super().__init__(config=_config(options), config_file_paths=[], notebook_path=str(options.notebook))
        self.sockets = sockets
        self.options = options
        self.ioloop = IOLoop.current()  # before signals can ask it to stop
        self.initialize([])

    def setup_template_dirs(self) -> None:
        """One template, ours."""
        self.template_paths = [str(handlers.PAGE)]

    def renderer(self) -> NotebookRenderer:
        """What makes one page of the notebook."""
        return Renderer(
            voila_configuration=self.voila_configuration,
            traitlet_config=self.config,
            notebook_path=self.notebook_path,
            template_paths=self.template_paths,
            base_url=self.base_url,
            page_config={},
        )

    def init_settings(self) -> dict[str, Any]:
        """What the handlers find in their settings."""
        self.server_url = self.base_url
        self.kernel_spec_manager = Specs(parent=self)
        self.kernel_manager = self._kernels()
        visitors = handlers.Visitors(parent=self, token="")
        return {
            "base_url": self.base_url,
            "kernel_manager": self.kernel_manager,
            "kernel_websocket_connection_class": handlers.Line,
            "identity_provider": visitors,
            "authorizer": AllowAllAuthorizer(parent=self, identity_provider=visitors),
            "allow_unauthenticated_access": True,
            "allow_remote_access": not _is_here(self.options.host),  # else other names of this machine are refused
            "xsrf_cookies": True,
            "xsrf_cookie_kwargs": {"samesite": "Lax"},
            "headers": handlers.HEADERS,
            "compress_response": True,
            "websocket_max_message_size": LONGEST_FRAME,
            "log_function": _log,
            "pages": jinja2.Environment(loader=jinja2.FileSystemLoader(handlers.PAGE), autoescape=True),
            "shown": _shown(self.options),
        }

    def _kernels(self) -> Kernels:
        if os.name == "posix" and len(os.fsencode(self.connection_dir)) <= LONGEST_FOLDER:
            self.config.KernelManager.transport = "ipc"  # no ports that sixty kernels could run out of
        return Kernels(
            parent=self,
            connection_dir=self.connection_dir,
            kernel_spec_manager=self.kernel_spec_manager,
            patience=self.options.patience,
            idle=self.options.idle,
            renderer=self.renderer,
            variables={"DURAK_TUTOR_DATA": str(self.options.data)},
        )

    def init_handlers(self) -> list[Any]:
        """Every address there is."""
        kernel = f"{self.base_url}api/kernels/{handlers.KERNEL}"
        files = "|".join(map(re.escape, handlers.FILES))
        return [
            (self.base_url, handlers.Front),
            (f"{self.base_url}static/({files})", handlers.File, {"path": handlers.PAGE}),
            (kernel, handlers.Kernel),
            (f"{kernel}/channels", handlers.Channels),
            (f"{self.base_url}goodbye/{handlers.KERNEL}", handlers.Farewell),
            (f"{self.base_url}healthz", handlers.Health),
            (".*", handlers.Missing),
        ]

    def listen(self) -> None:
        """Serve until somebody stops it; called by `start`."""
        HTTPServer(self.app).add_sockets(self.sockets)
        self.ioloop.add_callback(self._open)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    async def _open(self) -> None:
        await self.kernel_manager.open()
        if self.options.browser:  # in a thread that nobody waits for: some browsers return when they are closed
            Thread(target=webbrowser.open, args=(self.options.address,), daemon=True).start()

    def stop(self) -> None:
        """End all kernels, then remove what they wrote."""
        with suppress(TimeoutError):  # a kernel that does not end now will, when it finds its server gone
            self.ioloop.run_sync(self.kernel_manager.close, timeout=LAST_WORDS)
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def run(sockets: Sequence[socket], options: Options) -> None:
    """Serve the course on open sockets until somebody ends it."""
    Server.instance(sockets, options).start()  # the one that Jupyter's handlers log to


def _config(options: Options) -> Config:
    return Config(
        {
            "Application": {"log_level": "WARN"},
            "KernelManager": {"autorestart": False},  # a kernel that starts again is empty: the page asks for a new one
            "VoilaConfiguration": {
                "template": "durak",
                "allow_template_override": "NO",
                "allow_theme_override": "NO",
                "show_tracebacks": True,  # to the log: our template shows widgets and no other output
                "resources": {"durak": _shown(options)},
            },
            "VoilaExecutor": {"iopub_timeout": 60},  # its 4 s gave empty pages while a pool of thirty was filling
        }
    )


def _shown(options: Options) -> dict[str, Any]:
    """What the templates show."""
    return {
        "lang": options.lang,
        "files": {name: handlers.File.address("/", name) for name in handlers.FILES},
        "words": {key.partition(".")[2]: {lang: label(key, lang) for lang in LANGS} for key in WORDS},
    }


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _log(handler: Any) -> None:
    status, summary = handler.get_status(), f"{handler.request.method} {handler.request.path}"
    report = handler.log.error if status >= 500 else handler.log.info
    report("%d %s %.0f ms", status, summary, 1000 * handler.request.request_time())
