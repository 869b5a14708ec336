"""Chooses the drivers behind the ports from the configuration alone.

The configuration names the table's driver and, where a port has another one, that port's; nothing above this module
knows which run. A driver is registered in `DRIVERS`: a pydantic model of its options, the ports it can offer, and a
function that opens it. Options and function are imported only for a table that has the driver: a laptop without serial
ports or GPIO can run every other one, and a service starts without what it does not use.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, TypeAlias, cast

from pydantic import Field, ValidationError, field_validator

from engine.tiles import TileSet
from hal.errors import DriverError, HalError
from hal.options import DriverOptions, LayoutOptions
from hal.optionwords import in_words
from hal.sim.depths import Depth, simulated_table
from hal.sim.noise import PROFILES, noise_named
from hal.sim.table import SimulatedTable
from hal.tableports import PORTS, NoButtons, NoPanels, SomePorts, TablePorts

__all__ = [
    "DRIVERS",
    "Driver",
    "DriverChoice",
    "DriverOptions",
    "LayoutOptions",
    "SimulatedOptions",
    "SomePorts",
    "TablePorts",
    "check_options",
    "open_table",
    "simulated_ports",
]

DriverChoice: TypeAlias = tuple[str, Mapping[str, Any]]
"""A driver's name and its options as the configuration has them."""


class SimulatedOptions(DriverOptions):
    """The simulated table."""

    layout: LayoutOptions = LayoutOptions()
    noise: str = Field("none", description=f"How wrong antennas and buttons are: {', '.join(PROFILES)}.")
    seed: int = Field(0, description="One seed gives one course of errors.")
    depth: Depth = Field(
        "ports", description="How much is simulated: `ports`, the boards' bytes too (`wire`), or their `firmware`."
    )
    machine: bool = Field(False, description="The table has a shuffler.")

    @field_validator("noise")
    @classmethod
    def _is_known(cls, noise: str) -> str:
        try:
            noise_named(noise)
        except HalError as error:
            raise ValueError(str(error)) from error
        return noise


@dataclass(frozen=True, slots=True)
class Driver:
    """How to open one kind of hardware, and which ports (names of `PORTS`) it can offer."""

    options_at: type[DriverOptions] | str
    """The options' model, or where it is to be imported from: `module:Name`."""
    opener: Callable[[Any, TileSet], SomePorts | TablePorts] | str
    """The function that opens it, or where that is to be imported from."""
    offers: tuple[str, ...] = PORTS

    @property
    def options(self) -> type[DriverOptions]:
        """The model of its options."""
        at = self.options_at
        return cast("type[DriverOptions]", _imported(at)) if isinstance(at, str) else at

    def open(self, options: DriverOptions, tile_set: TileSet) -> SomePorts | TablePorts:
        """Open the hardware. Raises `DriverError` if it cannot be."""
        opener = _imported(self.opener) if isinstance(self.opener, str) else self.opener
        return cast("SomePorts | TablePorts", opener(options, tile_set))


def _imported(at: str) -> Any:
    module, _, name = at.partition(":")
    return getattr(import_module(module), name)


def simulated_ports(table: SimulatedTable, *, machine: bool = False) -> TablePorts:
    """The ports of a simulated table that exists already."""
    return TablePorts(
        layout=table.layout,
        reader=table.reader,
        buttons=table.buttons,
        lamps=table.outputs,
        sound=table.outputs,
        display=table.outputs,
        score=table.outputs,
        light=table.outputs,
        machine=table.machine if machine else None,
        registry=table.registry,
        simulation=table,
        closers=(table.close,),
        watches=(table.problems,),
        gauges=(table.figures,),
    )


def _open_simulated(options: SimulatedOptions, tile_set: TileSet) -> TablePorts:
    table = simulated_table(
        tile_set,
        layout=options.layout.build(),
        noise=noise_named(options.noise),
        seed=options.seed,
        depth=options.depth,
    )
    return simulated_ports(table, machine=options.machine)


DRIVERS: Final[dict[str, Driver]] = {
    "simulated": Driver(SimulatedOptions, _open_simulated),
    "boards": Driver("hal.boards.options:BoardsOptions", "hal.boards.driver:open_boards"),
    "gpio": Driver(
        "hal.gpio.options:GpioOptions", "hal.gpio.driver:open_gpio", ("buttons", "lamps", "sound", "machine")
    ),
    "max7219": Driver("hal.displays.options:DigitsOptions", "hal.displays.digits:open_digits", ("score",)),
    "oled": Driver("hal.displays.options:OledOptions", "hal.displays.oled:open_oled", ("display",)),
    "pepper_c1": Driver("hal.pepper.options:PepperOptions", "hal.pepper.driver:open_pepper", ("reader",)),
}
"""Every driver by the name the configuration gives it."""


