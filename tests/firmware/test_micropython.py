"""The firmware runs on a real MicroPython and does there what it does here."""

import subprocess
import sys
from pathlib import Path

import pytest

from hal.sim.program import micropython
from tests.firmware.interpreter import needs_micropython

ROOT = Path(__file__).parents[2]

WIRE = """
from firmware import wire
host, board = wire.Link(True, 99), wire.Link(False)
for now in range(0, 400, 10):
    board.receive(host.poll(now), now)
    host.receive(board.poll(now), now)
host.send(wire.encode_message("show", {"line": 1, "text": "ok"}))
frame = host.poll(1000)
print(frame.hex())
name, values = wire.decode_message(board.receive(frame, 1000)[0])
print(name, sorted(values.items()))
print(wire.encode_frame(bytes(range(200))).hex())
print(wire.crc16(bytes(range(256))))
"""

INVENTORY = """
from firmware.inventory import Figures, inventory
from firmware.pn5180 import PN5180
from hal.sim.chip import SimulatedChip, SimulatedTag, VirtualClock

class First:
    def random(self):
        return 0.9
    def randrange(self, below):
        return 0

clock = VirtualClock()
chip = SimulatedChip(clock, First())
for n in range(14):
    chip.tags.append(SimulatedTag(bytes([0xE0, 4, 1, n * 37 % 256, n * 11 % 256, n, n * 3 % 256, n * 91 % 256])))
driver = PN5180(chip, chip.nss, chip.busy, chip.reset, clock.sleep_us, clock.ticks_us, chip.irq)
print(driver.begin())
driver.field(True)
figures = Figures()
found = inventory(driver, figures)
print(sorted([uid.hex() for uid in found]), figures.slots, figures.collisions, clock.now)
assert len(found) == 14
"""

EMPTY_SLOTS = """
import gc
from firmware.pn5180 import EMPTY, PN5180

level = now = 0

def select(high):
    global level
    level = 0 if high else level

def exchange(data, fill=0):
    global level
    level = 1

def sleep(us):
    global now
    now += us

class Bus:
    write = readinto = staticmethod(exchange)

chip = PN5180(Bus(), select, lambda: level, lambda level: None, sleep, lambda: now, lambda: 0)
chip.next_slot()
gc.collect()
gc.disable()
before = gc.mem_alloc()
for _ in range(100):
    chip.next_slot()
    assert chip.slot()[0] == EMPTY
print((gc.mem_alloc() - before) // 100)
"""


@needs_micropython
def test_an_empty_slot_leaves_little_garbage(tmp_path: Path) -> None:
    """Thousands of slots pass in a minute: a collection takes some milliseconds of a Pico each time."""
    script = tmp_path / "program.py"
    script.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{EMPTY_SLOTS}")
    said = subprocess.run([micropython(), script], capture_output=True, text=True, check=True, timeout=60).stdout
    assert int(said) <= 64


@needs_micropython
@pytest.mark.parametrize("program", [WIRE, INVENTORY], ids=["wire", "inventory"])
def test_micropython_says_what_cpython_says(program: str, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{program}")
    there = subprocess.run([micropython(), script], capture_output=True, text=True, check=False, timeout=60)
    here = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=60)
    assert there.stderr == ""
    assert there.stdout == here.stdout
