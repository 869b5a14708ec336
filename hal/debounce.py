"""Turns a chattering contact into presses."""

from typing import Final

from hal.ports import Millis

STABLE: Final = 20
"""Milliseconds a contact must stay closed to count as pressed, and open to count as let go."""


class Debouncer:
    """One button's contact. Feed every edge; a press is reported once the contact has been closed long enough.

    The press is stamped with the first edge of its chatter, so that debouncing costs no accuracy.
    """

    __slots__ = ("_closed", "_edge_at", "_first_edge", "_pressed", "_stable")

    def __init__(self, stable: Millis = STABLE) -> None:
        self._stable: Final = stable
        self._closed = False
        self._pressed = False
        self._edge_at: Millis = 0
        self._first_edge: Millis | None = None

    def edge(self, closed: bool, at: Millis) -> None:
        """The contact closed or opened at a time."""
        if closed and not self._pressed and self._first_edge is None:
            self._first_edge = at
        self._closed = closed
        self._edge_at = at

    def settle(self, now: Millis) -> Millis | None:
        """The time of a press that has become certain by `now`, each once; else None."""
        if now - self._edge_at < self._stable or self._closed == self._pressed:
            if not self._closed and now - self._edge_at >= self._stable:
                self._first_edge = None
            return None
        self._pressed = self._closed
        if not self._pressed:
            self._first_edge = None
            return None
        return self._first_edge

    @property
    def due(self) -> Millis | None:
        """When `settle` may next have something to say; None while the contact rests."""
        return self._edge_at + self._stable if self._closed != self._pressed else None
