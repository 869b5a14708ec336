"""Which antenna reads which zone: the table's wiring as the software needs to know it.

A layout names antennas and boards, never ports or pins. The reference table has five reader boards: one a seat
(rack by two antennas and a pad for the drawn tile, river by two, melds by one) and one in the centre (the dora
pad by two). Smaller tables leave antennas out.
"""

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from engine.tiles import SEATS, Seat
from hal.errors import LayoutError
from hal.zones import DORA_PAD, POOL, Zone, ZoneKind, hand_of, melds_of, river_of

CENTRE: Final = "centre"
"""Name of the board in the middle of the table."""


def seat_board(seat: Seat) -> str:
    """Name of the reader board of a seat, which also carries the seat's buttons and lamps."""
    return f"seat{seat}"


OPPOSITE_BOARDS: Final = {seat_board(seat): seat_board((seat + 2) % 4) for seat in SEATS}
"""The board across the table: the two are so far apart that they may read together."""


def panel_board(seat: Seat) -> str:
    """Name of a seat's panel where it is a board of its own."""
    return f"panel{seat}"


@dataclass(frozen=True, slots=True)
class Antenna:
    """One loop under the table or behind a rack.

    `pad` marks the small pad for the drawn tile: a hint where a draw lands first, never a condition.
    """

    name: str
    board: str
    zone: Zone
    pad: bool = False


@dataclass(frozen=True)
class Layout:
    """All antennas of a table, in the order in which a sweep visits those of one board.

    Raises `LayoutError` when two antennas share a name or one is said to read *elsewhere*.
    """

    antennas: tuple[Antenna, ...]

    def __post_init__(self) -> None:
        if not self.antennas:
            raise LayoutError("a table needs at least one antenna; name one in the layout")
        seen: set[str] = set()
        for antenna in self.antennas:
            if antenna.name in seen:
                raise LayoutError(f"two antennas are called {antenna.name!r}; give each its own name")
            if antenna.zone.kind is ZoneKind.ELSEWHERE:
                raise LayoutError(f"antenna {antenna.name!r} reads 'elsewhere'; give it a zone on the table")
            seen.add(antenna.name)

    @cached_property
    def by_name(self) -> MappingProxyType[str, Antenna]:
        """Every antenna by its name."""
        return MappingProxyType({antenna.name: antenna for antenna in self.antennas})

    @cached_property
    def boards(self) -> tuple[str, ...]:
        """The boards' names, each once, in layout order."""
        return tuple(dict.fromkeys(antenna.board for antenna in self.antennas))

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        """The zones some antenna reads, each once, in layout order."""
        return tuple(self._by_zone)

    @cached_property
    def _by_zone(self) -> dict[Zone, tuple[Antenna, ...]]:
        found: dict[Zone, list[Antenna]] = {}
        for antenna in self.antennas:
            found.setdefault(antenna.zone, []).append(antenna)
        return {zone: tuple(antennas) for zone, antennas in found.items()}

    def antenna(self, name: str) -> Antenna:
        """The antenna of that name; raises `LayoutError` if the table has none."""
        try:
            return self.by_name[name]
        except KeyError:
            raise LayoutError(f"this table has no antenna {name!r}; it has {', '.join(self.by_name)}") from None

    def antennas_of(self, zone: Zone) -> tuple[Antenna, ...]:
        """The antennas that read a zone; empty if the table does not read it."""
        return self._by_zone.get(zone, ())

    def on_board(self, board: str) -> tuple[Antenna, ...]:
        """The antennas of a board; empty for a board without antennas."""
        return tuple(antenna for antenna in self.antennas if antenna.board == board)

    def reads(self, zone: Zone) -> bool:
        """Whether any antenna reads the zone."""
        return zone in self._by_zone


def standard_layout(*, racks: bool = True, dora_pad: bool = True, pool: bool = False) -> Layout:
    """The reference table, or a smaller one.

    `racks=False` leaves the hands unread, `dora_pad=False` the indicators; with `pool` all discards go to one
    centre pool read by four antennas, and there are no rivers.
    """
    antennas: list[Antenna] = []
    for seat in SEATS:
        antennas.extend(_seat_antennas(seat, racks=racks, river=not pool))
    if dora_pad:
        antennas.extend(Antenna(f"{CENTRE}.dora{n}", CENTRE, DORA_PAD) for n in (1, 2))
    if pool:
        antennas.extend(Antenna(f"{CENTRE}.pool{n}", CENTRE, POOL) for n in (1, 2, 3, 4))
    return Layout(tuple(antennas))


def scoring_pad() -> Layout:
    """The smallest useful table: one antenna for a finished hand, one for its melds, both of seat 0."""
    return Layout((Antenna("pad.hand", "pad", hand_of(0)), Antenna("pad.melds", "pad", melds_of(0))))


def _seat_antennas(seat: Seat, *, racks: bool, river: bool) -> list[Antenna]:
    board = seat_board(seat)
    antennas: list[Antenna] = []
    if racks:
        antennas.append(Antenna(f"{board}.drawn", board, hand_of(seat), pad=True))
        antennas.extend(Antenna(f"{board}.hand{n}", board, hand_of(seat)) for n in (1, 2))
    if river:
        antennas.extend(Antenna(f"{board}.river{n}", board, river_of(seat)) for n in (1, 2))
    antennas.append(Antenna(f"{board}.melds", board, melds_of(seat)))
    return antennas
