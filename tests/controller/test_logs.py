"""Logs: for people or as JSON, on standard error, and never with the values of variables."""

import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from controller.logs import Format, set_up_logs


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
