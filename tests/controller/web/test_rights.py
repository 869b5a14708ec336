"""The table of rights is whole: every route, command and audience has a line, and no line is for nothing."""

from collections.abc import Iterator
from typing import get_args

import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import BaseRoute, Mount, Route

from controller.access.roles import Role
from controller.web.contract import COMMAND, Audience
from controller.web.rights import AUDIENCES, COMMANDS, ROUTES, route_name
from tests.controller.web.samples import SampleControl, SampleHub, sample_app


@pytest.fixture
def app() -> FastAPI:
    return sample_app(SampleHub(), SampleControl())


def names_of(route: BaseRoute) -> set[str]:
    match route:
        case APIWebSocketRoute():
            return {route_name("WS", route.path)}
        case APIRoute() | Route():
            return {route_name(method, route.path) for method in route.methods or ()}
        case Mount():
            return {route_name("GET", route.path)}
    raise AssertionError(f"what kind of route is {route}?")


def test_every_route_has_a_line_and_every_line_a_route(app: FastAPI) -> None:
    there = {name for route in routes(app) for name in names_of(route)}
    assert sorted(there - set(ROUTES)) == [], "add these to controller.web.rights.ROUTES"
    assert sorted(set(ROUTES) - there) == []


def test_what_is_not_checked_by_the_table_is_for_anyone(app: FastAPI) -> None:
    """A plain route or a mount of Starlette runs no dependency: nothing that needs a role may be one."""
    for route in routes(app):
        if not isinstance(route, APIRoute | APIWebSocketRoute):
            assert all(ROUTES[name] is Role.ANYONE for name in names_of(route))


def test_every_command_and_audience_has_a_line() -> None:
    schema = COMMAND.json_schema()
    assert set(COMMANDS) == set(schema["discriminator"]["mapping"])
    assert set(AUDIENCES) == set(get_args(Audience))
    assert Role.ANYONE not in COMMANDS.values()


def routes(app: FastAPI | APIRouter) -> Iterator[BaseRoute]:
    """All of them; newer FastAPIs keep an included router whole."""
    for route in app.routes:
        router = getattr(route, "original_router", None)
        if isinstance(router, APIRouter):
            yield from routes(router)
        else:
            yield route
