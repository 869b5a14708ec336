"""The simulated table: world, people, and by what apparatus they are sensed, in process and on a virtual clock.

    table = SimulatedTable(TileSet(red_fives=3), noise=TYPICAL, seed=1)
    table.seat_people([player])
    table.advance(now)          # people act, tiles move, antennas scan
    table.reader.poll(now)      # what the service sees

At depth *ports* the apparatus is a `Scanner`; `hal.sim.depths` puts boards on serial lines in its place.
"""

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from engine.tiles import Seat, Tile, TileSet
from hal.errors import WorldError
from hal.layout import Layout, seat_board, standard_layout
from hal.ports import (
    BoardStatus,
    ButtonSource,
    Lamps,
    Millis,
    Scan,
    ScoreDisplay,
    SeatDisplay,
    Sound,
    TagId,
    TurnLight,
)
from hal.sim.faults import Faults
from hal.sim.field import Field
from hal.sim.machine import SimulatedMachine
from hal.sim.noise import NONE, NoiseProfile
from hal.sim.panels import Panels, SimulatedButtons
from hal.sim.people import Player
from hal.sim.scanner import Scanner
from hal.sim.world import Change, World


class BoardState(Protocol):
    """A board as the faults see it."""

    @property
    def up(self) -> bool:
        """Whether it works."""
        ...


class Apparatus(Protocol):
    """What reads the simulated table; a `TileReader` whose time passes by `advance` only."""

    @property
    def next_end(self) -> Millis:
        """When something happens next in it."""
        ...

    @property
    def boards(self) -> Mapping[str, BoardState]:
        """Its boards by name."""
        ...

    def begin_at(self, now: Millis) -> None:
        """Time begins at `now`."""
        ...

    def advance(self, now: Millis) -> None:
        """What is due at `now` = `next_end` happens."""
        ...

    def poll(self, now: Millis) -> Sequence[Scan | BoardStatus]:
        """See `TileReader.poll`."""
        ...

    def favour(self, antennas: Sequence[str]) -> None:
        """See `TileReader.favour`."""
        ...

    def silence(self, board: str) -> None:
        """A board stops answering."""
        ...

    def unplug(self, board: str) -> None:
        """A board's cable is pulled."""
        ...

    def restore(self, board: str) -> None:
        """A silent or unplugged board is back."""
        ...

    def blind(self, antenna: str, until: Millis) -> None:
        """Something covers an antenna until a time."""
        ...


class Outputs(Lamps, Sound, SeatDisplay, ScoreDisplay, TurnLight, Protocol):
    """What shows and sounds."""


class PanelledApparatus(Apparatus, Protocol):
    """Boards on cables, which carry the seat panels too."""

    def disturb(self, board: str, kind: str, amount: float) -> None:
        """From now on a board's cable does something to bytes: `corrupt`, `drop`, `duplicate` or `delay`."""
        ...

    def reboot(self, board: str) -> None:
        """A board starts again."""
        ...

    def pretend(self, board: str, version: int | None) -> None:
        """A board starts again and speaks another protocol version; None: the right one."""
        ...

    def clone(self, board: str) -> str:
        """A second board of the same name is plugged in; gives the name to unplug it by."""
        ...

    @property
    def buttons(self) -> ButtonSource:
        """The panels' buttons."""
        ...

    @property
    def outputs(self) -> Outputs:
        """The panels' lamps, buzzers and displays."""
        ...

    @property
    def problems(self) -> Mapping[str, str]:
        """What their driver says is wrong."""
        ...

    @property
    def figures(self) -> Mapping[str, str]:
        """How their driver says they are doing."""
        ...

    def close(self) -> None:
        """Let go of lines and processes."""
        ...


MakeApparatus: TypeAlias = Callable[[Field, Layout, NoiseProfile, int, Panels], PanelledApparatus]
"""Given the field, the layout, the noise with its seed, and the panels people look at."""


