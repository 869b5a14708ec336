"""One page's WebSocket: the full view on connect, then the latest view after each change, commands back.

Messages to the page: `hello` once; `view`, `seat`, `referee` and `overlay` with a version; `health` every few seconds
(also a sign of life) with what is wrong with the service, and codes that are shown at the table (the set-up code for
its own computer, the seats' for a referee); `done` and `refused` for each command. From the page only
`{"id": n, "command": {...}}`.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, ValidationError

from controller.access.codes import Codes
from controller.access.roles import Role, Visitor
from controller.version import VERSION
from controller.web.contract import (
    COMMAND,
    Audience,
    Command,
    CommandRefused,
    Hub,
    PressButton,
    TableControl,
    TableDesk,
    Versioned,
    audience_of,
)
from controller.web.guard import client_of
from controller.web.pace import Pace
from controller.web.rights import Who, may_command, may_follow
from engine.tiles import SEATS, Seat

MAX_MESSAGE: Final = 2048
"""Longest message a page may send, bytes. No command is longer than a few hundred."""
MAX_CONNECTIONS: Final = 64
MAX_OF_CLIENT: Final = 16
"""Pages of one client; behind a proxy that is not named in the configuration all are one client."""
BEAT_SECONDS: Final = 3.0
"""A page that hears nothing for three times as long says that the link is lost."""

_POLICY: Final = 1008
_TRY_LATER: Final = 1013
_TOO_BIG: Final = 1009

_KINDS: Final[Mapping[Audience, str]] = {"public": "view", "referee": "referee", "overlay": "overlay"}
"""The type of the message that carries an audience's view; `seat` for the seats."""


class _Request(BaseModel):
    """A command with the number its answer will carry."""

    model_config = ConfigDict(extra="forbid")

    id: int
    command: dict[str, Any]


