"""The web server without a browser: pages, headers, the socket's promises, commands refused and passed on."""

import json
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from controller.presenter.views import PublicView
from controller.web import connection
from controller.web.connection import MAX_MESSAGE
from controller.web.contract import Health, MoveTiles, NewMatch, PressButton, SetTraining
from hal.ports import Button
from tests.controller.web.samples import INCIDENT, PLAYING, SEAT, SampleControl, SampleHub, sample_app

LOCAL = ("127.0.0.1", 50_000)


@pytest.fixture
def hub() -> SampleHub:
    return SampleHub()


@pytest.fixture
def control() -> SampleControl:
    return SampleControl()


@pytest.fixture
def client(hub: SampleHub, control: SampleControl) -> Iterator[TestClient]:
    with TestClient(sample_app(hub, control), client=LOCAL) as client:
        yield client


@pytest.fixture
def real_table(hub: SampleHub) -> Iterator[TestClient]:
    with TestClient(sample_app(hub), client=LOCAL) as client:
        yield client


def put(client: TestClient, hub: SampleHub, audience: Any, view: Any) -> None:
    assert client.portal is not None
    client.portal.call(hub.put, audience, view)


def receive(socket: WebSocketTestSession, *kinds: str) -> dict[str, Any]:
    """The next message of one of these kinds."""
    while True:
        message = json.loads(socket.receive_text())
        if message["type"] in kinds:
            return dict(message)


def ask(socket: WebSocketTestSession, command: object, number: int = 1) -> dict[str, Any]:
    socket.send_text(json.dumps({"id": number, "command": command}))
    return receive(socket, "done", "refused")


def test_pages_and_what_they_load_are_served_with_a_strict_policy(client: TestClient) -> None:
    for path, kind in (
        ("/", "text/html"),
        ("/table", "text/html"),
        ("/static/js/scoreboard.js", "javascript"),
        ("/static/css/base.css", "text/css"),
        ("/static/text/ja.json", "application/json"),
        ("/tiles/classic/0p.svg", "image/svg+xml"),
        ("/tiles/large/back.svg", "image/svg+xml"),
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert kind in answer.headers["content-type"]
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/tiles/classic/0z.svg", "/tiles/other/1m.svg", "/static/../server.py", "/nothing"])
def test_what_is_not_there_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_pages_hold_no_inline_script_or_style_and_load_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/table"):
        text = client.get(path).text
        assert "style=" not in text
        assert "onclick" not in text
        assert "//" not in text.replace("<!doctype", "").replace("http://www.w3.org", "")
        for script in text.split("<script")[1:]:
            assert script.split(">")[1].startswith("</script")


def test_a_real_table_has_no_table_page_and_takes_no_commands(real_table: TestClient, hub: SampleHub) -> None:
    assert real_table.get("/table").status_code == 404
    put(real_table, hub, "seat0", SEAT)
    with real_table.websocket_connect("/ws?seat") as socket:
        assert receive(socket, "hello")["control"] is None
        put(real_table, hub, "public", PLAYING)
        assert receive(socket, "view", "seat")["type"] == "view"
        answer = ask(socket, {"type": "press", "button": "WIN"})
        assert answer["type"] == "refused"
        assert "only watches" in answer["message"]


def test_health_names_problems(client: TestClient, hub: SampleHub, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/health").json() == {"ok": True, "version": "test", "problems": []}
    sick = Health("test", ("Reader south does not answer: check its cable.",))
    monkeypatch.setattr(hub, "health", lambda: sick)
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["problems"] == list(sick.problems)


def test_the_view_by_http(client: TestClient, hub: SampleHub) -> None:
    assert client.get("/api/view").status_code == 503
    put(client, hub, "public", PLAYING)
    assert PublicView.model_validate(client.get("/api/view").json()) == PLAYING


def test_full_view_on_connect_then_the_latest(client: TestClient, hub: SampleHub) -> None:
    put(client, hub, "public", PLAYING)
    with client.websocket_connect("/ws") as socket:
        hello = receive(socket, "hello")
        assert hello["control"]["seat"] is None, "a page that only watches is given no seat"
        first = receive(socket, "view")
        assert PublicView.model_validate(first["view"]) == PLAYING
        put(client, hub, "public", INCIDENT)
        second = receive(socket, "view")
        assert second["version"] > first["version"]
        assert second["view"]["incidents"][0]["id"] == "discard_out_of_turn"


def test_the_seat_view_goes_only_to_the_page_of_the_seat(client: TestClient, hub: SampleHub) -> None:
    put(client, hub, "public", PLAYING)
    put(client, hub, "seat0", SEAT)
    with client.websocket_connect("/ws?seat") as socket:
        assert receive(socket, "hello")["control"]["seat"] == 0
        assert receive(socket, "seat")["view"]["hand"][0]["tile"] == "2m"
    with client.websocket_connect("/ws") as socket:
        receive(socket, "view")
        put(client, hub, "seat0", SEAT)
        put(client, hub, "public", INCIDENT)
        assert receive(socket, "view", "seat")["type"] == "view"
        assert "only watches" in ask(socket, {"type": "press", "button": "WIN"})["message"]


def test_commands_are_checked_and_passed_on(client: TestClient, control: SampleControl) -> None:
    with client.websocket_connect("/ws?seat") as socket:
        assert ask(socket, {"type": "move", "tiles": [16], "target": "river:0"}, 7) == {"type": "done", "id": 7}
        assert ask(socket, {"type": "press", "button": "RIICHI"})["type"] == "done"
        assert ask(socket, {"type": "new_match", "rules": "doman"})["type"] == "done"
        assert ask(socket, {"type": "training", "on": True})["type"] == "done"
    assert control.commands == [
        MoveTiles(tiles=(16,), target="river:0"),
        PressButton(button=Button.RIICHI),
        NewMatch(rules="doman"),
        SetTraining(on=True),
    ]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ({"type": "fly"}, "fly"),
        ({"type": "press", "button": "SELF_DESTRUCT"}, "button"),
        ({"type": "move", "tiles": [], "target": "river:0"}, "tiles"),
        ({"type": "move", "tiles": [144], "target": "river:0"}, "0 to 143"),
        ({"type": "move", "tiles": [1, 1], "target": "river:0"}, "only once"),
        ({"type": "move", "tiles": [1], "target": "moon"}, "no zone"),
        ({"type": "speed", "factor": 1000}, "factor"),
        ({"type": "training"}, "on"),
        ({"type": "press", "button": "WIN", "more": 1}, "more"),
        ({"type": "take"}, "There is no tile for you to draw now."),
    ],
)
def test_wrong_commands_are_refused_with_the_reason(
    client: TestClient, control: SampleControl, command: dict[str, object], reason: str
) -> None:
    with client.websocket_connect("/ws?seat") as socket:
        answer = ask(socket, command)
        assert answer["type"] == "refused"
        assert reason in answer["message"]
    assert control.commands == []


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"id": "x"}', '{"id": 1, "command": {}, "extra": 1}'])
def test_broken_messages_are_refused_and_the_link_goes_on(client: TestClient, text: str) -> None:
    with client.websocket_connect("/ws?seat") as socket:
        socket.send_text(text)
        assert receive(socket, "refused")["message"].startswith("A message must be")
        assert ask(socket, {"type": "press", "button": "PASS"})["type"] == "done"


