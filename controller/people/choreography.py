"""People whose doings are written as a generator: do something, yield how long to wait, go on."""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Final, TypeAlias

from controller.people.gestures import Gestures
from controller.people.glance import Glance
from controller.people.habits import TIDY, Habits
from controller.people.tempo import Pace
from controller.people.walls import dealing_order
from controller.referee.state import Incident
from engine.tiles import SEATS, Seat, Tile
from hal.ports import Button, Millis
from hal.sim.world import Change, Spot, TileMoved, World
from hal.zones import DORA_PAD, Zone, hand_of, melds_of, river_of

Script: TypeAlias = Generator[Millis, None, None]
"""Yields how many milliseconds to wait before it goes on."""

PATIENCE: Final = 8_000
"""Milliseconds after which people do something about what the table complains of."""

DESPAIR: Final = 240_000
"""Milliseconds after which people give a deal up: the table does not understand it."""


_LATELY: Final = 12
"""So many tiles played last are put down again when those that were named did not help."""

_WASHES: Final = 3
"""How often tiles are pushed about when they are washed."""

_OF_ITSELF: Final = frozenset({"antenna_blind", "reader_offline", "panel_offline"})
"""Complaints that no tile put down again can end."""


_SPEAKS_OF_RACKS: Final = frozenset({"too_few_tiles", "tile_missing", "draw_out_of_turn", "discard_out_of_turn"})
"""Complaints whose cause may be a drawn tile that is not read."""


class GivenUp(Exception):
    """The table did not understand what people did, and they stopped trying; the text says what they waited for."""


class Performer:
    """A `Player` that performs a script; several people acting in concert are one performer."""

    def __init__(self) -> None:
        self._script: Iterator[Millis] | None = None
        self._due: Millis = 0

    @property
    def done(self) -> bool:
        """Whether the script is at its end."""
        return self._script is None

    def perform(self, script: Script, now: Millis) -> None:
        """Begin a script, at the next time the table wakes its people."""
        self._script, self._due = script, now

    def wake(self, world: World, now: Millis) -> Millis | None:
        """Go on with the script if its pause is over."""
        while self._script is not None and now >= self._due:
            pause = next(self._script, None)
            if pause is None:
                self._script = None
            else:
                self._due = now + pause
        return None if self._script is None else self._due