class Connections:
    """All pages connected now."""

    def __init__(self, hub: Hub, control: TableControl | None, desk: TableDesk | None, codes: Codes) -> None:
        self._hub = hub
        self._control = control
        self._desk = desk
        self._codes = codes
        self._open: Counter[str] = Counter()
        self._texts: dict[Audience, tuple[int, str]] = {}

    async def serve(self, socket: WebSocket, audiences: tuple[Audience, ...], who: Who) -> None:
        """Serve one page, whose visitor may see the views of these audiences, until it leaves."""
        await socket.accept()
        client = client_of(socket.scope)
        if self._open.total() >= MAX_CONNECTIONS or self._open[client] >= MAX_OF_CLIENT:
            await socket.close(_TRY_LATER, "Too many pages are connected to this table; close some.")
            return
        self._open[client] += 1
        try:
            await self._talk(socket, audiences, who)
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]

    def seat_wanted(self, asked: str, visitor: Visitor) -> Seat | None:
        """The seat a page asks for by its number, or (empty) the visitor's own; None: there is no such seat."""
        if asked:
            return int(asked) if asked in {str(seat) for seat in SEATS} else None
        if visitor.seat is None and visitor.everywhere and self._control is not None:
            return next(iter(self._control.seats), None)
        return visitor.seat

    async def _talk(self, socket: WebSocket, audiences: tuple[Audience, ...], who: Who) -> None:
        sending = asyncio.Lock()
        await _send(socket, sending, self._hello(audiences))
        followers = [asyncio.create_task(self._follow(socket, sending, audience)) for audience in audiences]
        followers.append(asyncio.create_task(self._beat(socket, sending, audiences, who)))
        try:
            await self._listen(socket, sending, who, self._seat_of(audiences))
        except WebSocketDisconnect:
            return
        finally:
            for follower in followers:
                follower.cancel()

    def _seat_of(self, audiences: tuple[Audience, ...]) -> Seat | None:
        """The seat whose page this is."""
        return next((seat for seat in SEATS if audience_of(seat) in audiences), None)

    def _hello(self, audiences: tuple[Audience, ...]) -> str:
        control, seat = self._control, self._seat_of(audiences)
        return json.dumps(
            {
                "type": "hello",
                "version": VERSION,
                "beat_seconds": BEAT_SECONDS,
                "audiences": list(audiences),
                "seat": seat,
                "control": None
                if control is None
                else {
                    "person": bool(control.seats),
                    "seat": seat if seat in control.seats else None,
                    "seats": list(control.seats),
                    "rules": list(control.rule_names),
                    **control.habits.model_dump(),
                },
            }
        )

    async def _follow(self, socket: WebSocket, sending: asyncio.Lock, audience: Audience) -> None:
        """Send each newer view until the page leaves; steps that a slow page misses are left out."""
        version = -1
        while True:
            newer = await self._hub.newer(audience, version)
            version = newer.version
            if not await _sent(socket, sending, self._text(audience, newer)):
                return

    async def _beat(self, socket: WebSocket, sending: asyncio.Lock, audiences: tuple[Audience, ...], who: Who) -> None:
        """Send every few seconds how the service is, until the page leaves or its visitor is signed out."""
        while await _sent(socket, sending, self._health(who())):
            await asyncio.sleep(BEAT_SECONDS)
            visitor = who()
            if not all(may_follow(visitor, audience) for audience in audiences):
                await socket.close(_POLICY, "You have been signed out; sign in again.")
                return

    def _health(self, visitor: Visitor) -> str:
        message: dict[str, object] = {"type": "health", "problems": list(self._hub.health().problems)}
        if visitor.may(Role.LOCAL) and (code := self._codes.setup_code()) is not None:
            message["setup_code"] = code
        if visitor.may(Role.REFEREE) and (codes := self._codes.seat_codes()):
            message["seat_codes"] = codes
        return json.dumps(message)

    def _text(self, audience: Audience, newer: Versioned) -> str:
        """The message for a view; pages that get the same view share it."""
        version, text = self._texts.get(audience, (-1, ""))
        if version != newer.version:
            kind = _KINDS.get(audience, "seat")
            text = f'{{"type":"{kind}","version":{newer.version},"view":{newer.view.model_dump_json()}}}'
            self._texts[audience] = (newer.version, text)
        return text

    async def _listen(self, socket: WebSocket, sending: asyncio.Lock, who: Who, seat: Seat | None) -> None:
        """Take commands until the page leaves."""
        pace = Pace(asyncio.get_running_loop().time)
        while True:
            text = await _receive(socket)
            await asyncio.sleep(pace.wait())
            if len(text.encode()) > MAX_MESSAGE:
                await socket.close(_TOO_BIG, f"No message is longer than {MAX_MESSAGE} bytes.")
                return
            number, fault = await self._carry_out(text, who(), seat)
            answer: dict[str, object] = {"type": "done", "id": number}
            if fault:
                answer = {"type": "refused", "id": number, "message": fault}
            await _send(socket, sending, json.dumps(answer))

    async def _carry_out(self, text: str, visitor: Visitor, seat: Seat | None) -> tuple[int | None, str]:
        """Check and carry out one message: its number, and why it was refused (empty: it was not)."""
        try:
            request = _Request.model_validate_json(text)
        except ValidationError:
            return None, 'A message must be {"id": number, "command": {...}}.'
        try:
            command: Command = COMMAND.validate_python(request.command)
        except ValidationError as error:
            return request.id, f"Not a command: {_first_fault(error)}"
        if not may_command(visitor, command.type, seat):
            return request.id, "This page only watches: sign in for what you want to do."
        try:
            await self._do(command, seat)
        except CommandRefused as refusal:
            return request.id, str(refusal)
        return request.id, ""

    async def _do(self, command: Command, seat: Seat | None) -> None:
        """Carry out a command: a simulated table's person does everything, a real seat's page presses buttons."""
        control = self._control
        if control is not None and (seat in control.seats or not isinstance(command, PressButton)):
            await control.command(command, seat)
        elif self._desk is not None and seat is not None and isinstance(command, PressButton):
            await self._desk.press(seat, command.button)
        else:
            raise CommandRefused("This is done at the table itself: the page only shows the game.")


async def _receive(socket: WebSocket) -> str:
    """The next message; bytes are no message and give an empty one. Raises `WebSocketDisconnect`."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or ""


async def _send(socket: WebSocket, sending: asyncio.Lock, text: str) -> None:
    async with sending:
        await socket.send_text(text)


async def _sent(socket: WebSocket, sending: asyncio.Lock, text: str) -> bool:
    """Send; False if the page has left meanwhile. The listener sees that too and ends the connection."""
    try:
        await _send(socket, sending, text)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return False
    return True


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_context=False)[0]
    place = ".".join(str(part) for part in fault["loc"])
    return f"{place}: {fault['msg']}" if place else str(fault["msg"])
