"""A thread that keeps displays showing the latest that was asked for, whatever their bus does.

A display only observes: a slow, missing or unplugged one holds nobody up. It is opened again with pauses, and then
shows the latest.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeVar

_Shown = TypeVar("_Shown")
_Taken_contra = TypeVar("_Taken_contra", contravariant=True)

BACK_OFF: Final = (0.5, 2.0, 5.0, 15.0, 60.0)
"""Seconds between tries to reach a display; the last one again and again."""


class Screen(Protocol[_Taken_contra]):
    """One opened display."""

    def draw(self, what: _Taken_contra, /) -> None:
        """Show it; raises what the bus raises."""
        ...

    def close(self) -> None:
        """Go dark and let go of the bus."""
        ...


class DisplayWorker(Generic[_Shown]):
    """Displays by a key (a seat). `trouble` says why a display that cannot be reached is dark, by its key.

    `names` calls the displays by what a person knows them as.
    """

    def __init__(
        self,
        openers: Mapping[int, Callable[[], Screen[_Shown]]],
        names: Mapping[int, str] | None = None,
        *,
        back_off: Sequence[float] = BACK_OFF,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._openers: Final = dict(openers)
        self._names: Final = dict(names or {})
        self._back_off: Final = back_off
        self._clock: Final = clock
        self._wanted: Final[dict[int, Any]] = {}
        self._drawn: Final[dict[int, Any]] = {}
        self._screens: Final[dict[int, Screen[_Shown]]] = {}
        self._tries: Final[dict[int, int]] = {}
        self._next_try: Final[dict[int, float]] = {}
        self._news: Final = threading.Event()
        self._ending = False
        self.trouble: Final[dict[int, str]] = {}
        self._thread: Final = threading.Thread(target=self._run, name="displays", daemon=True)

    def start(self) -> None:
        """Begin to draw in a thread of its own."""
        self._thread.start()

    def show(self, key: int, what: _Shown) -> None:
        """Show this from now on; keys without a display are passed over."""
        if key in self._openers:
            self._wanted[key] = what
            self._news.set()

    def problems(self) -> dict[str, str]:
        """Displays that are dark and why, a sentence each; the game needs none of them."""
        names = {key: self._names.get(key, f"display {key}") for key in list(self.trouble)}
        return {
            name: f"{name[0].upper()}{name[1:]} is dark: {self.trouble.get(key, 'it is tried again')}. Check its wires."
            for key, name in names.items()
        }

    def close(self) -> None:
        """End the thread and darken the displays."""
        self._ending = True
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(2.0)
        for screen in self._screens.values():
            self._shut(screen)
        self._screens.clear()

    def work(self) -> float | None:
        """Draw what is to be drawn now; gives the seconds until a display is to be tried again, if any."""
        waits: list[float] = []
        for key in self._openers:
            wait = self._next_try.get(key, 0.0) - self._clock()
            if wait > 0:
                waits.append(wait)
            elif self._is_behind(key) and not self._draw(key):
                waits.append(self._next_try[key] - self._clock())
        return min(waits, default=None)

    def _is_behind(self, key: int) -> bool:
        if key not in self._wanted:
            return False
        return key not in self._screens or self._drawn.get(key) != self._wanted[key]

    def _draw(self, key: int) -> bool:
        what = self._wanted[key]
        try:
            if key not in self._screens:
                self._screens[key] = self._openers[key]()
            self._screens[key].draw(what)
        except Exception as error:  # noqa: BLE001 - luma and the buses raise many kinds; a display stops nothing
            self.trouble[key] = str(error) or type(error).__name__
            screen = self._screens.pop(key, None)
            if screen is not None:
                self._shut(screen)
            tries = self._tries.get(key, 0)
            self._next_try[key] = self._clock() + self._back_off[min(tries, len(self._back_off) - 1)]
            self._tries[key] = tries + 1
            return False
        self._drawn[key] = what
        self._tries[key] = 0
        self.trouble.pop(key, None)
        return True

    @staticmethod
    def _shut(screen: Screen[_Shown]) -> None:
        with suppress(Exception):  # it is being given up anyway, most often because its bus fails
            screen.close()

    def _run(self) -> None:
        wait: float | None = None
        while not self._ending:
            self._news.wait(wait)
            self._news.clear()
            if not self._ending:
                wait = self.work()
