"""The tiles' pictures."""

from fastapi import APIRouter, HTTPException, Response

from controller.web.tileart import NAMES, STYLES, Style, tile_svg


def router() -> APIRouter:
    """One picture a tile and a set."""
    routes = APIRouter()

    @routes.get(
        "/tiles/{style}/{name}.svg",
        response_class=Response,
        responses={200: {"content": {"image/svg+xml": {}}}, 404: {"description": "There is no such picture."}},
    )
    async def tile(style: str, name: str) -> Response:
        """The picture of a tile by its mpsz name (`0p` a red five, `back`), in the set `classic` or `large`."""
        if style not in STYLES or name not in NAMES:
            raise HTTPException(404, f"There is no tile picture {style}/{name}.")
        chosen: Style = "large" if style == "large" else "classic"
        return Response(
            tile_svg(name, chosen), media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"}
        )

    return routes
