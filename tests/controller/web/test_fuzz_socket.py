"""The WebSocket with whatever may be sent to it: every message gets an answer or a clear end, and nothing breaks."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from controller.web.connection import MAX_MESSAGE
from controller.web.contract import CommandRefused
from controller.web.rights import COMMANDS
from tests.controller.web.samples import SampleControl, SampleHub, sample_app

LOCAL = ("127.0.0.1", 50_000)
WORDS = st.sampled_from([*COMMANDS, "id", "command", "type", "tiles", "target", "button", "WIN", "hand:0", "river:9"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | WORDS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(WORDS | st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
COMMAND_LIKE = st.builds(
    lambda kind, extra: {"id": 1, "command": {"type": kind, **extra}},
    st.sampled_from(sorted(COMMANDS)),
    st.dictionaries(
        st.sampled_from(
            ["tiles", "target", "button", "rules", "level", "factor", "paused", "on", "source", "kind", "seat"]
        ),
        VALUES,
        max_size=3,
    ),
)
MESSAGES = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    VALUES.map(json.dumps),
    COMMAND_LIKE.map(json.dumps),
    st.builds(lambda value: json.dumps({"id": value, "command": value}), VALUES),
    st.sampled_from(["[" * 1_500, '{"id":' * 300, "\x00", "9" * 1_900, '{"id": 1e999, "command": {}}']),
)
SETTINGS = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))


class Strict(SampleControl):
    """A table to which no command comes that is not well formed, and which refuses all."""

    async def command(self, command: Any, seat: int | None) -> None:
        assert command.type in COMMANDS
        raise CommandRefused("Not now.")


@pytest.fixture(scope="module")
def client() -> Any:
    with TestClient(sample_app(SampleHub(), Strict()), client=LOCAL) as client:
        yield client


def answered(socket: Any) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.receive_text())
        if message["type"] in ("done", "refused"):
            return message


@SETTINGS
@given(messages=st.lists(MESSAGES, min_size=1, max_size=6))
def test_every_message_is_answered_and_the_link_goes_on(client: TestClient, messages: list[str | bytes]) -> None:
    with client.websocket_connect("/ws?seat=0&referee&overlay") as socket:
        for message in messages:
            if isinstance(message, bytes):
                socket.send_bytes(message)
            elif len(message.encode("utf-8", "surrogatepass")) > MAX_MESSAGE:
                continue
            else:
                socket.send_text(message)
            assert answered(socket)["type"] == "refused"
        socket.send_text('{"id": 77, "command": {"type": "put_back"}}')
        assert answered(socket) == {"type": "refused", "id": 77, "message": "Not now."}


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(letter=st.characters(codec="utf-8"), more=st.integers(1, 3_000))
def test_a_message_too_long_ends_the_link_clearly(client: TestClient, letter: str, more: int) -> None:
    with client.websocket_connect("/ws") as socket:
        socket.send_text(letter * (MAX_MESSAGE + more))
        with pytest.raises(WebSocketDisconnect) as closed:
            answered(socket)
    assert closed.value.code == 1009


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(query=st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S")), max_size=40))
def test_any_address_is_answered(client: TestClient, query: str) -> None:
    with client.websocket_connect(f"/ws?{query.replace('#', '')}") as socket:
        assert json.loads(socket.receive_text())["type"] == "hello"
