"""What the table says in English, as the pages in other languages show it, in a real Chromium."""

import pytest
from playwright.sync_api import Page, expect

from tests.controller.web.samples import INCIDENT
from tests.system.browser import SampleTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SAID = "async (sentence) => (await import('/static/js/text.js')).said(sentence)"


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("no deal is being played", "局は進行していません。"),
        ("Too many wrong tries. Wait 12 s.", "間違いが多すぎます。12秒お待ちください。"),
        ("there is a player 'A.*(b' already; two people cannot share a name", "'A.*(b' という名前の人は既にいます。"),
        ("ruling points: deltas is missing. Points by seat.", "裁定「点数修正」：「点数の増減」がありません。"),
        (
            "The table cannot be opened: cannot open the journal /a.b: the disk is full. It is tried again",
            "卓を開けません",
        ),
        ("Board seat0: it does not answer any more on /dev/ttyUSB1; look at its power and cable.", "/dev/ttyUSB1 で"),
        ("this hand does not win: the hand is complete but has no yaku", "役がありません"),
        ("Riichi needs a closed hand. [open_hand]", "リーチは門前だけです。"),
        ("Riichi needs 1000 points.", "リーチには1000点必要です。"),
        (
            "Put this right and send it again: name is missing · pin has more than 64 characters.",
            "直して送り直してください：「name」がありません · 「pin」は64文字までです",
        ),
        ("This is for the role referee; sign in first.", "これには審判の権限が必要です。先にサインインしてください。"),
        ("what nobody has put into another language", "what nobody has put into another language"),
    ],
)
def test_a_sentence_is_told_with_what_fills_its_gaps(page: Page, table: SampleTable, sentence: str, shown: str) -> None:
    page.goto(f"{table.url}/?lang=ja")
    expect(page.locator(".deal-name")).to_have_text("東2局")
    assert shown in page.evaluate(SAID, sentence)


def test_english_is_shown_as_it_is_said(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    expect(page.locator(".deal-name")).to_have_text("East 2")
    assert page.evaluate(SAID, "no deal is being played") == "no deal is being played"


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("ja", "基板 seat0：/dev/ttyUSB1 で応答しなくなりました。"),
        ("zh-Hant", "電路板 seat0：在 /dev/ttyUSB1 上不再回應，請檢查電源與線材。"),
    ],
)
def test_what_is_wrong_is_told_in_the_pages_language(page: Page, table: SampleTable, language: str, shown: str) -> None:
    table.hub.problems = ("Board seat0: it does not answer any more on /dev/ttyUSB1; look at its power and cable.",)
    page.goto(f"{table.url}/?lang={language}")
    problems = page.locator("#problems p")
    expect(problems).to_have_count(1)
    expect(problems).to_contain_text(shown)


def test_an_incident_is_told_with_its_reason_and_by_the_names_of_the_language(page: Page, table: SampleTable) -> None:
    """A bot's name is the table's own; a person who has the same name keeps it."""
    seats = [seat.model_copy(update={"bot": seat.seat in (1, 2)}) for seat in INCIDENT.seats]
    why = "Swap-calling: this tile may not be discarded right after the call."
    incident = INCIDENT.incidents[0].model_copy(update={"id": "forbidden_discard", "why": why})
    table.put("public", INCIDENT.model_copy(update={"seats": tuple(seats), "incidents": (incident,)}))
    page.goto(f"{table.url}/?lang=ja")
    names = page.locator("#scores .name")
    expect(names).to_have_text(["あなた", "牡丹", "千鳥", "Daigo"])
    told = page.locator("#incidents")
    expect(told).to_contain_text("千鳥")
    expect(told).to_contain_text("（喰い替えです。鳴いた直後にこの牌は切れません）")
    page.goto(f"{table.url}/?lang=en")
    expect(names).to_have_text(["You", "Botan", "Chidori", "Daigo"])
    expect(told).to_contain_text(incident.sentence)
