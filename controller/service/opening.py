"""Opening a table: hardware, runtime, an unfinished match, and on a simulated table its people."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from controller.config import Config
from controller.displays import SeatDisplays, SeatScores, TurnLights
from controller.inputs import SetupChanged
from controller.journal import Journal
from controller.referee.state import TablePhase
from controller.registry import registry_for
from controller.runtime import TableRuntime, TableSetup
from controller.service.clock import TableClock
from controller.service.control import PageControl
from controller.service.hub import ViewHub
from controller.service.loop import TableLoop
from controller.service.plan import Plan
from controller.service.registrykeeper import RegistryKeeper
from controller.service.seating import Seating
from controller.service.simulated import SimulatedHouse, WallFile, match_details
from engine.tiles import SEATS, TileSet
from hal.drivers import TablePorts, open_table

STOP_SECONDS: Final = 1.0
"""How long the table's thread gets to end."""


@dataclass(frozen=True)
class OpenTable:
    """A table that is ready to start: its loop, its runtime, and the hardware behind it."""

    loop: TableLoop
    runtime: TableRuntime
    ports: TablePorts
    displays: SeatDisplays
    house: SimulatedHouse | None = None

    def close(self) -> bool:
        """End the loop, then let the hardware go; False if the loop has not ended in `STOP_SECONDS`."""
        ended = self.loop.stop(STOP_SECONDS)
        self.ports.close()
        return ended


def open_house(plan: Plan, journal: Journal, hub: ViewHub, control: PageControl | None) -> OpenTable:
    """Open the hardware and take up an unfinished match again, or begin one.

    Raises `DriverError` and `RegistryError` for what must be put right first, `JournalError` for a journal that
    cannot be read.
    """
    config = plan.config
    assert config.driver is not None  # noqa: S101 - the commands see to it
    # A simulated table has the flowers too, so that any rules can be chosen for the next match.
    ports = open_table(config.driver, config.options, TileSet(flowers=True), config.other_ports)
    try:
        return _set_up(plan, journal, hub, control, ports)
    except BaseException:
        ports.close()
        raise


def _set_up(plan: Plan, journal: Journal, hub: ViewHub, control: PageControl | None, ports: TablePorts) -> OpenTable:
    """An opened table with its loop; an unfinished match is taken up again."""
    config = plan.config
    setup = TableSetup(
        registry_for(config.table.registry, ports, config.table.tile_set, config.table.second_tile_set),
        config.referee,
        config.perception,
    )
    clock = TableClock(journal.at, plan.speed)
    if ports.simulation is not None:
        ports.simulation.begin_at(clock.now())
    runtime = _runtime(plan, setup, ports, journal)
    displays = SeatDisplays(ports.display, config.table.language)
    for observer in (displays, SeatScores(ports.score), TurnLights(ports.light)):
        runtime.observe(observer)
    if config.table.registry is not None:
        report = partial(hub.report, "registry")
        runtime.observe(RegistryKeeper(config.table.registry, config.table.tile_set, report))
    house = _house(plan, ports, runtime)
    idle = runtime.state.phase in (TablePhase.SETUP, TablePhase.FINISHED)
    if idle and config.table.start == "at_once":
        _begin(config, runtime, house)
    elif not idle and house is not None:
        house.restore()
    loop = TableLoop(runtime, clock, hub, house)
    if control is not None and house is not None:
        control.attach(loop, house, clock)
    return OpenTable(loop, runtime, ports, displays, house)


def _runtime(plan: Plan, setup: TableSetup, ports: TablePorts, journal: Journal) -> TableRuntime:
    if plan.go_on == "never":
        return TableRuntime(setup, ports, journal)
    runtime = TableRuntime.resume(setup, ports, journal)
    if plan.go_on == "always" or runtime.state.rules is None or _is_same_game(plan, runtime):
        return runtime
    return TableRuntime(setup, ports, journal)


def _is_same_game(plan: Plan, runtime: TableRuntime) -> bool:
    people = list(plan.config.table.players) if plan.seating is None else plan.seating.names()
    return runtime.state.rules == plan.config.rules() and sorted(runtime.state.players) == sorted(people)


def _house(plan: Plan, ports: TablePorts, runtime: TableRuntime) -> SimulatedHouse | None:
    if ports.simulation is None:
        return None
    path = plan.config.journal.path
    walls = WallFile(path.with_name(path.name + ".wall"))
    seating = plan.seating or Seating()
    if runtime.state.match is not None:
        seating = seating.as_named(runtime.state.players)
    return SimulatedHouse(ports.simulation, runtime, seating, walls)


def _begin(config: Config, runtime: TableRuntime, house: SimulatedHouse | None) -> None:
    rules, dealer = config.rules(), config.table.first_dealer
    first_dealer = None if dealer == "dice" else dealer
    if house is not None:
        house.start_match(rules, first_dealer)
        return
    guests = [seat for seat in SEATS if not config.table.is_named(seat)]
    details = match_details(rules, config.table.players, first_dealer) | {"guests": guests}
    runtime.submit(lambda now: SetupChanged(at=now, what="match", details=details))
