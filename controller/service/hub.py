"""The latest view of each audience, handed from the table's thread to the pages."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pydantic import BaseModel

from controller.version import VERSION
from controller.web.contract import Audience, Health, Versioned


class ViewHub:
    """Latest value wins: whoever is slow misses steps, and nobody who is slow holds up the table.

    `publish` and `report` may be called from any thread; the rest belongs to the event loop that made the hub.
    """

    def __init__(self) -> None:
        self._loop: Final = asyncio.get_running_loop()
        self._lock: Final = threading.Lock()
        self._latest: dict[Audience, Versioned] = {}
        self._problems: dict[str, str] = {}
        self._version = 0
        self._news = asyncio.Event()
        self._followers: Final[Counter[Audience]] = Counter()

    def publish(self, audience: Audience, view: BaseModel) -> None:
        """Show a view from now on."""
        with self._lock:
            self._version += 1
            self._latest[audience] = Versioned(self._version, view)
        self._wake()

    def report(self, part: str, problem: str | None) -> None:
        """Say what is wrong with a part of the service, and what to do; None when it is well."""
        with self._lock:
            if problem is None:
                self._problems.pop(part, None)
            else:
                self._problems[part] = problem

    def latest(self, audience: Audience) -> Versioned | None:
        """See `controller.web.contract.Hub`."""
        with self._lock:
            return self._latest.get(audience)

    async def newer(self, audience: Audience, version: int) -> Versioned:
        """See `controller.web.contract.Hub`."""
        with self._following(audience):
            while True:
                news = self._news
                latest = self.latest(audience)
                if latest is not None and latest.version > version:
                    return latest
                await news.wait()

    def is_followed(self, audience: Audience) -> bool:
        """Whether a page waits for views of this audience. May be asked from any thread."""
        return self._followers[audience] > 0

    @contextmanager
    def _following(self, audience: Audience) -> Iterator[None]:
        self._followers[audience] += 1
        try:
            yield
        finally:
            self._followers[audience] -= 1

    def health(self) -> Health:
        """See `controller.web.contract.Hub`."""
        with self._lock:
            return Health(VERSION, tuple(self._problems.values()))

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._announce)
        except RuntimeError:
            # The event loop has ended: the service is stopping and no page is left to be told.
            return

    def _announce(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
