"""What stands before every request: names, origins, sizes, counts and headers; and who the visitor is.

- Only known host names are answered to, so that a page elsewhere cannot point its own name at this table (DNS
  rebinding). An address written in numbers is always known: no name can be pointed at it.
- What changes anything must come from a page of this server: the header `X-Jantaku: 1` (or a bearer token), which no
  page of another origin may send without being asked, and no foreign `Origin` or `Sec-Fetch-Site`.
- A body has a largest size, a client a largest number of requests at once.
"""

import ipaddress
import socket
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.access.door import Door

MAX_BODY: Final = 64 * 1024
"""Largest body of a request, bytes. The longest form of a page has a few hundred."""
MAX_AT_ONCE: Final = 48
"""Requests and WebSockets of one client at once."""
COOKIE: Final = "jantaku"
SECURE_COOKIE: Final = "__Host-jantaku"
"""Over TLS: a browser lets no other host and no insecure page set it."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
_POLICY: Final = 1008
_TOO_LARGE: Final = f"No request has more than {MAX_BODY} bytes."

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-cache",
}
"""Of every answer."""

_log = structlog.get_logger("web")


class _TooLarge(Exception):
    """The body has more bytes than `MAX_BODY`."""


class Guard:
    """ASGI middleware. `names`: further host names this table is known by (a proxy's, for one)."""

    def __init__(self, app: ASGIApp, door: Door, names: Iterable[str] = ()) -> None:
        self._app: Final = app
        self._door: Final = door
        self._names: Final = own_names() | {name.lower() for name in names}
        self._at_once: Final[Counter[str]] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = client_of(scope)
        refusal = self._refusal(scope, headers, client)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        scope.setdefault("state", {})["who"] = partial(
            self._door.visitor,
            cookie=session_cookie(HTTPConnection(scope)),
            bearer=_bearer(headers),
            local=_is_local(scope, headers),
        )
        self._at_once[client] += 1
        try:
            await self._pass_on(scope, receive, send)
        finally:
            self._at_once[client] -= 1
            if not self._at_once[client]:
                del self._at_once[client]

    def _refusal(self, scope: Scope, headers: Headers, client: str) -> tuple[int, str] | None:
        """Status and reason for what goes no further."""
        if not self._is_known(headers.get("host", "")):
            return 421, "This table does not go by that name; add it to `names` in [web] of the configuration."
        if self._at_once[client] >= MAX_AT_ONCE:
            return 429, "Too many requests at once; close some pages."
        if not same_origin(headers):
            _log.warning("page of another origin refused", origin=headers.get("origin"))
            return 403, "This page was not served by this table."
        if scope["type"] == "http" and scope["method"] not in _SAFE:
            return _change_refusal(headers)
        return None

    def _is_known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or _is_address(name)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        read = 0
        answered = False

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MAX_BODY:
                raise _TooLarge
            return message

        async def with_headers(message: Message) -> None:
            nonlocal answered
            if read > MAX_BODY:  # whatever the application makes of half a body
                return
            if message["type"] == "http.response.start":
                answered = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        with suppress(_TooLarge):
            await self._app(scope, counted, with_headers)
        if read > MAX_BODY and not answered:
            await _refuse(scope, receive, send, 413, _TOO_LARGE)


def _change_refusal(headers: Headers) -> tuple[int, str] | None:
    """Status and reason if this may not change anything."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return 403, "This request does not come from a page of this table."
    if headers.get("x-jantaku") != "1" and _bearer(headers) is None:
        return 403, "Send the header `X-Jantaku: 1` with whatever changes something."
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MAX_BODY:
        return 413, _TOO_LARGE
    return None


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": _POLICY, "reason": reason})
        return
    await JSONResponse({"detail": reason}, status, headers=HEADERS)(scope, receive, send)


def same_origin(headers: Headers) -> bool:
    """Whether a browser sent this from a page of this server. Other programs send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:  # no address at all, as `http://[x`
        return False


def session_cookie(connection: HTTPConnection) -> str | None:
    """The session's cookie, if the browser sent one."""
    secure = is_secure(connection.scope)
    return connection.cookies.get(SECURE_COOKIE if secure else COOKIE)


def is_secure(scope: Scope) -> bool:
    """Whether the browser speaks TLS, to us or to a proxy before us."""
    return scope["scheme"] in ("https", "wss")


def client_of(scope: Scope) -> str:
    """Whom to count a request for: the client's address."""
    client = scope.get("client")
    return str(client[0]) if client else "?"


def own_names() -> set[str]:
    """The names this machine goes by in its network."""
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name.split('.')[0]}.local"}


def _bearer(headers: Headers) -> str | None:
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


def _is_local(scope: Scope, headers: Headers) -> bool:
    """On this very computer, and not through a proxy on it."""
    if any(name in headers for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(client_of(scope)).is_loopback
    except ValueError:
        return False


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
