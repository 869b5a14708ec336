"""`jantaku demo` in a real Chromium: a game that moves, a person who plays, results, a service that was stopped."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.system.browser import free_port
from tests.system.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


def demo(journal: Path, port: int, *options: str) -> Service:
    """A running demo."""
    return Service("demo", "--port", str(port), "--journal", str(journal), *options)


def test_four_bots_play_and_their_results_appear(page: Page, tmp_path: Path) -> None:
    with demo(tmp_path / "demo.sqlite", free_port(), "--auto", "--speed", "50", "--seed", "7") as service:
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


def test_a_seat_has_its_own_page_and_diff_there_shows_on_the_scoreboard(page: Page, tmp_path: Path) -> None:
    with demo(tmp_path / "demo.sqlite", free_port(), "--auto", "--speed", "2", "--seed", "7") as service:
        page.goto(f"{service.address()}/seat/2")
        expect(page.locator("#scores .score-row").first).to_contain_text("Chidori", timeout=20_000)
        page.get_by_role("button", name="Diff").click()
        expect(page.locator("#message")).to_have_text("Diff pressed")
        page.goto(service.address())
        expect(page.locator("#scores .score-row").nth(2)).to_have_attribute("aria-pressed", "true", timeout=10_000)


def test_seats_are_chosen_anew_with_a_match(page: Page, tmp_path: Path) -> None:
    with demo(tmp_path / "demo.sqlite", free_port(), "--auto", "--speed", "6", "--seed", "7") as service:
        page.goto(f"{service.address()}/table")
        expect(page.locator("body")).to_have_class(re.compile("watching"), timeout=20_000)
        page.get_by_text("Table", exact=True).click()
        page.get_by_text("New match …").click()
        page.get_by_label("Rules").select_option("fan-practice")
        page.get_by_label("Seat 2").select_option("person")
        page.get_by_role("button", name="Yes, new match").click()
        page.wait_for_url("**/table?seat=1")
        expect(page.locator(".hand-tile")).to_have_count(13, timeout=30_000)
        expect(page.locator("#rules-name")).to_have_text("Fan, practice")
        expect(page.locator(".seat-area.bottom .plate")).to_contain_text("You")


@pytest.mark.long
def test_a_newcomer_plays_an_east_round_to_its_end(page: Page, tmp_path: Path) -> None:
    """Whoever presses what the page offers, and otherwise the first tile that may be discarded, gets to the end."""
    options = ("--rules", "tenhou", "--set", "match_length=tonpuusen", "--speed", "30", "--seed", "7")
    with demo(tmp_path / "demo.sqlite", free_port(), *options) as service:
        page.goto(f"{service.address()}/table")
        final, discards, done = page.locator("#final"), 0, ""
        while done != "over":  # the test's time limit ends a match that does not
            done = page.evaluate(PLAY)
            discards += done == "discard"
            page.wait_for_timeout(40)
        expect(final).to_contain_text("Match over")
        expect(final.locator("tbody tr")).to_have_count(4)
        points = [
            int(text.replace(",", "").replace("−", "-")) for text in final.locator("td:nth-child(3)").all_inner_texts()
        ]
        assert sum(points) == 100_000
        assert discards > 20
        page.get_by_role("button", name="Play again").click()
        expect(page.locator(".deal-name")).to_have_text("East 1", timeout=30_000)


PLAY = """() => {
  const press = (selector) => {
    const button = document.querySelector(selector);
    if (button && !button.dataset.pressed) { button.dataset.pressed = "yes"; button.click(); return true; }
    return false;
  };
  if (!document.querySelector("#final").hidden) return "over";
  if (press("#dialog-actions:not([hidden]) button")) return "go on";
  for (const name of ["WIN", "RIICHI", "PASS"]) if (press(`#actions [data-button=${name}]`)) return name;
  const tile = document.querySelector(".hand-tile.marked") ?? document.querySelector(".hand-tile.playable");
  tile?.click();
  return tile ? "discard" : "";
}"""
"""One look of somebody who presses what lights up: the buttons first, then a tile."""
