"""Buttons of a seat panel: what a chattering contact meant.

A press counts when the contact has been closed for `STABLE_MS` without a break, and is stamped with the moment it
first closed. Runs on MicroPython and CPython.
"""

STABLE_MS = 15


class Buttons:
    """Debounced presses of some buttons, numbered from 0. Feed the levels as often as possible."""

    def __init__(self, count: int, stable_ms: int = STABLE_MS) -> None:
        self._stable_ms = stable_ms
        self._level: list[bool] = [False] * count
        self._since: list[int] = [0] * count
        self._first: list[int] = [0] * count
        self._down: list[bool] = [False] * count

    def sample(self, closed: list[bool], now: int) -> list[tuple[int, int]]:
        """Take the level of every contact (True: closed) at `now`; gives new presses as (button, first closed at)."""
        presses: list[tuple[int, int]] = []
        for button, level in enumerate(closed):
            if level != self._level[button]:
                self._level[button] = level
                if level and not self._down[button] and now - self._since[button] >= self._stable_ms:
                    self._first[button] = now
                self._since[button] = now
            elif level != self._down[button] and now - self._since[button] >= self._stable_ms:
                self._down[button] = level
                if level:
                    presses.append((button, self._first[button]))
        return presses

    def due(self, now: int) -> "int | None":
        """When `sample` may next have a press to tell although no contact changes; None while all of them rest."""
        unsettled = [
            max(now, since + self._stable_ms)
            for level, down, since in zip(self._level, self._down, self._since)
            if level != down
        ]
        return min(unsettled) if unsettled else None
