"""An opened table without a game: what its antennas read and its buttons say, for enrolling, surveying and the doctor.

A simulated table's time passes as fast as the machine allows, a real one's is real.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Self, TypeAlias

from engine.tiles import Tile, TileSet
from hal.drivers import DriverChoice, TablePorts, open_table
from hal.ports import BoardStatus, MachineStatus, Millis, Press, Scan, TagId
from hal.sim.world import Spot
from hal.zones import Zone

Observed: TypeAlias = Scan | BoardStatus | Press | MachineStatus

STEP: Final[Millis] = 30
"""Time between two looks at the ports."""


class Bench:
    """A table on the bench. Use it as a context manager, or `close` it."""

    def __init__(self, ports: TablePorts, sleep: Callable[[float], None] = time.sleep) -> None:
        self.ports: Final = ports
        self._sleep: Final = sleep
        self._began: Final = time.monotonic()
        self.now: Millis = 0
        self.away: dict[str, str] = {}
        """Boards that are not there at present, and why."""

    @classmethod
    def open(
        cls, driver: DriverChoice, others: dict[str, DriverChoice] | None = None, tile_set: TileSet | None = None
    ) -> Self:
        """Open a table; raises `DriverError`."""
        return cls(open_table(*driver, tile_set or TileSet(flowers=True), others))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the hardware."""
        self.ports.close()

    @property
    def simulated(self) -> bool:
        """Whether nobody has to lay a tile."""
        return self.ports.simulation is not None

    def favour(self, antennas: Sequence[str]) -> None:
        """Read these antennas more often."""
        self.ports.reader.favour(antennas)

    def step(self) -> list[Observed]:
        """Wait a little, then everything observed since the last step."""
        simulation = self.ports.simulation
        if simulation is not None:
            self.now += STEP
            simulation.advance(self.now)
        else:
            self._sleep(STEP / 1_000)
            self.now = int((time.monotonic() - self._began) * 1_000)
        observed: list[Observed] = [*self.ports.reader.poll(self.now), *self.ports.buttons.poll(self.now)]
        if self.ports.machine is not None:
            observed += self.ports.machine.poll(self.now)
        for one in observed:
            if isinstance(one, BoardStatus):
                self.away.pop(one.board, None)
                if not one.online:
                    self.away[one.board] = one.reason
        return observed

    def settle(self, milliseconds: Millis) -> list[Observed]:
        """Let so much time pass; gives everything observed meanwhile."""
        end = self.now + milliseconds
        observed: list[Observed] = []
        while self.now < end:
            observed += self.step()
        return observed

    def lay(self, tiles: Iterable[Tile], zone: Zone) -> None:
        """On a simulated table: hands lay these tiles in a zone and put what lay there away."""
        if self.ports.simulation is None:
            return
        world, wanted = self.ports.simulation.world, tuple(tiles)
        for tile in world.tiles_at(zone):
            if tile not in wanted:
                world.move(tile, Spot.BOX, duration=200)
        for tile in wanted:
            if world.where(tile) != zone:
                world.move(tile, zone, duration=300, delay=250)

    def put_down(self, zone: Zone | None, *, pad: bool = False) -> None:
        """On a simulated table: a hand takes tile 0 from wherever it is to a zone, or (None) off all antennas."""
        if self.ports.simulation is None:
            return
        world, tile = self.ports.simulation.world, Tile(0)
        world.move(tile, Spot.BOX if zone is None else zone, duration=500, pad=pad)


def find_tag(bench: Bench, told: Callable[[str], None]) -> TagId:
    """The only tag in sight of the table, twice read; tells a person what is in the way of it."""
    said, seen = "", dict[TagId, int]()
    while True:
        for observed in bench.settle(1_000):
            if isinstance(observed, Scan):
                for tag in observed.tags:
                    seen[tag] = seen.get(tag, 0) + 1
        sure = [tag for tag, times in seen.items() if times >= 3]
        if len(sure) == 1:
            return sure[0]
        text = (
            f"{len(sure)} tags are read: leave one tile on the table"
            if sure
            else "no tag is read yet: lay the tile closer"
        )
        if text != said:
            said = text
            told(text)
        seen.clear()