class Company(Performer):
    """Four people at a table who can wait for its displays, and help it when it is confused."""

    def __init__(self, world: World, glance: Glance, pace: Pace, habits: Habits = TIDY) -> None:
        super().__init__()
        self.world: Final = world
        self.glance: Final = glance
        self.pace: Final = pace
        self.habits: Final = habits
        self.hands: Final = Gestures(world, pace, habits)
        self.lately: Final[deque[Tile]] = deque(maxlen=_LATELY)
        """The tiles that were set down on the table last, the newest at the end."""
        self._helped: dict[tuple[str, tuple[Seat, ...]], int] = {}
        """How often each present complaint was answered."""
        self._look_away: Final = world.watch(self._remember)

    def leave(self) -> None:
        """Leave the table to others: the world knows these people no more."""
        self._look_away()

    def _remember(self, change: Change) -> None:
        if isinstance(change, TileMoved) and isinstance(change.target, Zone):
            if change.tile in self.lately:
                self.lately.remove(change.tile)
            self.lately.append(change.tile)

    def until(self, done: Millis) -> Millis:
        """How long it is until a motion is done; at least 1 ms."""
        return max(1, done - self.world.now)

    def deal_tiles(self, dealer: Seat) -> Script:
        """Take the tiles from the wall in fours, the dealer first, and then the last one each; rack them at once, or
        when all are dealt.
        """
        before_oneself = self.pace.happens(self.habits.fours)
        for seat, size in dealing_order(dealer):
            tiles = self.world.wall.upcoming(size)
            if before_oneself:
                self.hands.take_before_oneself(seat, tiles)
            else:
                self.hands.take_handful(seat, tiles)
            yield self.pace.time(self.pace.tempo.deal)
        if before_oneself:
            yield self.pace.time(self.pace.tempo.lay)
            yield self.until(max(self.hands.rack_all(seat) for seat in SEATS))

    def wait_for(self, shown: Callable[[], bool], what: str, *, patience: Millis = DESPAIR) -> Script:
        """Look at the displays now and then until they show something; raises `GivenUp` when they never do.

        A pause does not count: nothing is read in it.
        """
        start = self.world.now
        while not shown():
            if self.glance.paused:
                start = self.world.now
            if self.world.now - start > patience:
                raise GivenUp(what)
            yield from self.help_out()
            yield self.pace.time(self.pace.tempo.look)

    def calm_down(self) -> Script:
        """While the table complains, stop playing; after a while put the tiles it means down again."""
        start = self.world.now
        while troubles := self._troubles():
            if self.glance.paused:
                start = self.world.now
            if self.world.now - start > DESPAIR:
                raise GivenUp("the table's complaint to end: " + troubles[0].kind)
            yield from self.help_out()
            yield self.pace.time(self.pace.tempo.look)

    def help_out(self) -> Script:
        """Do what one does when the table has complained for a while: lift the tiles and set them down again."""
        waiting = [
            incident
            for incident in self._troubles()
            if incident.kind not in _OF_ITSELF and self.world.now - incident.opened_at >= PATIENCE
        ]
        if not waiting:
            return
        incident = min(waiting, key=lambda incident: self._helped.get((incident.kind, incident.seats), 0))
        times = self._helped.get((incident.kind, incident.seats), 0)
        self._helped[incident.kind, incident.seats] = times + 1
        yield self.until(self.hands.put_down_again(self._tiles_meant(incident, times)))
        yield from self._see_whether_it_helped()

    def _see_whether_it_helped(self) -> Script:
        since = self.world.now
        while self._troubles() and self.world.now - since < PATIENCE:
            yield self.pace.time(self.pace.tempo.look)
        if not self._troubles():
            self._helped.clear()

    def _troubles(self) -> tuple[Incident, ...]:
        """Complaints that interrupt play. That the time is over, say, does not: one goes on and discards."""
        return tuple(incident for incident in self.glance.trouble if incident.stops_clocks)

    def press_ok(self) -> Script:
        """Everybody presses OK, and again if the table has not noticed."""
        delay = self.pace.time(self.pace.tempo.applaud)
        for _ in range(4):
            if not self.glance.wants_ok:
                return
            for seat in range(4):
                if not self.glance.is_ready(seat):
                    self.hands.press(seat, Button.MENU, delay)
                    delay += self.pace.time(self.pace.tempo.small)
            yield delay + self.pace.time(self.pace.tempo.applaud)
            delay = 1

    def clear_table(self, wall: tuple[Tile, ...], dead: int) -> Script:
        """Take everything off the table and build the next wall; by hand, the tiles are washed on the table first."""
        if self.pace.happens(self.habits.by_hand):
            yield from self._wash()
        for tile in self.world.tile_set.tiles:
            if self.world.where(tile) is not Spot.BOX:
                self.world.move(tile, Spot.BOX, duration=600)
        yield self.pace.time(self.pace.tempo.clear)
        if self.habits.second_set:
            self.world.take_other_set()
        self.world.build_wall(wall, dead=dead)
        yield self.pace.time(self.pace.tempo.deal)

    def _wash(self) -> Script:
        """Push all tiles about on the table, face down."""
        zones = [river_of(seat) for seat in SEATS] + [melds_of(seat) for seat in SEATS] + [DORA_PAD]
        for _ in range(_WASHES):
            for tile in self.world.tile_set.tiles:
                self.world.move(tile, self.pace.random.choice(zones), duration=self.pace.time(self.pace.tempo.reach))
            yield self.pace.time(self.pace.tempo.call)
        yield self.pace.time(self.pace.tempo.lay)

    def _tiles_meant(self, incident: Incident, times: int) -> tuple[Tile, ...]:
        """The tiles to put down again, more of them each time the complaint was not answered by it.

        First those an incident shows and the racks it speaks of, then the tiles that were played last, then all
        of the seats named. People know whose turn it is: if the displays show another seat's, that seat's last
        tiles were not read.
        """
        turn = self.glance.turn
        seats = dict.fromkeys((*incident.seats, *(() if turn is None else turn[:1])))
        zones: list[Zone] = []
        if times % 3 == 0:
            if incident.kind in _SPEAKS_OF_RACKS or not incident.public_tiles:
                zones = [hand_of(seat) for seat in seats]
            meant = incident.public_tiles
        elif times % 3 == 1:
            meant = tuple(self.lately)
        else:
            meant = ()
            zones = [zone(seat) for seat in seats for zone in (hand_of, river_of, melds_of)]
        if incident.kind == "wrong_indicator":
            zones.append(DORA_PAD)
        return tuple(dict.fromkeys((*meant, *(tile for zone in zones for tile in self.world.tiles_at(zone)))))
