"""docs/hardware.md says what the program does: pins, configurations, drawings."""

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from controller.config import check_config
from firmware import pinout
from firmware.roles import ROLES

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "hardware.md").read_text()
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_pin_table_is_the_programs() -> None:
    chip, display, line = pinout.PN5180, pinout.OLED, pinout.LINE
    rows = {
        (line["tx"], line["rx"]): "RS-485",
        (pinout.DIGITS_SELECT,): "MAX7219 CS",
        (display["sda"], display["scl"]): "OLED SDA, SCL",
        pinout.BUTTONS: "CHI PON KAN RIICHI WIN PASS DIFF MENU",
        (pinout.STRIP,): "WS2812",
        (pinout.BUZZER,): "buzzer",
        (chip["miso"], chip["nss"], chip["sck"], chip["mosi"]): "MISO, NSS, SCK, MOSI",
        (chip["busy"], chip["reset"], chip["irq"]): "BUSY, RST, IRQ",
        pinout.ANTENNA_SWITCH: "A0, A1, A2",
    }
    for pins, what in rows.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {', '.join(map(str, pins))} |"))
        assert what in row
    start, ready, jam = pinout.MACHINE["start"], pinout.MACHINE["ready"], pinout.MACHINE["jam"]
    assert f"hangs on {start} (start, high for 0.2 s), {ready} (ready, to ground) and\n{jam} (jam" in PAGE
    assert f"4 × {len(pinout.BUTTONS) + pinout.TURN_LIGHTS} lights" in PAGE


def test_the_socket_order_is_the_programs() -> None:
    assert f"`{' '.join(ROLES['seat'])}`, the centre\n`{' '.join(ROLES['centre'])}`" in PAGE


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_configurations_are_right(text: str, tmp_path: Path) -> None:
    values = tomllib.loads(re.sub(r"^   ", "", text, flags=re.MULTILINE))
    assert check_config(values, "docs/hardware.md", tmp_path).driver


@pytest.mark.parametrize("name", ["antennas.svg", "wiring.svg"])
def test_the_drawings_are_drawings(name: str) -> None:
    assert f"({name})" in PAGE
    root = ElementTree.parse(DOCS / name).getroot()  # noqa: S314 - our own file
    assert root.tag.endswith("svg")
    assert root.get("aria-label")
