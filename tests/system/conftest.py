"""A browser and a table of sample views for each module of tests, and a page for each test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.controller.web.samples import BROADCAST, PLAYING, SEAT
from tests.system.browser import SampleTable, chromium


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
def page(browser: Browser) -> Iterator[Page]:
    """A page in English in which any error of a script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: _note_errors(message, faults))
    yield page
    context.close()
    assert faults == []


def _note_errors(message: ConsoleMessage, faults: list[str]) -> None:
    lost_link = "WebSocket connection" in message.text or "ERR_CONNECTION_REFUSED" in message.text
    if message.type == "error" and not lost_link:
        faults.append(message.text)
