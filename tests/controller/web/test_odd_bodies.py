"""Bodies that are JSON and yet cannot be kept or answered back: every route says so, and none breaks."""

import re

import pytest
from fastapi.testclient import TestClient

from controller.web.rights import ROUTES
from tests.controller.web.samples import SampleHub, sample_app
from tests.controller.web.visitors import AFAR, CHANGES, door_with_keys

POSTS = sorted(route.removeprefix("POST ") for route in ROUTES if route.startswith("POST "))
ODD = (
    b"",
    b"\xff\xfe",
    b"null",
    b"[]",
    b"[" * 20_000,
    b'{"\\ud800": 1}',
    b'{"seat": NaN, "to": Infinity}',
    b'{"seat": 1e999}',
    b'{"name": "\\ud800", "pin": "\\ud800", "token": "\\ud800", "code": "\\ud800", "id": "\\ud800"}',
    b'{"role": "admin", "pin": "\\ud800"}',
    b'{"what": "adjourn", "details": {"why": "\\ud800"}}',
    b'{"what": "points", "details": {"deltas": [NaN, 0, 0, 0]}}',
    b'{"what": "adjourn", "details": {"\\ud800": {"a": [1]}}}',
)


@pytest.fixture(scope="module")
def admin() -> TestClient:
    door, knockers = door_with_keys()
    (key,) = [knocker.headers for knocker in knockers if knocker.name == "admin"]
    headers = {**CHANGES, **key, "Content-Type": "application/json"}
    return TestClient(sample_app(SampleHub(), door=door), client=AFAR, headers=headers)


@pytest.mark.parametrize("path", [path for path in POSTS if not path.endswith("sign-out")])
def test_an_odd_body_is_refused(admin: TestClient, path: str) -> None:
    for body in ODD:
        answer = admin.post(re.sub(r"\{\w+\}", "0", path), content=body)
        assert 400 <= answer.status_code < 500 or answer.status_code == 503, (body[:60], answer.status_code)
        assert answer.json()["detail"]


@pytest.mark.parametrize("name", ["  ", "\u0000", "Aki\u202egnp"])
def test_nobody_signs_with_a_name_that_cannot_be_read(admin: TestClient, name: str) -> None:
    assert admin.post("/api/access/pin", json={"name": name, "pin": "482917"}).status_code == 422
    assert admin.post("/api/access/tokens", json={"name": name, "role": "referee"}).status_code == 422


def test_what_was_typed_is_not_told_back(admin: TestClient) -> None:
    answer = admin.post("/api/access/pin", json={"name": "Aki", "pin": ["482917"]})
    assert answer.status_code == 422
    assert "482917" not in answer.text
