"""Players and records in a real Chromium, served by the real service: sign in, start, replay, print, take away."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from controller.journal import Journal
from engine.rules import PRESETS
from tests.controller.simulated import Game
from tests.system.browser import free_port
from tests.system.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SIZES = {"hdmi": (1920, 1080), "laptop": (1280, 800), "phone": (390, 844), "seat screen": (480, 320)}
PAGES = ("/players", "/standings", "/players/Aki", "/matches", "/matches/1", "/matches/1/sheet")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A demo whose journal has a ranked match of one deal."""
    path = tmp_path_factory.mktemp("club") / "demo.sqlite"
    journal = Journal.open(path)
    game = Game(journal, seed=1)
    game.start(PRESETS["doman"].with_changes(match_length="single"))
    game.run(3_600_000)
    journal.close()
    with Service("demo", "--journal", str(path), "--port", str(free_port()), "--seed", "7") as service:
        service.view()
        yield service.address()


def open_page(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


def seat(page: Page, number: int) -> Locator:
    return page.locator(f".seat-card[data-seat='{number}']")


def field(page: Page, name: str) -> Locator:
    """The list or box that a label names."""
    return page.locator(".field").filter(has=page.get_by_text(name, exact=True)).locator("select, input")


def test_a_person_signs_in_and_a_match_is_started(page: Page, address: str) -> None:
    open_page(page, f"{address}/players")
    expect(seat(page, 0).locator(".sitter")).to_have_text("You")
    expect(seat(page, 1)).to_contain_text("bot")
    expect(seat(page, 1).get_by_role("button")).to_have_count(0)
    name = seat(page, 0).get_by_label("Name for seat 1")
    name.fill("Emi")
    name.press("Enter")
    expect(seat(page, 0).locator(".sitter")).to_have_text("Emi")
    expect(page.get_by_role("link", name="Emi")).to_be_visible()
    field(page, "Rules").select_option("doman")
    field(page, "Counts").select_option("party")
    field(page, "Time limit").select_option("75")
    expect(field(page, "Finish the deal")).to_be_checked()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Start the match").click()
    page.goto(f"{address}/matches")
    newest = page.locator(".book-table tbody tr").first
    expect(newest).to_contain_text("being played", timeout=10_000)
    expect(newest).to_contain_text("Doman")
    expect(newest).not_to_contain_text("ranked")
    expect(newest).to_contain_text("Emi")
    page.goto(address)
    expect(page.locator("#scores")).to_contain_text("Emi")


def test_a_guest_and_a_wrong_name(page: Page, address: str) -> None:
    open_page(page, f"{address}/players")
    place = seat(page, 0)
    place.get_by_label("Guest (no standings)").check()
    place.get_by_role("button", name="Sit down").click()
    expect(place.locator(".sitter")).to_have_text(re.compile(r"Guest 1\s+guest"))
    place.get_by_label("Name for seat 1").fill("Aki")
    place.get_by_role("button", name="Sit down").click()
    expect(place.locator(".sitter")).to_have_text("Aki")


def test_standings_lead_to_a_players_page(page: Page, address: str) -> None:
    open_page(page, f"{address}/standings")
    rows = page.locator(".book-table tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("1,5")
    page.get_by_role("link", name="Aki").click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("h1")).to_have_text("Aki")
    for text in ("Win rate", "Deal-in rate", "Riichi rate", "Call rate", "Average win", "Head to head"):
        expect(page.locator("#main")).to_contain_text(text)
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.locator("h1")).to_have_text("Match 1")


def test_a_match_is_replayed_by_buttons_keyboard_and_slider(page: Page, address: str) -> None:
    open_page(page, f"{address}/matches/1")
    count, text = page.locator(".step-count"), page.locator(".step-text")
    expect(count).to_have_text(re.compile(r"1/\d+"))
    expect(text).to_contain_text("The tiles are dealt")
    expect(page.locator(".backs .tile.open")).to_have_count(52)
    page.keyboard.press("ArrowRight")
    expect(text).to_contain_text("draws")
    page.get_by_role("button", name="Step forward").click()
    expect(text).to_contain_text("discards")
    expect(page.locator("#main .river img")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#main .river img")).to_have_count(0)
    page.get_by_label("Step", exact=True).fill("20")
    expect(count).to_have_text(re.compile("21/"))
    page.keyboard.press("End")
    expect(page.locator(".viewer .result")).to_be_visible()
    expect(page.locator(".viewer .result .standings tr")).to_have_count(4)
    page.keyboard.press("Home")
    expect(page.locator(".viewer .result")).to_be_hidden()


def test_a_replay_goes_on_by_itself(page: Page, address: str) -> None:
    open_page(page, f"{address}/matches/1")
    field(page, "Speed").select_option("8")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".step-count")).to_have_text(re.compile(r"^[5-9]/"), timeout=10_000)
    page.get_by_role("button", name="Pause").click()
    stopped = page.locator(".step-count").text_content() or ""
    page.wait_for_timeout(400)
    expect(page.locator(".step-count")).to_have_text(stopped)


def test_a_match_is_taken_away_as_files_and_pictures(page: Page, address: str) -> None:
    open_page(page, f"{address}/matches/1")
    for name, ending in (("mjai", ".mjai.jsonl"), ("tenhou.net/6", ".tenhou.json"), ("CSV", ".csv")):
        with page.expect_download() as download:
            page.get_by_role("link", name=name, exact=True).click()
        assert download.value.suggested_filename == f"match-1{ending}"
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (PNG)").click()
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == 1200


def test_the_score_sheet_fits_on_paper(page: Page, address: str) -> None:
    open_page(page, f"{address}/matches/1/sheet")
    expect(page.locator(".signature")).to_have_count(5)
    expect(page.locator(".paper").first).to_contain_text("100,000")
    page.emulate_media(media="print")
    expect(page.locator(".book-head")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert page.pdf(format="A4", landscape=True).count(b"/Type /Page\n") <= 1


@pytest.mark.parametrize(
    ("language", "titles"),
    [
        ("ja-JP", ("選手", "順位表", "対局")),
        ("zh-TW", ("玩家", "排行榜", "對局")),
        ("en-US", ("Players", "Standings", "Matches")),
    ],
)
def test_the_pages_speak_the_browsers_language(
    browser: Browser, address: str, language: str, titles: tuple[str, ...]
) -> None:
    context = browser.new_context(locale=language)
    page = context.new_page()
    for path, title in zip(("/players", "/standings", "/matches"), titles, strict=True):
        open_page(page, address + path)
        expect(page.locator("h1")).to_have_text(title)
    context.close()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_runs_out_of_the_window_and_all_has_a_name(page: Page, address: str, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for path in PAGES:
        open_page(page, address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        nameless = page.evaluate(
            "[...document.querySelectorAll('button, a, input, select')]"
            ".filter((one) => one.checkVisibility() && !one.textContent.trim() && !one.ariaLabel && !one.title"
            " && !one.labels?.length).map((one) => one.outerHTML)"
        )
        assert nameless == [], path


def test_pages_load_nothing_from_elsewhere(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in PAGES:
        open_page(page, address + path)
    assert [url for url in asked if not url.startswith(address)] == []


def test_the_description_of_the_api_is_whole(page: Page, address: str) -> None:
    text = page.request.get(f"{address}/openapi.json").text()
    assert "/api/matches/{number}/deals/{index}" in json.loads(text)["paths"]
