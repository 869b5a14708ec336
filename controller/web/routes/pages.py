"""The pages themselves."""

from fastapi import APIRouter, HTTPException
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

    @routes.get("/referee")
    async def referee() -> FileResponse:
        return FileResponse(STATIC / "referee.html")

    return routes
