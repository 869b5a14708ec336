"""Sounds and spoken calls in a real Chromium: each kind is heard, and each can be switched off."""

import pytest
from playwright.sync_api import Page, expect

from controller.presenter.views import CallView, ClockView, PublicView
from tests.controller.web.samples import INCIDENT, MY_TURN, PLAYING, SEAT
from tests.system.browser import SampleTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

QUIET = PLAYING.model_copy(update={"calls": (), "clocks": ()})
LISTEN = """
window.spoken = [];
window.speechSynthesis.speak = (said) => window.spoken.push([said.text, said.lang, said.pitch]);
"""


def called(call: str, seat: int = 1) -> PublicView:
    return QUIET.model_copy(update={"calls": (CallView.model_validate({"number": 1, "seat": seat, "call": call}),)})


def listen(page: Page, table: SampleTable, path: str = "/") -> None:
    """A page that was touched, as browsers want before they let it be heard."""
    page.add_init_script(LISTEN)
    table.put("public", QUIET)
    page.goto(table.url + path)
    expect(page.locator(".deal-name")).to_have_text("East 2")
    page.locator(".deal-name").click()


def expect_heard(page: Page, tune: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-heard", tune)


def test_calls_riichi_wins_incidents_and_time_have_their_sounds(page: Page, table: SampleTable) -> None:
    listen(page, table)
    short = ClockView(kind="turn", seat=0, deadline=1_004_000, remaining=4_000, limit=15_000)
    for view, tune in (
        (called("pon"), "call"),
        (called("riichi"), "riichi"),
        (called("tsumo"), "win"),
        (INCIDENT.model_copy(update={"calls": (), "clocks": ()}), "incident"),
        (QUIET.model_copy(update={"clocks": (short,)}), "time"),
    ):
        table.put("public", view)
        expect_heard(page, tune)


def test_a_sound_that_is_switched_off_is_not_heard(page: Page, table: SampleTable) -> None:
    listen(page, table)
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Riichi", exact=True).uncheck()
    table.put("public", called("riichi"))
    expect(page.locator("#live")).to_have_text("Botan: Riichi")
    expect(page.locator("body")).not_to_have_attribute("data-heard", "riichi")
    page.reload()
    page.get_by_text("View", exact=True).click()
    expect(page.get_by_label("Riichi", exact=True)).not_to_be_checked()


def test_calls_are_spoken_in_the_pages_language_with_a_voice_a_seat(page: Page, table: SampleTable) -> None:
    listen(page, table)
    table.put("public", called("pon", 1))
    expect_heard(page, "call")
    assert page.evaluate("window.spoken") == []
    page.get_by_text("View", exact=True).click()
    page.get_by_label("Speak the calls").check()
    page.get_by_label("Language").select_option("ja")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.evaluate("window.spoken.length = 0")
    for seat, call in ((1, "chi"), (2, "ron")):
        table.put("public", called(call, seat))
        page.wait_for_function("count => window.spoken.length === count", arg=seat)
    (first, second) = page.evaluate("window.spoken")
    assert [first[:2], second[:2]] == [["チー", "ja-JP"], ["ロン", "ja-JP"]]
    assert first[2] != second[2]


def test_the_person_hears_when_asked_and_the_own_time_alone(page: Page, table: SampleTable) -> None:
    table.put("seat0", SEAT.model_copy(update={"may_draw": None, "buttons": (), "lays": ()}))
    listen(page, table, "/table")
    others = ClockView(kind="turn", seat=2, deadline=1_003_000, remaining=3_000, limit=15_000)
    table.put("public", QUIET.model_copy(update={"clocks": (others,)}))
    expect(page.locator("#clocks")).to_contain_text("Chidori")
    expect(page.locator("body")).not_to_have_attribute("data-heard", "time")
    table.put("seat0", MY_TURN)
    expect_heard(page, "turn")
