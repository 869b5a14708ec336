"""Small displays: what is on them, as pixels, and what happens when their bus fails."""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from luma.core.device import dummy
from luma.core.interface.serial import i2c
from luma.led_matrix.device import max7219
from luma.oled.device import ssd1306
from PIL import Image

from engine.tiles import TileSet
from hal.displays.digits import DigitsChain, DigitsDisplay, module_text, open_digits
from hal.displays.oled import OledDisplay, OledScreen, load_font, open_oled
from hal.displays.options import DigitsOptions, OledOptions
from hal.displays.worker import DisplayWorker, Screen
from hal.drivers import open_table
from hal.errors import DriverError

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's own

LINES = ("E2.1  54 left", "S    24,300    2nd", "your turn", "")


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not done():
        assert time.monotonic() < end
        time.sleep(0.002)


def band(image: Image.Image, line: int) -> bytes:
    """The pixels of one of four lines."""
    return image.convert("1").crop((0, 16 * line, 128, 16 * line + 16)).tobytes()


def drawn(lines: Sequence[str], font: Path | None = None) -> Image.Image:
    device = dummy(width=128, height=64, mode="1")
    OledScreen(device, load_font(font)).draw(lines)
    image: Image.Image = device.image
    return image


def test_four_lines_are_on_the_picture() -> None:
    image = drawn(LINES)
    assert image.size == (128, 64)
    filled = [any(band(image, line)) for line in range(4)]
    assert filled == [True, True, True, False]
    one_other = drawn((LINES[0], "S    24,400    2nd", LINES[2], ""))
    same = [band(image, line) == band(one_other, line) for line in range(4)]
    assert same == [True, False, True, True]


def test_21_characters_fit_and_strange_ones_are_marked() -> None:
    full = drawn(("W" * 21,))
    assert any(full.convert("1").crop((120, 0, 126, 16)).tobytes())
    assert drawn(("九",)).tobytes() == drawn(("?",)).tobytes()
    assert drawn(("3 – 4 × 2",)).tobytes() == drawn(("3 - 4 x 2",)).tobytes()


