"""The driver's thread on real devices, in real time: boards of the real firmware program in threads of their own."""

import os
import select
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

from controller.service.clock import TableClock
from controller.service.loop import TableLoop
from engine.tiles import TileSet
from firmware.board import Board, Head, Panel
from firmware.inventory import Figures
from hal.boards.driver import open_boards
from hal.boards.options import BoardsOptions
from hal.drivers import open_table
from hal.ports import BoardStatus, Button, Press, Scan
from hal.sim.cable import Cable
from hal.tableports import SomePorts

TAG = bytes.fromhex("E0040150000000A1")
ANTENNAS = ["drawn", "hand1", "hand2", "river1", "river2", "melds"]


class Antennas(Head):
    count = len(ANTENNAS)
    references = (None,) * len(ANTENNAS)

    def __init__(self) -> None:
        self.tags: set[bytes] = set()

    def read(self, antenna: int, figures: Figures) -> Generator[None, None, set[bytes] | None]:
        time.sleep(0.002)
        yield
        return set(self.tags) if antenna == 3 else set()


class Buttons(Panel):
    count = 8

    def __init__(self) -> None:
        self.levels = [False] * 8
        self.lit = 0

    def contacts(self) -> list[bool]:
        return self.levels

    def lamps(self, lit: int) -> None:
        self.lit = lit


class RunningBoard:
    """One board at the far end of a pseudo-terminal, until `stop`."""

    def __init__(self, folder: Path, device: str, name: str) -> None:
        self.cable = Cable(folder, Random(1))
        self.cable.plug(device)
        self.head, self.panel = Antennas(), Buttons()
        self._board = Board(name, "seat", ANTENNAS, self.head, self.panel)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        started = time.monotonic()

        def clock() -> int:
            return int((time.monotonic() - started) * 1000)

        master = self.cable.master
        while not self._stop.is_set():
            data = os.read(master, 4096) if select.select([master], [], [], 0.002)[0] else b""
            out = self._board.step(data, clock(), clock)
            if out:
                os.write(master, out)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self.cable.unplug()


class Table:
    """The driver as the service uses it: polled by its own clock, which is not the driver's."""

    def __init__(self, folder: Path) -> None:
        options = BoardsOptions(ports=(f"{folder}/*",), found_within=0)
        self.ports: SomePorts = open_boards(options, TileSet())
        self._started = time.monotonic()

    def now(self) -> int:
        return 5_000_000 + int((time.monotonic() - self._started) * 1000)

    def until(self, wanted: Callable[[Scan | BoardStatus | Press], bool]) -> Scan | BoardStatus | Press:
        """The first observation that is wanted; fails after 10 s."""
        assert self.ports.reader is not None
        assert self.ports.buttons is not None
        limit = time.monotonic() + 10
        while time.monotonic() < limit:
            now = self.now()
            for one in [*self.ports.reader.poll(now), *self.ports.buttons.poll(now)]:
                at = one.ended if isinstance(one, Scan) else one.at
                assert now - 2_000 < at <= now + 1
                if wanted(one):
                    return one
            time.sleep(0.01)
        pytest.fail("nothing of the kind came within 10 s")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    assert table.ports.close is not None
    table.ports.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "boards"]


def is_status(board: str, online: bool) -> Callable[[object], bool]:
    return lambda one: isinstance(one, BoardStatus) and one.board == board and one.online == online


def test_scans_presses_and_lamps_through_real_devices(table: Table, tmp_path: Path) -> None:
    board = RunningBoard(tmp_path, "ttyACM0", "seat1")
    board.head.tags = {TAG}
    table.until(is_status("seat1", True))
    table.until(lambda one: isinstance(one, Scan) and one.antenna == "seat1.river1" and len(one.tags) == 1)
    board.panel.levels[1] = True
    press = table.until(lambda one: isinstance(one, Press))
    assert isinstance(press, Press)
    assert (press.seat, press.button) == (1, Button.PON)
    assert table.ports.lamps is not None
    table.ports.lamps.set(1, Button.PON, True)
    limit = time.monotonic() + 10
    while not board.panel.lit and time.monotonic() < limit:
        time.sleep(0.01)
    assert board.panel.lit == 0b10
    board.stop()


def test_a_pulled_board_is_missed_and_found_again_under_another_name(table: Table, tmp_path: Path) -> None:
    board = RunningBoard(tmp_path, "ttyACM0", "seat1")
    table.until(is_status("seat1", True))
    board.stop()
    table.until(is_status("seat1", False))
    assert table.ports.problems is not None
    assert "seat1" in table.ports.problems()
    again = RunningBoard(tmp_path, "ttyACM5", "seat1")
    table.until(is_status("seat1", True))
    assert "seat1" not in table.ports.problems()
    again.stop()


def test_a_table_without_any_board_opens_and_names_them_all(tmp_path: Path) -> None:
    options = {"ports": [f"{tmp_path}/none*"], "found_within": 0}
    ports = open_table("boards", options, TileSet())
    limit = time.monotonic() + 10
    while len(ports.problems()) < 5 and time.monotonic() < limit:
        time.sleep(0.01)
    assert set(ports.problems()) == set(ports.layout.boards)
    assert all("plugged in" in text for text in ports.problems().values())
    ports.close()


def test_the_service_shows_each_board_that_ails_and_no_longer_when_it_is_well() -> None:
    ailing = {"seat0": "Board seat0: unplugged."}
    hub = Mock()
    runtime = Mock(trouble=None, hardware_problems=lambda: dict(ailing), state=Mock())
    loop = TableLoop(runtime, TableClock(), hub)
    loop.report_hardware()
    hub.report.assert_called_with("hardware seat0", "Board seat0: unplugged.")
    ailing.clear()
    loop.report_hardware()
    hub.report.assert_called_with("hardware seat0", None)
