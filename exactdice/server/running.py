"""The server: the site at its address, until Ctrl-C ends it."""

from __future__ import annotations

import errno
import signal
import socket
from collections.abc import Callable
from threading import Thread, current_thread, main_thread
from types import FrameType

from uvicorn import Config, Server

from ..errors import ExactDiceError
from ..jobs.allowance import Allowance
from .application import make_ready, site
from .connections import MOST_CONNECTIONS, Connection
from .guard import ADDRESS
from .jobs import Jobs

SECONDS_TO_END = 2  # for answers that are being sent


def serve(port: int, allowance: Allowance, at_once: int, tell: Callable[[str], None]) -> None:
    """Serve at the port, any free one for 0, until the process is interrupted; `tell` is called
    with the address once it is answered.

    Raises `ExactDiceError` for a port that cannot be had.
    """
    with _listening(port) as door:
        taken = door.getsockname()[1]
        Thread(target=make_ready, args=[allowance], daemon=True).start()
        with Jobs(at_once) as jobs:
            server = _Server(jobs, _config(jobs, allowance, taken))
            tell(f"http://{ADDRESS}:{taken}/")
            _end_whenever_told(server)
            try:
                server.run(sockets=[door])
            except KeyboardInterrupt:  # which uvicorn raises again once all is ended
                pass
            finally:
                jobs.end()


def _end_whenever_told(server: Server) -> None:
    """Let a terminal that is closed, and who asks the process to end, end it as Ctrl-C does: what
    workers keep for themselves is removed only then.
    """
    if current_thread() is not main_thread():
        return  # whoever serves beside other work has signals of its own
    # uvicorn raises it once more when all is ended.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, server.handle_exit)


def _listening(port: int) -> socket.socket:
    """The door of the site, on this machine alone."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # A port of a server that has just ended can be had again at once.
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((ADDRESS, port))
        door.listen()
    except OSError as error:
        door.close()
        raise ExactDiceError(f"port {port}: {_why(error)}") from error
    return door


def _why(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            "it is in use, perhaps by another exactdice serve: choose another, as by --port 0 any "
            "that is free"
        )
    if error.errno == errno.EACCES:
        return "it is not for every user: choose one of 1024 or more"
    return f"it cannot be had: {error.strerror}"


def _config(jobs: Jobs, allowance: Allowance, port: int) -> Config:
    return Config(
        site(jobs, allowance, port),
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",  # what others send wrongly is their concern, a defect is ours
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=SECONDS_TO_END,
    )


class _Server(Server):
    """The server, which calls its jobs off as soon as it is told to end."""

    def __init__(self, jobs: Jobs, config: Config) -> None:
        super().__init__(config)
        self._jobs = jobs

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End, so that pages which wait for a job hear of it."""
        self._jobs.end()
        super().handle_exit(sig, frame)
