"""The wire under a million damaged frames: never a crash, a hang or a wrong event, on CPython and MicroPython."""

import random
import subprocess
from pathlib import Path

import pytest

from firmware import wire
from firmware.board import Board, Head, Panel
from hal.sim.program import micropython
from tests.firmware.fuzzing import fuzz_link, fuzz_streams
from tests.firmware.interpreter import needs_micropython

ROOT = Path(__file__).parents[2]


def test_damaged_frames_are_never_messages_and_the_next_good_one_is_read() -> None:
    counted = fuzz_link(seed=1, frames=15_000)
    assert counted["told"] > 1_500
    assert counted["errors"] > 10_000


def test_streams_of_noise_are_never_messages() -> None:
    assert fuzz_streams(seed=2, streams=300) > 10_000


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_million_damaged_frames(seed: int) -> None:
    assert fuzz_link(seed=100 + seed, frames=100_000)["damaged"] >= 100_000
    assert fuzz_streams(seed=200 + seed, streams=5_000) > 100_000


@needs_micropython
def test_the_same_on_micropython(tmp_path: Path) -> None:
    script = tmp_path / "fuzz.py"
    script.write_text(
        f"import sys\nsys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'tests' / 'firmware')!r}]\n"
        "from fuzzing import fuzz_link, fuzz_streams\n"
        "counted = fuzz_link(7, 2000)\n"
        "print(counted['damaged'], counted['told'], counted['errors'], fuzz_streams(8, 100))\n"
    )
    command = [micropython(), "-X", "heapsize=192k", str(script)]
    there = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert there.returncode == 0, there.stdout + there.stderr
    here = fuzz_link(7, 2000)
    assert there.stdout.split() == [
        str(here["damaged"]),
        str(here["told"]),
        str(here["errors"]),
        str(fuzz_streams(8, 100)),
    ]


class Count(Panel):
    """A panel that takes everything."""

    count = 8

    def contacts(self) -> list[bool]:
        return [False] * 8


def test_a_board_survives_whatever_a_computer_says() -> None:
    source = random.Random(3)
    host = wire.Link(host=True, session=9)
    board = Board("seat0", "seat", ["a"], Head(), Count())
    now = 0
    for _ in range(4_000):
        now += source.randrange(20)
        if host.is_open and host.pending < 8:
            kind = source.choice([*range(0x81, 0x8C), source.randrange(256)])
            host.send(bytes([kind]) + source.randbytes(source.randrange(20)))
        host.receive(board.step(host.poll(now), now, lambda now=now: now), now)  # type: ignore[misc]
    assert host.is_open
    assert host.sessions == 1
