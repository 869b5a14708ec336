"""A person in a web page: each request is one motion of the hands or one press, as at a real table."""

from collections.abc import Sequence
from typing import Final, Literal

from controller.errors import ControllerError
from controller.people.gestures import Gestures
from controller.people.tempo import Pace
from engine.tiles import SEATS, Seat, Tile
from hal.errors import HalError
from hal.ports import Button, Millis
from hal.sim.world import Spot, World
from hal.zones import Zone, ZoneKind, hand_of, melds_of, river_of


class MotionRefused(ControllerError):
    """A motion that hands cannot make; the text tells the person why. What the rules forbid is not refused here."""


class RemotePerson:
    """The hands of the person at one seat. It may do anything hands can do, also what the rules forbid."""

    def __init__(self, world: World, seat: Seat, pace: Pace) -> None:
        self.seat: Final = seat
        self._world: Final = world
        self._hands: Final = Gestures(world, pace)
        self._taken: Tile | None = None

    def wake(self, world: World, now: Millis) -> Millis | None:
        """Nothing: this person acts only when asked to."""
        return None

    @property
    def drawing(self) -> bool:
        """Whether the tile taken last is still on its way to the rack."""
        return self._taken is not None and not self._world.idle(self._taken)

    def take(self, source: Literal["wall", "replacement"]) -> Tile:
        """Take the next tile of the wall, or the replacement, into the rack; raises `MotionRefused` at its end."""
        wall = self._world.wall
        try:
            tile = wall.next() if source == "wall" else wall.replacement()
        except HalError as error:
            raise MotionRefused(str(error)) from None
        self._hands.draw(self.seat, tile)
        self._taken = tile
        return tile

    def put_back(self, tiles: Sequence[Tile]) -> None:
        """Put own tiles back where they stood in the wall; raises `MotionRefused` for tiles that are still moving."""
        for tile in tiles:
            self._check_reach(tile)
        self._hands.put_back(tiles)

    def move(self, tiles: Sequence[Tile], target: Zone) -> None:
        """Move own tiles, or the last discard of another, to a zone of the own seat, or back to the wall it came from.

        Raises `MotionRefused` for tiles that are out of reach, still moving, or a place that is not one's own.
        """
        if target not in self._zones():
            raise MotionRefused(f"seat {self.seat} may put tiles on its own rack, river and melds only")
        for tile in tiles:
            self._check_reach(tile)
        if target.kind is ZoneKind.MELDS:
            self._hands.lay(self.seat, tiles)
        elif target.kind is ZoneKind.RIVER:
            for tile in tiles:
                self._hands.discard(self.seat, tile)
        else:
            self._hands.take_handful(self.seat, tiles)

    def press(self, button: Button) -> None:
        """Press a button of the own panel."""
        self._hands.press(self.seat, button)

    def _zones(self) -> tuple[Zone, ...]:
        return hand_of(self.seat), river_of(self.seat), melds_of(self.seat)

    def _check_reach(self, tile: Tile) -> None:
        if tile not in self._world.tags:
            raise MotionRefused("there is no such tile on this table")
        place = self._world.where(tile)
        if place is Spot.AIR or not self._world.idle(tile):
            raise MotionRefused("that tile is still moving")
        others = [self._world.tiles_at(river_of(seat))[-1:] for seat in SEATS if seat != self.seat]
        if place not in self._zones() and (tile,) not in others:
            raise MotionRefused("reach for your own tiles, or the last discard of another seat")
