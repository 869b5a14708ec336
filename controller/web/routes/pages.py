"""The pages themselves."""

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path
from fastapi.responses import FileResponse

from controller.web.contract import TableControl
from controller.web.static_files import STATIC


def router(control: TableControl | None) -> APIRouter:
    """The pages; those of a simulated table only where there is one."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/")
    async def scoreboard() -> FileResponse:
        return FileResponse(STATIC / "scoreboard.html")

    @routes.get("/table")
    async def table() -> FileResponse:
        if control is None:
            raise HTTPException(404, "This is a real table: play on it. Its scoreboard is at /.")
        return FileResponse(STATIC / "table.html")

    @routes.get("/seat/{seat}")
    async def seat_page(seat: Annotated[int, Path(ge=0, le=3)]) -> FileResponse:
        return FileResponse(STATIC / "seat.html")

    @routes.get("/overlay")
    async def overlay() -> FileResponse:
        return FileResponse(STATIC / "overlay.html")

    @routes.get("/referee")
    async def referee() -> FileResponse:
        return FileResponse(STATIC / "referee.html")

    return routes
