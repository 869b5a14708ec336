"""The one table of rights: which role a route, a command of a page and an audience ask for at least.

The table is enforced, not only compared: `check_rights` stands before every route, and what the table does not list
nobody may do. So a new route needs a line here and nothing else; whoever wants to know who asks takes a `Visiting`.

    @router.post("/api/something")
    async def something(visitor: Visiting, body: Something) -> Answer: ...
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Final, TypeAlias

from fastapi import Depends, HTTPException
from fastapi.requests import HTTPConnection

from controller.access.roles import NOBODY, Role, Visitor
from controller.web.contract import Audience
from engine.tiles import SEATS, Seat

ROUTES: Final[Mapping[str, Role]] = {
    # Pages, and what they load.
    "GET /": Role.ANYONE,
    "GET /table": Role.ANYONE,
    "GET /seat/{seat}": Role.ANYONE,  # the page itself, where one signs in
    "GET /overlay": Role.ANYONE,
    "GET /static": Role.ANYONE,
    "GET /tiles/{style}/{name}.svg": Role.ANYONE,
    # The game as everybody sees it.
    "GET /api/view": Role.ANYONE,
    "GET /api/rules": Role.ANYONE,
    "GET /health": Role.ANYONE,
    "GET /metrics": Role.ANYONE,
    "GET /openapi.json": Role.ANYONE,
    "WS /ws": Role.ANYONE,
    # The referee's desk.
    "GET /referee": Role.ANYONE,  # the page itself, where one signs in
    "GET /api/referee/rulings": Role.REFEREE,
    "POST /api/referee/rule": Role.REFEREE,
    "GET /api/referee/undo": Role.REFEREE,
    "GET /api/referee/audit": Role.REFEREE,
    # What was played.
    "GET /matches": Role.ANYONE,
    "GET /matches/{number}": Role.ANYONE,
    "GET /matches/{number}/sheet": Role.ANYONE,
    "GET /api/matches": Role.ANYONE,
    "GET /api/matches/{number}": Role.ANYONE,
    "GET /api/matches/{number}/deals/{index}": Role.ANYONE,  # hands only once the match is over
    "GET /api/matches/{number}/export/{form}": Role.ANYONE,
    "GET /api/matches/{number}/picture.svg": Role.ANYONE,
    "POST /api/matches": Role.REFEREE,
    # The people.
    "GET /players": Role.ANYONE,
    "GET /players/{name}": Role.ANYONE,
    "GET /standings": Role.ANYONE,
    "GET /api/standings": Role.ANYONE,
    "GET /api/standings/{name}": Role.ANYONE,
    "GET /api/players": Role.ANYONE,
    "POST /api/players": Role.REFEREE,
    "POST /api/players/{name}/rename": Role.REFEREE,
    "POST /api/players/{name}/delete": Role.REFEREE,
    "POST /api/players/{name}/take-cards": Role.REFEREE,
    "GET /api/seats": Role.ANYONE,
    "POST /api/seats/{seat}": Role.SEAT,
    "POST /api/seats": Role.REFEREE,
    "POST /api/seats/draw": Role.REFEREE,
    "POST /api/cards": Role.REFEREE,
    # Signing in, which needs a PIN, a token or a code read at the table, and the keys themselves.
    "GET /api/access": Role.ANYONE,
    "POST /api/access/pin": Role.ANYONE,
    "POST /api/access/token": Role.ANYONE,
    "POST /api/access/seat": Role.ANYONE,
    "POST /api/access/sign-out": Role.ANYONE,
    "POST /api/access/codes": Role.ANYONE,
    "GET /api/access/setup-code": Role.LOCAL,
    "POST /api/access/setup": Role.ANYONE,
    "POST /api/access/pins": Role.ADMIN,
    "GET /api/access/tokens": Role.ADMIN,
    "POST /api/access/tokens": Role.ADMIN,
    "POST /api/access/tokens/revoke": Role.ADMIN,
}
"""`METHOD /path` as the route is written, `WS` for a WebSocket, to the least role.

A path with a `{seat}` and the role `seat` is for that seat alone.
"""

AUDIENCES: Final[Mapping[Audience, Role]] = {
    "public": Role.ANYONE,
    "seat0": Role.SEAT,
    "seat1": Role.SEAT,
    "seat2": Role.SEAT,
    "seat3": Role.SEAT,
    "referee": Role.REFEREE,
    "overlay": Role.OVERLAY,
}
"""Whose views a page may follow over its WebSocket. A seat's views are for that seat alone."""

COMMANDS: Final[Mapping[str, Role]] = {
    "take": Role.SEAT,
    "put_back": Role.SEAT,
    "move": Role.SEAT,
    "press": Role.SEAT,
    "new_match": Role.REFEREE,
    "speed": Role.REFEREE,
    "pause": Role.REFEREE,
    "pace": Role.REFEREE,
    "fault": Role.REFEREE,
    "training": Role.REFEREE,
}
"""Commands of a page over its WebSocket, by type. A seat's commands are for that seat alone."""


def route_name(method: str, path: str) -> str:
    """How `ROUTES` calls a route. HEAD asks for what GET gives."""
    return f"{'GET' if method == 'HEAD' else method} {path}"


Who: TypeAlias = Callable[[], Visitor]
"""Tells who somebody is now: a session may end while its page is open."""


def who_is(connection: HTTPConnection) -> Who:
    """Tells, again and again, who stands behind a request or a WebSocket; the guard has looked at its keys."""
    who: Who = getattr(connection.state, "who", lambda: NOBODY)
    return who


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who stands behind a request or a WebSocket."""
    return who_is(connection)()


Visiting = Annotated[Visitor, Depends(visitor_of)]
"""As a parameter of a route: who asks."""


def check_rights(connection: HTTPConnection) -> None:
    """Before every route: refuse with 401 whoever has shown nothing, with 403 whoever has another role."""
    method = "WS" if connection.scope["type"] == "websocket" else str(connection.scope["method"])
    path = getattr(connection.scope.get("route"), "path", "")
    least = ROUTES.get(route_name(method, path))
    visitor = visitor_of(connection)
    if least is None:
        raise HTTPException(403, "Nobody may do this.")
    if visitor.may(least):
        seat = str(connection.path_params.get("seat", ""))
        if least is Role.SEAT and seat and not any(visitor.sits_at(own) for own in SEATS if str(own) == seat):
            raise HTTPException(403, "This is for the person at that seat; you are signed in at another one.")
        return
    if visitor.roles - {Role.LOCAL}:
        raise HTTPException(403, f"This is for the role {least.value}; you are signed in for another one.")
    raise HTTPException(401, f"This is for the role {least.value}; sign in first.")


def may_follow(visitor: Visitor, audience: Audience) -> bool:
    """Whether a visitor may see the views of an audience."""
    least = AUDIENCES[audience]
    if least is Role.SEAT:
        return any(visitor.sits_at(seat) for seat in SEATS if audience == f"seat{seat}")
    return visitor.may(least)


def may_command(visitor: Visitor, command: str, seat: Seat | None) -> bool:
    """Whether a visitor may give a command to a simulated table whose person sits at `seat`."""
    least = COMMANDS.get(command)
    if least is None:
        return False
    if least is Role.SEAT:
        return seat is not None and visitor.sits_at(seat)
    return visitor.may(least)
