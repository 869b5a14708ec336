"""The contacts of one seat's panel, as fingers and noise move them."""

import heapq
from collections.abc import Iterator
from random import Random
from typing import Final

from engine.tiles import Seat
from hal.boards.panels import BUTTONS
from hal.ports import Millis
from hal.sim.noise import NoiseProfile
from hal.sim.panels import chatter
from hal.sim.world import ButtonChanged, Change, World


class Fingers:
    """Edges of a seat's contacts, in order of time; none for a board without a seat."""

    def __init__(self, world: World, seat: Seat | None, noise: NoiseProfile, random: Random) -> None:
        self._seat: Final = seat
        self._noise: Final = noise
        self._random: Final = random
        self._edges: list[tuple[Millis, int, int, bool]] = []
        self._count = 0
        world.watch(self._see)

    def next_at(self) -> Millis | None:
        """When a contact changes next."""
        return self._edges[0][0] if self._edges else None

    def until(self, now: Millis) -> Iterator[tuple[int, bool]]:
        """The changes up to a time, each once: button number and whether it is closed now."""
        while self._edges and self._edges[0][0] <= now:
            _, _, button, level = heapq.heappop(self._edges)
            yield button, level

    def _see(self, change: Change) -> None:
        if not isinstance(change, ButtonChanged) or change.seat != self._seat:
            return
        button = BUTTONS.index(change.button)
        self._move(change.at, button, closed=change.closed)
        if change.closed and self._noise.double and self._random.random() < self._noise.double:
            again = change.at + self._random.randint(150, 400)
            self._move(again, button, closed=True)
            self._move(again + 80, button, closed=False)

    def _move(self, at: Millis, button: int, *, closed: bool) -> None:
        for when, level in chatter(at, closed=closed, bounce=self._noise.bounce, random=self._random):
            self._count += 1
            heapq.heappush(self._edges, (when, self._count, button, level))
