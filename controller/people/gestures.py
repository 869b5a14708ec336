"""What hands do: the small motions and presses that everyone at the simulated table shares."""

from collections.abc import Iterable, Sequence
from typing import Final

from controller.people.tempo import Pace
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.sim.world import Spot, World
from hal.zones import DORA_PAD, Zone, hand_of, melds_of, river_of

PAD_HABIT: Final = 0.8
"""How often a drawn tile is set down on the pad for it rather than among the others."""


class Gestures:
    """Motions in one world at one pace. Each gives the time at which it is done (table time, ms)."""

    def __init__(self, world: World, pace: Pace) -> None:
        self.world: Final = world
        self.pace: Final = pace

    def draw(self, seat: Seat, tile: Tile, delay: Millis = 0) -> Millis:
        """Take a tile from the wall to the rack."""
        return self._carry(tile, hand_of(seat), delay, pad=self.pace.happens(PAD_HABIT))

    def draw_and_discard(self, seat: Seat, tile: Tile, delay: Millis = 0) -> Millis:
        """Take a tile from the wall and lay it in the river in one motion."""
        return self._carry(tile, river_of(seat), delay)

    def discard(self, seat: Seat, tile: Tile, delay: Millis = 0) -> Millis:
        """Lay a tile in the river."""
        return self._carry(tile, river_of(seat), delay)

    def lay(self, seat: Seat, tiles: Iterable[Tile], delay: Millis = 0) -> Millis:
        """Lay tiles open as a meld, one motion for all of them."""
        return self.world.move_together(tiles, melds_of(seat), duration=self._reach(), delay=delay)

    def turn_indicator(self, tile: Tile, delay: Millis = 0) -> Millis:
        """Lay a tile of the dead wall on the dora pad."""
        return self._carry(tile, DORA_PAD, delay)

    def take_handful(self, seat: Seat, tiles: Sequence[Tile], delay: Millis = 0) -> Millis:
        """Take tiles from the wall to the rack while dealing."""
        return self.world.move_together(tiles, hand_of(seat), duration=self._reach(), delay=delay)

    def put_back(self, tiles: Iterable[Tile], delay: Millis = 0) -> Millis:
        """Put tiles back where they stood in the wall, one motion for all of them."""
        return self.world.move_together(tiles, Spot.WALL, duration=self._reach(), delay=delay)

    def put_down_again(self, tiles: Iterable[Tile], delay: Millis = 0) -> Millis:
        """Lift tiles and set them down where they lay, for an antenna that does not see them."""
        done = self.world.now + delay
        for tile in tiles:
            place = self.world.where(tile)
            if isinstance(place, Zone):
                done = max(done, self._carry(tile, place, delay))
        return done

    def press(self, seat: Seat, button: Button, delay: Millis = 0) -> Millis:
        """Press a button of a seat's panel."""
        return self.world.press(seat, button, delay=delay)

    def _carry(self, tile: Tile, target: Zone, delay: Millis, *, pad: bool = False) -> Millis:
        return self.world.move(tile, target, duration=self._reach(), delay=delay, pad=pad)

    def _reach(self) -> Millis:
        return self.pace.time(self.pace.tempo.reach)
