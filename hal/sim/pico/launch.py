"""Runs the real firmware's `main` with simulated tags in front of a simulated reader chip.

    launch.py SEED VERSION DESCRIPTOR

VERSION is the protocol version the board says it speaks, DESCRIPTOR where `granted` answers.
"""

import random
import sys

import granted
import machine

try:
    from collections.abc import Callable
    from typing import Any
except ImportError:  # MicroPython, which never looks at an annotation
    pass

from firmware import main as program
from firmware import pinout, settings, wire
from firmware.board import Panel
from hal.sim.chip import SimulatedChip, SimulatedTag


class Tags:
    """The tags at each antenna, and the antenna the switch points to."""

    def __init__(self, chip: SimulatedChip, references: "tuple[bytes | None, ...]") -> None:
        self._chip = chip
        self._fixed = [[] if uid is None else [SimulatedTag(uid)] for uid in references]
        self._places = [list(fixed) for fixed in self._fixed]
        self._levels = [0, 0, 0]

    def place(self, antenna: int, tags: "list[SimulatedTag]", blind: bool) -> None:
        """These tags lie at an antenna now, unless something covers it."""
        self._places[antenna] = [] if blind else self._fixed[antenna] + tags
        self._point()

    def switch(self, bit: int) -> "Callable[[int], None]":
        """What an address line of the switch does."""

        def written(level: int) -> None:
            self._levels[bit] = level
            self._point()

        return written

    def _point(self) -> None:
        antenna = self._levels[0] | self._levels[1] << 1 | self._levels[2] << 2
        self._chip.tags = self._places[antenna] if antenna < len(self._places) else []


class World:
    """Takes the simulation's records (see `granted`)."""

    def __init__(self, tags: Tags) -> None:
        self._tags = tags
        self._levels = [1] * len(pinout.BUTTONS)

    def contact(self, button: int) -> "Callable[[], int]":
        """A button's pin: low while it is closed."""
        return lambda: self._levels[button]

    def change(self, records: bytes) -> None:
        """Something has changed."""
        at = 0
        while at < len(records):
            kind, number, value = records[at], records[at + 1], records[at + 2]
            at += 3
            if kind == ord("B"):
                self._levels[number] = 0 if value else 1
                continue
            tags = []
            for _ in range(value & 0x7F):
                tags.append(SimulatedTag(bytes(records[at : at + 8]), records[at + 8] / 256))
                at += 9
            self._tags.place(number, tags, bool(value & 0x80))


class Watched(Panel):
    """The real panel; what it is told is told to the simulation too."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self.count = panel.count

    def contacts(self) -> "list[bool]":
        """See `Panel`."""
        return self._panel.contacts()

    def tick(self, now: int) -> None:
        """See `Panel`."""
        self._panel.tick(now)

    def machine(self) -> "int | None":
        """See `Panel`."""
        return self._panel.machine()

    def start_machine(self) -> None:
        """See `Panel`."""
        self._panel.start_machine()

    def reboot(self, how: int) -> None:
        """See `Panel`."""
        self._panel.reboot(how)

    def lamps(self, lit: int) -> None:
        """See `Panel`."""
        self._panel.lamps(lit)
        granted.now.show(f"lamps {lit}")

    def tune(self, name: str) -> None:
        """See `Panel`."""
        self._panel.tune(name)
        granted.now.show(f"tune {name}")

    def show(self, line: int, text: str) -> None:
        """See `Panel`."""
        self._panel.show(line, text)
        granted.now.show(f"show {line} {text}")

    def number(self, value: "int | None") -> None:
        """See `Panel`."""
        self._panel.number(value)
        granted.now.show("number" if value is None else f"number {value}")

    def light(self, red: int, green: int, blue: int, pattern: int) -> None:
        """See `Panel`."""
        self._panel.light(red, green, blue, pattern)
        granted.now.show(f"light {red} {green} {blue} {pattern}")


class Clock:
    """The granted clock as the chip wants it."""

    def __init__(self) -> None:
        self.sleep_us = granted.now.sleep_us

    @property
    def now(self) -> int:
        """Microseconds."""
        now: int = granted.now.us
        return now


def launch(seed: int, version: int, answers: int) -> None:
    """Wire the board up and start it."""
    random.seed(seed)
    wire.PROTOCOL_VERSION = version
    with open(settings.FILE) as file:
        mine = settings.read_settings(file.read())
    clock: Any = Clock()
    chip = SimulatedChip(clock, random)
    tags = Tags(chip, mine.references)
    world = World(tags)
    granted.listen(world.change, answers)
    pins = pinout.PN5180
    machine.wire(pins["nss"], None, chip.nss)
    machine.wire(pins["reset"], None, chip.reset)
    machine.wire(pins["busy"], chip.busy)
    machine.wire(pins["irq"], chip.irq)
    machine.wire_bus(chip)
    for bit, pin in enumerate(pinout.ANTENNA_SWITCH):
        machine.wire(pin, None, tags.switch(bit))
    for number, pin in enumerate(pinout.BUTTONS):
        machine.wire(pin, world.contact(number))
    open_panel = program.open_panel
    program.open_panel = lambda mine, spi: Watched(open_panel(mine, spi))
    program.main(granted.now)


launch(*map(int, sys.argv[1:]))
