"""The seat panels of the simulated table: buttons that bounce, and the lamps, tunes and displays people look at."""

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine.tiles import SEATS, Seat
from hal.debounce import STABLE, Debouncer
from hal.layout import panel_board
from hal.ports import BoardStatus, Button, Look, Millis, Press
from hal.sim.noise import NoiseProfile
from hal.sim.world import ButtonChanged, Change, World

SILENT_AFTER: Final[Millis] = 2_000
"""Without a sign of life for so long a board counts as offline."""


def chatter(at: Millis, *, closed: bool, bounce: Millis, random: Random) -> Iterator[tuple[Millis, bool]]:
    """The edges a contact makes when a finger closes or opens it; closing chatters for up to `bounce` ms."""
    level = closed
    yield at, level
    end = at + (random.randint(0, bounce) if bounce else 0)
    while level and (at := at + random.randint(1, 4)) < end:
        level = not level
        yield at, level
    if level != closed:
        yield end, closed


class SimulatedButtons:
    """A `ButtonSource` over the fingers of the world: contacts chatter, presses come late or twice."""

    def __init__(self, world: World, noise: NoiseProfile, seed: int, is_up: Callable[[Seat], bool]) -> None:
        self._noise = noise
        self._random: Final = Random(f"buttons {seed}")
        self._is_up: Final = is_up
        self._contacts: dict[tuple[Seat, Button], Debouncer] = {}
        self._restless: set[tuple[Seat, Button]] = set()
        """Contacts that have not settled since their last edge."""
        self._edges: list[tuple[Millis, int, Seat, Button, bool]] = []
        self._arrivals: list[tuple[Millis, int, Press]] = []
        self._count = 0
        self._world: Final = world
        self._silent: dict[Seat, Millis] = {}
        """Panels that do not answer, and since when."""
        self._news: list[tuple[Millis, BoardStatus]] = []
        world.watch(self._see)

    def disturb(self, noise: NoiseProfile) -> None:
        """From now on the buttons bounce and are late as `noise` says."""
        self._noise = noise

    def silence(self, seat: Seat) -> None:
        """A panel that is a board of its own stops answering; the driver notices after `SILENT_AFTER`."""
        if seat not in self._silent:
            now = self._silent[seat] = self._world.now
            told_at = now + SILENT_AFTER
            self._news.append((told_at, BoardStatus(panel_board(seat), online=False, at=told_at, reason="silent")))

    def restore(self, seat: Seat) -> None:
        """It answers again."""
        if self._silent.pop(seat, None) is not None:
            now = self._world.now
            name = panel_board(seat)
            self._news = [(at, status) for at, status in self._news if status.board != name]
            self._news.append((now, BoardStatus(name, online=True, at=now, reason="restarted")))

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        """Every press that has become certain and arrived by `now`, in order of arrival, and panels that come or go."""
        edges = self._edges
        while edges and edges[0][0] <= now:
            at, _, seat, button, closed = heapq.heappop(edges)
            contact = self._contacts.setdefault((seat, button), Debouncer())
            self._settle(seat, button, contact, at)
            contact.edge(closed, at)
            self._restless.add((seat, button))
        for seat, button in sorted(self._restless):
            contact = self._contacts[seat, button]
            due = contact.due
            if due is None or due <= now:
                self._restless.discard((seat, button))
            if due is not None and due <= now:
                self._settle(seat, button, contact, due)
        out: list[Press | BoardStatus] = [status for at, status in self._news if at <= now]
        self._news = [(at, status) for at, status in self._news if at > now]
        while self._arrivals and self._arrivals[0][0] <= now:
            out.append(heapq.heappop(self._arrivals)[2])
        return out

    def _settle(self, seat: Seat, button: Button, contact: Debouncer, now: Millis) -> None:
        pressed_at = contact.settle(now)
        if pressed_at is None:
            return
        self._arrive(Press(seat, button, pressed_at), now + self._random_upto(self._noise.press_late))
        if self._noise.double and self._random.random() < self._noise.double:
            again = pressed_at + self._random.randint(150, 400)
            self._arrive(Press(seat, button, again), again + STABLE + self._random_upto(self._noise.press_late))

    def _arrive(self, press: Press, at: Millis) -> None:
        self._count += 1
        heapq.heappush(self._arrivals, (at, self._count, press))

    def _see(self, change: Change) -> None:
        if not isinstance(change, ButtonChanged) or change.seat in self._silent or not self._is_up(change.seat):
            return
        for at, closed in chatter(change.at, closed=change.closed, bounce=self._noise.bounce, random=self._random):
            self._edge(at, change, closed)

    def _edge(self, at: Millis, change: ButtonChanged, closed: bool) -> None:
        self._count += 1
        heapq.heappush(self._edges, (at, self._count, change.seat, change.button, closed))

    def _random_upto(self, most: Millis) -> Millis:
        return self._random.randint(0, most) if most else 0


@dataclass(slots=True)
class Panels:
    """What the panels show: `Lamps`, `Sound`, `SeatDisplay`, `ScoreDisplay` and `TurnLight`, for people to see.

    `changed` is set whenever something became visible or audible; whoever looks clears it.
    """

    lit: set[tuple[Seat, Button]] = field(default_factory=set)
    lines: dict[Seat, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(SEATS, ()))
    tunes: list[tuple[Seat | None, str]] = field(default_factory=list)
    """The last 100 tunes played, oldest first."""
    points: dict[Seat, int | None] = field(default_factory=lambda: dict.fromkeys(SEATS))
    latin_only: bool = False
    looks: dict[Seat, Look] = field(default_factory=lambda: dict.fromkeys(SEATS, "off"))
    changed: bool = False

    def set(self, seat: Seat, button: Button, lit: bool) -> None:
        """Light or darken a lamp."""
        if lit != ((seat, button) in self.lit):
            (self.lit.add if lit else self.lit.discard)((seat, button))
            self.changed = True

    def play(self, seat: Seat | None, tune: str) -> None:
        """Play a tune at a seat or at all."""
        self.tunes.append((seat, tune))
        del self.tunes[:-100]
        self.changed = True

    def show(self, seat: Seat, lines: Sequence[str]) -> None:
        """Show up to four lines on a seat's display."""
        if self.lines[seat] != tuple(lines[:4]):
            self.lines[seat] = tuple(lines[:4])
            self.changed = True

    def score(self, seat: Seat, points: int | None) -> None:
        """Show a seat's points."""
        self.points[seat] = points

    def light(self, seat: Seat, look: Look) -> None:
        """Change a seat's turn light."""
        self.looks[seat] = look
