"""The people of the simulated table, as the table knows them.

Who they are (bots, a script, a recorded game, a person in a web page) is decided elsewhere and injected. A
person perceives the world through `Sight` and acts through `World.move` and `World.press`.
"""

from dataclasses import dataclass
from typing import Protocol

from engine.tiles import SEATS, Seat, Tile
from hal.ports import Button, Millis
from hal.sim.world import Spot, World
from hal.zones import DORA_PAD, POOL, hand_of, melds_of, river_of


class Player(Protocol):
    """One person, or several who act in concert."""

    def wake(self, world: World, now: Millis) -> Millis | None:
        """Look at the table and act by `world.move` and `world.press`; called at `now` = `world.now`.

        Called when the time has come that the last call asked for, and after everything a person would notice:
        a tile lifted or set down, a press, a lamp, a tune, a display. Gives the time of the next wish to be
        called, or None to wait for something to happen.
        """
        ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What a person at a seat can see: own hand, everything that lies open, how long the wall is.

    The table's own lamps, tunes and displays are seen through `hal.sim.panels.Panels`.
    """

    world: World
    seat: Seat

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The tiles on the own rack."""
        return self.world.tiles_at(hand_of(self.seat))

    def river(self, seat: Seat) -> tuple[Tile, ...]:
        """The discards of a seat, in the order in which they were laid."""
        return self.world.tiles_at(river_of(seat))

    def melds(self, seat: Seat) -> tuple[Tile, ...]:
        """The tiles a seat has shown, in the order in which they were laid."""
        return self.world.tiles_at(melds_of(seat))

    @property
    def pool(self) -> tuple[Tile, ...]:
        """The discards in the centre, where all discard there."""
        return self.world.tiles_at(POOL)

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """The tiles on the dora pad."""
        return self.world.tiles_at(DORA_PAD)

    @property
    def wall_left(self) -> int:
        """How many tiles still stand in the wall, the dead wall with them."""
        return len(self.world.wall)

    @property
    def hands_of_others(self) -> dict[Seat, int]:
        """How many tiles stand on each other rack."""
        return {seat: len(self.world.tiles_at(hand_of(seat))) for seat in SEATS if seat != self.seat}

    @property
    def resting(self) -> bool:
        """Whether nobody holds a tile."""
        return not self.world.tiles_at(Spot.AIR)

    def press(self, button: Button, *, delay: Millis = 0) -> None:
        """Press a button of the own panel `delay` ms from now."""
        self.world.press(self.seat, button, delay=delay)
