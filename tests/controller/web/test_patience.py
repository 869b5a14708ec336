"""Clients that keep the server waiting, by a clock that the test turns."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from controller.web import patience
from controller.web.patience import IDLE_SECONDS, REQUEST_SECONDS, UNREAD_SECONDS, PatientHttp, PatientWebSocket

GET = b"GET / HTTP/1.1\r\nHost: table\r\n\r\n"
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: table\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@dataclass
class Timer:
    """What `call_later` gives."""

    at: float
    do: Callable[..., object]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class Task:
    """What `create_task` gives."""

    def add_done_callback(self, done: Callable[..., object]) -> None:
        """Nobody waits for it."""


@dataclass
class Loop:
    """An event loop whose time the test turns; tasks are run by hand."""

    now: float = 0.0
    timers: list[Timer] = field(default_factory=list)
    tasks: list[Coroutine[Any, Any, None]] = field(default_factory=list)

    def call_later(self, seconds: float, do: Callable[..., object]) -> Timer:
        self.timers.append(Timer(self.now + seconds, do))
        return self.timers[-1]

    def create_task(self, work: Coroutine[Any, Any, None], **_: object) -> "Task":
        self.tasks.append(work)
        return Task()

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [timer for timer in self.timers if not timer.cancelled and timer.at <= end]:
            timer = min(due, key=lambda each: each.at)
            self.timers.remove(timer)
            self.now = timer.at
            timer.do()
        self.now = end

    def answer(self) -> None:
        """Run the application over all requests that have come."""
        while self.tasks:
            asyncio.run(self.tasks.pop(0))


@dataclass
class Transport:
    """A connection: what was sent on it, and whether it is open."""

    host: str = "192.0.2.7"
    sent: bytes = b""
    end: str = ""
    high: int | None = None
    protocol: object = None

    def get_extra_info(self, name: str) -> object:
        return {"peername": (self.host, 50_000), "sockname": ("192.0.2.1", 8080)}.get(name)

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def write(self, data: bytes) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return bool(self.end)

    def is_open(self) -> bool:
        return not self.end

    def close(self) -> None:
        self.end = self.end or "closed"

    def abort(self) -> None:
        self.end = self.end or "aborted"

    def pause_reading(self) -> None:
        """Nothing is read here but what the test hands over."""

    def resume_reading(self) -> None:
        """See `pause_reading`."""

    def set_protocol(self, protocol: object) -> None:
        self.protocol = protocol


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """An application that takes the whole body and then answers."""
    more = True
    while more:
        message = await receive()
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"hi"})


class Server:
    """uvicorn's side of some connections."""

    def __init__(self, **options: Any) -> None:
        self.loop = Loop()
        options = {"proxy_headers": False, "timeout_keep_alive": IDLE_SECONDS} | options
        self.config = Config(hello, log_config=None, http=PatientHttp, ws=PatientWebSocket, **options)
        self.config.load()
        self.state = ServerState()

    def connect(self, host: str = "192.0.2.7") -> tuple[PatientHttp, Transport]:
        transport = Transport(host)
        protocol = PatientHttp(self.config, self.state, {}, self.loop)  # type: ignore[arg-type]
        protocol.connection_made(transport)  # type: ignore[arg-type]
        return protocol, transport


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param([], id="nothing"),
        pytest.param([b"G"] * 10, id="a line without end"),
        pytest.param([GET[:-2], *[b"X-More: and more\r\n"] * 10], id="headers without end"),
        pytest.param(
            [b"POST / HTTP/1.1\r\nHost: table\r\nContent-Length: 100\r\n\r\n", *[b"x"] * 10], id="a body without end"
        ),
    ],
)
def test_a_request_that_never_ends_is_ended(server: Server, pieces: list[bytes]) -> None:
    protocol, transport = server.connect()
    step = REQUEST_SECONDS / (len(pieces) + 1)
    for piece in pieces:
        protocol.data_received(piece)
        server.loop.pass_time(step)
        assert not transport.end
    server.loop.pass_time(step * 1.01)
    assert transport.end == "aborted"
    protocol.connection_lost(None)
    for task in server.loop.tasks:
        task.close()


