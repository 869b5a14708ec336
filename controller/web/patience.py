"""How long a client may keep the server waiting: connections that do not ask, do not end their request, or do not read.

uvicorn waits for ever for all three. Whoever opens many connections and lets each trickle would take the places of
everybody else, and in the end the files the journal needs. So a connection has a time in which its request must be
complete (from its first moment or from the end of the answer before, headers and body together), one in which it must
take what it was sent, and there is a largest number of connections, of one client and of all.
"""

import asyncio
from typing import Any, Final

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

REQUEST_SECONDS: Final = 20.0
"""From the first byte a client could send to the last one of its request."""
IDLE_SECONDS: Final = 5
"""How long a connection without a request stays open after an answer."""
UNREAD_SECONDS: Final = 30.0
"""How long something that was sent may wait for the client to take it. The longest answer has some hundred KB."""
MAX_CONNECTIONS: Final = 512
"""Half of the files a process may have open."""
MAX_OF_CLIENT: Final = 96
"""Connections of one address: sixteen pages of a browser that opens six each. Not counted where a proxy is named, which
speaks for many.
"""

_CLIENT_OWES: Final = (h11.IDLE, h11.SEND_BODY)
"""States of a client whose request is not complete."""


class _Deadline:
    """Ends a connection, unless it is called off in time."""

    def __init__(self, connection: H11Protocol | WebSocketsSansIOProtocol, seconds: float) -> None:
        self._connection: Final = connection
        self._seconds: Final = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Let the time run, if it does not run already."""
        if self._timer is None:
            self._timer = self._connection.loop.call_later(self._seconds, self._connection.transport.abort)

    def call_off(self) -> None:
        """Forget about it."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientHttp(H11Protocol):
    """uvicorn's HTTP connection with an end to its patience."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._request: Final = _Deadline(self, REQUEST_SECONDS)
        self._unread: Final = _Deadline(self, UNREAD_SECONDS)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`; one connection too many ends at once."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # whatever is not taken at once is waited for
        if self._is_one_too_many():
            transport.abort()
        else:
            self._request.start()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        super().data_received(data)
        became_web_socket = self not in self.connections
        if self.conn.their_state in _CLIENT_OWES and not became_web_socket:
            self._request.start()
        else:
            self._request.call_off()

    def on_response_complete(self) -> None:
        """An answer is out; a request that came with the one before may be complete already."""
        super().on_response_complete()
        if self.conn.their_state not in _CLIENT_OWES:
            self._request.call_off()

    def pause_writing(self) -> None:
        """See `asyncio.Protocol`: something waits for the client to take it."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`: all is taken."""
        super().resume_writing()
        self._unread.call_off()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._request.call_off()
        self._unread.call_off()
        super().connection_lost(exc)

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > MAX_CONNECTIONS:
            return True
        if self.config.proxy_headers or self.client is None:
            return False
        hosts = [(getattr(other, "client", None) or ("",))[0] for other in self.connections]
        return hosts.count(self.client[0]) > MAX_OF_CLIENT


class PatientWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, which pings, but would wait for ever to say goodbye to a client that reads nothing."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._unread: Final = _Deadline(self, UNREAD_SECONDS)

    def pause_writing(self) -> None:
        """See `asyncio.Protocol`: something waits for the client to take it."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`: all is taken."""
        super().resume_writing()
        self._unread.call_off()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        self._unread.call_off()
        super().connection_lost(exc)
