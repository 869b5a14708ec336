"""The physical world of the simulated table: tiles that are each somewhere, and hands that move them in time.

The world knows no rule and no antenna. It runs on a virtual clock in milliseconds; nothing happens between
`advance` calls. Whoever watches it (antennas, panels, people) is told of every change in order of time.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from engine.tiles import Seat, Tile, TileSet
from hal.errors import WorldError
from hal.ports import Button, Millis, TagId
from hal.sim.tags import tag_of
from hal.sim.wall import DEAD_WALL, Wall
from hal.zones import Zone, ZoneKind


class Spot(Enum):
    """Places that are no zone."""

    WALL = "wall"
    AIR = "air"
    """Between two fingers."""
    BOX = "box"
    """Off the table, on the floor, or in the heap between deals."""


Place: TypeAlias = Zone | Spot
"""Where a tile can be."""


@dataclass(frozen=True, slots=True)
class TileMoved:
    """A tile changed its place. Lifting ends in `Spot.AIR`; landing starts there.

    `pad`: it was laid on the pad for the drawn tile. `across`: it lies across the others, unread.
    """

    at: Millis
    tile: Tile
    source: Place
    target: Place
    pad: bool = False
    across: bool = False


@dataclass(frozen=True, slots=True)
class ButtonChanged:
    """A finger closed or opened a button's contact, before any bouncing."""

    at: Millis
    seat: Seat
    button: Button
    closed: bool


@dataclass(frozen=True, slots=True)
class PhoneLaid:
    """Somebody lays a phone on an antenna of a seat, and takes it away at `until`."""

    at: Millis
    seat: Seat
    until: Millis


Change: TypeAlias = TileMoved | ButtonChanged | PhoneLaid
"""Everything that happens in the world."""

_Due: TypeAlias = tuple[Millis, int, Change]


