"""Signing in and out, the first set-up, and the PINs and tokens of the table."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from controller.access.door import Door
from controller.access.roles import NOBODY, Role, Visitor
from controller.access.secrets import LONGEST_PIN
from controller.access.store import PinRole, TokenRole
from controller.journal.roster import can_be_seen
from controller.web.guard import COOKIE, SECURE_COOKIE, client_of, is_secure, session_cookie
from controller.web.rights import Visiting

Pin = Annotated[str, Field(min_length=1, max_length=LONGEST_PIN)]


def _signature(name: str) -> str:
    name = " ".join(name.split())
    if not name or not can_be_seen(name):
        raise ValueError("write a name of letters, digits and signs that can be seen")
    return name


Signature = Annotated[str, AfterValidator(_signature)]
"""A name that signs what is done, as it is read in the list of who ruled what."""


class _Body(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Me(BaseModel):
    """Who asks, and whether the table waits for its first set-up."""

    roles: list[Role]
    seat: int | None
    name: str
    home: bool = Field(description="A table simulated on one's own computer: nobody there needs to sign in.")
    setup: bool = Field(description="No admin PIN is set yet: show the set-up code at the table and set the PINs.")


class PinSignIn(_Body):
    """As referee or admin."""

    name: Signature = Field(min_length=1, max_length=32, description="Signs the rulings.")
    pin: Pin


class TokenSignIn(_Body):
    """With a token."""

    token: str = Field(min_length=1, max_length=200)


class SeatSignIn(_Body):
    """As the person at a seat."""

    seat: Literal[0, 1, 2, 3]
    code: str = Field(min_length=1, max_length=16, description="What the seat's panel shows.")


class CodeWanted(_Body):
    """Which code the table should show: a seat's, or (null) the set-up code."""

    seat: Literal[0, 1, 2, 3] | None = None


class SetUp(_Body):
    """The first PINs."""

    code: str = Field(min_length=1, max_length=16, description="What the table's displays show.")
    admin_pin: Pin
    referee_pin: Pin | None = None


class LocalCode(BaseModel):
    """The set-up code, for the table's own computer alone."""

    code: str | None


class NewPin(_Body):
    """A role's new PIN; null ends it."""

    role: PinRole
    pin: Pin | None


class NewToken(_Body):
    """A token to be made."""

    role: TokenRole
    name: Signature = Field(min_length=1, max_length=64)


class TokenMade(BaseModel):
    """The token, shown this once."""

    id: str
    token: str


class TokenListed(BaseModel):
    """What is kept of a token."""

    id: str
    role: Role
    name: str
    created: datetime


class Revoked(_Body):
    """A token to be ended."""

    id: str = Field(min_length=1, max_length=32)


def router(door: Door) -> APIRouter:
    """The routes below `/api/access`."""
    routes = APIRouter(prefix="/api/access")

    def enter(request: Request, response: Response, cookie: str) -> Me:
        secure = is_secure(request.scope)
        name = SECURE_COOKIE if secure else COOKIE
        response.set_cookie(name, cookie, httponly=True, samesite="strict", secure=secure, path="/")
        return _me(door, door.visitor(cookie=cookie, bearer=None, local=False))

    @routes.get("")
    async def me(visitor: Visiting) -> Me:
        """Who you are here."""
        return _me(door, visitor)

    @routes.post("/pin")
    async def sign_in_by_pin(request: Request, response: Response, body: PinSignIn) -> Me:
        """Sign in as referee or admin."""
        client, cookie = client_of(request.scope), session_cookie(request)
        return enter(request, response, await door.sign_in_by_pin(client, body.name, body.pin, cookie))

    @routes.post("/token")
    async def sign_in_by_token(request: Request, response: Response, body: TokenSignIn) -> Me:
        """Sign in with a token."""
        client, cookie = client_of(request.scope), session_cookie(request)
        return enter(request, response, door.sign_in_by_token(client, body.token, cookie))

    @routes.post("/seat")
    async def sign_in_at_seat(request: Request, response: Response, body: SeatSignIn) -> Me:
        """Sign in as the person at a seat, by the code its panel shows."""
        client, cookie = client_of(request.scope), session_cookie(request)
        return enter(request, response, door.sign_in_at_seat(client, body.seat, body.code, cookie))

    @routes.post("/sign-out")
    async def sign_out(request: Request, response: Response) -> Me:
        """End this browser's session."""
        cookie = session_cookie(request)
        if cookie is not None:
            await door.sign_out(cookie)
        for name in (COOKIE, SECURE_COOKIE):
            response.delete_cookie(name, httponly=True, samesite="strict", secure=name == SECURE_COOKIE, path="/")
        return _me(door, NOBODY)

    @routes.post("/codes", status_code=204)
    async def show_code(request: Request, body: CodeWanted) -> None:
        """Have a code shown at the table: a seat's on its panel, the set-up code on all. It is not in the answer."""
        door.show_code(client_of(request.scope), body.seat)

    @routes.get("/setup-code")
    async def setup_code() -> LocalCode:
        """The set-up code that is shown now; for the display on the table's own computer."""
        return LocalCode(code=door.codes.setup_code())

    @routes.post("/setup")
    async def set_up(request: Request, body: SetUp) -> Me:
        """Set the first PINs with the code read at the table."""
        await door.set_up(client_of(request.scope), body.code, body.admin_pin, body.referee_pin)
        return _me(door, NOBODY)

    @routes.post("/pins", status_code=204)
    async def set_pin(body: NewPin) -> None:
        """Set or end a role's PIN. Whoever signed in with the old one is signed out."""
        await run_in_threadpool(door.store.set_pin, body.role, body.pin)

    @routes.get("/tokens")
    async def tokens() -> list[TokenListed]:
        """The tokens that are good now, without what opens anything."""
        return [
            TokenListed(id=token.id, role=token.role, name=token.name, created=token.created)
            for token in door.store.read().tokens
        ]

    @routes.post("/tokens")
    async def make_token(body: NewToken) -> TokenMade:
        """A new token, shown this once."""
        token, secret = await run_in_threadpool(door.store.add_token, body.role, body.name)
        return TokenMade(id=token.id, token=secret)

    @routes.post("/tokens/revoke", status_code=204)
    async def revoke(body: Revoked) -> None:
        """End a token and the sessions it opened."""
        await run_in_threadpool(door.store.revoke, body.id)

    return routes


def _me(door: Door, visitor: Visitor) -> Me:
    return Me(
        roles=sorted(visitor.roles),
        seat=visitor.seat,
        name=visitor.name,
        home=door.at_home is not None and Role.LOCAL in visitor.roles,
        setup=door.needs_setup(),
    )
