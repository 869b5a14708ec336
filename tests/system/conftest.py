"""A browser and a table of sample views for each module of tests, and a page for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.controller.web.samples import BROADCAST, PLAYING, SEAT
from tests.system.browser import SampleTable, chromium

LOST_LINK = ("WebSocket connection", "ERR_CONNECTION_REFUSED")
"""Tests pull the cable."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def served() -> Iterator[SampleTable]:
    """The server of a module's tests."""
    table = SampleTable()
    table.start()
    yield table
    table.close()


@pytest.fixture
def table(served: SampleTable) -> SampleTable:
    """A table in the middle of a deal that has been told nothing yet."""
    if not served.serving:
        served.start()
    served.hub.problems = ()
    served.control.commands.clear()
    served.put("public", PLAYING)
    served.put("seat0", SEAT)
    served.put("overlay", BROADCAST)
    return served


@pytest.fixture
def harmless() -> tuple[str, ...]:
    """Words of errors in the browser's console that are no fault of a page; a module may have others."""
    return LOST_LINK


@pytest.fixture
def page(browser: Browser, harmless: tuple[str, ...]) -> Iterator[Page]:
    """A page in English in which any error of a script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: _note_errors(message, harmless, faults))
    yield page
    context.close()
    assert faults == []


def _note_errors(message: ConsoleMessage, harmless: tuple[str, ...], faults: list[str]) -> None:
    if message.type == "error" and not any(words in message.text for words in harmless):
        faults.append(message.text)
