"""The notebooks of the course, for those who want to try the rules in code: copied to where they may be changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def notebooks_folder() -> Path:
    """`durak_tutor/notebooks`, where a wheel puts them, else `notebooks` beside the package, as in a checkout."""
    package = Path(__file__).parents[1]
    packed = package / "notebooks"
    return packed if packed.is_dir() else package.parent / "notebooks"


def copy_notebooks(folder: Path) -> list[Path]:
    """Copy every notebook that `folder` does not have; return those it has in another form, which are left alone."""
    kept = []
    for notebook in sorted(notebooks_folder().glob("*.ipynb")):
        copy = folder / notebook.name
        if not copy.exists():
            shutil.copyfile(notebook, copy)
        elif copy.read_bytes() != notebook.read_bytes():
            kept.append(copy)
    return kept


def open_lab(folder: Path, options: Sequence[str] = ()) -> int:
    """Run JupyterLab on `folder` until it is ended; return its exit code."""
    # With our settings it neither asks other hosts for news, nor lays a question about them over the cards.
    settings = [str(Path(__file__).with_name("lab")), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    environment = {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(settings)}
    command = [sys.executable, "-m", "jupyterlab", str(folder), *options]
    if os.name == "posix":  # of two programs Ctrl+C would end this one, and the other would ask whether it is meant
        os.execve(sys.executable, command, environment)
    return subprocess.call(command, env=environment)