class SimulatedTable:
    """A world, its people, and the ports through which a service senses and shows.

    `reader`, `buttons`, `machine` and `outputs` (lamps, sound and displays) implement the ports; people look at
    `panels`. All change only within `advance`; a run is reproduced exactly by the same seed, people and calls.
    """

    def __init__(
        self,
        tile_set: TileSet,
        *,
        layout: Layout | None = None,
        noise: NoiseProfile = NONE,
        seed: int = 0,
        apparatus: MakeApparatus | None = None,
    ) -> None:
        self.layout: Final = layout or standard_layout()
        self._noise = noise
        self.world: Final = World(tile_set)
        self.field: Final = Field(self.world, self.layout, noise, seed)
        self.panels: Final = Panels()
        self.reader: Apparatus
        self.buttons: ButtonSource
        self.outputs: Outputs
        self.bench: PanelledApparatus | None = None
        """The boards on their cables; None at depth ports."""
        if apparatus is None:
            self.reader = Scanner(self.field, self.layout, noise, seed)
            self.buttons = SimulatedButtons(self.world, noise, seed, self._panel_up)
            self.outputs = self.panels
        else:
            self.bench = apparatus(self.field, self.layout, noise, seed, self.panels)
            self.reader, self.buttons, self.outputs = self.bench, self.bench.buttons, self.bench.outputs
        self.machine: Final = SimulatedMachine(self.world)
        self.faults: Final = Faults(self)
        self._people: list[Player] = []
        self._wake_at: list[Millis | None] = []
        self._stirred = False
        self._scheduled: list[tuple[Millis, int, Callable[[], None]]] = []
        self._schedules = 0
        self.world.watch(self._notice)

    @property
    def now(self) -> Millis:
        """The world's time."""
        return self.world.now

    @property
    def registry(self) -> dict[TagId, Tile]:
        """Which tile each tag is in, as enrolling the set would have found."""
        return self.world.registry

    @property
    def noise(self) -> NoiseProfile:
        """How wrong antennas and buttons are. It can be changed at depth *ports*; elsewhere `WorldError`."""
        return self._noise

    @noise.setter
    def noise(self, noise: NoiseProfile) -> None:
        if noise == self._noise:
            return
        if not isinstance(self.reader, Scanner) or not isinstance(self.buttons, SimulatedButtons):
            raise WorldError("boards of a simulated table keep the noise they were made with; choose depth ports")
        self._noise = noise
        for part in (self.field, self.reader, self.buttons):
            part.disturb(noise)

    def begin_at(self, now: Millis) -> None:
        """Let time begin at `now` instead of 0, before anything has happened: a service's clock goes on after a stop.

        Raises `WorldError` once time has passed.
        """
        if self.world.now:
            raise WorldError(f"the world has begun at 0 and is at {self.world.now} ms; time cannot be set any more")
        self.world.now = now
        self.reader.begin_at(now)

    def close(self) -> None:
        """Let go of what the apparatus holds: lines, processes. May be called more than once."""
        if self.bench is not None:
            self.bench.close()

    def problems(self) -> Mapping[str, str]:
        """What the driver says is wrong, by board or device; nothing at depth ports, where there is no driver."""
        return {} if self.bench is None else self.bench.problems

    def figures(self) -> Mapping[str, str]:
        """How boards, lines and antennas are doing, by board; nothing at depth ports."""
        return {} if self.bench is None else self.bench.figures

    def seat_people(self, people: Iterable[Player]) -> None:
        """These people sit down, in place of whoever sat there; each is woken at the next `advance`."""
        self._people = list(people)
        self._wake_at = [self.world.now] * len(self._people)

    def schedule(self, at: Millis, action: Callable[[], None]) -> None:
        """Have something done at a time to come: a fault, as a rule."""
        self._schedules += 1
        heapq.heappush(self._scheduled, (max(at, self.world.now), self._schedules, action))

    def next_at(self) -> Millis:
        """When something happens next; before that, `advance` changes nothing."""
        return min(self._moments())

    def advance(self, now: Millis) -> None:
        """Let time pass up to and including `now`: hands move, people wake, turns of air end, all in order."""
        world, reader = self.world, self.reader
        if self.panels.changed:
            self.panels.changed = False
            self._wake_all()
        while True:
            moment = min(self._moments())
            if moment > now:
                break
            world.advance(moment)
            self.field.pass_time(moment)
            while self._scheduled and self._scheduled[0][0] <= moment:
                heapq.heappop(self._scheduled)[2]()
            if self._stirred:
                self._stirred = False
                self._wake_all()
            else:
                self._wake_due()
            if reader.next_end <= moment:
                reader.advance(moment)
        world.advance(now)

    def _moments(self) -> list[Millis]:
        moments = [self.reader.next_end]
        planned = self.world.next_at()
        if planned is not None:
            moments.append(planned)
        if self._scheduled:
            moments.append(self._scheduled[0][0])
        moments.extend(at for at in self._wake_at if at is not None)
        return moments

    def _wake_due(self) -> None:
        now = self.world.now
        for n, at in enumerate(self._wake_at):
            if at is not None and at <= now:
                self._wake(n)

    def _wake_all(self) -> None:
        for n in range(len(self._people)):
            self._wake(n)

    def _wake(self, n: int) -> None:
        now = self.world.now
        wish = self._people[n].wake(self.world, now)
        # Nobody is woken twice in one millisecond by their own wish: time must go on.
        self._wake_at[n] = None if wish is None else max(wish, now + 1)

    def _notice(self, change: Change) -> None:
        self._stirred = True

    def _panel_up(self, seat: Seat) -> bool:
        board = self.reader.boards.get(seat_board(seat))
        return board is None or board.up
