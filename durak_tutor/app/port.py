"""Where the server listens: which port it gets, and what to say when it gets none."""

from __future__ import annotations

import errno
from socket import AI_PASSIVE, SOCK_STREAM, AddressFamily, create_server, getaddrinfo, socket
from typing import Final

DEFAULT_PORT: Final = 8765
TRIES: Final = 50
EVERYWHERE: Final = ("0.0.0.0", "::")
ABSENT: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class Refused(ValueError):  # noqa: N818 - what it is
    """The server cannot listen there; the message is a sentence for whoever asked for it."""


class Taken(Refused):
    """Somebody else listens there already."""


def listen(host: str, port: int | None) -> list[socket]:
    """Open sockets on `port`, or, where it is None, on the default port or the next one that is free.

    Raises Refused when the port is taken or forbidden, or the host is none of this machine.
    """
    if port is not None:
        return _listen(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + TRIES):
        try:
            return _listen(host, candidate)
        except Taken:
            continue
    raise Refused(f"the ports from {DEFAULT_PORT} to {candidate} are all taken; choose another one with --port")


def address(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    name = "localhost" if host in EVERYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def _listen(host: str, port: int) -> list[socket]:
    servers: list[socket] = []
    for family, place in _places(host):
        try:
            servers.append(create_server((place, port), family=family))
        except OSError as fault:
            if servers and fault.errno in ABSENT:
                continue  # `localhost` is ::1 too, even where nothing else knows of IPv6
            for server in servers:
                server.close()
            raise _refusal(host, port, fault) from None
        port = servers[0].getsockname()[1]
        servers[-1].settimeout(0)  # as an event loop needs them
    return servers


def _places(host: str) -> list[tuple[AddressFamily, str]]:
    """The addresses a name stands for, those of IPv4 first."""
    try:
        found = getaddrinfo(host, None, type=SOCK_STREAM, flags=AI_PASSIVE)
    except (OSError, UnicodeError):
        raise _no_host(host) from None
    return sorted({(family, str(place[0])) for family, _, _, _, place in found})


def _refusal(host: str, port: int, fault: OSError) -> Refused:
    if fault.errno == errno.EADDRINUSE:
        return Taken(f"--port {port} is taken by another program; choose another one, from 1024 to 65535")
    if isinstance(fault, PermissionError):
        return Refused(f"--port {port} is not allowed to you here; the ports from 1024 to 65535 are")
    return _no_host(host)


def _no_host(host: str) -> Refused:
    allowed = "a name or an address of this machine, such as localhost, or 0.0.0.0 for all of them"
    return Refused(f"--host must be {allowed}, not {host!r}")
