"""The page of a seat in a real Chromium: differences, buttons, help in training, and the code that opens it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.access.door import Door
from controller.web.contract import PressButton
from hal.ports import Button
from tests.controller.web.samples import COACHED, PANEL, PLAYING, WON
from tests.system.browser import SampleTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def test_the_own_score_comes_first_and_the_others_by_their_difference(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/seat/2")
    rows = page.locator("#scores .score-row")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("Chidori")
    expect(rows.nth(0)).to_contain_text("24,000")
    expect(rows.nth(1)).to_contain_text("−10,300")
    expect(rows.nth(3)).to_contain_text("+9,900")


def test_a_press_goes_to_the_table_and_is_confirmed(page: Page, table: SampleTable) -> None:
    table.put("seat0", PANEL)
    page.goto(f"{table.url}/seat/0")
    page.get_by_role("button", name="Pon").click()
    expect(page.locator("#message")).to_have_text("Pon pressed")
    page.keyboard.press("f")
    expect(page.locator("#message")).to_have_text("Diff pressed")
    assert table.control.commands == [PressButton(button=Button.PON), PressButton(button=Button.DIFF)]


def test_the_turn_and_lit_lamps_are_told_to_who_has_the_page_read_out(page: Page, table: SampleTable) -> None:
    table.put("seat0", COACHED)
    page.goto(f"{table.url}/seat/0")
    expect(page.locator("#live")).to_have_text("your turn")
    riichi = page.get_by_role("button", name=re.compile(r"Riichi \(lit\)"))
    expect(riichi).to_have_attribute("aria-keyshortcuts", "R")
    expect(page.get_by_role("button", name="Chi", exact=True)).to_be_visible()


def test_a_page_that_is_looked_at_keeps_the_screen_on(page: Page, table: SampleTable) -> None:
    asked = "navigator.wakeLock.request = async (kind) => (document.documentElement.dataset.awake = kind)"
    page.add_init_script(f"if (navigator.wakeLock) {asked}")
    page.goto(f"{table.url}/seat/0")
    expect(page.locator("html")).to_have_attribute("data-awake", "screen")


def test_buttons_can_be_left_to_the_seats_own_panel(page: Page, table: SampleTable) -> None:
    table.put("seat0", PANEL)
    page.goto(f"{table.url}/seat/0")
    expect(page.locator("#buttons")).to_be_visible()
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Buttons for this seat").uncheck()
    expect(page.locator("#buttons")).to_be_hidden()
    page.reload()
    expect(page.locator("#scores .score-row")).to_have_count(4)
    expect(page.locator("#buttons")).to_be_hidden()


def test_outside_training_no_button_tells_what_it_would_mean(page: Page, table: SampleTable) -> None:
    table.put("seat0", PANEL)
    page.goto(f"{table.url}/seat/0")
    expect(page.locator("#buttons button")).to_have_count(8)
    expect(page.locator("#buttons .lit, #own-hand img, #training:visible")).to_have_count(0)


def test_training_shows_hand_waits_furiten_hint_and_danger(page: Page, table: SampleTable) -> None:
    page.add_init_script("for (const help of ['hints', 'dangers', 'waits']) localStorage.setItem(help, 'on')")
    table.put("seat0", COACHED)
    page.goto(f"{table.url}/seat/0")
    hand = page.locator("#own-hand")
    expect(hand.locator(".hand-tile")).to_have_count(14)
    expect(hand.get_by_role("img", name="green dragon, recommended, medium danger")).to_be_visible()
    for text in ("Furiten for the moment", "Riichi, discarding", "The hand is ready after it."):
        expect(page.locator("#training")).to_contain_text(text)
    expect(page.locator("#buttons [data-button=RIICHI]")).to_have_class(re.compile(r"lit .*advised"))


def test_a_result_can_be_accepted_here(page: Page, table: SampleTable) -> None:
    table.put("seat0", PANEL)
    page.goto(f"{table.url}/seat/0")
    table.put("public", WON)
    result = page.locator("#result")
    expect(result).to_contain_text("Ron: You, on a tile of Daigo")
    result.get_by_role("button", name="Continue").click()
    expect(result).to_be_hidden()
    expect(page.locator("#message")).to_have_text("OK pressed")
    assert table.control.commands == [PressButton(button=Button.MENU)]


class Codes:
    """What the seats' panels show."""

    def __init__(self) -> None:
        self.shown: dict[int, str | None] = {}

    def show(self, seat: int, code: str | None) -> None:
        self.shown[seat] = code


@pytest.fixture
def guarded() -> Iterator[tuple[SampleTable, Codes]]:
    """A real table: whoever has not read the code at a seat is nobody."""
    codes, door = Codes(), Door()
    door.codes.attach(codes.show)
    table = SampleTable(door)
    table.start()
    table.put("public", PLAYING)
    table.put("seat0", PANEL)
    yield table, codes
    table.close()


def test_the_code_on_the_seats_panel_opens_its_page(page: Page, guarded: tuple[SampleTable, Codes]) -> None:
    table, codes = guarded
    page.goto(f"{table.url}/seat/0")
    expect(page.locator("#scores .score-row")).to_have_count(4)
    expect(page.locator("#buttons")).to_be_hidden()
    page.get_by_role("button", name="Show the code at this seat").click()
    expect(page.get_by_label("Code")).to_be_focused()
    page.get_by_label("Code").fill(codes.shown[0] or "")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#entrance")).to_be_hidden()
    expect(page.locator("#buttons [data-button=PON]")).to_be_visible()
    page.reload()
    expect(page.locator("#buttons [data-button=PON]")).to_be_visible()
    page.goto(f"{table.url}/seat/1")
    expect(page.locator("#entrance")).to_contain_text("This device belongs to seat 1")


def test_a_wrong_code_opens_nothing(browser: Browser, guarded: tuple[SampleTable, Codes]) -> None:
    table, _ = guarded
    page = browser.new_page(locale="en-US")  # the refusal is an error on the console
    page.goto(f"{table.url}/seat/0")
    page.get_by_role("button", name="Show the code at this seat").click()
    expect(page.get_by_label("Code")).to_be_focused()
    page.get_by_label("Code").fill("x")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not the code at that seat.")
    expect(page.locator("#buttons")).to_be_hidden()
    page.close()
