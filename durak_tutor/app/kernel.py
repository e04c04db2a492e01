"""How a kernel of the app starts: without debugger and history, and without the settings of whoever runs the server."""

from __future__ import annotations

import signal
import sys
from typing import Any, Final

from traitlets.config import Config

# ipykernel takes this for a machine without a debugger, which no learner misses: 26 MB less in every kernel.
sys.modules["debugpy"] = None  # type: ignore[assignment]

LEAN: Final = Config(
    {
        "HistoryManager": {"enabled": False},
        "IPKernelApp": {"ignore_cwd": True, "exec_PYTHONSTARTUP": False, "log_level": "ERROR"},
    }
)


def main() -> None:
    """Run a kernel for the server that started this process."""
    # Jupyter interrupts before it ends a kernel, which would break the last gesture off before it is written down.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from ipykernel.ipkernel import IPythonKernel
    from ipykernel.kernelapp import IPKernelApp

    class Kernel(IPythonKernel):
        """Keeps ignoring interrupts while it handles a message."""

        def pre_handler_hook(self) -> None:
            """Nothing to prepare."""

        def post_handler_hook(self) -> None:
            """Nothing to restore."""

    app: Any = IPKernelApp.instance(config=LEAN, config_file_paths=[], kernel_class=Kernel)
    app.initialize()
    app.start()


if __name__ == "__main__":
    main()
