"""The scoreboard in a real Chromium: it follows the game, says what is wrong, and heals a lost link."""

import re

import pytest
from playwright.sync_api import Page, expect

from controller.presenter.views import PublicView, RoundView
from tests.controller.web.samples import FAN, FINISHED, INCIDENT, PLAYING, RATED, WON
from tests.system.browser import SampleTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


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


def test_a_shared_place_is_told_and_nobody_has_one_while_all_are_equal(page: Page, table: SampleTable) -> None:
    def standing(*places: int) -> PublicView:
        people = zip(PLAYING.seats, places, strict=True)
        return PLAYING.model_copy(update={"seats": tuple(s.model_copy(update={"place": p}) for s, p in people)})

    table.put("public", standing(2, 1, 2, 4))
    page.goto(table.url)
    shown = page.locator("#scores .place")
    expect(shown).to_have_text(["=2nd", "1st", "=2nd", "4th"])
    table.put("public", standing(1, 1, 1, 1))
    expect(shown).to_have_text(["", "", "", ""])


def test_a_fan_table_tells_repeats_only_where_there_are_some(page: Page, table: SampleTable) -> None:
    """In the fan family no sticks are laid for them."""
    table.put("public", FAN)
    page.goto(table.url)
    facts = page.locator("#deal dt")
    expect(facts).to_have_text(["Repeats", "Tiles left"])
    expect(page.locator(".centre-sticks")).to_have_text("Dealer repeats: 1")
    expect(page.locator(".stick-count")).to_have_count(0)
    first = FAN.model_copy(update={"round": RoundView(wind="E", number=2, honba=0, deposits=0)})
    table.put("public", first)
    expect(facts).to_have_text(["Tiles left"])


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


def test_diff_at_a_seat_shows_the_differences_to_it(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    rows = page.locator("#scores .score-row")
    expect(rows.nth(1)).to_contain_text("33,900")
    table.put("public", PLAYING.model_copy(update={"comparing": 3}))
    expect(rows.nth(1)).to_contain_text("+20,200")
    expect(rows.nth(3)).to_have_attribute("aria-pressed", "true")
    table.put("public", PLAYING)
    expect(rows.nth(1)).to_contain_text("33,900")


def test_a_small_seat_screen_shows_calls_beside_the_names(page: Page, table: SampleTable) -> None:
    page.set_viewport_size({"width": 480, "height": 320})
    table.put("public", PLAYING.model_copy(update={"calls": ()}))
    page.goto(table.url)
    expect(page.locator(".deal-name")).to_have_text("East 2")
    table.put("public", PLAYING)
    expect(page.locator("#scores .score-row").nth(3).locator(".call-tag")).to_have_text("Pon")
    expect(page.locator("#board")).to_be_hidden()


def test_the_fan_family_has_its_own_words(page: Page, table: SampleTable) -> None:
    table.put("public", FAN.model_copy(update={"calls": ()}))
    page.goto(table.url)
    facts = page.locator(".deal-facts")
    expect(facts).to_contain_text("Repeats")
    expect(facts).not_to_contain_text("Honba")
    expect(facts).not_to_contain_text("Riichi sticks")
    table.put("public", FAN)
    expect(page.locator(".bubble-left .call")).to_have_text("Pung")
    table.put("public", PLAYING)
    expect(facts).to_contain_text("Honba")


def test_marks_ratings_and_ranks_are_shown_where_they_are_known(page: Page, table: SampleTable) -> None:
    table.put("public", RATED)
    page.goto(table.url)
    final = page.locator("#final")
    expect(final).to_contain_text("All deals are played.")
    for text in ("1,668 (+28)", "2,020 (−11)", "Dan 2", "Kyu 7"):
        expect(final).to_contain_text(text)
    expect(final.get_by_role("img", name="demoted")).to_be_visible()
    expect(page.get_by_role("img", name="Rating 1,640").first).to_have_text("◆")
    expect(page.get_by_role("img", name="Rating 2,031").first).to_have_text("◆◆◆")


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


def test_a_result_too_long_for_the_display_turns_its_pages(page: Page, table: SampleTable) -> None:
    assert WON.result is not None
    wins = tuple(WON.result.wins[0].model_copy(update={"seat": seat}) for seat in (0, 1))
    page.set_viewport_size({"width": 480, "height": 320})
    page.emulate_media(reduced_motion="reduce")  # a page is turned at once, and not while we look
    page.clock.install()
    page.goto(table.url)
    expect(page.locator("#scores .score-row")).to_have_count(4)
    table.put("public", WON.model_copy(update={"result": WON.result.model_copy(update={"wins": wins})}))
    names = page.locator("#result .win-name")
    expect(names).to_have_text(["You", "Botan"])
    rows = page.locator("#result .standings tr")
    expect(names.nth(0)).to_be_in_viewport()
    expect(rows.nth(3)).not_to_be_in_viewport()
    for _ in range(8):
        page.clock.run_for(6_100)
        if page.locator("#result").evaluate("it => it.scrollTop + it.clientHeight >= it.scrollHeight - 4"):
            break
    expect(rows.nth(3)).to_be_in_viewport()
    for _ in range(8):  # and from the end to the beginning
        page.clock.run_for(6_100)
        if page.locator("#result").evaluate("it => it.scrollTop") == 0:
            break
    expect(names.nth(0)).to_be_in_viewport()


def test_a_score_entered_by_hand_needs_no_tiles(page: Page, table: SampleTable) -> None:
    assert WON.result is not None
    win = WON.result.wins[0].model_copy(update={"tile": None, "hand": (), "yaku": (), "fu_parts": ()})
    table.put("public", WON.model_copy(update={"result": WON.result.model_copy(update={"wins": (win,)})}))
    page.goto(table.url)
    expect(page.locator("#result")).to_contain_text("7 han 40 fu · Haneman")
    expect(page.locator("#result .win-hand")).to_have_count(0)


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
