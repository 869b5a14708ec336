"""Devices that read no tiles: a panel that falls silent, a jammed machine, a tile with two tags, become incidents."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from controller.inputs import Input, SetupChanged
from controller.journal import Journal
from controller.runtime import TableRuntime, TableSetup
from engine.rules import load_rules
from hal.drivers import simulated_ports
from hal.ports import BoardStatus, Millis, Press
from hal.sim.machine import SimulatedMachine
from hal.sim.table import SimulatedTable
from hal.zones import hand_of

RULES = load_rules("tenhou")


class Panels:
    """Panels on boards of their own, which tell when they fall silent."""

    def __init__(self) -> None:
        self.news: list[BoardStatus] = []

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        news, self.news = self.news, []
        return news


class Watched:
    """A table with panels of its own and a machine, at which a match begins."""

    def __init__(self, registry: dict[str, int] | None = None) -> None:
        self.table = SimulatedTable(RULES.tile_set)
        self.panels = Panels()
        ports = replace(simulated_ports(self.table, machine=True), buttons=self.panels)
        tags = dict(self.table.registry) if registry is None else registry
        self.runtime = TableRuntime(TableSetup(tags), ports, Journal.memory())  # type: ignore[arg-type]
        details = {"rules": RULES.model_dump(mode="json"), "players": ["A", "B", "C", "D"], "first_dealer": 0}

        def start(now: Millis) -> Input:
            return SetupChanged(at=now, what="match", details=details)

        self.runtime.submit(start)
        self.run(1_000)

    def run(self, millis: Millis) -> None:
        end = self.table.now + millis
        while self.table.now < end:
            now = self.table.now + 50
            self.table.advance(now)
            self.runtime.step(now)

    @property
    def incidents(self) -> list[tuple[str, tuple[int, ...]]]:
        return [(incident.kind, incident.seats) for incident in self.runtime.state.incidents.values()]


@pytest.mark.parametrize(("board", "seats"), [("panel2", (2,)), ("buttons", ())])
def test_a_panel_that_falls_silent_and_comes_back(board: str, seats: tuple[int, ...]) -> None:
    watched = Watched()
    watched.panels.news.append(BoardStatus(board, online=False, at=1_000, reason="silent"))
    watched.run(2_000)
    assert watched.incidents == [("panel_offline", seats)]
    assert watched.runtime.state.clocks_stopped
    watched.panels.news.append(BoardStatus(board, online=True, at=3_000))
    watched.run(2_000)
    assert watched.incidents == []


def test_a_machine_that_jams_and_is_cleared() -> None:
    watched = Watched()
    machine = watched.table.machine
    assert isinstance(machine, SimulatedMachine)
    machine.start()
    watched.run(1_000)
    assert watched.incidents == []
    machine.jam()
    watched.run(2_000)
    assert watched.incidents == [("machine_jam", ())]
    machine.clear()
    watched.run(2_000)
    assert watched.incidents == []


def test_a_tile_with_two_tags_is_told_when_the_second_lies_on_the_table() -> None:
    probe = Watched()
    registry = dict(probe.table.registry)
    first, second = sorted(registry)[:2]
    registry[second] = registry[first]
    watched = Watched({tag: int(tile) for tag, tile in registry.items()})
    tile = probe.table.registry[second]
    watched.table.world.move(tile, hand_of(1), duration=200)
    watched.run(8_000)
    assert watched.incidents == [("duplicate_tag", (1,))]
