"""The pages in a real Chromium: they follow the game, heal a lost link, and pass on what a person does."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from controller.web.contract import MoveTiles, PressButton, SetSpeed, SetTraining
from hal.ports import Button
from tests.controller.web.samples import ALL, FINISHED, HELPED_CALL, INCIDENT, MY_TURN, PLAYING, SEAT, WON
from tests.system.browser import SampleTable, chromium

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SIZES = {"hdmi": (1920, 1080), "laptop": (1280, 800), "phone": (390, 844)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def table() -> Iterator[SampleTable]:
    table = SampleTable()
    table.start()
    table.put("public", PLAYING)
    table.put("seat0", SEAT)
    yield table
    table.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in English in which any error of a script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US", reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: note_errors(message, faults))
    yield page
    context.close()
    assert faults == []


def note_errors(message: ConsoleMessage, faults: list[str]) -> None:
    lost_link = "WebSocket connection" in message.text or "ERR_CONNECTION_REFUSED" in message.text
    if message.type == "error" and not lost_link:
        faults.append(message.text)


def test_the_scoreboard_shows_the_game_and_follows_it(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    expect(page.locator(".deal-name")).to_have_text("East 2")
    rows = page.locator("#scores .score-row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("33,900")
    expect(rows.nth(1)).to_contain_text("1st")
    expect(rows.nth(0)).to_have_class(re.compile(r"\bturn\b"))
    expect(page.locator("#board .river img")).to_have_count(sum(len(seat.river) for seat in PLAYING.seats))
    table.put("public", PLAYING.model_copy(update={"wall_left": 7, "turn": 1}))
    expect(page.locator(".centre-wall b")).to_have_text("7")
    expect(rows.nth(1)).to_have_class(re.compile(r"\bturn\b"))


def test_a_press_on_a_score_shows_the_differences(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    rows = page.locator("#scores .score-row")
    rows.nth(0).focus()
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_contain_text("+6,500")
    expect(rows.nth(3)).to_contain_text("−13,700")
    expect(rows.nth(0)).to_contain_text("27,400")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_contain_text("33,900")


def test_a_call_is_announced_at_its_seat_and_to_screen_readers(page: Page, table: SampleTable) -> None:
    table.put("public", PLAYING.model_copy(update={"calls": PLAYING.calls[:1]}))
    page.goto(table.url)
    expect(page.locator(".deal-name")).to_have_text("East 2")
    expect(page.locator(".call")).to_have_count(0)
    table.put("public", PLAYING)
    expect(page.locator(".bubble-left .call")).to_have_text("Pon")
    expect(page.locator("#live")).to_have_text("Daigo: Pon")


def test_an_incident_says_what_is_wrong_and_what_to_do_and_goes(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    table.put("public", INCIDENT)
    alarm = page.get_by_role("alert")
    expect(alarm).to_contain_text("Chidori discarded the 5p")
    expect(alarm).to_contain_text("take it back")
    table.put("public", PLAYING)
    expect(alarm).to_have_count(0)


def test_the_result_shows_yaku_han_fu_and_payments(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    expect(page.locator("#result")).to_be_hidden()
    table.put("public", WON)
    result = page.locator("#result")
    expect(result).to_be_visible()
    for text in ("Ron: You, on a tile of Daigo", "All simples (tanyao)", "7 han 40 fu · Haneman", "+13,300", "40,700"):
        expect(result).to_contain_text(text)
    expect(result.locator(".fu")).to_contain_text("closed, on a discard +10")
    expect(result.get_by_role("img", name="Daigo pays You 12,300")).to_be_visible()
    table.put("public", FINISHED)
    expect(result).to_be_hidden()
    expect(page.locator("#final")).to_contain_text("+52.0")


def test_a_lost_link_is_shown_and_heals(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    expect(page.locator(".deal-name")).to_have_text("East 2")
    table.stop()
    expect(page.locator("#link-lost")).to_be_visible()
    expect(page.locator(".deal-name")).to_have_text("East 2")
    table.put("public", PLAYING.model_copy(update={"wall_left": 3}))
    table.start()
    expect(page.locator("#link-lost")).to_be_hidden(timeout=15_000)
    expect(page.locator(".centre-wall b")).to_have_text("3")


def test_what_is_wrong_with_the_service_is_shown(page: Page, table: SampleTable) -> None:
    table.hub.problems = ("The table cannot be opened: no reader at /dev/ttyACM0.",)
    page.goto(table.url)
    expect(page.locator("#problems")).to_have_text(table.hub.problems[0])
    table.hub.problems = ()
    expect(page.locator("#problems")).to_be_hidden(timeout=10_000)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["/", "/table"])
def test_nothing_runs_out_of_the_window(page: Page, table: SampleTable, size: str, path: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.url + path)
    for name, view in ALL.items():
        table.put("public", view)
        page.wait_for_function("stage => document.body.dataset.stage === stage", arg=view.stage)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} wide"
    if path == "/table":
        table.put("public", PLAYING)
        expect(page.locator(".hand-tile").first).to_be_in_viewport(ratio=1)
        expect(page.locator(".hand-tile").last).to_be_in_viewport(ratio=1)
        expect(page.locator("#actions [data-button=PON]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("language", "deal", "pon"), [("en-US", "East 2", "Pon"), ("ja-JP", "東2局", "ポン"), ("zh-TW", "東2局", "碰")]
)
def test_the_page_speaks_the_browsers_language(
    browser: Browser, table: SampleTable, language: str, deal: str, pon: str
) -> None:
    context = browser.new_context(locale=language)
    page = context.new_page()
    page.goto(f"{table.url}/table")
    expect(page.locator(".deal-name")).to_have_text(deal)
    expect(page.locator("#actions [data-button=PON]")).to_contain_text(pon)
    context.close()


def test_language_and_theme_can_be_chosen_and_are_kept(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Colours").select_option("dark")
    page.get_by_label("Language").select_option("ja")
    expect(page.locator(".deal-name")).to_have_text("東2局")
    page.reload()
    expect(page.locator(".deal-name")).to_have_text("東2局")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


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
    expect(page.locator("#actions .message")).to_have_text("The wall is empty.")
    page.locator(".hand-tile").first.click()
    expect(page.locator("#actions .message")).to_have_text("It is not your turn yet.")
    assert table.control.commands == []


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


def test_pages_load_nothing_from_elsewhere(page: Page, table: SampleTable) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/table"):
        page.goto(table.url + path)
        expect(page.locator(".deal-name")).to_have_text("East 2")
    assert asked
    assert [url for url in asked if not url.startswith(table.url)] == []
