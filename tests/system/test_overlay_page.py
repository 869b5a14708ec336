"""The overlay in a real Chromium: hands over a transparent ground, nothing live, nothing without a token."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from controller.access.door import Door
from controller.access.roles import Role
from controller.access.store import AccessStore
from tests.controller.web.samples import BROADCAST, FINISHED, PLAYING, WON
from tests.system.browser import SampleTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def test_every_hand_is_shown_with_its_waits_over_nothing(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/overlay")
    seats = page.locator("#seats > li")
    expect(seats).to_have_count(4)
    expect(seats.nth(0).locator(".overlay-hand img")).to_have_count(14)
    expect(seats.nth(1).locator(".overlay-waits")).to_contain_text("×2")
    expect(seats.nth(1).locator(".overlay-waits")).to_contain_text("Furiten")
    expect(seats.nth(2)).to_contain_text("24,000")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgba(0, 0, 0, 0)"


def test_a_call_is_shown_at_its_seat_and_the_live_view_is_not_looked_at(page: Page, table: SampleTable) -> None:
    quiet = BROADCAST.public.model_copy(update={"calls": ()})
    table.put("overlay", BROADCAST.model_copy(update={"public": quiet}))
    page.goto(f"{table.url}/overlay")
    expect(page.locator("#seats > li")).to_have_count(4)
    table.put("public", PLAYING.model_copy(update={"wall_left": 1}))
    table.put("overlay", BROADCAST)
    expect(page.locator("#seats > li").nth(3).locator(".overlay-call")).to_have_text("Pon")
    expect(page.locator("#deal")).to_contain_text("18")


def test_results_and_the_end_are_told(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/overlay")
    result = page.locator("#result")
    expect(page.locator("#seats > li")).to_have_count(4)
    expect(result).to_be_hidden()
    table.put("overlay", BROADCAST.model_copy(update={"public": WON}))
    expect(result).to_contain_text("You · Ron")
    expect(result).to_contain_text("7 han 40 fu · Haneman")
    table.put("overlay", BROADCAST.model_copy(update={"public": FINISHED, "hands": ()}))
    expect(result).to_contain_text("+52.0")
    expect(result.locator("p")).to_have_count(4)


@pytest.fixture
def guarded() -> Iterator[tuple[SampleTable, str]]:
    """A real table, and a token for its overlay."""
    store = AccessStore()
    _, secret = store.add_token(Role.OVERLAY, "camera")
    table = SampleTable(Door(store))
    table.start()
    table.put("public", PLAYING)
    table.put("overlay", BROADCAST)
    yield table, secret
    table.close()


def test_the_token_in_the_address_opens_it_and_nothing_else_does(page: Page, guarded: tuple[SampleTable, str]) -> None:
    table, secret = guarded
    page.goto(f"{table.url}/overlay")
    expect(page.locator("#notice")).to_contain_text("needs a token")
    expect(page.locator("#seats > li")).to_have_count(0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{table.url}/overlay?again#token={secret}")
    expect(page.locator("#seats > li")).to_have_count(4)
    assert not any(secret in url for url in asked)
