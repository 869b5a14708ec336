"""Every route, audience and command, tried by nobody, a seat, an overlay, a referee and an admin, against the one
table of rights.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from controller.access.roles import Role, Visitor
from controller.web.contract import COMMAND, Audience
from controller.web.rights import AUDIENCES, COMMANDS, ROUTES
from engine.tiles import SEATS
from tests.controller.web.samples import BROADCAST, PLAYING, SEAT, SampleControl, SampleHub, sample_app
from tests.controller.web.visitors import AFAR, CHANGES, Knocker, door_with_keys

NAMES = ("nobody", "seat", "overlay", "referee", "admin")

SIGN_OUT = "POST /api/access/sign-out"
"""It would end the sessions of the other tests, so it has a test of its own."""

SAMPLE_COMMANDS: dict[str, dict[str, Any]] = {
    "take": {},
    "put_back": {},
    "move": {"tiles": [16], "target": "river:0"},
    "press": {"button": "PASS"},
    "new_match": {},
    "speed": {"factor": 2},
    "pause": {"paused": True},
    "pace": {"pace": "quick"},
    "fault": {"kind": "reboot", "seat": 0},
    "training": {"on": True},
}


class Everywhere(SampleControl):
    """A simulated table with a person at every seat, where every command is carried out."""

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(SEATS)

    async def command(self, command: Any, seat: int | None) -> None:
        self.commands.append(command)


class House:
    """The server and all who knock."""

    def __init__(self) -> None:
        self.hub, self.control = SampleHub(), Everywhere()
        door, knockers = door_with_keys()
        self.codes = door.codes
        self.knockers = {knocker.name: knocker for knocker in knockers}
        self.client = TestClient(sample_app(self.hub, self.control, door), client=AFAR)

    def put(self, audience: Audience, view: Any) -> None:
        assert self.client.portal is not None
        self.client.portal.call(self.hub.put, audience, view)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    house = House()
    with house.client:
        for seat in SEATS:
            house.put(f"seat{seat}", SEAT.model_copy(update={"seat": seat}))  # type: ignore[arg-type]
        house.put("public", PLAYING)
        house.put("overlay", BROADCAST)
        house.put("referee", PLAYING)
        yield house


def may(visitor: Visitor, least: Role) -> bool:
    """The rule of roles, said once more and in another way than the server does."""
    return least == Role.ANYONE or least in visitor.roles or (least == Role.REFEREE and Role.ADMIN in visitor.roles)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("route", [route for route in ROUTES if not route.startswith("WS ") and route != SIGN_OUT])
def test_a_route_opens_to_those_of_the_table_alone(house: House, route: str, name: str) -> None:
    knocker = house.knockers[name]
    method, path = route.split(" ")
    for left, right in (("{seat}", str(knocker.visitor.seat or 0)), ("{style}", "classic")):
        path = path.replace(left, right)
    path = "/".join("1" if part.startswith("{") else part for part in path.split("/"))
    answer = house.client.request(method, path, headers={**knocker.headers, **CHANGES})
    refused = answer.status_code in (401, 403) and "This is for the role" in answer.text
    assert refused is not may(knocker.visitor, ROUTES[route]), (answer.status_code, answer.text[:200])
    if refused:
        assert answer.status_code == (403 if knocker.visitor.roles else 401)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_in_the_table_is_for_nobody(house: House, name: str) -> None:
    for method, path in (
        ("POST", "/api/view"),
        ("DELETE", "/api/access/tokens"),
        ("GET", "/nothing"),
        ("PUT", "/"),
    ):
        answer = house.client.request(method, path, headers={**house.knockers[name].headers, **CHANGES})
        assert answer.status_code in (404, 405)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", SEATS)
def test_a_seats_route_is_for_that_seat_alone(house: House, name: str, seat: int) -> None:
    knocker = house.knockers[name]
    answer = house.client.post(f"/api/seats/{seat}", headers={**knocker.headers, **CHANGES}, json={"name": "Aki"})
    allowed = knocker.visitor.sits_at(seat)
    assert (answer.status_code not in (401, 403)) is allowed, answer.text


def expected_audiences(knocker: Knocker, seat: int) -> list[str]:
    found = ["public"]
    if knocker.visitor.sits_at(seat):
        found.append(f"seat{seat}")
    if may(knocker.visitor, AUDIENCES["referee"]):
        found.append("referee")
    if may(knocker.visitor, AUDIENCES["overlay"]):
        found.append("overlay")
    return found


def next_of(socket: WebSocketTestSession, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.receive_text())
        if message["type"] in kinds:
            return message


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", SEATS)
def test_a_page_follows_what_it_may_and_nothing_else(house: House, name: str, seat: int) -> None:
    knocker = house.knockers[name]
    kinds = {"public": "view", "referee": "referee", "overlay": "overlay"}
    address = f"/ws?seat={seat}&referee&overlay"
    with house.client.websocket_connect(address, headers=dict(knocker.headers)) as socket:
        hello = next_of(socket, "hello")
        wanted = expected_audiences(knocker, seat)
        assert sorted(hello["audiences"]) == sorted(wanted)
        got: set[str] = set()
        while len(got) < len(wanted):
            got.add(next_of(socket, "view", "seat", "referee", "overlay")["type"])
        assert got == {kinds.get(audience, "seat") for audience in wanted}
        for audience in AUDIENCES:  # a change of everything brings nothing more
            house.put(audience, house.hub.latest(audience).view)  # type: ignore[union-attr]
        socket.send_text("nonsense")
        while (message := json.loads(socket.receive_text()))["type"] != "refused":
            assert message["type"] in got | {"health"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", COMMANDS)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_command_is_taken_from_those_of_the_table_alone(house: House, name: str, kind: str, seat: int) -> None:
    knocker = house.knockers[name]
    command = {"type": kind, **SAMPLE_COMMANDS[kind]}
    COMMAND.validate_python(command)
    with house.client.websocket_connect(f"/ws?seat={seat}", headers=dict(knocker.headers)) as socket:
        socket.send_text(json.dumps({"id": 1, "command": command}))
        answer = next_of(socket, "done", "refused")
    least = COMMANDS[kind]
    allowed = knocker.visitor.sits_at(seat) if least is Role.SEAT else may(knocker.visitor, least)
    assert (answer["type"] == "done") is allowed, answer


@pytest.mark.parametrize("name", NAMES)
def test_seat_codes_are_told_to_referees_alone(name: str) -> None:
    house = House()
    house.codes.show_seat(1)
    with house.client as client, client.websocket_connect("/ws", headers=dict(house.knockers[name].headers)) as socket:
        health = next_of(socket, "health")
    assert ("seat_codes" in health) is may(house.knockers[name].visitor, Role.REFEREE)
    if "seat_codes" in health:
        assert health["seat_codes"] == {"1": house.codes.seat_codes()[1]}


def test_signing_out_ends_the_session_and_the_open_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.web.connection.BEAT_SECONDS", 0.05)
    house = House()
    with house.client as client:
        headers = dict(house.knockers["referee"].headers)
        with client.websocket_connect("/ws?referee", headers=headers) as socket:
            assert "referee" in next_of(socket, "hello")["audiences"]
            assert client.post("/api/access/sign-out", headers={**headers, **CHANGES}).status_code == 200
            while (message := socket.receive())["type"] != "websocket.close":
                assert message["type"] == "websocket.send"
            assert message["code"] == 1008
            assert "signed out" in message["reason"]
        assert client.get("/api/referee/rulings", headers=headers).status_code == 401
