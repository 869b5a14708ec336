"""What the table says in English, as the pages in other languages show it, in a real Chromium."""

import pytest
from playwright.sync_api import Page, expect

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
