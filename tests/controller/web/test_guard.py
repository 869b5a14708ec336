"""What stands before every request: names, origins, sizes, counts, cookies."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from controller.access.door import Door
from controller.access.roles import Role
from controller.access.store import AccessStore
from controller.web import guard
from controller.web.guard import MAX_BODY, Guard
from controller.web.server import create_app
from tests.controller.web.samples import SampleHub, sample_app
from tests.controller.web.visitors import AFAR, CHANGES

SIGN_OUT = "/api/access/sign-out"
LOCAL = ("127.0.0.1", 50_000)


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(sample_app(SampleHub(), door=Door()), client=AFAR) as client:
        yield client


@pytest.mark.parametrize(
    "host", ["testserver", "TESTSERVER:8080", "localhost", "127.0.0.1:8080", "[::1]:80", "192.0.2.1"]
)
def test_the_tables_own_names_and_addresses_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[", "localhost.evil.example:8080"])
def test_a_name_pointed_at_the_table_from_elsewhere_is_not(client: TestClient, host: str) -> None:
    answer = client.get("/health", headers={"Host": host})
    assert answer.status_code == 421
    assert "names" in answer.json()["detail"]
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers={"Host": host}):
        pass


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Jantaku": "0"},
        {**CHANGES, "Origin": "http://evil.example"},
        {**CHANGES, "Origin": "null"},
        {**CHANGES, "Origin": "http://testserver:81"},
        {**CHANGES, "Sec-Fetch-Site": "cross-site"},
        {**CHANGES, "Sec-Fetch-Site": "same-site"},
    ],
)
def test_what_another_page_sends_changes_nothing(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post(SIGN_OUT, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        CHANGES,
        {**CHANGES, "Origin": "http://testserver"},
        {**CHANGES, "Sec-Fetch-Site": "same-origin"},
        {"Authorization": "Bearer something"},
    ],
)
def test_what_an_own_page_or_a_program_sends_goes_on(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post(SIGN_OUT, headers=headers).status_code == 200


def test_no_other_origin_is_let_read(client: TestClient) -> None:
    answer = client.get("/api/view", headers={"Origin": "http://testserver"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    asked = client.options("/api/view", headers={"Origin": "http://x.example", "Access-Control-Request-Method": "GET"})
    assert asked.status_code == 403


def test_a_body_too_large_is_refused_told_or_not(client: TestClient) -> None:
    told = client.post(SIGN_OUT, headers=CHANGES, content=b"x" * (MAX_BODY + 1))
    assert told.status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(MAX_BODY // 1_000 + 2):
            yield b"x" * 1_000

    untold = client.post("/api/access/pin", headers={**CHANGES, "Content-Type": "application/json"}, content=pieces())
    assert untold.status_code == 413
    odd = client.post(SIGN_OUT, headers={**CHANGES, "Content-Length": "-5"})
    assert odd.status_code == 413


def test_every_answer_has_the_strict_headers(client: TestClient) -> None:
    for answer in (
        client.get("/"),
        client.get("/static/css/base.css"),
        client.get("/nothing"),
        client.get("/health", headers={"Host": "evil.example"}),
        client.post(SIGN_OUT),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"


def test_one_client_cannot_take_all_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MAX_AT_ONCE", 3)
    release = asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        await release.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(app: Guard, client: str) -> int:
        status: list[int] = []

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                status.append(message["status"])

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/", "scheme": "http"}
        await app(scope | {"headers": [(b"host", b"localhost")], "client": (client, 1)}, receive, send)
        return status[0]

    async def all_at_once() -> list[int]:
        app = Guard(slow, Door())
        asking = [asyncio.create_task(ask(app, "192.0.2.1")) for _ in range(5)]
        asking.append(asyncio.create_task(ask(app, "192.0.2.2")))
        await asyncio.sleep(0)
        release.set()
        answers = list(await asyncio.gather(*asking))
        return [*answers, await ask(app, "192.0.2.1")]

    assert asyncio.run(all_at_once()) == [200, 200, 200, 429, 429, 200, 200]


def signed_in(client: TestClient) -> str:
    """The cookie's whole header after signing in as referee."""
    answer = client.post("/api/access/pin", headers=CHANGES, json={"name": "Aki", "pin": "482917"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["roles"] == ["referee"]
    return str(answer.headers["set-cookie"])


def test_the_cookie_is_for_this_server_and_no_script() -> None:
    store = AccessStore()
    store.set_pin(Role.REFEREE, "482917")
    app = create_app(SampleHub(), None, Door(store), names=("testserver",))
    plain = signed_in(TestClient(app, client=AFAR))
    assert plain.startswith("jantaku=")
    for part in ("HttpOnly", "SameSite=strict", "Path=/"):
        assert part in plain
    assert "Secure" not in plain
    assert "Domain" not in plain
    over_tls = signed_in(TestClient(app, base_url="https://testserver", client=AFAR))
    assert over_tls.startswith("__Host-jantaku=")
    assert "Secure" in over_tls


def test_a_cookie_of_a_plain_page_does_not_open_the_secure_one() -> None:
    store = AccessStore()
    store.set_pin(Role.REFEREE, "482917")
    app = create_app(SampleHub(), None, Door(store), names=("testserver",))
    cookie = signed_in(TestClient(app, client=AFAR)).split(";")[0]
    over_tls = TestClient(app, base_url="https://testserver", client=AFAR)
    assert over_tls.get("/api/access", headers={"Cookie": cookie}).json()["roles"] == []


@pytest.mark.parametrize(
    ("client", "headers", "local"),
    [
        (LOCAL, {}, True),
        (("::1", 1), {}, True),
        (AFAR, {}, False),
        (LOCAL, {"X-Forwarded-For": "192.0.2.9"}, False),
        (LOCAL, {"Forwarded": "for=192.0.2.9"}, False),
        (LOCAL, {"Via": "1.1 proxy"}, False),
    ],
)
def test_only_a_browser_on_the_tables_own_computer_is_local(
    client: tuple[str, int], headers: dict[str, str], local: bool
) -> None:
    app = sample_app(SampleHub(), door=Door())
    answer = TestClient(app, client=client).get("/api/access/setup-code", headers=headers)
    assert (answer.status_code == 200) is local


def test_the_set_up_code_is_read_at_the_table_only() -> None:
    door = Door()
    app = sample_app(SampleHub(), door=door)
    afar, here = TestClient(app, client=AFAR), TestClient(app, client=LOCAL)
    assert afar.get("/api/access").json()["setup"] is True
    asked = afar.post("/api/access/codes", headers=CHANGES, json={"seat": None})
    assert (asked.status_code, asked.text) == (204, "")
    code = door.codes.setup_code()
    assert code is not None
    for path in ("/api/access", "/api/access/setup-code", "/api/view", "/openapi.json", "/health"):
        assert code not in afar.get(path).text
    assert here.get("/api/access/setup-code").json() == {"code": code}
    wrong = afar.post("/api/access/setup", headers=CHANGES, json={"code": "0", "admin_pin": "715283"})
    assert wrong.status_code == 403
    weak = afar.post("/api/access/setup", headers=CHANGES, json={"code": code, "admin_pin": "111111"})
    assert weak.status_code == 400
    done = afar.post("/api/access/setup", headers=CHANGES, json={"code": code, "admin_pin": "715283"})
    assert done.json()["setup"] is False
    again = afar.post("/api/access/codes", headers=CHANGES, json={"seat": None})
    assert again.status_code == 403


@pytest.mark.parametrize(("client", "told"), [(LOCAL, True), (AFAR, False)])
def test_the_set_up_code_is_on_the_scoreboard_of_the_tables_own_computer_alone(
    client: tuple[str, int], told: bool
) -> None:
    door = Door()
    code = door.codes.show_setup()
    with TestClient(sample_app(SampleHub(), door=door), client=client).websocket_connect("/ws") as socket:
        while '"health"' not in (text := socket.receive_text()):
            continue
    assert (code in text) is told
