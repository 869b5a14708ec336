"""What a page may do to a simulated table so that it goes wrong as a real one would: for trying out and teaching."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias, assert_never

from controller.errors import ControllerError
from engine.tiles import Seat, Tile
from hal.errors import HalError
from hal.layout import seat_board
from hal.ports import Millis
from hal.sim.table import SimulatedTable
from hal.zones import Zone, hand_of, melds_of, river_of

FaultKind: TypeAlias = Literal[
    "phone_on_rack", "phone_on_river", "reboot", "unplug", "plug_in", "shadow", "dead_tag", "all_well"
]

PHONE_FOR: Final[Millis] = 12_000
"""A phone lies on an antenna so long before it is noticed and taken away."""
REBOOT_FOR: Final[Millis] = 4_000
SHADOW_FOR: Final[Millis] = 20_000


class FaultRefused(ControllerError):
    """A fault that cannot be made now; the text says why."""


class TableFaults:
    """Makes faults, and ends those that end by themselves. Belongs to the table's thread."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table: Final = table
        self._ends: list[tuple[Millis, Callable[[], None]]] = []
        self._shaded: set[Tile] = set()
        self._down: set[str] = set()

    def make(self, kind: FaultKind, seat: Seat) -> None:
        """Make a fault at a seat; raises `FaultRefused`."""
        try:
            self._make(kind, seat)
        except HalError as error:
            raise FaultRefused(str(error)) from error

    def advance(self, now: Millis) -> None:
        """End what ends by itself."""
        for entry in [entry for entry in self._ends if entry[0] <= now]:
            self._ends.remove(entry)
            entry[1]()

    def _make(self, kind: FaultKind, seat: Seat) -> None:
        board = seat_board(seat)
        match kind:
            case "phone_on_rack":
                self._cover(hand_of(seat))
            case "phone_on_river":
                self._cover(river_of(seat))
            case "reboot":
                self._table.faults.silence(board)
                self._down.add(board)
                self._later(REBOOT_FOR, lambda: self._bring_back(board))
            case "unplug":
                self._table.faults.unplug(board)
                self._down.add(board)
            case "plug_in":
                self._bring_back(board)
            case "shadow":
                tile = self._tile_at(seat)
                self._shade(tile)
                self._later(SHADOW_FOR, lambda: self._unshade(tile))
            case "dead_tag":
                self._shade(self._tile_at(seat))
            case "all_well":
                self._end_all()
            case _:
                assert_never(kind)

    def _later(self, after: Millis, end: Callable[[], None]) -> None:
        self._ends.append((self._table.now + after, end))

    def _cover(self, zone: Zone) -> None:
        antennas = self._table.layout.antennas_of(zone)
        if not antennas:
            raise FaultRefused("This table has no antenna there.")
        for antenna in antennas:
            self._table.faults.blind(antenna.name, PHONE_FOR)

    def _tile_at(self, seat: Seat) -> Tile:
        """The tile of a seat the game needs most: its last discard, or one of its hand."""
        world = self._table.world
        for zone in (river_of(seat), melds_of(seat), hand_of(seat)):
            lying = [tile for tile in world.tiles_at(zone) if tile not in self._shaded]
            if lying:
                return lying[-1]
        raise FaultRefused("This seat has no tile on the table.")

    def _shade(self, tile: Tile) -> None:
        self._table.faults.shade(tile)
        self._shaded.add(tile)

    def _unshade(self, tile: Tile) -> None:
        if tile in self._shaded:
            self._shaded.discard(tile)
            self._table.faults.unshade(tile)

    def _bring_back(self, board: str) -> None:
        if board in self._down:
            self._down.discard(board)
            self._table.faults.restore(board)

    def _end_all(self) -> None:
        self._ends.clear()
        for board in list(self._down):
            self._bring_back(board)
        for tile in list(self._shaded):
            self._unshade(tile)
