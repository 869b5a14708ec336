"""The WebSocket that a page follows the table by."""

from fastapi import APIRouter, WebSocket

from controller.web.connection import Connections
from controller.web.contract import Audience, audience_of
from controller.web.rights import may_follow, visitor_of, who_is


def router(connections: Connections) -> APIRouter:
    """`/ws`: the public views; with `?seat`, `?referee`, `?overlay` those too, if the visitor may see them.

    `?seat=2` asks for that seat, `?seat` for the visitor's own.
    """
    routes = APIRouter()

    @routes.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        visitor = visitor_of(websocket)
        wanted: list[Audience] = ["public"]
        asked = websocket.query_params
        seat = connections.seat_wanted(asked["seat"], visitor) if "seat" in asked else None
        if seat is not None:
            wanted.append(audience_of(seat))
        if "referee" in asked:
            wanted.append("referee")
        if "overlay" in asked:
            wanted.append("overlay")
        allowed = tuple(audience for audience in wanted if may_follow(visitor, audience))
        await connections.serve(websocket, allowed, who_is(websocket))

    return routes
