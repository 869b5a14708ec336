"""The referee page in a real Chromium: sign in, see table and game, rule an incident, undo with a preview, the list."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from websockets.sync.client import connect

from controller.access.roles import Role
from controller.access.store import AccessStore
from controller.presenter.refereeviews import OpenIncidentView, RefereeView, ZoneView
from controller.presenter.views import IncidentView
from controller.referee.rulingforms import RULINGS
from controller.web.static_files import STATIC
from engine.tiles import SEATS
from tests.controller.web.samples import FAN, PLAYING
from tests.system.browser import SampleTable, free_port
from tests.system.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

KINDS = ("hand", "river", "melds")
PIN, ADMIN_PIN = "48-29-17", "71-52-83"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A table with PINs at which four bots play."""
    journal = tmp_path_factory.mktemp("table") / "games.sqlite"
    store = AccessStore.beside(journal)
    store.set_pin(Role.REFEREE, PIN)
    store.set_pin(Role.ADMIN, ADMIN_PIN)
    words = ("run", "--simulate", "--speed", "5", "--port", str(free_port()), "--journal", str(journal))
    with Service(*words) as service:
        service.view()
        yield service


@pytest.fixture
def harmless() -> tuple[str, ...]:
    """What is refused, as some rulings here are, stands in the console too."""
    return ("status of 40",)


def sign_in(page: Page, service: Service, pin: str = PIN) -> None:
    page.goto(f"{service.address()}/referee")
    page.get_by_label("Your name").fill("Aki")
    page.get_by_label("PIN").fill(pin)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#desk")).to_be_visible(timeout=15_000)


