"""The reader boards of the simulated table: who gets air time when, and what each scan sees.

Antennas share the air. Half of it sweeps the whole table, the antennas of opposite seats together; half goes to
the favoured antennas, over and over. How long a scan takes follows the measured table in the hardware notes
(column "host 0.3 ms a slot"): 19 ms for one tag, 68 for 8, 151 for 14.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from random import Random
from typing import Final, TypeAlias

from hal.errors import LayoutError
from hal.layout import OPPOSITE_BOARDS, Antenna, Layout, seat_board
from hal.ports import BoardStatus, Millis, Scan, TagId
from hal.sim.field import Coil, Field
from hal.sim.noise import Chance, NoiseProfile
from hal.sim.panels import SILENT_AFTER
from hal.sim.tags import ghost_tag
from hal.sim.world import Change, PhoneLaid
from hal.zones import ZoneKind

SWITCH: Final = 5
"""Milliseconds to switch the air to other antennas."""

_AIR_TIME: Final = ((0, 15), (1, 19), (8, 68), (14, 151), (24, 271), (136, 1436), (400, 4440))
"""(tags, median milliseconds) of one whole inventory."""

_NOTHING: Final[frozenset[TagId]] = frozenset()

Turn: TypeAlias = tuple["ScannedCoil", ...]
"""Antennas that are read at the same time."""


def air_time(tags: int) -> float:
    """Median milliseconds that one inventory of `tags` tags takes."""
    for (few, short), (many, long) in pairwise(_AIR_TIME):
        if tags <= many:
            return short + (long - short) * (tags - few) / (many - few)
    return _AIR_TIME[-1][1] * tags / _AIR_TIME[-1][0]


_AIR_TIMES: Final = tuple(air_time(tags) for tags in range(300))


class ScannedCoil:
    """A coil with what its board keeps about it."""

    __slots__ = ("blind_until", "board", "coil", "dark", "sequence")

    def __init__(self, coil: Coil, board: "Board") -> None:
        self.coil: Final = coil
        self.board: Final = board
        self.sequence = 0
        self.dark: dict[TagId, int] = {}
        """Tags in a run of misses, and how many more scans it lasts."""
        self.blind_until: Millis = 0


@dataclass(slots=True)
class Board:
    """A reader board's state as the host's driver sees it."""

    name: str
    up: bool = True
    told_online: bool = False
    back_at: Millis | None = None
    """When a restart is over."""
    silent_since: Millis = 0


class Scanner:
    """A `TileReader` over the simulated field. Time passes by `advance` only."""

    def __init__(self, field: Field, layout: Layout, noise: NoiseProfile, seed: int) -> None:
        self._field: Final = field
        self._layout: Final = layout
        self._noise = noise
        self._random: Final = Random(f"scanner {seed}")
        self.boards: Final = {name: Board(name) for name in layout.boards}
        self._coils: Final = {
            name: ScannedCoil(coil, self.boards[coil.antenna.board]) for name, coil in field.coils.items()
        }
        self._sweep: Final = self._plan_sweep(layout)
        self._sweep_at = 0
        self._lane: tuple[Turn, ...] = ()
        self._lane_at = 0
        self._favoured: tuple[str, ...] = ()
        self._lane_lead = 0
        """Milliseconds of air the lane has had more than the sweep."""
        self._errors = ScanErrors(noise, self._random, field)
        self._arrivals: list[tuple[Millis, int, Scan | BoardStatus]] = []
        self._arrived = 0
        self._trouble_at = 0
        self._turn: Turn = ()
        self._turn_start: Millis = field.world.now
        self.next_end: Millis = field.world.now
        """When the turn now under way ends."""
        for board in self.boards.values():
            self._say(board, online=True, at=field.world.now, reason="found")
        self._begin_turn(field.world.now)
        field.world.watch(self._see)

    # ---- the port

    def poll(self, now: Millis) -> Sequence[Scan | BoardStatus]:
        """Everything that has arrived by `now`, in order of arrival."""
        arrivals = self._arrivals
        out: list[Scan | BoardStatus] = []
        while arrivals and arrivals[0][0] <= now:
            out.append(heapq.heappop(arrivals)[2])
        return out

    def favour(self, antennas: Sequence[str]) -> None:
        """Give half of the air to these antennas; names the table does not have are ignored."""
        names = tuple(name for name in antennas if name in self._coils)
        if names == self._favoured:
            return
        self._favoured = names
        self._lane = self._plan_lane(names)
        self._lane_at = 0
        self._lane_lead = 0

    # ---- faults

    def silence(self, board: str) -> None:
        """A board stops answering; the host notices after 2 s."""
        state = self._board(board)
        if state.up:
            state.up, state.silent_since, state.back_at = False, self._field.world.now, None

    def unplug(self, board: str) -> None:
        """A board's cable is pulled: the host notices at once."""
        self.silence(board)
        if self._board(board).told_online:
            self._say(self._board(board), online=False, at=self._field.world.now, reason="unplugged")

    def restore(self, board: str) -> None:
        """A silent or unplugged board is back; its counters start again."""
        self._restart(self._board(board), self._field.world.now)

    def blind(self, antenna: str, until: Millis) -> None:
        """Something covers an antenna until a time: it sees neither tiles nor its reference tag."""
        self._coils[self._layout.antenna(antenna).name].blind_until = until

    def _see(self, change: Change) -> None:
        """A phone covers one of the antennas of its seat."""
        if isinstance(change, PhoneLaid):
            near = [scanned for scanned in self._coils.values() if scanned.coil.antenna.zone.seat == change.seat]
            if near:
                self._random.choice(near).blind_until = change.until

    def _board(self, name: str) -> Board:
        try:
            return self.boards[name]
        except KeyError:
            raise LayoutError(f"this table has no board {name!r}; it has {', '.join(self.boards)}") from None

    # ---- time

    def disturb(self, noise: NoiseProfile) -> None:
        """From now on scans are as wrong as `noise` says."""
        self._noise = noise
        self._errors = ScanErrors(noise, self._random, self._field)

    def begin_at(self, now: Millis) -> None:
        """Time begins at `now`."""
        self.next_end = now

    def advance(self, now: Millis) -> None:
        """The turn that ends at `now` = `next_end` is over; the next one begins."""
        if self._noise.blind_every or self._noise.reboot_every:
            self._make_trouble(now)
        for scanned in self._turn:
            if scanned.board.up:
                self._finish(scanned, now)
        for board in self.boards.values():
            if not board.up:
                self._wait_for(board, now)
        self._begin_turn(now + SWITCH)

    def _begin_turn(self, start: Millis) -> None:
        lane = self._lane
        if lane and self._lane_lead <= 0:
            turn = lane[self._lane_at]
            self._lane_at = (self._lane_at + 1) % len(lane)
            sign = 1
        else:
            turn = self._sweep[self._sweep_at]
            self._sweep_at = (self._sweep_at + 1) % len(self._sweep)
            sign = -1
        length = 0.0
        for scanned in turn:
            coil = scanned.coil
            if coil.changes:
                coil.changes.clear()
            if scanned.board.up:
                length = max(length, _AIR_TIMES[min(len(coil.order) + 1, 299)])
        if self._noise.jitter:
            length *= 1 + self._noise.jitter * (2 * self._random.random() - 1)
        duration = max(1, int(length))
        if lane:
            self._lane_lead += sign * (duration + SWITCH)
        self._turn = turn
        self._turn_start = start
        self.next_end = start + duration

    def _finish(self, scanned: ScannedCoil, now: Millis) -> None:
        coil = scanned.coil
        scanned.sequence += 1
        if scanned.blind_until > now:
            tags, reference = _NOTHING, False
        else:
            tags, reference = self._errors.read(scanned, self._turn_start, now), True
        scan = Scan(coil.antenna.name, scanned.sequence, self._turn_start, now, tags, reference)
        late = int(self._random.random() * (self._noise.late + 1)) if self._noise.late else 0
        self._arrived += 1
        heapq.heappush(self._arrivals, (now + late, self._arrived, scan))

    # ---- boards that come and go

    def _make_trouble(self, now: Millis) -> None:
        """Blind antennas and restart boards at the profile's rates, decided once a second."""
        if now < self._trouble_at:
            return
        self._trouble_at = now + 1_000
        noise, random = self._noise, self._random
        if noise.blind_every:
            for scanned in self._coils.values():
                if random.random() < 1_000 / noise.blind_every:
                    scanned.blind_until = now + noise.blind_for
        if noise.reboot_every:
            for board in self.boards.values():
                if board.up and random.random() < 1_000 / noise.reboot_every:
                    board.up, board.silent_since, board.back_at = False, now, now + noise.reboot_for

    def _wait_for(self, board: Board, now: Millis) -> None:
        if board.back_at is not None and now >= board.back_at:
            self._restart(board, now)
        elif board.told_online and now - board.silent_since >= SILENT_AFTER:
            self._say(board, online=False, at=now, reason="silent")

    def _restart(self, board: Board, now: Millis) -> None:
        if board.up:
            return
        board.up, board.back_at = True, None
        for scanned in self._coils.values():
            if scanned.board is board:
                scanned.sequence = 0
                scanned.dark.clear()
        self._say(board, online=True, at=now, reason="restarted")

    def _say(self, board: Board, *, online: bool, at: Millis, reason: str) -> None:
        board.told_online = online
        self._arrived += 1
        heapq.heappush(self._arrivals, (at, self._arrived, BoardStatus(board.name, online, at, reason)))

    # ---- planning

    def _plan_sweep(self, layout: Layout) -> tuple[Turn, ...]:
        """All antennas: opposite seats together, seats alternating, the other boards spread evenly between."""
        seated = {seat_board(seat): layout.on_board(seat_board(seat)) for seat in range(4)}
        turns: list[Turn] = []
        pairs = ((seat_board(0), seat_board(2)), (seat_board(1), seat_board(3)))
        for row in zip_longest(*(seated[board] for pair in pairs for board in pair)):
            for together in (row[:2], row[2:]):
                turn = self._turn_of(together)
                if turn:
                    turns.append(turn)
        others = [antenna for antenna in layout.antennas if antenna.board not in seated]
        spread = len(turns) / len(others) if others else 0
        for n, antenna in reversed(list(enumerate(others, 1))):
            turns.insert(round(n * spread), self._turn_of((antenna,)))
        return tuple(turns)

    def _plan_lane(self, names: Sequence[str]) -> tuple[Turn, ...]:
        """The favoured antennas in their order, each with a favoured one of the opposite seat if there is one."""
        waiting = [self._coils[name] for name in dict.fromkeys(names)]
        turns: list[Turn] = []
        while waiting:
            first = waiting.pop(0)
            partner = next((other for other in waiting if _opposite(first, other)), None)
            if partner is not None:
                waiting.remove(partner)
                turns.append((first, partner))
            else:
                turns.append((first,))
        return tuple(turns)

    def _turn_of(self, antennas: Sequence[Antenna | None]) -> Turn:
        return tuple(self._coils[antenna.name] for antenna in antennas if antenna is not None)


