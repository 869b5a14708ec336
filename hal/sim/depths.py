"""How much of the table is simulated: only what the boards would read, their bytes too, or even their firmware."""

from random import Random
from typing import Final, Literal, TypeAlias

from engine.tiles import TileSet
from hal.layout import Layout
from hal.sim.field import Field
from hal.sim.noise import NONE, NoiseProfile
from hal.sim.panels import Panels
from hal.sim.scanner import ScanErrors
from hal.sim.table import MakeApparatus, PanelledApparatus, SimulatedTable

Depth: TypeAlias = Literal["ports", "wire", "firmware"]

DEPTHS: Final[tuple[Depth, ...]] = ("ports", "wire", "firmware")


def simulated_table(
    tile_set: TileSet,
    *,
    layout: Layout | None = None,
    noise: NoiseProfile = NONE,
    seed: int = 0,
    depth: Depth = "ports",
) -> SimulatedTable:
    """A simulated table at a depth. All depths have the same world, and the same people can sit at them.

    Raises `DriverError` if this machine lacks what the depth needs.
    """
    return SimulatedTable(tile_set, layout=layout, noise=noise, seed=seed, apparatus=_APPARATUS[depth])


def _wire(field: Field, layout: Layout, noise: NoiseProfile, seed: int, panels: Panels) -> PanelledApparatus:
    from hal.sim.bench import BoardBench  # noqa: PLC0415 - serial lines are for those who use them
    from hal.sim.wireboard import WireBoard  # noqa: PLC0415

    # One for all boards: no ghost tag is seen twice.
    errors = ScanErrors(noise, Random(f"errors {seed}"), field)

    def make(name: str) -> WireBoard:
        return WireBoard(name, layout.on_board(name), field, errors, noise, seed, panels)

    return BoardBench(layout, seed, make, field.world)


def _firmware(field: Field, layout: Layout, noise: NoiseProfile, seed: int, panels: Panels) -> PanelledApparatus:
    from hal.sim.bench import BoardBench  # noqa: PLC0415 - a process a board is for those who ask for it
    from hal.sim.firmwareboard import FirmwareBoard  # noqa: PLC0415

    def make(name: str) -> FirmwareBoard:
        return FirmwareBoard(name, layout.on_board(name), field, noise, seed, panels)

    return BoardBench(layout, seed, make, field.world)


_APPARATUS: Final[dict[Depth, MakeApparatus | None]] = {"ports": None, "wire": _wire, "firmware": _firmware}
