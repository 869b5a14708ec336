"""Chooses the drivers behind the ports from the configuration alone.

The configuration names a driver and its options; nothing above this module knows which one runs. A driver is
registered in `DRIVERS`: a pydantic model of its options, and a function that opens it. It imports what it needs
(serial ports, GPIO) when it is opened, so that a laptop without them can run every other one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.tiles import Tile, TileSet
from hal.errors import DriverError, HalError
from hal.layout import Layout, scoring_pad, standard_layout
from hal.ports import ButtonSource, Lamps, SeatDisplay, Sound, TableMachine, TagId, TileReader
from hal.sim.noise import PROFILES, noise_named
from hal.sim.table import SimulatedTable


@dataclass(frozen=True, slots=True)
class TablePorts:
    """An opened table: its ports, which antenna reads what, and what only a simulated table has."""

    layout: Layout
    reader: TileReader
    buttons: ButtonSource
    lamps: Lamps
    sound: Sound
    display: SeatDisplay
    machine: TableMachine | None = None
    registry: Mapping[TagId, Tile] | None = None
    """The tags of a simulated tile set; a real set is enrolled instead."""
    simulation: SimulatedTable | None = None
    """The simulated table, whose time its owner must advance; None on real hardware."""


class DriverOptions(BaseModel):
    """What every driver may be told; each driver adds its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class LayoutOptions(DriverOptions):
    """Which antennas the table has."""

    racks: bool = Field(True, description="The racks read the hands.")
    dora_pad: bool = Field(True, description="The centre reads the dora indicators.")
    pool: bool = Field(False, description="All discards go to one pool in the centre instead of four rivers.")
    scoring_pad: bool = Field(False, description="Nothing but a pad for one finished hand and its melds.")

    def build(self) -> Layout:
        """The layout these options describe."""
        if self.scoring_pad:
            return scoring_pad()
        return standard_layout(racks=self.racks, dora_pad=self.dora_pad, pool=self.pool)


class SimulatedOptions(DriverOptions):
    """The simulated table."""

    layout: LayoutOptions = LayoutOptions()
    noise: str = Field("none", description=f"How wrong antennas and buttons are: {', '.join(PROFILES)}.")
    seed: int = Field(0, description="One seed gives one course of errors.")
    machine: bool = Field(False, description="The table has a shuffler.")


@dataclass(frozen=True, slots=True)
class Driver:
    """How to open one kind of table."""

    options: type[DriverOptions]
    open: Callable[[Any, TileSet], TablePorts]


def simulated_ports(table: SimulatedTable, *, machine: bool = False) -> TablePorts:
    """The ports of a simulated table that exists already."""
    return TablePorts(
        layout=table.layout,
        reader=table.reader,
        buttons=table.buttons,
        lamps=table.panels,
        sound=table.panels,
        display=table.panels,
        machine=table.machine if machine else None,
        registry=table.registry,
        simulation=table,
    )


def _open_simulated(options: SimulatedOptions, tile_set: TileSet) -> TablePorts:
    table = SimulatedTable(tile_set, layout=options.layout.build(), noise=noise_named(options.noise), seed=options.seed)
    return simulated_ports(table, machine=options.machine)


DRIVERS: Final[dict[str, Driver]] = {"simulated": Driver(SimulatedOptions, _open_simulated)}
"""Every driver by the name the configuration gives it."""


def check_options(driver: str, options: Mapping[str, Any]) -> DriverOptions:
    """The driver's options, checked; raises `DriverError` naming the driver or the option that is wrong."""
    known = DRIVERS.get(driver)
    if known is None:
        raise DriverError(f"there is no driver {driver!r}; write one of: {', '.join(sorted(DRIVERS))}")
    try:
        return known.options.model_validate(options)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "its options"
        raise DriverError(f"driver {driver!r}, {where}: {first['msg']}") from error


def open_table(driver: str, options: Mapping[str, Any], tile_set: TileSet) -> TablePorts:
    """Open the table the configuration names.

    Raises `DriverError` when there is no such driver, an option is wrong, or the hardware cannot be reached.
    """
    checked = check_options(driver, options)
    try:
        return DRIVERS[driver].open(checked, tile_set)
    except DriverError:
        raise
    except HalError as error:
        raise DriverError(f"driver {driver!r}: {error}") from error