def cause(page: Page, service: Service, **fault: object) -> None:
    """Let something go wrong at the simulated table, with the rights of the page's own session."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
    address = service.address().replace("http", "ws") + "/ws"
    with connect(address, additional_headers={"Cookie": cookies}) as socket:
        socket.send(json.dumps({"id": 1, "command": {"type": "fault", **fault}}))
        while (message := json.loads(socket.recv(10)))["type"] not in ("done", "refused"):
            continue
    assert message["type"] == "done", message


def wait_for_play(page: Page) -> None:
    """Until a deal is being played and has some events."""
    page.locator("#tab-undo").click()
    expect(page.locator(".events li").nth(6)).to_be_visible(timeout=60_000)


def test_who_has_no_pin_sees_the_entrance_alone(page: Page, service: Service) -> None:
    page.goto(f"{service.address()}/referee")
    expect(page.locator("#desk")).to_be_hidden()
    page.get_by_label("Your name").fill("Eve")
    page.get_by_label("PIN").fill("guessed")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("not the PIN")
    expect(page.locator("#desk")).to_be_hidden()


def test_an_incident_is_seen_and_ruled_and_the_list_has_it(page: Page, service: Service) -> None:
    sign_in(page, service)
    expect(page.locator("#tab-keys")).to_have_count(0)
    wait_for_play(page)
    backs = page.locator('[data-zone="hand:0"] .sensed img')
    expect(backs.nth(3)).to_be_visible()
    assert set(backs.evaluate_all("all => all.map((one) => one.alt)")) == {"face-down tile"}
    expect(page.locator('[data-zone="hand:0"] .game img').nth(3)).to_be_visible()

    cause(page, service, kind="phone_on_rack", seat=1)
    incident = page.locator(".desk-incident").filter(has_text="covers an antenna")
    expect(incident).to_be_visible(timeout=30_000)
    expect(page.locator('[data-zone="hand:1"]')).to_have_class(re.compile("reading-blind"))
    incident.locator('[data-ruling="unread"]').click()
    form = page.locator('form[data-ruling="unread"]')
    form.locator("select").select_option("hand:1")
    form.get_by_role("button", name="Rule").click()
    expect(page.locator("#answer")).to_contain_text("Done: Treat as unread")
    expect(incident).to_have_count(0, timeout=20_000)
    expect(page.locator('[data-zone="hand:1"]')).to_have_class(re.compile("reading-unread"))

    page.locator('[data-ruling="pause"]').click()  # nothing to fill in: done at once
    expect(page.locator("#deal")).to_contain_text("Paused")
    expect(page.locator('.catalogue [data-ruling="pause"]')).to_be_disabled()

    page.locator("#tab-audit").click()
    lines = page.locator(".audit li")
    expect(lines.first).to_contain_text("Aki")
    expect(lines.first).to_contain_text("Pause")
    expect(lines.nth(1)).to_contain_text("hand:1")
    page.locator("#tab-rulings").click()
    page.locator('[data-ruling="resume"]').click()
    expect(page.locator('.catalogue [data-ruling="resume"]')).to_be_disabled()
    cause(page, service, kind="all_well", seat=1)
    zone = page.locator('[data-zone="hand:1"]')
    zone.locator("summary").click()
    zone.get_by_role("button", name="Read again").click()
    expect(page.locator("#answer")).to_contain_text("Done: Read again")
    expect(zone).to_have_class(re.compile("reading-read"), timeout=20_000)


def test_a_correction_that_does_not_balance_is_told(page: Page, service: Service) -> None:
    sign_in(page, service)
    wait_for_play(page)
    page.get_by_role("tab", name="Rulings").click()
    page.get_by_role("button", name="Correct points").click()
    amounts = page.get_by_role("group", name="Change of points")
    amounts.get_by_role("spinbutton").nth(0).fill("1000")
    expect(amounts.get_by_role("status")).to_contain_text("+1,000 points")
    amounts.get_by_role("spinbutton").nth(1).fill("-1000")
    expect(amounts.get_by_role("status")).to_be_empty()


def test_an_undo_is_previewed_first(page: Page, service: Service) -> None:
    sign_in(page, service)
    wait_for_play(page)
    first = page.locator(".events li").first
    number = int(first.locator(".number").inner_text())
    page.locator(f'.events button[data-to="{number - 3}"]').click()
    preview = page.locator(".preview-card")
    expect(preview).to_contain_text("events taken back")
    expect(preview.locator("dd")).to_have_count(4)
    # By key: play goes on meanwhile, and what moves on the page between press and release takes a click away.
    preview.get_by_role("button", name="Leave it").press("Enter")
    expect(preview).to_have_count(0)
    page.locator(f'.events button[data-to="{number - 2}"]').press("Enter")
    preview.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator("#answer")).to_contain_text("Done: Undo")
    page.locator("#tab-audit").click()
    expect(page.locator(".audit li").first).to_contain_text(f"Events that remain: {number - 2}")
    # The people at the table put the tiles back, and play goes on from there.
    expect(page.locator("#deal")).not_to_contain_text("Tiles are being put back", timeout=30_000)
    page.locator("#tab-undo").click()
    expect(page.locator(".events li .number").first).to_have_text(str(number + 1), timeout=60_000)


def test_a_refusal_says_why(page: Page, service: Service) -> None:
    sign_in(page, service)
    page.locator('[data-ruling="added_time"]').click()
    page.get_by_role("button", name="Rule").click()
    answer = page.locator("#answer")
    expect(answer).to_have_class(re.compile("bad"))
    expect(answer).not_to_be_empty()


def test_turning_the_tiles_over_is_announced_to_all(page: Page, browser: Browser, service: Service) -> None:
    sign_in(page, service)
    wait_for_play(page)
    scoreboard = browser.new_page(locale="en-US")
    scoreboard.goto(service.address())
    page.locator("#reveal").click()
    expect(page.locator("#reveal")).to_have_attribute("aria-pressed", "true")
    expect(scoreboard.locator("#incidents")).to_contain_text("The referee sees the hidden tiles.", timeout=20_000)
    hand = page.locator('[data-zone="hand:0"] .game img').first
    expect(hand).not_to_have_attribute("alt", "face-down tile")
    page.locator("#reveal").click()
    expect(hand).to_have_attribute("alt", "face-down tile")
    scoreboard.close()


def test_an_admin_makes_a_token_once_and_ends_it(page: Page, service: Service) -> None:
    sign_in(page, service, ADMIN_PIN)
    page.locator("#tab-keys").click()
    page.get_by_label("For what").fill("Camera")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator(".token-made")).to_contain_text("jantaku_")
    line = page.locator(".tokens li").filter(has_text="Camera")
    line.get_by_role("button", name="Revoke").click()
    expect(line).to_have_count(0)


EVERYTHING = RefereeView(
    now=1_000,
    revealed=False,
    phase="playing",
    zones=tuple(ZoneView(zone=f"{kind}:{seat}", seat=seat, reading="read") for seat in SEATS for kind in KINDS),
    incidents=(
        OpenIncidentView(
            incident=IncidentView(number=4, id="tile_missing", seats=(2,), sentence="A tile is not seen."),
            open_for=1_000,
            patience=8_000,
            rulings=("place", "undo"),
        ),
    ),
    possible=tuple(form.name for form in RULINGS),
)


@pytest.fixture
def sample(page: Page) -> Iterator[SampleTable]:
    """The page of a table that takes every ruling of the catalogue, and keeps it."""
    table = SampleTable()
    table.start()
    table.put("public", PLAYING)
    table.put("referee", EVERYTHING)
    page.goto(f"{table.url}/referee")
    yield table
    table.close()


def fill_in(form: Locator) -> None:
    """Put something possible into every control a form shows."""
    for order, select in enumerate(form.locator("select:visible").all()):
        count = select.locator("option").count()
        select.select_option(index=1 + order % max(1, count - 1))
    for number in form.locator('input[type="number"]:visible').all():
        number.fill(number.get_attribute("min") or "300")
    for text in form.locator('input[type="text"]:visible').all():
        text.fill("5p")
    for box in form.locator('input[type="checkbox"]:visible').all():
        box.check()
    if form.locator(".pick:visible").count():
        form.locator(".pick:visible").nth(4).click()


def test_every_rulings_form_gives_what_the_referee_takes(page: Page, sample: SampleTable) -> None:
    texts = json.loads((STATIC / "text" / "en.json").read_text("utf-8"))
    wanted = [form for form in RULINGS if form.name not in ("undo", "score")]  # have tests of their own
    for number, ruling in enumerate(wanted, 1):
        page.locator(f'.catalogue [data-ruling="{ruling.name}"]').click()
        if ruling.fields:
            form = page.locator(f'form[data-ruling="{ruling.name}"]')
            fill_in(form)
            form.get_by_role("button", name="Rule", exact=True).click()
        expect(page.locator("#answer")).to_have_text(f"Done: {texts[f'ruling.{ruling.name}']}.")
        expect(page.locator(".catalogue")).to_be_visible()
        assert len(sample.desk.ruled) == number, ruling.name
        who, what, details = sample.desk.ruled[-1]
        assert (who, what) == ("Local user", ruling.name)
        assert set(details) == {field.name for field in ruling.fields}


def enter_result(page: Page, end: str) -> Locator:
    page.locator('.catalogue [data-ruling="score"]').click()
    form = page.locator('form[data-ruling="score"]')
    form.get_by_label("How it ended").select_option(end)
    return form


def rule(page: Page, sample: SampleTable) -> Any:
    """Give the ruling whose form is open; its details as the referee took them."""
    page.get_by_role("button", name="Rule", exact=True).click()
    expect(page.locator(".catalogue")).to_be_visible()
    return sample.desk.ruled[-1][2]


def test_a_drawn_deal_is_not_asked_for_winners(page: Page, sample: SampleTable) -> None:
    form = enter_result(page, "exhaustive")
    expect(form.get_by_label("Won on")).to_be_hidden()
    form.get_by_role("group", name="Tenpai").get_by_label("Chidori").check()
    form.get_by_role("group", name="Riichi sticks").get_by_label("Botan").check()
    assert rule(page, sample) == {"end": "exhaustive", "tenpai": [2], "riichi": [1]}
    form = enter_result(page, "suufon_renda")
    expect(form.get_by_role("group", name="Tenpai")).to_be_hidden()
    assert rule(page, sample) == {"end": "suufon_renda"}


def test_a_win_is_entered_by_value_or_by_tiles(page: Page, sample: SampleTable) -> None:
    form = enter_result(page, "win")
    first = form.get_by_role("group", name="Winner 1")
    first.get_by_role("combobox", name="Seat", exact=True).select_option("Chidori")
    first.get_by_label("Won on").select_option("Botan")
    first.get_by_label("Han with dora").fill("3")
    first.get_by_role("spinbutton", name="Fu").fill("40")
    expect(first.get_by_role("group", name="Winning tile")).to_be_hidden()
    form.get_by_role("button", name="Add a winner").click()
    second = form.get_by_role("group", name="Winner 2")
    second.get_by_role("combobox", name="Seat", exact=True).select_option("Daigo")
    second.get_by_label("Won on").select_option("Botan")
    second.get_by_label("Worth given as").select_option("The tiles")
    hand = second.get_by_role("group", name="Closed hand")
    hand.get_by_role("textbox").fill("11m55z")
    hand.get_by_text("Pick tiles").click()
    hand.get_by_role("button", name="red 5 of characters", exact=True).click()
    hand.get_by_role("button", name="Take out 1 of characters").first.click()
    second.get_by_role("group", name="Winning tile").locator(".pick").nth(0).click()
    second.get_by_label("Ippatsu").check()
    expect(second.get_by_label("Han with dora")).to_be_hidden()
    value = {"seat": 2, "source": 1, "han": 3, "fu": 40}
    tiles = {"seat": 3, "source": 1, "hand": "10m55z", "win_tile": "1m", "yaku": ["ippatsu"]}
    assert rule(page, sample) == {"end": "win", "wins": [value, tiles]}


def test_the_fan_family_is_not_asked_for_riichi(page: Page, sample: SampleTable) -> None:
    sample.put("public", FAN)
    expect(page.locator("#deal")).to_contain_text("Fan")
    form = enter_result(page, "win")
    endings = form.get_by_label("How it ended").locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert endings == ["", "win", "exhaustive"]
    expect(form.get_by_role("group", name="Riichi sticks")).to_have_count(0)
    form.get_by_role("combobox", name="Seat", exact=True).select_option("Daigo")
    form.get_by_role("spinbutton", name="Fan", exact=True).fill("5")
    assert rule(page, sample) == {"end": "win", "wins": [{"seat": 3, "han": 5}]}


def test_what_an_incident_calls_for_comes_first_in_its_group(page: Page, sample: SampleTable) -> None:
    groups = page.locator(".ruling-group")
    names = ["Putting right", "This deal", "Result and points", "Seats", "Tiles and antennas", "Match and time"]
    expect(groups.locator("h3")).to_have_text(names)
    expect(groups.nth(0).get_by_role("button").first).to_have_text("Place a tile")
    expect(page.locator(".catalogue .likely")).to_have_text(["Place a tile", "Undo"])


def test_an_incidents_ruling_begins_with_its_seat(page: Page, sample: SampleTable) -> None:
    page.locator('.desk-incident [data-ruling="place"]').click()
    form = page.locator('form[data-ruling="place"]')
    form.locator(".pick").nth(4).click()
    form.locator("select").select_option("hand:2")
    form.locator("select").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_contain_text("Done: Place a tile")
    assert sample.desk.ruled[0][2] == {"tile": 17, "zone": "hand:2"}


def test_tabs_go_by_arrow_keys(page: Page, sample: SampleTable) -> None:
    page.locator("#tab-rulings").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-undo")).to_be_focused()
    expect(page.locator("#tab-undo")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tab-keys")).to_be_focused()


@pytest.mark.parametrize("language", ["ja-JP", "zh-TW"])
def test_on_a_phone_nothing_is_wider_than_the_screen(browser: Browser, service: Service, language: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale=language, has_touch=True)
    page = context.new_page()
    page.goto(f"{service.address()}/referee")
    page.locator("form input").first.fill("Aki")
    page.locator("form input").nth(1).fill(PIN)
    page.locator("form button").click()
    expect(page.locator(".zone-row").first).to_be_visible(timeout=15_000)
    for tab in ("rulings", "undo", "audit"):
        page.locator(f"#tab-{tab}").tap()
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390, tab
    page.locator("#tab-rulings").tap()
    page.locator('[data-ruling="place"]').tap()
    expect(page.locator(".pick").first).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    context.close()
