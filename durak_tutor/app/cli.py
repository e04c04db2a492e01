"""The command line: `durak-tutor` and what can follow it; wrong use ends in one sentence and exit code 2."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from socket import socket
from typing import Any, Final, NoReturn

import click

from ..texts import LANGS, MissingCatalogues
from ..tutor.progress import data_folder, open_progress
from ..tutor.shelf import UnknownLesson, find_lessons, lesson_path
from .jupyter import copy_notebooks, open_lab
from .port import DEFAULT_PORT, Refused, address, listen

NOTICES: Final = {
    "set_aside": "The progress file was {fault}: it is kept as {file}, and a new one was begun.",
    "not_saved": "Progress cannot be saved: the file is {fault}.",
    "no_wal": "This folder does not bear many writers at once: learners may have to wait for each other.",
}


class Wrong(click.UsageError):
    """Wrong use, said in a sentence that names the argument and what is allowed."""


class Commands(click.Group):
    """`serve` is meant when no command is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `serve` before options that stand alone."""
        if not args or (args[0].startswith("-") and args[0] not in ("-h", "--help", "--version")):
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the commands there are when this is none."""
        if args[0] not in self.commands:
            raise Wrong(f"the command must be {_either(sorted(self.commands))}, not {args[0]!r}")
        return super().resolve_command(ctx, args)


def port_number(text: str) -> int:
    """A whole number that can be a port; 0 takes any that is free."""
    if text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535:
        return int(text)
    raise Wrong(f"--port must be a whole number from 0 to 65535, not {text!r}")


def language(text: str) -> str:
    """A language the course is written in."""
    if text in LANGS:
        return text
    raise Wrong(f"--lang must be {_either(LANGS)}, not {text!r}")


def data_for_writing(text: str) -> Path:
    """The folder of the progress file."""
    return _folder("--data (or DURAK_TUTOR_DATA)", text)


def folder_for_writing(text: str) -> Path:
    """A folder to put notebooks into."""
    return _folder("DIR", text)


def _folder(argument: str, text: str) -> Path:
    """The folder, made where it is missing; something must be writable there."""
    try:
        if not str(text):  # an unset variable in a script; Path would take it for the current folder
            raise ValueError("it is empty")
        folder = Path(text).expanduser().absolute()
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, RuntimeError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise Wrong(f"{argument} must be a folder that can be written to, not {str(text)!r}: {why}") from None
    return folder


def lesson_files(text: str) -> Path:
    """A lesson file, a folder of them, or a lesson by its name."""
    try:
        found = Path(text) if text and Path(text).exists() else lesson_path(text)
        if found.is_dir() and not find_lessons(found):
            raise UnknownLesson(text)  # "all sound" would be said of nothing
        return found
    except (UnknownLesson, OSError, ValueError):
        known = ", ".join(find_lessons()) or "none"
        raise Wrong(f"PATH must be a lesson file, a folder of them or a lesson ({known}), not {text!r}") from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("durak-tutor"), message="%(version)s")
def durak_tutor() -> None:
    """Learn the card game Durak in your browser."""


@durak_tutor.command()
@click.option("--port", type=port_number, metavar="N", help="Without it 8765 or the next free port; 0 for any.")
@click.option("--host", default="localhost", metavar="H", help="0.0.0.0 lets others in your network join.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--lang", type=language, metavar="L", help="en, de or ru; without it the language of the browser.")
@click.option("--data", type=data_for_writing, metavar="DIR", default=data_folder, help="Where progress is kept.")
@click.option("--notebook", type=click.Path(exists=True, path_type=Path), hidden=True)  # for the tests of the page
@click.option("--patience", type=click.FloatRange(min=0), hidden=True)  # as well: seconds until a page is
@click.option("--idle", type=click.FloatRange(min=0), hidden=True)  # given up, because it is away or nobody is there
def serve(*, port: int | None, host: str, data: Path, no_browser: bool, **others: Any) -> None:
    """Start the course and open it in the browser (the default)."""
    _need("voila", "jupyterlab")
    from .serve import Options, run

    sockets = _listen(host, port)
    place = address(host, sockets[0].getsockname()[1])
    for notice in open_progress(data, may_set_aside=True).notices():
        click.echo(NOTICES[notice.code].format(**notice.facts), err=True)
    click.echo(f"Durak Tutor: {place} (Ctrl+C ends it)")
    chosen = {name: value for name, value in others.items() if value is not None}
    run(sockets, Options(place, host=host, data=data, browser=not no_browser, **chosen))


def _listen(host: str, port: int | None) -> list[socket]:
    try:
        sockets = listen(host, port)
    except Refused as refusal:
        raise Wrong(str(refusal)) from None
    if port is None and sockets[0].getsockname()[1] != DEFAULT_PORT:
        click.echo(f"Port {DEFAULT_PORT} is taken, so this is another one.")
    return sockets


@durak_tutor.command(context_settings={"ignore_unknown_options": True})
@click.argument("folder", type=folder_for_writing, default="durak-notebooks", metavar="[DIR]")
@click.argument("lab", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS OF JUPYTERLAB]...")
def jupyter(*, folder: Path, lab: Sequence[str]) -> int:
    """Copy the notebooks into DIR and open JupyterLab there."""
    _need("jupyterlab")
    for kept in copy_notebooks(folder):
        click.echo(f"{kept.name} was changed here: it is left as it is.")
    return open_lab(folder, lab)


@durak_tutor.command()
@click.argument("paths", nargs=-1, type=lesson_files, metavar="[PATH]...")
@click.option("--report", is_flag=True, help="Also say what each lesson holds.")
def check(*, paths: Sequence[Path], report: bool) -> int:
    """Prove lesson files: every answer, hint and refusal is played through the engine."""
    from ..tutor.check import run

    return run(paths, report=report)


@durak_tutor.command()
@click.option("--page", is_flag=True, help="Measure the app in a browser instead; needs a checkout with its tests.")
def bench(*, page: bool) -> int:
    """Print figures as JSON, measured in a process of their own."""
    script = Path(__file__).parents[2] / "tests" / "page_bench.py"
    if page and not script.exists():
        raise Wrong("--page must be used in a checkout of the project, where the tests lie")
    return subprocess.call([sys.executable, *([str(script)] if page else ["-m", "durak_tutor.bench"])])


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; its exit code is that of the program."""
    try:
        sys.exit(durak_tutor.main(arguments, prog_name="durak-tutor", standalone_mode=False) or 0)
    except Wrong as wrong:
        _end(wrong.message, 2)
    except click.ClickException as fault:
        _end(f"{fault.format_message().rstrip('.')}; durak-tutor --help shows what is allowed", 2)
    except MissingCatalogues as fault:
        _end(str(fault), 1)
    except click.Abort:
        sys.exit(130)


def _end(sentence: str, status: int) -> NoReturn:
    click.echo(f"durak-tutor: {sentence}", err=True)
    sys.exit(status)


def _need(*modules: str) -> None:
    if not all(importlib.util.find_spec(module) for module in modules):
        raise Wrong('this command needs the extra "app": install it with pip install "durak-tutor[app]"')


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
