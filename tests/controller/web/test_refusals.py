"""Every refusal has one form, `{"detail": sentence}`, and the sentence says what would do."""

import ast
import inspect
import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from controller.web import guard, refusals
from controller.web.refusals import FAULTS
from controller.web.static_files import STATIC
from tests.controller.web.samples import SampleHub, sample_app
from tests.controller.web.test_texts import sentences
from tests.controller.web.visitors import AFAR, CHANGES, door_with_keys

AGAIN = "Put this right and send it again: "


@pytest.fixture(scope="module")
def admin() -> TestClient:
    door, knockers = door_with_keys()
    (key,) = [knocker.headers for knocker in knockers if knocker.name == "admin"]
    app = sample_app(SampleHub(), door=door)
    return TestClient(app, client=AFAR, headers={**CHANGES, **key}, raise_server_exceptions=False)


def detail(answer: Any) -> str:
    """The sentence, in an answer that has nothing else."""
    body = answer.json()
    assert list(body) == ["detail"]
    assert isinstance(body["detail"], str)
    sentence: str = body["detail"]
    return sentence


@pytest.mark.parametrize(
    ("path", "body", "wrong"),
    [
        ("/api/access/pin", {}, "name is missing · pin is missing"),
        ("/api/access/pin", {"name": "Aki", "pin": 482917}, "pin is no text"),
        ("/api/access/pin", {"name": "Aki", "pin": ""}, "pin has fewer than 1 characters"),
        ("/api/access/pin", {"name": "A" * 40, "pin": "482917"}, "name has more than 32 characters"),
        (
            "/api/access/pin",
            {"name": " ", "pin": "482917"},
            "name: write a name of letters, digits and signs that can be seen",
        ),
        ("/api/access/pin", {"name": "Aki", "pin": "482917", "role": "admin"}, "role is not known here"),
        ("/api/access/pin", {"name": "Aki", "pin": "482917", "x" * 999: 1}, "x" * 64 + "… is not known here"),
        ("/api/access/pin", [], "the body is no object"),
        ("/api/access/pins", {"role": "seat", "pin": None}, "role is none of these: 'referee' or 'admin'"),
        ("/api/referee/rule", {"what": "pause", "details": []}, "details is no object"),
        ("/api/access/codes", {"seat": 7}, "seat is none of these: 0, 1, 2 or 3"),
    ],
)
def test_a_body_of_another_form_is_told_what_is_wrong_with_it(
    admin: TestClient, path: str, body: object, wrong: str
) -> None:
    answer = admin.post(path, json=body)
    assert answer.status_code == 422
    assert detail(answer) == f"{AGAIN}{wrong}."


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("/api/referee/undo", "to is missing"),
        ("/api/referee/undo?to=x", "to is no whole number"),
        ("/api/referee/undo?to=-1", "to is less than 0"),
        ("/api/referee/audit?limit=501", "limit is more than 500"),
        ("/api/matches/first", "number is no whole number"),
        ("/api/standings/Aki?bot=maybe", "bot is neither true nor false"),
        ("/seat/4", "seat is more than 3"),
    ],
)
def test_so_is_an_address(admin: TestClient, path: str, wrong: str) -> None:
    answer = admin.get(path)
    assert answer.status_code == 422
    assert detail(answer) == f"{AGAIN}{wrong}."


def test_what_is_no_json_is_told_so(admin: TestClient) -> None:
    answer = admin.post("/api/access/pin", content=b"pin=482917", headers={"Content-Type": "application/json"})
    assert detail(answer) == f"{AGAIN}the body is no JSON."


@pytest.mark.parametrize("path", ["/nowhere", "/static/nowhere.js", "/api/nowhere", "/api/matches/1/export"])
def test_an_address_where_nothing_is(admin: TestClient, path: str) -> None:
    answer = admin.get(path)
    assert answer.status_code == 404
    assert "/openapi.json lists" in detail(answer)


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/table", 404), ("/seat/9", 422)])
def test_a_browser_gets_a_page_where_none_is_and_programs_a_sentence(admin: TestClient, path: str, status: int) -> None:
    page = admin.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (page.status_code, page.headers["content-type"].partition(";")[0]) == (status, "text/html")
    assert "/static/js/book.js" in page.text
    assert page.headers["Vary"] == "Accept"
    assert detail(admin.get(path, headers={"Accept": "*/*"}))


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/matches/first", "/static/nowhere.js"])
def test_data_is_refused_as_data_even_in_a_browser(admin: TestClient, path: str) -> None:
    assert detail(admin.get(path, headers={"Accept": "text/html"}))


def test_a_method_that_is_not_taken(admin: TestClient) -> None:
    answer = admin.delete("/api/access")
    assert answer.status_code == 405
    assert "/openapi.json says" in detail(answer)
    assert answer.headers["Allow"] == "GET"


def test_a_fault_of_the_program_tells_nothing_of_the_game(admin: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise KeyError("5p")

    monkeypatch.setattr(SampleHub, "latest", fails)
    answer = admin.get("/api/view")
    assert answer.status_code == 500
    assert "The program failed" in detail(answer)
    assert "5p" not in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def told() -> set[str]:
    """Sentences of the guard and of the refusals, with gaps for the values put in."""
    found = set(FAULTS.values())
    for module in (guard, refusals):
        tree = ast.parse(inspect.getsource(module))
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr)]
        found.update(text for node in texts if id(node) not in docstrings for text in sentences(node))
    described = {refusal["description"] for refusal in refusals.REFUSALS.values()}
    return {
        re.sub(r"\{\w+\}", "{}", text)
        for text in found - described
        if text in FAULTS.values() or re.fullmatch(r"[A-Z].* .*\.", text)
    }


def test_every_sentence_has_every_language() -> None:
    known = json.loads((STATIC / "text" / "refusals.json").read_text("utf-8"))
    assert len(told()) > 20, "the search for sentences no longer finds them"
    assert told() - known.keys() - {"{}: {}"} == set()