def test_a_whole_request_may_be_thought_about_as_long_as_it_takes(server: Server) -> None:
    protocol, transport = server.connect()
    protocol.data_received(GET)
    server.loop.pass_time(10 * REQUEST_SECONDS)
    server.loop.answer()
    assert transport.sent.endswith(b"hi")
    assert not transport.end


def test_requests_one_after_another_each_have_their_time(server: Server) -> None:
    protocol, transport = server.connect()
    for number in range(1, 6):
        protocol.data_received(GET[:10])
        server.loop.pass_time(REQUEST_SECONDS * 0.9)
        protocol.data_received(GET[10:])
        server.loop.answer()
        assert transport.sent.count(b"200 OK") == number
        server.loop.pass_time(IDLE_SECONDS * 0.9)
    assert not transport.end


def test_requests_sent_at_once_are_all_answered(server: Server) -> None:
    protocol, transport = server.connect()
    protocol.data_received(GET * 3)
    server.loop.answer()
    assert transport.sent.count(b"200 OK") == 3
    assert not transport.end


def test_a_connection_that_asks_no_more_is_closed(server: Server) -> None:
    protocol, transport = server.connect()
    protocol.data_received(GET)
    server.loop.answer()
    server.loop.pass_time(IDLE_SECONDS)
    assert transport.end == "closed"


def test_a_second_request_that_never_ends_is_ended(server: Server) -> None:
    protocol, transport = server.connect()
    protocol.data_received(GET)
    server.loop.answer()
    protocol.data_received(b"G")  # no longer without a request, so not closed as idle
    server.loop.pass_time(REQUEST_SECONDS)
    assert transport.end == "aborted"


def test_what_nobody_takes_ends_the_connection(server: Server) -> None:
    protocol, transport = server.connect()
    assert transport.high == 0, "anything that waits is told of"
    protocol.data_received(GET)
    server.loop.answer()
    protocol.pause_writing()
    server.loop.pass_time(IDLE_SECONDS)
    assert transport.end == "closed", "which waits until all is taken"
    transport.end = ""
    server.loop.pass_time(UNREAD_SECONDS - IDLE_SECONDS)
    assert transport.end == "aborted"


def test_what_is_taken_slowly_is_waited_for(server: Server) -> None:
    protocol, transport = server.connect()
    protocol.data_received(GET)
    for _ in range(5):
        protocol.pause_writing()
        server.loop.pass_time(UNREAD_SECONDS * 0.9)
        protocol.resume_writing()
    assert not transport.end
    server.loop.answer()


def test_a_page_that_follows_the_table_is_no_request_without_end(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio, "get_event_loop", lambda: server.loop)
    protocol, transport = server.connect()
    protocol.data_received(UPGRADE)
    server.loop.pass_time(10 * REQUEST_SECONDS)
    socket = transport.protocol
    assert isinstance(socket, PatientWebSocket)
    assert transport.is_open()
    socket.pause_writing()
    server.loop.pass_time(UNREAD_SECONDS)
    assert transport.end == "aborted"
    socket.connection_lost(None)
    for task in server.loop.tasks:
        task.close()


def test_no_client_takes_all_connections(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "MAX_OF_CLIENT", 3)
    monkeypatch.setattr(patience, "MAX_CONNECTIONS", 5)
    first, *rest = [server.connect() for _ in range(4)]
    assert [transport.end for _, transport in (first, *rest)] == ["", "", "", "aborted"]
    rest[-1][0].connection_lost(None)
    others = [server.connect(f"192.0.2.{host}")[1].end for host in (20, 21, 22)]
    assert others == ["", "", "aborted"], "five in all"
    first[0].connection_lost(None)


def test_a_named_proxy_speaks_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "MAX_OF_CLIENT", 3)
    server = Server(proxy_headers=True)
    assert not any(server.connect()[1].end for _ in range(10))


def test_nothing_is_left_to_run_when_a_connection_is_gone(server: Server) -> None:
    protocol, transport = server.connect()
    protocol.data_received(b"G")
    protocol.pause_writing()
    transport.end = "closed"
    protocol.connection_lost(None)
    assert all(timer.cancelled for timer in server.loop.timers)