def _opposite(one: ScannedCoil, other: ScannedCoil) -> bool:
    return OPPOSITE_BOARDS.get(one.board.name) == other.board.name


class ScanErrors:
    """What a scan sees, given what is there: changes under way, misses, and tags that should not be heard."""

    def __init__(self, noise: NoiseProfile, random: Random, field: Field) -> None:
        self._noise: Final = noise
        self._random: Final = random
        self._world: Final = field.world
        # A run of misses starts at a readable tag with this chance, so that `miss` of all readings are missed.
        start = noise.miss / (noise.burst * (1 - noise.miss) + noise.miss)
        self._miss: Final = Chance(start, random)
        self._longer: Final = 1 - 1 / noise.burst
        self._stray: Final = Chance(min(0.999, noise.neighbour + noise.ghost + noise.wall), random)
        self._ghosts = 0

    def read(self, scanned: ScannedCoil, started: Millis, ended: Millis) -> frozenset[TagId]:
        """The tags that one scan from `started` to `ended` reports."""
        coil = scanned.coil
        seen = coil.whole
        if coil.changes:
            seen = self._in_motion(coil, started, ended)
        if scanned.dark or not self._miss.none_in(len(coil.order)):
            seen -= frozenset(self._missed(scanned))
        if coil.edge:
            rate = self._noise.edge_rate
            seen |= {tag for tag in coil.edge if self._random.random() < rate}
        if self._stray.strikes():
            seen |= frozenset(self._strays(coil))
        return seen

    def _in_motion(self, coil: Coil, started: Millis, ended: Millis) -> frozenset[TagId]:
        """Tags that come or go during a scan are seen if their slot falls into the time they are there."""
        seen = set(coil.whole)
        for at, tag, came in coil.changes:
            there = (ended - at if came else at - started) / max(1, ended - started)
            if self._random.random() < there:
                seen.add(tag)
            else:
                seen.discard(tag)
        return frozenset(seen)

    def _missed(self, scanned: ScannedCoil) -> Iterator[TagId]:
        """Tags that stay unread this time, old and new runs of misses."""
        dark = scanned.dark
        order = scanned.coil.order
        readable = [tag for tag in order if tag not in dark] if dark else order
        for tag in list(dark):
            yield tag
            if dark[tag] > 1:
                dark[tag] -= 1
            else:
                del dark[tag]
        for index in self._miss.hits_in(len(readable)):
            tag = readable[index]
            yield tag
            more = 0
            while self._longer and self._random.random() < self._longer:
                more += 1
            if more:
                dark[tag] = more

    def _strays(self, coil: Coil) -> Iterator[TagId]:
        noise, random = self._noise, self._random
        which = random.random() * (noise.neighbour + noise.ghost + noise.wall)
        if which < noise.neighbour:
            near = [tag for other in coil.neighbours for tag in other.order]
            if near:
                yield random.choice(near)
        elif which < noise.neighbour + noise.ghost:
            self._ghosts += 1
            yield ghost_tag(self._ghosts)
        elif coil.antenna.zone.kind in (ZoneKind.HAND, ZoneKind.RIVER) and coil.antenna.zone.seat is not None:
            near = self._wall_near(coil.antenna)
            if near:
                yield random.choice(near)

    def _wall_near(self, antenna: Antenna) -> list[TagId]:
        """The tiles still standing in the two stacks of the wall that are nearest to an antenna."""
        wall, seat = self._world.wall, antenna.zone.seat or 0
        side = len(wall.order) // 4
        first = seat * side + (sum(map(ord, antenna.name)) * 2) % max(1, side - 4)
        return [self._world.tags[tile] for tile in wall.order[first : first + 4] if tile in wall]
