"""Builds the panel of a board out of a Pico's pins. MicroPython only: imports `machine` and `neopixel`."""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

import machine
import neopixel

from firmware import pinout
from firmware.board import Panel
from firmware.buzzer import Buzzer
from firmware.max7219 import Digits
from firmware.panel import MachinePanel, SeatPanel
from firmware.ssd1306 import OLED
from firmware.strip import Strip


def _input(pin: int) -> "Any":
    return machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)


def seat_panel(spi: "Any", reset: "Any" = None) -> Panel:
    """A seat's whole panel. Parts that are not wired do no harm; `spi` is the reader's bus, which the digits share."""
    buttons = [_input(pin) for pin in pinout.BUTTONS]
    lamps = len(buttons)
    pixels = neopixel.NeoPixel(machine.Pin(pinout.STRIP, machine.Pin.OUT), lamps + pinout.TURN_LIGHTS)
    i2c = machine.I2C(0, sda=machine.Pin(pinout.OLED["sda"]), scl=machine.Pin(pinout.OLED["scl"]), freq=400_000)
    return SeatPanel(
        buttons,
        strip=Strip(pixels, lamps, pinout.TURN_LIGHTS),
        buzzer=Buzzer(machine.PWM(machine.Pin(pinout.BUZZER))),
        oled=OLED(i2c),
        digits=Digits(spi, machine.Pin(pinout.DIGITS_SELECT, machine.Pin.OUT)),
        reset=reset,
    )


def machine_panel(reset: "Any" = None) -> Panel:
    """The table machine on the centre board."""
    start = machine.Pin(pinout.MACHINE["start"], machine.Pin.OUT)
    return MachinePanel(start, _input(pinout.MACHINE["ready"]), _input(pinout.MACHINE["jam"]), reset)
