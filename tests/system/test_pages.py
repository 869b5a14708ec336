"""All pages of a game in a real Chromium: sizes, languages, colours, and that they need nothing from elsewhere."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.controller.web.samples import ALL, COACHED, FAN, PLAYING, RATED, WON
from tests.system.browser import SampleTable

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SIZES = {"hdmi": (1920, 1080), "laptop": (1280, 800), "phone": (390, 844), "small": (480, 320)}


@pytest.mark.parametrize("path", ["/", "/table", "/seat/0"])
def test_nothing_runs_out_of_the_window(page: Page, table: SampleTable, path: str) -> None:
    """Scoreboards are read from afar by people who cannot scroll: they fit as a whole, except a phone's."""
    page.add_init_script("for (const help of ['hints', 'dangers', 'waits']) localStorage.setItem(help, 'on')")
    if path == "/seat/0":
        table.put("seat0", COACHED)
    page.goto(table.url + path)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for name, view in (ALL | {"rated": RATED, "fan": FAN}).items():
            table.put("public", view)
            page.wait_for_function("stage => document.body.dataset.stage === stage", arg=view.stage)
            wide, high = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            assert wide <= width, f"{name} is {wide} wide at {size}"
            if path == "/" and size != "phone":
                assert high <= height, f"{name} is {high} high at {size}"
                assert_seen(page, ".score-row" if view.stage == "playing" else ".result:not([hidden]) tr")
        table.put("public", PLAYING)
        if path == "/table":
            expect(page.locator(".hand-tile").first).to_be_in_viewport(ratio=1)
            expect(page.locator(".hand-tile").last).to_be_in_viewport(ratio=1)
            expect(page.locator("#actions [data-button=PON]")).to_be_in_viewport(ratio=1)
        if path == "/seat/0":
            for button in ("CHI", "WIN", "MENU"):
                expect(page.locator(f"#buttons [data-button={button}]")).to_be_in_viewport(ratio=1)


def assert_seen(page: Page, selector: str) -> None:
    """Each of these is inside the window."""
    for row in page.locator(selector).all():
        expect(row).to_be_in_viewport(ratio=0.95)


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


def test_pages_load_nothing_from_elsewhere(page: Page, table: SampleTable) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/table", "/seat/0", "/overlay"):
        page.goto(table.url + path)
        expect(page.locator("#deal")).to_contain_text("East 2")
    assert asked
    assert [url for url in asked if not url.startswith(table.url)] == []


def test_the_address_may_name_the_language_and_a_choice_on_the_page_counts_more(page: Page, table: SampleTable) -> None:
    page.goto(f"{table.url}/?lang=zh-Hant")
    expect(page.locator(".deal-name")).to_have_text("東2局")
    page.get_by_text("顯示", exact=True).click()
    page.get_by_label("語言").select_option("en")
    expect(page.locator(".deal-name")).to_have_text("East 2")
    page.reload()
    expect(page.locator(".deal-name")).to_have_text("East 2")


def test_a_tile_says_its_name_when_touched_and_can_be_silenced(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    name = page.locator(".tile-name")
    expect(page.locator("#board .river img").first).to_be_visible()
    expect(name).to_be_hidden()
    page.locator("#deal .dora img").first.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(name).to_have_text("3 of circles")
    page.get_by_text("View", exact=True).click()
    expect(name).to_be_hidden()
    page.get_by_label("Tile names").uncheck()
    page.locator("#deal .dora img").first.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(name).to_be_hidden()


def test_the_tile_set_can_be_chosen(page: Page, table: SampleTable) -> None:
    page.goto(table.url)
    tile = page.locator("#deal .dora img").first
    expect(tile).to_have_attribute("src", "/tiles/classic/3p.svg")
    page.get_by_text("View", exact=True).click()
    page.get_by_role("combobox", name="Tiles", exact=True).select_option("large")
    expect(tile).to_have_attribute("src", "/tiles/large/3p.svg")
    loaded = page.evaluate("async () => (await fetch('/tiles/large/3p.svg')).ok")
    assert loaded


def test_nothing_moves_for_those_who_want_no_motion(browser: Browser, table: SampleTable) -> None:
    moving = {}
    for wish in ("reduce", "no-preference"):
        context = browser.new_context(locale="en-US", reduced_motion=wish)
        page = context.new_page()
        page.goto(table.url)
        table.put("public", WON)
        expect(page.locator("#result .flow-line").first).to_be_attached()
        moving[wish] = page.evaluate("document.getAnimations().length")
        table.put("public", PLAYING)
        context.close()
    assert moving["reduce"] == 0
    assert moving["no-preference"] > 0


@pytest.mark.parametrize("path", ["/", "/table", "/seat/0"])
def test_everything_that_can_be_used_has_a_name(page: Page, table: SampleTable, path: str) -> None:
    """What a screen reader says of each button, link and field, and of each picture."""
    table.put("seat0", COACHED)
    page.goto(table.url + path)
    expect(page.locator(".deal-name")).to_have_text("East 2")
    for summary in page.locator("details > summary").all():
        summary.evaluate("element => (element.parentElement.open = true)")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, a, select, input, img")].filter((element) => {
          const label = element.closest("label")?.textContent ?? "";
          const own = element.getAttribute("aria-label") ?? element.getAttribute("alt") ?? element.textContent;
          const hidden = element.matches("img") && element.closest("[aria-label]");
          return !hidden && !(own + label).trim();
        }).map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    assert page.locator("button").count() > 3
