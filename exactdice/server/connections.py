"""Connections to the site: one that asks nothing is closed, so that it keeps nobody else out."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 200  # macOS lets a process have 256 files
MOST_WAITING = 50  # of them that are not being answered
SECONDS_FOR_A_REQUEST = 20.0  # in which all of it must have come


class Connection(H11Protocol):
    """A connection that is closed unless its request comes within the limit of time.

    Where too many wait, the one that has waited longest is closed at once.
    """

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._limit_time()
        waiting = [one for one in self.connections if isinstance(one, Connection) and one.waits]
        if len(waiting) > MOST_WAITING:
            min(waiting, key=lambda one: one.limit).transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._lift_limit()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request, which may be its last."""
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._limit_time()
        else:
            self._lift_limit()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; behind an answer that has begun nothing more can be said."""
        # An answer that is still being made goes nowhere.
        if self.cycle is not None:
            self.cycle.disconnected = True
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()

    @property
    def waits(self) -> bool:
        """Whether nothing is being answered here, and it is not closed yet."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        return not is_answering and not self.transport.is_closing()

    @property
    def limit(self) -> float:
        """When the time is over in which the request must have come; 0 once it has."""
        return self._limit.when() if self._limit else 0.0

    def _limit_time(self) -> None:
        if self._limit is None:
            self._limit = self.loop.call_later(SECONDS_FOR_A_REQUEST, self.transport.close)

    def _lift_limit(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
