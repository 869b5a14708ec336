"""What is shown beside the public view: the referee page's view, and the overlay's, which comes later than the game.

Both are made in the table's thread. The referee's is made only while a page follows it, the overlay's only where
somebody holds an overlay token.
"""

import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import Final

from controller.perception.sensed import Sensed
from controller.presenter.overlay import overlay_view
from controller.presenter.referee import referee_view
from controller.presenter.views import OverlayView, PublicView
from controller.referee.options import RefereeOptions
from controller.referee.state import TableState
from controller.service.hub import ViewHub

REFEREE_EVERY: Final = 0.3
"""Seconds between two of the referee's views: what antennas see changes all the time."""
OVERLAY_EVERY: Final = 0.4
"""Seconds between two views kept for the overlay."""

Clock = Callable[[], float]


class RefereeFeed:
    """Publishes the referee's view a few times a second while it is followed."""

    def __init__(
        self,
        hub: ViewHub,
        state: Callable[[], TableState],
        sensed: Callable[[], Sensed],
        options: Callable[[], RefereeOptions],
        clock: Clock = time.monotonic,
    ) -> None:
        self._hub: Final = hub
        self._state: Final = state
        self._sensed: Final = sensed
        self._options: Final = options
        self._clock: Final = clock
        self._next = 0.0

    def publish(self, public: PublicView, *, changed: bool) -> None:
        """The table's thread has turned; `public` is the public view now."""
        now = self._clock()
        if now < self._next or not self._hub.is_followed("referee"):
            return
        self._next = now + REFEREE_EVERY
        view = referee_view(self._state(), self._sensed(), self._options(), public.now)
        self._hub.publish("referee", view)


class OverlayFeed:
    """Keeps the overlay's views for `delay` seconds before it shows them.

    They are kept packed: five minutes take about a megabyte. `wanted` is asked now and then.
    """

    def __init__(
        self,
        hub: ViewHub,
        state: Callable[[], TableState],
        delay: float,
        wanted: Callable[[], bool],
        clock: Clock = time.monotonic,
    ) -> None:
        self._hub: Final = hub
        self._state: Final = state
        self._delay: Final = delay
        self._wanted: Final = wanted
        self._clock: Final = clock
        self._kept: Final[deque[tuple[float, bytes]]] = deque()
        self._next = 0.0
        self._dirty = True

    def publish(self, public: PublicView, *, changed: bool) -> None:
        """The table's thread has turned; `public` is the public view now."""
        now = self._clock()
        self._dirty |= changed
        if self._dirty and now >= self._next:
            self._next = now + OVERLAY_EVERY
            if self._wanted():
                text = overlay_view(self._state(), public).model_dump_json()
                self._kept.append((now, zlib.compress(text.encode(), 1)))
                self._dirty = False
        due = None
        while self._kept and self._kept[0][0] <= now - self._delay:
            due = self._kept.popleft()[1]
        if due is not None:
            self._hub.publish("overlay", OverlayView.model_validate_json(zlib.decompress(due)))
