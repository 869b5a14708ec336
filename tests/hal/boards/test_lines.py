"""Real serial devices (pseudo-terminals): opened once, never waited for, and gone without a crash."""

import os
import pty
import tty
from pathlib import Path
from random import Random

import pytest

from hal.boards.lines import LineLost, SerialLine, finder
from hal.sim.cable import Cable


@pytest.fixture
def cable(tmp_path: Path) -> Cable:
    cable = Cable(tmp_path, Random(1))
    cable.plug("ttyACM0")
    return cable


def test_bytes_go_both_ways_without_waiting(cable: Cable, tmp_path: Path) -> None:
    line = SerialLine(str(tmp_path / "ttyACM0"))
    assert line.read() == b""
    cable.send(bytes(range(256)), 0, to_host=True)
    assert not cable.deliver(0)
    assert cable.deliver(1)
    assert line.read() == bytes(range(256))
    line.write(b"\x00\x03\x11\x13\n")
    assert line.written == 5
    cable.collect(5, 10)
    assert cable.at_board(10) == b""
    assert cable.at_board(11) == b"\x00\x03\x11\x13\n"
    line.close()
    cable.unplug()


def test_a_device_is_held_for_one_program(cable: Cable, tmp_path: Path) -> None:
    line = SerialLine(str(tmp_path / "ttyACM0"))
    with pytest.raises(LineLost, match="in use by another program"):
        SerialLine(str(tmp_path / "ttyACM0"))
    line.close()
    SerialLine(str(tmp_path / "ttyACM0")).close()
    cable.unplug()


def test_a_device_that_vanishes_is_lost_and_not_a_crash(cable: Cable, tmp_path: Path) -> None:
    line = SerialLine(str(tmp_path / "ttyACM0"))
    cable.unplug()
    with pytest.raises(LineLost, match="unplugged"):
        line.read()
    with pytest.raises(LineLost, match="unplugged"):
        line.write(b"hello")
    line.close()
    line.close()


def test_a_device_that_is_not_there_or_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(LineLost, match="not plugged in"):
        SerialLine(str(tmp_path / "ttyACM7"))
    (tmp_path / "file").write_text("")
    with pytest.raises(LineLost):
        SerialLine(str(tmp_path / "file"))


def test_a_line_nobody_reads_takes_what_it_can_and_never_blocks() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    line = SerialLine(os.ttyname(slave))
    for _ in range(200):
        line.write(b"x" * 1000)
    assert 0 < line.written < 200_000
    line.close()
    os.close(master)
    os.close(slave)


def test_a_device_with_two_names_is_listed_once_by_the_better_one(tmp_path: Path) -> None:
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    for number in range(2):
        (tmp_path / f"ttyACM{number}").write_text("")
    (by_id / "usb-MicroPython_Board_e66-if00").symlink_to(tmp_path / "ttyACM1")
    find = finder([f"{by_id}/*MicroPython*", f"{tmp_path}/ttyACM*"])
    assert find() == [str(by_id / "usb-MicroPython_Board_e66-if00"), str(tmp_path / "ttyACM0")]
    (tmp_path / "ttyACM0").unlink()
    assert find() == [str(by_id / "usb-MicroPython_Board_e66-if00")]
