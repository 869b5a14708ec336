"""What hands do: the small motions and presses that everyone at the simulated table shares."""

from collections.abc import Iterable, Sequence
from typing import Final

from controller.people.habits import TIDY, Habits
from controller.people.tempo import Pace, Span
from engine.tiles import SEATS, Seat, Tile
from hal.ports import Button, Millis
from hal.sim.world import Spot, World
from hal.zones import DORA_PAD, POOL, Zone, hand_of, melds_of, river_of

_HELD: Final[Span] = (500, 2_500)
"""How long a tile that is lifted and put back is away."""
_ON_THE_FLOOR: Final[Span] = (3_000, 6_000)
"""How long a dropped tile is looked for."""
_TILE_BY_TILE: Final[Millis] = 1_000
"""From one tile to the next of a set laid slowly."""
_LATER: Final[Span] = (300, 900)
"""From the first motion of a call to the second."""
_PHONE: Final[Span] = (2_000, 6_000)
_ROW: Final = 6
"""Tiles in a row of a river."""


class Gestures:
    """Motions in one world at one pace. Each gives the time at which it is done (table time, ms)."""

    def __init__(self, world: World, pace: Pace, habits: Habits = TIDY) -> None:
        self.world: Final = world
        self.pace: Final = pace
        self.habits: Final = habits

    # ---- a turn

    def draw(self, seat: Seat, tile: Tile, delay: Millis = 0) -> Millis:
        """Take a tile from the wall to the rack; it may fall on the floor on the way, or come to lie across."""
        habits, pace = self.habits, self.pace
        if pace.happens(habits.drop):
            fallen = self._carry(tile, Spot.BOX, delay)
            delay = fallen - self.world.now + pace.time(_ON_THE_FLOOR)
        across = pace.happens(habits.across)
        return self._carry(tile, hand_of(seat), delay, pad=not pace.happens(habits.off_pad), across=across)

    def draw_and_discard(self, seat: Seat, tile: Tile, delay: Millis = 0) -> Millis:
        """Take a tile from the wall and lay it among the discards in one motion."""
        return self._carry(tile, self.discards_of(seat), delay)

    def discard(self, seat: Seat, tile: Tile, delay: Millis = 0) -> Millis:
        """Lay a tile among the discards. What lies across the rack is put right; habits may follow."""
        done = self._carry(tile, self.discards_of(seat), delay)
        self._put_right(seat, tile, done)
        self._fidget_after(seat, done)
        return done

    def discards_of(self, seat: Seat) -> Zone:
        """Where a seat's discards go: its river, or the pool."""
        return POOL if self.habits.pool else river_of(seat)

    def sort(self, seat: Seat) -> None:
        """Sort some tiles of the rack, if it is this person's habit now."""
        if self.pace.happens(self.habits.sort):
            rack = [tile for tile in self.world.tiles_at(hand_of(seat)) if self.world.idle(tile)]
            for tile in self.pace.random.sample(rack, min(3, len(rack))):
                self.world.move(tile, hand_of(seat), duration=self.pace.time(_HELD))

    # ---- sets

    def lay(self, seat: Seat, tiles: Iterable[Tile], delay: Millis = 0) -> Millis:
        """Lay tiles open as a set: all in one motion, or tile by tile."""
        if self.pace.happens(self.habits.slow_meld):
            done = self.world.now
            for number, tile in enumerate(tiles):
                done = self._carry(tile, melds_of(seat), delay + number * _TILE_BY_TILE)
            return done
        return self.world.move_together(tiles, melds_of(seat), duration=self._reach(), delay=delay)

    def call(self, seat: Seat, claimed: Tile, own: Sequence[Tile], delay: Millis = 0) -> Millis:
        """Lay a set with another's discard: together, or the claimed tile before or after the own ones."""
        habits, pace = self.habits, self.pace
        if pace.happens(habits.racked_claim):
            racked = self._carry(claimed, hand_of(seat), delay)
            return self.lay(seat, (claimed, *own), racked - self.world.now + pace.time(_LATER))
        if pace.happens(habits.claimed_first):
            first = self._carry(claimed, melds_of(seat), delay)
            return self.lay(seat, own, first - self.world.now + pace.time(_LATER))
        if pace.happens(habits.claimed_last):
            first = self.lay(seat, own, delay)
            return self._carry(claimed, melds_of(seat), first - self.world.now + pace.time(_LATER))
        return self.lay(seat, (claimed, *own), delay)

    def show_hand(self, seat: Seat, delay: Millis = 0) -> Millis:
        """Lay the whole hand open before oneself."""
        hand = self.world.tiles_at(hand_of(seat))
        return self.world.move_together(hand, melds_of(seat), duration=self._reach(), delay=delay)

    # ---- the wall

    def turn_indicator(self, tile: Tile, delay: Millis = 0) -> Millis:
        """Lay a tile of the dead wall on the dora pad."""
        return self._carry(tile, DORA_PAD, delay)

    def take_handful(self, seat: Seat, tiles: Sequence[Tile], delay: Millis = 0) -> Millis:
        """Take tiles from the wall to the rack while dealing."""
        return self.world.move_together(tiles, hand_of(seat), duration=self._reach(), delay=delay)

    def take_before_oneself(self, seat: Seat, tiles: Sequence[Tile]) -> Millis:
        """Take tiles from the wall while dealing and lay them where the discards or sets will lie."""
        zone = melds_of(seat) if self.habits.pool or self.pace.happens(0.5) else river_of(seat)
        return self.world.move_together(tiles, zone, duration=self._reach())

    def rack_all(self, seat: Seat) -> Millis:
        """Rack what was dealt and lies before oneself."""
        before = [tile for zone in (river_of(seat), melds_of(seat)) for tile in self.world.tiles_at(zone)]
        return self.world.move_together(before, hand_of(seat), duration=self._reach())

    def put_back(self, tiles: Iterable[Tile], delay: Millis = 0) -> Millis:
        """Put tiles back where they stood in the wall, one motion for all of them."""
        return self.world.move_together(tiles, Spot.WALL, duration=self._reach(), delay=delay)

    # ---- the rest

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

    def _put_right(self, seat: Seat, discarded: Tile, done: Millis) -> None:
        for tile in self.world.tiles_at(hand_of(seat)):
            if tile != discarded and self.world.lies_across(tile):
                self._carry(tile, hand_of(seat), done - self.world.now + self.pace.time(_LATER))

    def _fidget_after(self, seat: Seat, done: Millis) -> None:
        """What hands do on their way back from a discard."""
        habits, pace, delay = self.habits, self.pace, done - self.world.now
        if pace.happens(habits.straighten):
            for tile in self._idle(self.discards_of(seat))[-_ROW:]:
                self._carry(tile, self.discards_of(seat), delay + pace.time(_LATER))
        if pace.happens(habits.sleeve):
            self._push(seat, delay)
        if pace.happens(habits.lift):
            other = pace.random.choice(SEATS)
            zone = pace.random.choice((hand_of(other), self.discards_of(other)))
            tiles = self._idle(zone)
            if tiles:
                self.world.move(pace.random.choice(tiles), zone, duration=pace.time(_HELD), delay=delay)
        if pace.happens(habits.phone):
            self.world.lay_phone(seat, delay=delay, duration=pace.time(_PHONE))

    def _push(self, seat: Seat, delay: Millis) -> None:
        """The sleeve drags the last tiles of the left neighbour's river along; the neighbour puts them back."""
        theirs, mine = self.discards_of((seat + 3) % 4), self.discards_of(seat)
        if theirs == mine:
            return
        for tile in self._idle(theirs)[-2:]:
            there = self.world.move(tile, mine, duration=200, delay=delay)
            self._carry(tile, theirs, there - self.world.now + self.pace.time(_ON_THE_FLOOR))

    def _idle(self, zone: Zone) -> list[Tile]:
        return [tile for tile in self.world.tiles_at(zone) if self.world.idle(tile)]

    def _carry(
        self, tile: Tile, target: Zone | Spot, delay: Millis, *, pad: bool = False, across: bool = False
    ) -> Millis:
        return self.world.move(tile, target, duration=self._reach(), delay=delay, pad=pad, across=across)

    def _reach(self) -> Millis:
        return self.pace.time(self.pace.tempo.reach)