def test_bytes_are_refused_and_the_link_goes_on(client: TestClient) -> None:
    with client.websocket_connect("/ws?seat") as socket:
        socket.send_bytes(b'\xff{"id": 1}')
        assert receive(socket, "refused")["message"].startswith("A message must be")
        assert ask(socket, {"type": "press", "button": "PASS"})["type"] == "done"


def test_a_message_too_long_ends_the_link(client: TestClient) -> None:
    with client.websocket_connect("/ws?seat") as socket:
        socket.send_text("x" * (MAX_MESSAGE + 1))
        with pytest.raises(WebSocketDisconnect) as closed:
            receive(socket, "done")
        assert closed.value.code == 1009


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://testserver.evil.example", "http://[testserver"]
)
def test_a_page_of_another_origin_is_refused(client: TestClient, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect("/ws", headers={"origin": origin}):
        pass
    assert closed.value.code == 1008


def test_a_page_of_this_server_is_welcome(client: TestClient) -> None:
    with client.websocket_connect("/ws", headers={"origin": "http://testserver"}) as socket:
        assert receive(socket, "hello")["type"] == "hello"


def test_a_sign_of_life_comes_again_and_again_and_says_what_is_wrong(
    client: TestClient, hub: SampleHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.05)
    with client.websocket_connect("/ws") as socket:
        assert receive(socket, "health") == {"type": "health", "problems": []}
        monkeypatch.setattr(hub, "health", lambda: Health("test", ("The table cannot be opened.",)))
        while not receive(socket, "health")["problems"]:
            continue
        assert receive(socket, "health")["problems"] == ["The table cannot be opened."]


def test_too_many_pages_are_told_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MAX_CONNECTIONS", 1)
    with client.websocket_connect("/ws") as first:
        receive(first, "hello")
        with client.websocket_connect("/ws") as second, pytest.raises(WebSocketDisconnect) as closed:
            second.receive_text()
        assert closed.value.code == 1013
    with client.websocket_connect("/ws") as third:
        assert receive(third, "hello")


def test_a_slow_page_misses_steps_but_never_the_end(client: TestClient, hub: SampleHub) -> None:
    with client.websocket_connect("/ws") as socket:
        receive(socket, "hello")

        async def hurry() -> None:
            for left in range(50, -1, -1):
                await hub.put("public", PLAYING.model_copy(update={"wall_left": left}))
            await anyio.sleep(0)

        assert client.portal is not None
        client.portal.call(hurry)
        seen = [receive(socket, "view")["view"]["wall_left"]]
        while seen[-1] != 0:
            seen.append(receive(socket, "view")["view"]["wall_left"])
        assert seen == sorted(seen, reverse=True)
        assert len(seen) < 51
