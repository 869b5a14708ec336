"""The table page in a real Chromium: what a person does becomes commands, what the table says is shown."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.web.contract import (
    MakeFault,
    MoveTiles,
    NewMatch,
    PressButton,
    SetPace,
    SetSpeed,
    SetTraining,
    TakeTile,
)
from hal.ports import Button
from tests.controller.web.samples import COACHED, FINISHED, HELPED_CALL, MY_TURN, PLAYING, SEAT
from tests.system.browser import SampleTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def arrived(table: SampleTable, page: Page, count: int = 1) -> list[object]:
    """The commands once so many have arrived."""
    for _ in range(100):
        if len(table.control.commands) >= count:
            break
        page.wait_for_timeout(30)
    return list(table.control.commands)


def my_turn(page: Page, table: SampleTable) -> None:
    table.put("seat0", MY_TURN)
    page.goto(f"{table.url}/table")
    expect(page.locator(".hand-tile")).to_have_count(14)
    expect(page.locator("#actions [data-button=RIICHI]")).to_be_visible()


def test_a_click_on_a_tile_discards_it(page: Page, table: SampleTable) -> None:
    my_turn(page, table)
    page.get_by_role("button", name="red 5 of circles").click()
    assert arrived(table, page) == [MoveTiles(tiles=(52,), target="river:0")]
    expect(page.locator(".hand-tile")).to_have_count(13)


def test_while_the_match_is_paused_no_tile_leaves_and_the_page_says_why(page: Page, table: SampleTable) -> None:
    my_turn(page, table)
    table.put("public", PLAYING.model_copy(update={"paused": True}))
    message = page.locator("#actions .message")
    expect(message).to_contain_text("Paused")
    expect(page.locator("#incidents")).to_contain_text("The match is paused.")
    expect(page.locator("#actions button")).to_have_count(0)
    page.get_by_role("button", name="red 5 of circles").click()
    expect(message).to_have_class(re.compile("note"))
    page.keyboard.press("r")
    expect(page.locator(".hand-tile")).to_have_count(14)
    table.put("public", PLAYING.model_copy(update={"now": PLAYING.now + 1}))
    expect(page.locator("#incidents article")).to_have_count(0)
    page.get_by_role("button", name="red 5 of circles").click()
    assert arrived(table, page) == [MoveTiles(tiles=(52,), target="river:0")]


def test_a_set_called_before_a_pause_is_laid_after_it(page: Page, table: SampleTable) -> None:
    (lay, *_) = HELPED_CALL.lays
    granted = HELPED_CALL.model_copy(update={"granted": lay.button, "lays": (lay,), "buttons": ()})
    table.put("public", PLAYING.model_copy(update={"paused": True}))
    page.goto(f"{table.url}/table")
    expect(page.locator("#incidents")).to_contain_text("The match is paused.")
    table.put("seat0", granted)
    expect(page.locator(".hand-tile")).to_have_count(len(granted.hand))
    page.wait_for_timeout(300)
    assert table.control.commands == []
    table.put("public", PLAYING.model_copy(update={"now": PLAYING.now + 1}))
    assert [type(command) for command in arrived(table, page)] == [MoveTiles]


def test_dragging_a_tile_off_the_rack_discards_it(page: Page, table: SampleTable) -> None:
    my_turn(page, table)
    tile = page.get_by_role("button", name="green dragon")
    box = tile.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 50, y - 200, steps=6)
    page.mouse.up()
    assert arrived(table, page) == [MoveTiles(tiles=(MY_TURN.drawn or 0,), target="river:0")]


def test_the_keyboard_plays_too(page: Page, table: SampleTable) -> None:
    my_turn(page, table)
    page.keyboard.press("r")
    assert arrived(table, page) == [PressButton(button=Button.RIICHI)]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    command = arrived(table, page, 2)[1]
    assert isinstance(command, MoveTiles)
    assert command.target == "river:0"


def test_a_finger_lifts_a_tile_before_it_plays_it(browser: Browser, table: SampleTable) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    my_turn(page, table)
    tile = page.get_by_role("button", name="green dragon")
    tile.tap()
    expect(tile).to_have_class(re.compile("lifted"))
    assert table.control.commands == []
    tile.tap()
    assert arrived(table, page) == [MoveTiles(tiles=(MY_TURN.drawn or 0,), target="river:0")]
    context.close()


def test_of_several_sets_one_is_chosen_and_laid_when_the_call_is_granted(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/table")
    page.locator("#actions [data-button=CHI]").click()
    expect(page.locator("#actions .message")).to_have_text("Which tiles?")
    page.locator("#actions .lay").nth(1).click()
    assert arrived(table, page) == [PressButton(button=Button.CHI)]
    table.put("seat0", SEAT.model_copy(update={"granted": "CHI", "buttons": (), "lays": SEAT.lays[:2]}))
    lay = SEAT.lays[1]
    assert lay.taken is not None
    expected = MoveTiles(tiles=(lay.taken.id, *(tile.id for tile in lay.own)), target="melds:0")
    assert arrived(table, page, 2)[1] == expected


def test_what_the_table_refuses_is_said(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/table")
    page.get_by_role("button", name="Draw a tile").click()
    expect(page.locator("#actions .message")).to_have_text("There is no tile for you to draw now.")
    page.locator(".hand-tile").first.click()
    expect(page.locator("#actions .message")).to_have_text("It is not your turn yet.")
    assert table.control.commands == []


def test_a_draw_that_came_too_early_is_tried_again(page: Page, table: SampleTable) -> None:
    table.put("seat0", SEAT.model_copy(update={"buttons": (), "lays": ()}))
    page.goto(f"{table.url}/table")
    for _ in range(200):
        if len(table.control.refused) > 1:
            break
        page.wait_for_timeout(30)
    assert table.control.refused[:2] == [TakeTile(source="wall", only_if_due=True)] * 2
    expect(page.locator("#actions .message")).to_have_text("Your turn: draw a tile")


def test_a_refusal_is_told_in_the_pages_language(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/table?lang=ja")
    page.locator("#actions .draw").click()
    expect(page.locator("#actions .message")).to_have_text("いまツモる牌はありません。")


def test_speed_and_new_match_are_commands(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/table")
    page.get_by_text("Table", exact=True).click()
    page.get_by_label("Speed").select_option("4")
    assert arrived(table, page) == [SetSpeed(factor=4)]


def test_help_is_shown_only_as_chosen(page: Page, table: SampleTable) -> None:
    table.put("seat0", HELPED_CALL)
    page.goto(f"{table.url}/table")
    tile, hint = page.locator(".hand-tile").first, page.locator("#training")
    recommended = page.locator("#actions .advised")
    expect(tile).to_have_attribute("aria-label", "2 of characters")
    expect(hint).to_be_hidden()
    expect(recommended).to_have_count(0)
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Hints").check()
    expect(recommended).to_have_attribute("data-button", "PASS")
    expect(hint).to_contain_text("Waiting is worth about 683 points more than calling.")
    expect(tile).not_to_have_attribute("data-danger", re.compile("."))
    page.get_by_label("Danger marks").check()
    expect(tile).to_have_attribute("aria-label", "2 of characters, high danger")
    expect(tile).to_have_attribute(
        "title", re.compile("Safe against Botan: discarded before.*Daigo may be .*9.5 %", re.S)
    )
    expect(page.locator(".hand-tile").nth(1)).to_have_attribute("data-danger", "safe")
    page.reload()
    expect(recommended).to_have_attribute("data-button", "PASS")
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Hints").uncheck()
    page.get_by_label("Danger marks").uncheck()
    expect(hint).to_be_hidden()
    expect(tile).to_have_attribute("aria-label", "2 of characters")
    expect(tile).not_to_have_attribute("data-danger", re.compile("."))
    assert [command.on for command in arrived(table, page, 4) if isinstance(command, SetTraining)][-1] is False


def test_a_page_that_wants_help_asks_a_table_without_it(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/table")
    expect(page.locator(".hand-tile").first).to_be_visible()
    assert table.control.commands == []
    page.evaluate("localStorage.setItem('hints', 'on')")
    page.reload()
    assert arrived(table, page) == [SetTraining(on=True)]


def test_a_new_match_is_chosen_with_rules_seats_and_antennas(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/table")
    page.get_by_text("Table", exact=True).click()
    page.get_by_text("New match …").click()
    page.get_by_label("Rules").select_option("doman")
    page.get_by_text("House rules").click()
    page.get_by_label("Length").select_option("East round")
    page.get_by_label("Ranked match").uncheck()
    page.get_by_label("Red fives").select_option("0")
    page.get_by_label("Seat 3").select_option("advanced")
    page.get_by_label("Antennas").select_option("typical")
    with page.expect_navigation():
        page.get_by_role("button", name="Yes, new match").click()
    expect(page.locator(".hand-tile").first).to_be_visible()
    assert arrived(table, page) == [
        NewMatch(
            rules="doman",
            changes={"match_length": "tonpuusen", "ranked": False, "red_fives": 0},
            clocks=False,
            seats=("person", "intermediate", "advanced", "intermediate"),
            noise="typical",
        )
    ]


def test_after_a_change_of_places_the_page_follows_its_person(page: Page, table: SampleTable) -> None:
    """The table first tells who sits where now; what is at one's new seat comes with the seat's own page."""
    people = [seat.model_copy(update={"bot": seat.seat != 0}) for seat in PLAYING.seats]
    table.put("public", PLAYING.model_copy(update={"seats": tuple(people)}))
    page.goto(f"{table.url}/table")
    expect(page.locator("[data-seat='0'] .name").first).to_have_text("You")
    gone = [people[source].model_copy(update={"seat": seat}) for seat, source in enumerate((2, 1, 0, 3))]
    table.put("public", PLAYING.model_copy(update={"seats": tuple(gone)}))
    page.wait_for_url(f"{table.url}/table?seat=2")


def test_the_bots_pace_and_faults_are_commands(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/table")
    page.get_by_text("Table", exact=True).click()
    page.get_by_label("Bots play").select_option("quick")
    page.get_by_text("Faults to try out …").click()
    page.get_by_role("combobox", name="At", exact=True).select_option("Chidori")
    page.get_by_role("button", name="Pull the cable").click()
    assert arrived(table, page, 2) == [SetPace(pace="quick"), MakeFault(kind="unplug", seat=2)]


def test_after_a_match_one_press_plays_again(page: Page, table: SampleTable) -> None:
    table.put("public", FINISHED)
    page.goto(f"{table.url}/table")
    page.get_by_role("button", name="Play again").click()
    assert arrived(table, page) == [NewMatch()]
    page.get_by_role("button", name="Another match …").click()
    expect(page.get_by_label("Rules")).to_be_focused()


def test_waits_and_furiten_are_told_in_training(page: Page, table: SampleTable) -> None:
    table.put("seat0", COACHED)
    page.goto(f"{table.url}/table")
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Waits and furiten").check()
    training = page.locator("#training")
    expect(training.get_by_role("img", name="1 of circles")).to_be_visible()
    expect(training).to_contain_text("×3")
    expect(training).to_contain_text("Furiten for the moment")
    expect(training).not_to_contain_text("Riichi, discarding")


def test_the_focus_goes_from_the_buttons_through_one_tile_to_the_menus(page: Page, table: SampleTable) -> None:
    my_turn(page, table)
    page.locator("#actions [data-button=WIN]").focus()
    visited = []
    for _ in range(6):
        page.keyboard.press("Tab")
        visited.append(
            page.evaluate("document.activeElement.className.split(' ')[0] || document.activeElement.tagName")
        )
    assert visited.count("hand-tile") == 1
    assert visited.index("hand-tile") < visited.index("score-row")


def test_keys_are_shown_to_those_who_have_a_keyboard_alone(browser: Browser, table: SampleTable) -> None:
    for touch in (False, True):
        context = browser.new_context(locale="en-US", has_touch=touch, is_mobile=touch)
        page = context.new_page()
        my_turn(page, table)
        expect(page.locator("#actions [data-button=RIICHI] kbd")).to_be_visible(visible=not touch)
        context.close()
