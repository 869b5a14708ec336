"""How the server refuses: always `{"detail": a sentence that says why, and what would do}`.

A browser that was sent to an address of no page gets a page, which asks for that sentence.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from controller.errors import AccessError, AccessRefused
from controller.web.contract import CommandRefused
from controller.web.guard import HEADERS
from controller.web.routes.state import Detail
from controller.web.static_files import STATIC

REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Detail, "description": "This cannot be read, or not be done; the text says why."},
    401: {"model": Detail, "description": "This is for a role, and nobody is signed in."},
    403: {
        "model": Detail,
        "description": "This is for another role or seat, or no page of this table asks for it.",
    },
    413: {"model": Detail, "description": "The body is too large."},
    421: {"model": Detail, "description": "This table does not go by that name."},
    422: {"model": Detail, "description": "A part of the request is not as described; the text says which."},
    429: {"model": Detail, "description": "Too many requests at once."},
}
"""What any route may answer."""

_NOT_AN_ANSWER: Final = {
    404: "There is nothing at this address; /openapi.json lists what there is.",
    405: "This address does not take that method; /openapi.json says which it takes.",
}

_TEXT: Final = "{where} is no text"
_WHOLE: Final = "{where} is no whole number"
_EITHER: Final = "{where} is neither true nor false"
_OBJECT: Final = "{where} is no object"
_LIST: Final = "{where} is no list"
FAULTS: Final[Mapping[str, str]] = {
    "missing": "{where} is missing",
    "extra_forbidden": "{where} is not known here",
    "string_too_short": "{where} has fewer than {min_length} characters",
    "string_too_long": "{where} has more than {max_length} characters",
    "too_short": "{where} has fewer than {min_length} entries",
    "too_long": "{where} has more than {max_length} entries",
    "greater_than_equal": "{where} is less than {ge}",
    "less_than_equal": "{where} is more than {le}",
    "literal_error": "{where} is none of these: {expected}",
    "json_invalid": "{where} is no JSON",
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "bool_type": _EITHER,
    "bool_parsing": _EITHER,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "value_error": "{where}: {error}",
}
"""What is wrong with a part of a request, by pydantic's name for it."""

SEND_AGAIN: Final = "Put this right and send it again: {faults}."
SEVERAL: Final = " · "
"""Stands between several faults; pages that speak another language part them by it."""
_LONGEST_NAME: Final = 64


def tell_refusals(app: FastAPI) -> None:
    """Have an application refuse as this house does."""
    for refusal, status in ((AccessRefused, 403), (AccessError, 400), (CommandRefused, 409)):
        app.add_exception_handler(refusal, _told(status))
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(Exception, _failed)


def _told(status: int) -> Callable[[Request, Exception], Awaitable[JSONResponse]]:
    """Answer one of our own errors by its text, which says what would help."""

    async def tell(_request: Request, error: Exception) -> JSONResponse:
        return _refused(status, str(error))

    return tell


async def _misshapen(request: Request, error: Exception) -> Response:
    """Which parts of a request are wrong, without what was in them, which may be a PIN."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it alone
    if _wants_a_page(request):
        return _no_page(422)
    return _refused(422, SEND_AGAIN.format(faults=SEVERAL.join(map(_fault, error.errors()))))


def _fault(fault: Mapping[str, Any]) -> str:
    context = {name: _readable(value) for name, value in fault.get("ctx", {}).items()}
    sentence = FAULTS.get(fault["type"], "{where}: {message}")
    return sentence.format_map({"message": fault["msg"], **context, "where": _place(fault)})


def _place(fault: Mapping[str, Any]) -> str:
    """The name of the part, as `seats.0.name`. One that a stranger made up may be long, or hold half a character."""
    _source, *path = fault["loc"]
    if not path or fault["type"] == "json_invalid":
        return "the body"
    name = ".".join(map(str, path)).encode(errors="replace").decode()
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "…"


def _readable(value: object) -> str:
    """`'referee'` for what an enumeration shows of itself, `<Role.REFEREE: 'referee'>`."""
    return re.sub(r"<[\w.]+: ([^>]+)>", r"\1", str(value))


async def _not_served(request: Request, error: Exception) -> Response:
    """An exception that a route or the framework raised; the framework says no more than the name of its status."""
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
    status = error.status_code
    if status == HTTPStatus.NOT_FOUND and _wants_a_page(request):
        return _no_page(status)
    bare = error.detail == HTTPStatus(status).phrase
    return _refused(status, _NOT_AN_ANSWER.get(status, error.detail) if bare else error.detail, error.headers)


def _wants_a_page(request: Request) -> bool:
    """Whether a person has gone to this address with a browser, rather than a page or a program asking for data."""
    data = request.url.path.startswith(("/api/", "/static/", "/tiles/"))
    return request.method == "GET" and not data and "text/html" in request.headers.get("accept", "")


def _no_page(status: int) -> FileResponse:
    """The frame of the book, which finds no page of its own at the address and says so."""
    return FileResponse(STATIC / "book.html", status, headers={"Vary": "Accept"})


async def _failed(_request: Request, _error: Exception) -> JSONResponse:
    """A fault of the program; the server logs it. This answer does not pass the guard, which sets the headers."""
    sentence = (
        "The program failed at this; the log says where. Send whoever helps the file that jantaku bundle trouble.zip "
        "writes (of the demo: with --journal and the file it named at its start)."
    )
    return _refused(500, sentence, HEADERS)


def _refused(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"detail": sentence}, status, headers=headers)