class BusChip:
    """An SSD1306's memory behind a fake I2C bus: what the driver really sends becomes a picture again."""

    def __init__(self) -> None:
        self.memory = bytearray()
        self.commands: list[int] = []
        self.fail = False

    def write_i2c_block_data(self, address: int, mode: int, data: list[int]) -> None:
        if self.fail:
            raise OSError(5, "Input/output error")
        assert address == 0x3C
        if mode == 0x00:
            self.commands += data
            if 0x22 in data:  # a new page range: a new picture begins
                self.memory.clear()
        else:
            self.memory += bytes(data)

    def lit(self, x: int, y: int) -> bool:
        return bool(self.memory[x + 128 * (y // 8)] >> y % 8 & 1)


def test_the_same_picture_arrives_over_i2c() -> None:
    chip = BusChip()
    screen = OledScreen(ssd1306(i2c(bus=chip, address=0x3C)), load_font(None))
    screen.draw(LINES)
    wanted = drawn(LINES).convert("1")
    assert all(chip.lit(x, y) == bool(wanted.getpixel((x, y))) for x in range(128) for y in range(64))
    screen.close()
    assert 0xAE in chip.commands[-10:]  # display off
    assert not any(chip.memory)


def test_an_unplugged_display_comes_back_with_the_latest() -> None:
    chip, now = BusChip(), [0.0]

    def open_it() -> OledScreen:
        return OledScreen(ssd1306(i2c(bus=chip, address=0x3C)), load_font(None))

    worker = DisplayWorker[tuple[str, ...]]({1: open_it}, back_off=(1.0, 2.0), clock=lambda: now[0])
    display = OledDisplay(worker)
    display.show(1, LINES)
    display.show(3, LINES)
    assert worker.work() is None
    chip.fail = True
    display.show(1, ("gone",))
    assert worker.work() == 1.0
    assert "0x3C" in worker.trouble[1]
    display.show(1, ("latest",))
    assert worker.work() == 1.0
    now[0] = 1.0
    assert worker.work() == 2.0
    chip.fail = False
    now[0] = 3.0
    assert worker.work() is None
    assert worker.trouble == {}
    wanted = drawn(("latest",)).convert("1")
    assert all(chip.lit(x, y) == bool(wanted.getpixel((x, y))) for x in range(128) for y in range(64))
    worker.close()


class Spi:
    """A fake SPI port that keeps what the chain's chips were told."""

    def __init__(self) -> None:
        self.rows: dict[int, bytes] = {}

    def data(self, data: Sequence[int]) -> None:
        """Register and value for each module, from the far end of the chain."""
        pairs = list(zip(data[::2], data[1::2], strict=True))
        if 1 <= pairs[0][0] <= 8:
            self.rows[pairs[0][0]] = bytes(value for _, value in pairs)

    def command(self, *_: int) -> None:
        """The chip has no commands apart from registers."""

    def cleanup(self) -> None:
        """Nothing to let go of."""


SEGMENTS = dict(zip((0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B), "0123456789", strict=True))
SEGMENTS |= {0x00: " ", 0x01: "-"}


def test_points_are_on_the_digits() -> None:
    spi = Spi()
    chain = DigitsChain(max7219(spi, width=32, height=8, cascaded=4), (0, 1, 2, 3))
    chain.draw((25_000, -1_200, None, 108_300))
    modules = ["".join(SEGMENTS[spi.rows[digit][module]] for digit in range(8, 0, -1)) for module in range(4)]
    assert sorted(modules) == sorted(["   25000", "   -1200", "        ", "  108300"])
    assert modules in (
        ["   25000", "   -1200", "        ", "  108300"],
        ["  108300", "        ", "   -1200", "   25000"],
    )


@pytest.mark.parametrize(("points", "text"), [(0, "       0"), (None, " " * 8), (10**9, "-" * 8), (-999, "    -999")])
def test_what_fits_a_module(points: int | None, text: str) -> None:
    assert module_text(points) == text


def test_the_digits_of_all_seats_are_kept_together() -> None:
    seen: list[Any] = []

    class Chain:
        def draw(self, what: Any) -> None:
            seen.append(what)

        def close(self) -> None:
            seen.append("dark")

    worker = DisplayWorker[Any]({0: Chain})
    worker.start()
    display = DigitsDisplay(worker)
    for seat in range(4):
        display.score(seat, 25_000 + seat)
    wait_for(lambda: seen[-1:] == [(25_000, 25_001, 25_002, 25_003)])
    worker.close()
    assert seen[-1] == "dark"


def test_a_slow_display_holds_nobody_up() -> None:
    drawn_last: list[int] = []

    class Slow:
        def draw(self, what: int) -> None:
            time.sleep(0.02)
            drawn_last.append(what)

        def close(self) -> None:
            """Nothing to let go of."""

    openers: dict[int, Callable[[], Screen[int]]] = {0: Slow}
    worker = DisplayWorker[int](openers)
    worker.start()
    for number in range(500):
        worker.show(0, number)
    wait_for(lambda: drawn_last[-1:] == [499])
    assert len(drawn_last) < 100
    worker.close()


def test_a_missing_bus_is_no_error_of_the_table() -> None:
    ports = open_table("simulated", {}, TileSet(), {"display": ("oled", {"seats": {"0": {"bus": 63}}})})
    assert isinstance(ports.display, OledDisplay)
    ports.display.show(0, ("hello",))
    trouble = ports.display.worker.trouble
    wait_for(lambda: 0 in trouble)
    assert "/dev/i2c-63" in trouble[0]
    assert list(ports.problems().values()) == [f"The OLED of seat 0 is dark: {trouble[0]}. Check its wires."]
    ports.close()


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("luma.oled.device", "luma.led_matrix.device"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(DriverError, match=r"luma\.oled is missing: pip install 'jantaku\[pi\]'"):
        open_oled(OledOptions.model_validate({"seats": {"0": {}}}), None)
    with pytest.raises(DriverError, match=r"luma\.led_matrix is missing"):
        open_digits(DigitsOptions(), None)


def test_wrong_options_are_named(tmp_path: Path) -> None:
    (tmp_path / "font.ttf").write_text("no font")
    for values, message in (
        ({"seats": {}}, "at least 1"),
        ({"seats": {"0": {}, "1": {}}}, "two displays have bus 1, address 0x3c"),
        ({"seats": {"0": {}}, "font": str(tmp_path / "font.ttf")}, "cannot be read as a TrueType font"),
    ):
        with pytest.raises(DriverError, match=message):
            open_table("simulated", {}, TileSet(), {"display": ("oled", values)})
    with pytest.raises(DriverError, match="one module"):
        open_table("simulated", {}, TileSet(), {"score": ("max7219", {"order": [0, 0]})})
