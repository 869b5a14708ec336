"""The API does what its OpenAPI description says, whatever is sent: schemathesis makes the requests."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from controller.access.door import Door
from controller.access.roles import Role
from controller.access.store import AccessStore
from controller.journal import Journal
from controller.players.archive import Archive
from controller.players.rosterbook import RosterBook
from controller.web.library import Library
from controller.web.rights import ROUTES
from controller.web.server import create_app
from tests.controller.web.sampledesk import SampleDesk
from tests.controller.web.samples import PLAYING, SampleHub

CHECKS: list[Any] = [
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

_STORE = AccessStore()
_ADMIN = _STORE.add_token(Role.ADMIN, "schemathesis")[1]
_HUB = SampleHub()
_FOLDER = TemporaryDirectory()
_JOURNAL = Path(_FOLDER.name) / "games.sqlite"
Journal.open(_JOURNAL).close()
_LIBRARY = Library(Archive(_JOURNAL), RosterBook(_JOURNAL))
_APP = create_app(_HUB, None, Door(_STORE), desk=SampleDesk(), library=_LIBRARY, names=("testserver",))
schema = schemathesis.openapi.from_asgi("/openapi.json", _APP, headers={"Host": "testserver"})


@pytest.fixture(scope="module", autouse=True)
def _something_to_see() -> None:
    with TestClient(_APP) as client:
        assert client.portal is not None
        client.portal.call(_HUB.put, "public", PLAYING)


@schema.parametrize()
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
def test_what_is_described_is_what_is_done(case: Case[Any]) -> None:
    answer = case.call(headers={"Authorization": f"Bearer {_ADMIN}", "Host": "testserver"})
    # Nothing is there yet (503) is no fault of the server.
    assert answer.status_code < 500 or answer.status_code == 503, answer.text
    case.validate_response(answer, checks=CHECKS)


def test_every_route_that_is_no_page_is_described() -> None:
    described = {f"{method.upper()} {path}" for path, methods in _APP.openapi()["paths"].items() for method in methods}
    pages = {route for route in ROUTES if not route.split(" ")[1].startswith(("/api", "/health", "/tiles", "/metrics"))}
    assert set(ROUTES) - described == pages
