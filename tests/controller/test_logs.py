"""Logs: for people or as JSON, on standard error, and never with the values of variables."""

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from controller.logs import Format, goes_to_journald, set_up_logs


@pytest.fixture(autouse=True)
def _quiet_again() -> Iterator[None]:
    yield
    structlog.reset_defaults()
    logging.basicConfig(force=True)


def fail(hidden: str) -> None:
    raise RuntimeError("out of order")


@pytest.mark.parametrize("style", ["human", "json"])
def test_a_traceback_shows_no_values(capsys: pytest.CaptureFixture[str], style: Format) -> None:
    set_up_logs("info", style)
    hidden = "0p" * 7
    try:
        fail(hidden)
    except RuntimeError:
        structlog.get_logger("x").exception("failed")
        logging.getLogger("library").exception("failed too")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("out of order") >= 2
    assert hidden not in captured.err


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("info", "auto")  # standard error is no terminal here
    structlog.get_logger("x").info("table_running", driver="simulated")
    structlog.get_logger("x").debug("quiet")
    logging.getLogger("library").warning("careful")
    logging.getLogger("library").info("chatter")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["event"], first["level"], first["driver"]) == ("table_running", "info", "simulated")
    assert (second["event"], second["level"]) == ("careful", "warning")
    assert "timestamp" in first


def test_levels(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("error", "human")
    structlog.get_logger("x").warning("not shown")
    structlog.get_logger("x").error("shown")
    err = capsys.readouterr().err
    assert "not shown" not in err
    assert "shown" in err


def test_journald_is_told_how_grave_a_line_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("controller.logs.goes_to_journald", lambda: True)
    set_up_logs("info", "json")
    structlog.get_logger().error("board_lost", board="seat2")
    structlog.get_logger().info("board_back")
    logging.getLogger("uvicorn").warning("slow")
    lines = capsys.readouterr().err.splitlines()
    assert [line[:3] for line in lines] == ["<3>", "<6>", "<4>"]
    assert json.loads(lines[0][3:])["board"] == "seat2"


def test_only_journald_gets_priorities(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as file:
        found = os.fstat(file.fileno())
        stream = {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}
        assert goes_to_journald(stream, file.fileno())
        assert not goes_to_journald({"JOURNAL_STREAM": "1:2"}, file.fileno())
        assert not goes_to_journald({}, file.fileno())
