"""The table's thread: runs the runtime in real time, carries out what pages ask for, and publishes views."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, Final, Protocol, TypeVar

import structlog

from controller.effects import Effect
from controller.presenter.public import public_view
from controller.presenter.ratings import UNRATED, TableRatings
from controller.presenter.views import PublicView
from controller.referee import TableState
from controller.runtime import TableRuntime
from controller.service.clock import TableClock
from controller.service.hub import ViewHub
from controller.service.mishaps import Mishaps
from controller.web.contract import CommandRefused
from hal.ports import Millis

TICK_SECONDS: Final = 0.04
"""Time between two looks at the ports: short against a scan, long against the work of a look."""

FINEST_STEP: Final[Millis] = 100
"""A simulated table that runs fast is stepped through in pieces of this length, so that nothing comes in lumps."""

PATIENCE_SECONDS: Final = 4.0
"""How long a page waits for the table's thread."""

STILL_OPENING: Final = "The table is still being set up; try again in a moment."
"""What a page is told that asks for something before there is a table."""

_log = structlog.get_logger("table")

T = TypeVar("T")


class Simulation(Protocol):
    """A simulated table with its people, as the loop drives it."""

    def advance(self, now: Millis) -> None:
        """Let the world's time pass up to `now`."""

    def publish(self, hub: ViewHub) -> None:
        """Publish what only a simulated table shows, if it has changed."""


class Feed(Protocol):
    """Publishes what is made from the table beside the public view."""

    def publish(self, public: PublicView, *, changed: bool) -> None:
        """The loop has turned once more; `public` is the view now, and whether it is a new one."""


@dataclass(frozen=True)
class Work:
    """Something to be done between two steps, and where its outcome goes."""

    do: Callable[[], Any]
    done: "Future[Any]"


class TableLoop:
    """Owns the runtime from `start` to `stop`; nobody else may touch it meanwhile."""

    def __init__(
        self, runtime: TableRuntime, clock: TableClock, hub: ViewHub, simulation: Simulation | None = None
    ) -> None:
        self._runtime: Final = runtime
        self._clock: Final = clock
        self._hub: Final = hub
        self._simulation: Final = simulation
        self._work: Final[deque[Work]] = deque()
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="table", daemon=True)
        self._reached: Millis = clock.now()
        self._changed = True
        self._mishaps: Final = Mishaps(partial(hub.report, "program"))
        self._ailing: tuple[str, ...] = ()
        self._ratings = UNRATED
        self.beats = 0
        """Counts the loop's turns: a watchdog sees by it that the table is alive."""
        self.busy_seconds = 0.0
        """Real time that the turns took."""
        self._view: PublicView | None = None
        self._feeds: Final[list[Feed]] = []
        runtime.observe(self._notice)

    def feed(self, feed: "Feed") -> None:
        """Have something shown beside the public view; before the start."""
        self._feeds.append(feed)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, seconds: float) -> bool:
        """End after the present step; False if it has not ended in time."""
        self._stop.set()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def call(self, do: Callable[[], Any]) -> "Future[Any]":
        """Have something done in the table's thread, between two steps. May be called from any thread."""
        work = Work(do, Future())
        self._work.append(work)
        return work.done

    def rate(self, ratings: TableRatings) -> None:
        """Show these ratings beside the names from now on. May be called from any thread."""
        self._ratings = ratings
        self._changed = True

    def _run(self) -> None:
        while not self._stop.is_set():
            began = monotonic()
            try:
                self._turn()
            except Exception as error:  # noqa: BLE001 - the table goes on: the next input may put it right
                self._mishaps.happened(error, began)
            else:
                self._mishaps.went_well(began)
            self.beats += 1
            self.busy_seconds += monotonic() - began
            self._stop.wait(TICK_SECONDS)

    def _turn(self) -> None:
        while self._work:
            _carry_out(self._work.popleft())
            self._changed = True
        target = self._clock.now()
        while True:
            now = target
            if self._simulation is not None:
                now = min(target, self._reached + FINEST_STEP)
                self._simulation.advance(now)
            self._runtime.step(now)
            self._reached = now
            if now >= target or self._stop.is_set():
                break
        trouble = self._runtime.trouble
        self._hub.report("journal", None if trouble is None else str(trouble))
        self.report_hardware()
        self._publish()

    def report_hardware(self) -> None:
        """Each board or device that has a problem, by itself; those that are well again no more."""
        problems = self._runtime.hardware_problems()
        for part in dict.fromkeys((*self._ailing, *problems)):
            self._hub.report(f"hardware {part}", problems.get(part))
        self._ailing = tuple(problems)

    def _notice(self, effects: Sequence[Effect], state: TableState) -> None:
        self._changed = True

    def _publish(self) -> None:
        if self._simulation is not None:
            self._simulation.publish(self._hub)
        changed = self._changed or self._view is None
        if changed:
            clock, simulated = self._clock, self._simulation is not None
            speed = 0.0 if clock.paused else clock.speed
            self._view = public_view(
                self._runtime.state, now=self._reached, simulated=simulated, speed=speed, ratings=self._ratings
            )
            self._hub.publish("public", self._view)
            self._changed = False
        if self._view is not None:
            for feed in self._feeds:
                feed.publish(self._view, changed=changed)


async def in_turn(loop: TableLoop, do: Callable[[], T]) -> T:
    """Have something done in the table's thread, between two steps, for a page that waits for it.

    Raises `CommandRefused` if the table does not answer in `PATIENCE_SECONDS`, and what `do` raises.
    """
    done: Future[T] = loop.call(do)
    try:
        return await asyncio.wait_for(asyncio.wrap_future(done), PATIENCE_SECONDS)
    except TimeoutError:
        raise CommandRefused("The table does not answer; try again in a moment.") from None


def _carry_out(work: Work) -> None:
    if not work.done.set_running_or_notify_cancel():
        return
    try:
        work.done.set_result(work.do())
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        work.done.set_exception(error)