class World:
    """All tiles of one or more sets, each at exactly one place, and the finger on each button.

    Tiles start in the box. Every method takes effect at once or in the world's future, never in its past.
    """

    def __init__(self, tile_set: TileSet, *, set_number: int = 0) -> None:
        self.tile_set: Final = tile_set
        self.set_number = set_number
        """Which of its tile sets is played with; an automatic table has two, in turn."""
        self.now: Millis = 0
        self.wall = Wall()
        self.tags: Final[dict[Tile, TagId]] = {tile: tag_of(tile, set_number) for tile in tile_set.tiles}
        self._place: dict[Tile, Place] = dict.fromkeys(tile_set.tiles, Spot.BOX)
        self._at: dict[Place, dict[Tile, None]] = {Spot.BOX: dict.fromkeys(tile_set.tiles)}
        self._pads: set[Tile] = set()
        self._across: set[Tile] = set()
        self._free_at: dict[Tile, Millis] = {}
        self._due: list[_Due] = []
        self._count = 0
        self._watchers: list[Callable[[Change], None]] = []

    @property
    def registry(self) -> dict[TagId, Tile]:
        """Which tile each tag of the set played with is in: what enrolling the set would have found."""
        return {tag: tile for tile, tag in self.tags.items()}

    # ---- seeing

    def where(self, tile: Tile) -> Place:
        """Where a tile is now; raises `WorldError` for a tile this world does not have."""
        try:
            return self._place[tile]
        except KeyError:
            raise WorldError(f"there is no tile {tile} in this world") from None

    def tiles_at(self, place: Place) -> tuple[Tile, ...]:
        """The tiles at a place, in the order in which they came."""
        return tuple(self._at.get(place, ()))

    def on_pad(self, tile: Tile) -> bool:
        """Whether a tile lies on the pad for the drawn tile."""
        return tile in self._pads

    def lies_across(self, tile: Tile) -> bool:
        """Whether a tile lies across the others, where no antenna reads it."""
        return tile in self._across

    def idle(self, tile: Tile) -> bool:
        """Whether no motion of the tile is under way or planned."""
        return self._free_at.get(tile, -1) <= self.now

    # ---- doing

    def move(
        self,
        tile: Tile,
        target: Place,
        *,
        duration: Millis = 500,
        delay: Millis = 0,
        pad: bool = False,
        across: bool = False,
    ) -> Millis:
        """A hand lifts a tile `delay` ms from now and sets it down `duration` ms later; gives the landing time.

        A tile that is still moving is lifted again right after it has landed. `pad` lays it on the seat's pad
        for the drawn tile, `across` crosswise, so that it is not read until it is moved again. A tile of the wall
        is no longer the next one from the moment of this call. Raises
        `WorldError` for an unknown tile, a time that runs backwards, or a target of `Spot.AIR`.
        """
        if tile not in self._place:
            raise WorldError(f"there is no tile {tile} in this world")
        if duration < 1 or delay < 0:
            raise WorldError(f"a motion takes at least 1 ms and starts no earlier than now: {duration=} {delay=}")
        if target is Spot.AIR or (isinstance(target, Zone) and target.kind is ZoneKind.ELSEWHERE):
            raise WorldError("a tile is set down in a zone, the wall or the box")
        if target is Spot.WALL and tile not in self.wall.order:
            raise WorldError(f"tile {tile} has no place in this wall to go back to")
        lift = max(self.now + delay, self._free_at.get(tile, 0))
        land = lift + duration
        self._free_at[tile] = land
        self.wall.take(tile)
        self._plan(TileMoved(lift, tile, Spot.AIR, Spot.AIR))
        self._plan(TileMoved(land, tile, Spot.AIR, target, pad, across))
        return land

    def put(self, tile: Tile, target: Zone) -> None:
        """A tile lies in a zone at once, no hand and no time needed: a table as it was left.

        Raises `WorldError` for an unknown tile.
        """
        if tile not in self._place:
            raise WorldError(f"there is no tile {tile} in this world")
        self.wall.take(tile)
        self._set(TileMoved(self.now, tile, self._place[tile], target))

    def move_together(
        self, tiles: Iterable[Tile], target: Place, *, duration: Millis = 500, delay: Millis = 0
    ) -> Millis:
        """A hand moves several tiles at once, as `move` each; gives the last landing time."""
        return max((self.move(tile, target, duration=duration, delay=delay) for tile in tiles), default=self.now)

    def press(self, seat: Seat, button: Button, *, delay: Millis = 0, held: Millis = 120) -> Millis:
        """A finger presses a button `delay` ms from now for `held` ms; gives the time of the press."""
        if delay < 0 or held < 1:
            raise WorldError(f"a press starts no earlier than now and lasts at least 1 ms: {delay=} {held=}")
        at = self.now + delay
        self._plan(ButtonChanged(at, seat, button, closed=True))
        self._plan(ButtonChanged(at + held, seat, button, closed=False))
        return at

    def lay_phone(self, seat: Seat, *, delay: Millis = 0, duration: Millis = 3_000) -> None:
        """Somebody lays a phone on an antenna of a seat `delay` ms from now, for `duration` ms."""
        at = self.now + delay
        self._plan(PhoneLaid(at, seat, at + duration))

    def take_other_set(self) -> None:
        """The table's other tile set comes up, in the box; the one played with goes down into the table."""
        for tile, place in list(self._place.items()):
            if place is not Spot.BOX:
                self._set(TileMoved(self.now, tile, place, Spot.BOX))
        self._due = [due for due in self._due if not isinstance(due[2], TileMoved)]
        heapq.heapify(self._due)
        self._free_at.clear()
        self.set_number = 1 - self.set_number
        self.tags.update({tile: tag_of(tile, self.set_number) for tile in self.tags})

    def build_wall(self, order: Sequence[Tile], *, dead: int = DEAD_WALL) -> None:
        """All tiles of the order stand in the wall at once, wherever they were; `Wall` says what the order means.

        Motions of tiles that were planned or under way end here. Tiles of the set that are not in the order go
        into the box. Raises `WorldError` for tiles the world does not have, or one twice.
        """
        missing = [tile for tile in order if tile not in self._place]
        if missing:
            raise WorldError(f"the wall names tiles this world does not have: {missing}")
        self.wall = Wall(order, dead)
        self._due = [due for due in self._due if not isinstance(due[2], TileMoved)]
        heapq.heapify(self._due)
        self._free_at.clear()
        for tile, place in list(self._place.items()):
            target = Spot.WALL if tile in self.wall else Spot.BOX
            if place is not target:
                self._set(TileMoved(self.now, tile, place, target))

    # ---- time

    def next_at(self) -> Millis | None:
        """When the next planned thing happens; None if nothing is planned."""
        return self._due[0][0] if self._due else None

    def advance(self, until: Millis) -> None:
        """Let time pass up to and including `until`; watchers are told of each change at its time."""
        if until < self.now:
            raise WorldError(f"time cannot run back from {self.now} to {until} ms")
        due = self._due
        while due and due[0][0] <= until:
            at, _, change = heapq.heappop(due)
            self.now = at
            if isinstance(change, TileMoved):
                self._set(replace(change, source=self._place[change.tile]))
            else:
                self._tell(change)
            due = self._due
        self.now = until

    def watch(self, watcher: Callable[[Change], None]) -> Callable[[], None]:
        """Call `watcher` with every change from now on, until the function that this gives is called."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def _plan(self, change: Change) -> None:
        self._count += 1
        heapq.heappush(self._due, (change.at, self._count, change))

    def _set(self, moved: TileMoved) -> None:
        tile, target = moved.tile, moved.target
        del self._at[moved.source][tile]
        self._at.setdefault(target, {})[tile] = None
        self._place[tile] = target
        self._pads.discard(tile)
        self._across.discard(tile)
        if moved.pad:
            self._pads.add(tile)
        if moved.across:
            self._across.add(tile)
        if target is Spot.WALL and tile not in self.wall:
            self.wall.put_back(tile)
        self._tell(moved)

    def _tell(self, change: Change) -> None:
        for watcher in self._watchers:
            watcher(change)