def check_options(driver: str, options: Mapping[str, Any]) -> DriverOptions:
    """The driver's options, checked; raises `DriverError` naming the driver or the option that is wrong."""
    known = DRIVERS.get(driver)
    if known is None:
        raise DriverError(f"there is no driver {driver!r}; write one of: {', '.join(sorted(DRIVERS))}")
    try:
        return known.options.model_validate(options)
    except ValidationError as error:
        raise DriverError(f"driver {driver!r}, {'; '.join(_faults(error))}") from error


def _faults(error: ValidationError) -> list[str]:
    """Everything that is wrong in a driver's options, by key; what an option may be instead is told in one."""
    found: dict[str, list[str]] = {}
    for fault in error.errors():
        # Parts in brackets are pydantic's own names for the kinds of value it has tried.
        key = ".".join(str(part) for part in fault["loc"] if "[" not in str(part))
        found.setdefault(key or "its options", []).append(in_words(fault["type"], fault["msg"]))
    return [f"{key}: {', or '.join(messages)}" for key, messages in found.items()]


def check_port(port: str, driver: str) -> None:
    """Raises `DriverError` unless the driver exists and can offer the port."""
    known = DRIVERS.get(driver)
    if known is None:
        raise DriverError(f"there is no driver {driver!r}; write one of: {', '.join(sorted(DRIVERS))}")
    if port not in known.offers:
        able = ", ".join(name for name, other in sorted(DRIVERS.items()) if port in other.offers)
        raise DriverError(f"driver {driver!r} has no {port}; for this port write one of: {able}")


def open_table(
    driver: str, options: Mapping[str, Any], tile_set: TileSet, others: Mapping[str, DriverChoice] | None = None
) -> TablePorts:
    """Open the table the configuration names; `others` gives single ports drivers of their own.

    What no driver offers is left out: presses then come from the pages alone, and nothing lights up or sounds. Raises
    `DriverError` when there is no such driver, an option is wrong, a driver cannot offer its port, or the hardware
    cannot be reached; whatever was opened before is closed again.
    """
    opened: dict[str, SomePorts | TablePorts] = {}
    try:
        opened[driver] = _open(driver, options, tile_set)
        parts: dict[str, Any] = {port: getattr(opened[driver], port) for port in PORTS}
        main = opened[driver]
        for port, (name, own) in (others or {}).items():
            check_port(port, name)
            if name not in opened:
                opened[name] = _open(name, own, tile_set)
            parts[port] = getattr(opened[name], port)
            if parts[port] is None:
                raise DriverError(f"driver {name!r} has no {port} by its options: set them in [hal.{name}]")
            if port == "reader":
                main = opened[name]
        if parts["reader"] is None or main.layout is None:
            able = ", ".join(name for name, known in sorted(DRIVERS.items()) if "reader" in known.offers)
            raise DriverError(f"driver {driver!r} reads no tiles: name a [hal] reader: {able}")
    except DriverError:
        for part in opened.values():
            _close(part)
        raise
    panels = NoPanels()
    return TablePorts(
        layout=main.layout,
        reader=parts["reader"],
        buttons=parts["buttons"] or NoButtons(),
        lamps=parts["lamps"] or panels,
        sound=parts["sound"] or panels,
        display=parts["display"] or panels,
        score=parts["score"] or panels,
        light=parts["light"] or panels,
        machine=parts["machine"],
        registry=main.registry,
        simulation=main.simulation,
        closers=tuple(part.close for part in opened.values() if part.close is not None),
        watches=tuple(part.problems for part in opened.values() if part.problems is not None),
        gauges=tuple(part.figures for part in opened.values() if part.figures is not None),
    )


def _open(driver: str, options: Mapping[str, Any], tile_set: TileSet) -> SomePorts | TablePorts:
    checked = check_options(driver, options)
    try:
        return DRIVERS[driver].open(checked, tile_set)
    except DriverError:
        raise
    except HalError as error:
        raise DriverError(f"driver {driver!r}: {error}") from error


def _close(part: SomePorts | TablePorts) -> None:
    if part.close is not None:
        part.close()
