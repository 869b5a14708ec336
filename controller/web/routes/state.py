"""The game and the service as everybody may see them."""

from typing import Any, Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from controller.presenter.views import PublicView
from controller.web.contract import Hub


class HealthAnswer(BaseModel):
    """How the service is."""

    ok: bool
    version: str
    problems: list[str]


class Detail(BaseModel):
    """Why a request was refused, and what to do."""

    detail: str


NOTHING_YET: Final[dict[int | str, dict[str, Any]]] = {
    503: {"model": Detail, "description": "There is nothing to show yet."}
}


def router(hub: Hub) -> APIRouter:
    """Health and the public view."""
    routes = APIRouter()

    @routes.get("/health", response_model=HealthAnswer, responses={503: {"model": HealthAnswer}})
    async def health() -> JSONResponse:
        """200 while all is well, 503 with the problems, each a sentence that says what to do."""
        state = hub.health()
        body = {"ok": not state.problems, "version": state.version, "problems": list(state.problems)}
        return JSONResponse(body, status_code=200 if not state.problems else 503)

    @routes.get("/api/view", responses=NOTHING_YET)
    async def view() -> PublicView:
        """What a public display shows now."""
        latest = hub.latest("public")
        if latest is None or not isinstance(latest.view, PublicView):
            raise HTTPException(503, "The table has nothing to show yet; ask again in a second.")
        return latest.view

    return routes
