"""The web application: pages, tile pictures, views over WebSocket, health.

It only observes. The one exception is a simulated table: then a page that was opened for its seat may send
commands, which are checked here and carried out by `TableControl`.
"""

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Request, Response, WebSocket
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware.base import RequestResponseEndpoint

from controller.presenter.views import PublicView
from controller.web.connection import MAX_MESSAGE, Connections
from controller.web.contract import Audience, Hub, TableControl
from controller.web.tileart import NAMES, STYLES, Style, tile_svg

STATIC: Final = Path(str(files("controller.web"))) / "static"

UVICORN_OPTIONS: Final[dict[str, Any]] = {
    "ws_max_size": MAX_MESSAGE,
    "ws_ping_interval": 10.0,
    "ws_ping_timeout": 10.0,
    "timeout_graceful_shutdown": 2,
    "server_header": False,
}
"""How uvicorn must be started, so that no page can fill the memory and none keeps the service from stopping."""

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def create_app(hub: Hub, control: TableControl | None = None) -> FastAPI:
    """The application over a hub of views and, for a simulated table, its control."""
    # The interactive API pages of FastAPI load their scripts from the internet: only the description is served.
    app = FastAPI(title="Jantaku", description=__doc__ or "", docs_url=None, redoc_url=None)
    connections = Connections(hub, control)

    @app.middleware("http")
    async def add_headers(request: Request, call_next: RequestResponseEndpoint) -> Response:
        response = await call_next(request)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    @app.get("/", include_in_schema=False)
    async def scoreboard() -> FileResponse:
        return FileResponse(STATIC / "scoreboard.html")

    @app.get("/table", include_in_schema=False)
    async def table() -> FileResponse:
        if control is None:
            raise HTTPException(404, "This is a real table: play on it. Its scoreboard is at /.")
        return FileResponse(STATIC / "table.html")

    @app.get("/health")
    async def health() -> JSONResponse:
        """200 while all is well, 503 with the problems, each a sentence that says what to do."""
        state = hub.health()
        body = {"ok": not state.problems, "version": state.version, "problems": list(state.problems)}
        return JSONResponse(body, status_code=200 if not state.problems else 503)

    @app.get("/api/view")
    async def view() -> PublicView:
        """What a public display shows now."""
        latest = hub.latest("public")
        if latest is None or not isinstance(latest.view, PublicView):
            raise HTTPException(503, "The table has nothing to show yet; ask again in a second.")
        return latest.view

    @app.get("/tiles/{style}/{name}.svg")
    async def tile(style: str, name: str) -> Response:
        """The picture of a tile by its mpsz name (`0p` a red five, `back`), in the set `classic` or `index`."""
        if style not in STYLES or name not in NAMES:
            raise HTTPException(404, f"There is no tile picture {style}/{name}.")
        chosen: Style = "index" if style == "index" else "classic"
        return Response(
            tile_svg(name, chosen), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"}
        )

    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        wanted: tuple[Audience, ...] = ("public",)
        if websocket.query_params.get("seat") is not None and control is not None:
            wanted = ("public", "seat")
        await connections.serve(websocket, wanted)

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app
