"""A seat's panel on a board: the same program on MicroPython and CPython, with a simulated Pico beneath."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from firmware import pinout
from firmware.font import COLUMNS, WIDTH, place
from firmware.max7219 import digits_of
from firmware.ssd1306 import DOTS, strips
from firmware.strip import brightness
from firmware.tablemachine import BUSY, IDLE, JAM, READY
from firmware.tunes import TUNES
from firmware.wire import LETTERS, LIGHT_BLINKING, LIGHT_BREATHING, LIGHT_OFF, LIGHT_STEADY
from hal.ports import MACHINE_STATES
from hal.sim.program import micropython
from tests.firmware.font import as_hex, letters
from tests.firmware.interpreter import needs_micropython

ROOT = Path(__file__).parents[2]
PICO = Path(__file__).parent / "pico"


def run(*interpreter: str) -> str:
    path = os.pathsep.join([str(PICO), str(ROOT)])
    environment = {**os.environ, "MICROPYPATH": path + os.pathsep + ".frozen", "PYTHONPATH": path}
    done = subprocess.run(
        [*interpreter, PICO / "program.py"], capture_output=True, text=True, check=False, timeout=60, env=environment
    )
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def printed() -> str:
    return run(sys.executable)


def part(printed: str, name: str) -> list[str]:
    return printed.partition(f"# {name}\n")[2].partition("\n#")[0].splitlines()


@needs_micropython
def test_micropython_shows_what_cpython_shows(printed: str) -> None:
    """With a Pico's heap of 192 kB, whose pointers are half as long as those here."""
    assert run(micropython(), "-X", "heapsize=384k") == printed


def test_the_display_has_the_letters_and_never_holds_the_reader_up(printed: str) -> None:
    lines = part(printed, "display")
    picture, (longest, back) = lines[:64], lines[64:]
    assert all(len(row) == 128 for row in picture)
    for line, text in enumerate(("E2.1  54 left", "S    24,300    2nd", "", "")):
        for half, strip in enumerate(strips(text)):
            rows = picture[16 * line + 8 * half : 16 * line + 8 * half + 8]
            assert rows == ["".join("#" if column >> bit & 1 else "." for column in strip) for bit in range(8)]
    assert longest == "longest write 128"
    assert int(back.split()[1]) > 300


def test_digits_lamps_light_tune_buttons_and_machine(printed: str) -> None:
    number, dark = part(printed, "digits")
    assert number.endswith("0100020003020401050a060f070f080f")
    assert dark.endswith("".join(f"0{digit}0f" for digit in range(1, 9)))
    lamps, colours, blinking = part(printed, "lamps and light")
    assert lamps.count("(60, 44, 16)") == 2
    assert int(lamps.rsplit(" ", 1)[1]) <= 3000 // 40 + 2
    assert "(0, 200, 100)" in colours
    assert blinking in ("[200, 0, 200, 0, 200, 0]", "[0, 200, 0, 200, 0, 200]")
    tune = part(printed, "tune")[0]
    assert tune == str([*((hz, 32768) for hz, _ in TUNES["riichi"]), (1568, 0), (1319, 32768), (1319, 0)])
    presses = part(printed, "buttons")[0]
    assert presses.count("(1, ") == 1
    assert presses.count("(7, ") == 1
    assert presses.count("(3, ") == 0
    pulse, states = part(printed, "machine")
    assert pulse in ("20 of 30", "21 of 30")
    assert states == str([IDLE, BUSY, READY, JAM, READY])
    assert [MACHINE_STATES[state] for state in (IDLE, BUSY, READY, JAM)] == ["idle", "busy", "ready", "jam"]


def test_the_font_is_the_drawn_one() -> None:
    drawn = letters()
    assert len(drawn) == 95
    assert all(COLUMNS[place(character) :][:5] == columns for character, columns in drawn.items())
    assert place("九") == place("?")
    assert len(set(drawn.values())) == 95
    source = (ROOT / "firmware" / "font.py").read_text()
    assert all(f'"{line}"' in source for line in as_hex())


def test_a_line_longer_than_the_display_is_cut() -> None:
    upper, lower = strips("W" * 40)
    assert LETTERS == DOTS // WIDTH == 21
    assert upper[0] == lower[0] == 0
    assert any(upper[121:127])


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        (None, [15] * 8),
        (0, [0] + [15] * 7),
        (25_300, [0, 0, 3, 5, 2, 15, 15, 15]),
        (-999, [9, 9, 9, 10, 15, 15, 15, 15]),
        (123_456_789, [10] * 8),
    ],
)
def test_numbers_as_digits(value: int | None, codes: list[int]) -> None:
    assert digits_of(value) == codes


def test_patterns_of_the_light() -> None:
    assert {brightness(LIGHT_OFF, age) for age in range(0, 5000, 50)} == {0}
    assert {brightness(LIGHT_STEADY, age) for age in range(0, 5000, 50)} == {255}
    assert {brightness(LIGHT_BLINKING, age) for age in range(0, 5000, 50)} == {0, 255}
    breath = [brightness(LIGHT_BREATHING, age) for age in range(0, 2400, 10)]
    assert breath[0] == max(breath) == 255
    assert min(breath) == 16
    assert max(abs(one - other) for one, other in pairwise(breath)) <= 3


def test_no_pin_serves_two_purposes() -> None:
    """The machine's wires are on the centre board, in the buttons' place."""
    seat = [
        *pinout.PN5180.values(),
        *pinout.ANTENNA_SWITCH,
        *pinout.BUTTONS,
        pinout.STRIP,
        pinout.BUZZER,
        *pinout.OLED.values(),
        pinout.DIGITS_SELECT,
        *pinout.LINE.values(),
    ]
    assert len(set(seat)) == len(seat) == 25
    assert set(seat) == {*range(23), 26, 27, 28} - {2}
    assert len(set(pinout.MACHINE.values())) == 3
