"""The simulated table as a whole: people are woken, and everything happens in order of time."""

from random import Random

import pytest

from engine.tiles import Tile, TileSet
from hal.errors import WorldError
from hal.layout import standard_layout
from hal.ports import Button, MachineStatus, Millis, Scan
from hal.sim.machine import SHUFFLING
from hal.sim.noise import TYPICAL
from hal.sim.table import SimulatedTable
from hal.sim.world import Spot, World
from hal.zones import hand_of, river_of


class Metronome:
    """Wishes to be woken every second, and notes when it was."""

    def __init__(self) -> None:
        self.woken: list[Millis] = []

    def wake(self, world: World, now: Millis) -> Millis | None:
        assert world.now == now
        self.woken.append(now)
        return now + 1_000


class Sleeper:
    """Wishes nothing; is woken only when something happens."""

    def __init__(self) -> None:
        self.woken: list[Millis] = []

    def wake(self, world: World, now: Millis) -> Millis | None:
        self.woken.append(now)
        return None


class Drawer:
    """Draws a tile and lays it in the river, again and again."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def wake(self, world: World, now: Millis) -> Millis | None:
        rack = world.tiles_at(hand_of(self.seat))
        if world.tiles_at(Spot.AIR):
            return None
        if len(rack) < 14 and world.wall.live_left:
            world.move(world.wall.next(), hand_of(self.seat))
        elif rack:
            world.move(rack[0], river_of(self.seat))
        return None


def test_people_wake_when_they_wish() -> None:
    table = SimulatedTable(TileSet())
    metronome = Metronome()
    table.seat_people([metronome])
    table.advance(5_500)
    assert metronome.woken == [0, 1_000, 2_000, 3_000, 4_000, 5_000]


def test_people_notice_motions_presses_and_displays() -> None:
    table = SimulatedTable(TileSet())
    sleeper = Sleeper()
    table.seat_people([sleeper])
    table.world.move(Tile(1), hand_of(0), delay=100, duration=300)
    table.world.press(0, Button.PASS, delay=1_000, held=50)
    table.advance(2_000)
    assert sleeper.woken == [0, 100, 400, 1_000, 1_050]
    table.panels.show(0, ["your turn"])
    table.advance(2_100)
    assert sleeper.woken[-1] == 2_000


def test_long_and_short_steps_give_the_same_history() -> None:
    def history(step: Millis) -> list[object]:
        table = SimulatedTable(TileSet(), noise=TYPICAL, seed=4)
        order = list(table.world.tile_set.tiles)
        Random(4).shuffle(order)
        table.world.build_wall(order)
        table.seat_people([Drawer(1)])
        table.reader.favour(("seat1.hand1",))
        for now in range(step, 60_001, step):
            table.advance(now)
        return [*table.reader.poll(100_000), *table.world.tiles_at(river_of(1))]

    assert history(10) == history(1_500) == history(60_000)


def test_next_at_is_when_something_happens() -> None:
    table = SimulatedTable(TileSet())
    for _ in range(200):
        moment = table.next_at()
        table.advance(max(table.now, moment - 1))
        table.reader.poll(table.now)
        assert table.next_at() == moment
        table.advance(moment)
        assert table.next_at() > moment


def test_the_machine_shuffles_and_jams() -> None:
    table = SimulatedTable(TileSet())
    machine = table.machine
    machine.start()
    machine.start()
    assert machine.poll(0) == [MachineStatus("busy", 0)]
    table.advance(SHUFFLING)
    assert machine.poll(SHUFFLING) == [MachineStatus("ready", SHUFFLING)]
    machine.start()
    table.faults.jam()
    table.advance(3 * SHUFFLING)
    assert [status.state for status in machine.poll(table.now)] == ["busy", "jam"]
    machine.start()
    table.faults.clear_jam()
    table.faults.clear_jam()
    assert [status.state for status in machine.poll(table.now)] == ["idle"]


def test_the_box_is_where_tiles_start() -> None:
    table = SimulatedTable(TileSet(flowers=True))
    assert len(table.world.tiles_at(Spot.BOX)) == 144
    assert len(table.registry) == 144


def test_a_tag_that_is_no_tile_s_is_read_where_it_lies() -> None:
    table = SimulatedTable(TileSet())
    card = "E004015000C0FFEE"

    def read_at(until: Millis) -> set[str]:
        table.advance(until)
        scans = [item for item in table.reader.poll(until) if isinstance(item, Scan)]
        return {scan.antenna for scan in scans if card in scan.tags}

    assert read_at(2_000) == set()
    table.faults.lay_tag(card, river_of(2))
    assert read_at(4_000) == {"seat2.river1"}
    table.faults.lay_tag(card, river_of(1))
    table.advance(4_200)
    table.reader.poll(4_200)
    assert read_at(6_000) == {"seat1.river1"}
    table.faults.take_tag(card)
    table.advance(6_200)
    table.reader.poll(6_200)
    assert read_at(8_000) == set()


def test_a_tag_lies_only_where_an_antenna_reads() -> None:
    table = SimulatedTable(TileSet(), layout=standard_layout(racks=False))
    with pytest.raises(WorldError, match="no antenna reads hand:0"):
        table.faults.lay_tag("E004015000C0FFEE", hand_of(0))
