"""`jantaku demo` in a real Chromium: a game that moves, a person who plays, results, a service that was stopped."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.system.browser import chromium, free_port
from tests.system.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


def demo(journal: Path, port: int, *options: str) -> Service:
    """A running demo."""
    return Service("demo", "--port", str(port), "--journal", str(journal), *options)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US", reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_four_bots_play_and_their_results_appear(page: Page, tmp_path: Path) -> None:
    with demo(tmp_path / "demo.sqlite", free_port(), "--auto", "--speed", "25", "--seed", "7") as service:
        page.goto(service.address())
        expect(page.locator(".deal-name")).to_have_text("East 1", timeout=20_000)
        discards = page.locator("#board .river img")
        expect(discards.nth(3)).to_be_visible(timeout=30_000)
        expect(page.locator("#result")).to_be_visible(timeout=120_000)
        expect(page.locator("#result .standings tr")).to_have_count(4)
        assert page.locator("#result .yaku li, #result .result-note, #result .win").count() > 0


def test_a_person_discards_by_click_and_the_table_sees_it(page: Page, tmp_path: Path) -> None:
    with demo(tmp_path / "demo.sqlite", free_port(), "--speed", "6", "--seed", "7") as service:
        page.goto(f"{service.address()}/table")
        own_river = page.locator(".seat-area.bottom .river img")
        playable = page.locator(".hand-tile.playable")
        for discarded in range(2):
            wait_for_turn(page)
            name = playable.last.get_attribute("aria-label")
            playable.last.click()
            expect(own_river.nth(discarded)).to_have_attribute("alt", name or "", timeout=15_000)
        assert page.get_by_role("alert").count() == 0


def test_a_hint_can_be_followed(page: Page, tmp_path: Path) -> None:
    with demo(tmp_path / "demo.sqlite", free_port(), "--speed", "6", "--seed", "7") as service:
        page.goto(f"{service.address()}/table")
        wait_for_turn(page)
        expect(page.locator("#training")).to_be_hidden()
        page.get_by_text("View", exact=True).click()
        page.get_by_label("Hints").check()
        page.get_by_text("View", exact=True).click()
        recommended = page.locator(".hand-tile.advised.playable").first
        expect(recommended).to_be_visible(timeout=5_000)
        expect(page.locator("#training")).to_contain_text("away from ready")
        label = recommended.get_attribute("aria-label") or ""
        assert label.endswith(", recommended")
        recommended.click()
        discarded = page.locator(".seat-area.bottom .river img").first
        expect(discarded).to_have_attribute("alt", label.removesuffix(", recommended"), timeout=15_000)


def wait_for_turn(page: Page) -> None:
    """Pass on every call until the person's own discard is asked for."""
    for _ in range(600):
        if page.locator(".hand-tile.playable").count():
            return
        passing = page.locator("#actions [data-button=PASS]")
        if passing.count():
            passing.click(timeout=2_000, no_wait_after=True)
        page.wait_for_timeout(100)
    pytest.fail("the person's turn did not come")


def test_the_page_returns_when_the_service_does(page: Page, tmp_path: Path) -> None:
    port = free_port()
    with demo(tmp_path / "demo.sqlite", port, "--auto", "--speed", "4") as service:
        page.goto(service.address())
        expect(page.locator("#scores .score-row")).to_have_count(4, timeout=20_000)
    expect(page.locator("#link-lost")).to_be_visible(timeout=15_000)
    with demo(tmp_path / "demo.sqlite", port, "--auto", "--speed", "4"):
        expect(page.locator("#link-lost")).to_be_hidden(timeout=30_000)
        expect(page.locator("#scores .score-row")).to_have_count(4)
