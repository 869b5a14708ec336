"""How many messages a page may send: some at once, then so many a second. More than that waits, and holds up nobody."""

from collections.abc import Callable
from typing import Final

AT_ONCE: Final = 50
"""More than anybody clicks in a hurry."""
A_SECOND: Final = 20


class Pace:
    """The pace of one page. `clock` gives seconds that never run back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock: Final = clock
        self._due = clock() - AT_ONCE / A_SECOND
        """When the next message would be due if all came evenly; it may lag behind by as many as may come at once."""

    def wait(self) -> float:
        """Seconds to wait before the next message is read."""
        now = self._clock()
        self._due = max(self._due, now - AT_ONCE / A_SECOND) + 1 / A_SECOND
        return max(self._due - now, 0.0)
