"""The example client against a real server: what it prints, and what it says when refused."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.controller.web.samples import PLAYING
from tests.system.browser import SampleTable

EXAMPLE = Path(__file__).parents[3] / "examples" / "api_client.py"


@pytest.fixture(scope="module")
def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("api_client", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["api_client"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def table() -> Iterator[SampleTable]:
    table = SampleTable()
    table.start()
    table.put("public", PLAYING)
    yield table
    table.close()


def test_scores(client: Any, table: SampleTable, capsys: pytest.CaptureFixture[str]) -> None:
    assert client.main([table.url, "scores"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("E2.")
    assert len(lines) == 5
    assert "33,900" in lines[1]


def test_following_the_game(client: Any, table: SampleTable) -> None:
    views = client.TableApi(table.url).follow()
    assert next(views)["seats"] == PLAYING.model_dump(mode="json")["seats"]
    table.put("public", PLAYING.model_copy(update={"wall_left": 7}))
    assert next(views)["wall_left"] == 7
    views.close()


def test_what_the_table_refuses_is_said(client: Any, table: SampleTable, capsys: pytest.CaptureFixture[str]) -> None:
    assert client.main([table.url, "matches"]) == 1
    assert "There is no journal" in capsys.readouterr().err
    with pytest.raises(client.ApiError, match=r"^40"):
        client.TableApi(table.url).sign_in("Somebody", "0000")


def test_a_table_that_is_not_there(client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert client.main(["http://127.0.0.1:9", "scores"]) == 1
    assert "cannot reach http://127.0.0.1:9" in capsys.readouterr().err


def test_a_line_a_match(client: Any) -> None:
    seat = {"name": "Aki", "score": 30_000, "place": 1}
    match = {"number": 3, "started": "2026-11-30T12:00:00+00:00", "rules": "doman", "state": "ended", "seats": [seat]}
    (line,) = client.match_lines([match])
    assert line.split() == ["3", "2026-11-30T12:00", "doman", "ended", "Aki", "30000"]
