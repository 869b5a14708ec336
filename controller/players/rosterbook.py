"""The roster of a running service: one connection for all threads, opened when it is first asked for.

A journal that was restored meanwhile is another file under the same name; then it is opened anew.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from controller.journal.copying import file_number
from controller.journal.roster import Roster, forget_in_copy

T = TypeVar("T")


class RosterBook:
    """Hands the roster of a journal to one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._lock: Final = threading.Lock()
        self._opened: tuple[int, Roster] | None = None

    def do(self, work: Callable[[Roster], T]) -> T:
        """Do something with the roster; raises what `work` and opening the journal raise."""
        with self._lock:
            return work(self._roster())

    def delete(self, name: str) -> str:
        """See `Roster.delete`. Nobody else waits while the journal's copy is made anew."""
        name = self.do(lambda roster: roster.forget(name))
        forget_in_copy(self._path, name)
        return name

    def close(self) -> None:
        """Close the journal."""
        with self._lock:
            if self._opened is not None:
                self._opened[1].close()
                self._opened = None

    def _roster(self) -> Roster:
        file = file_number(self._path)
        if self._opened is not None and self._opened[0] != file:
            self._opened[1].close()
            self._opened = None
        if self._opened is None:
            roster = Roster(self._path, check=False)  # whoever opened the journal has looked at its pages
            self._opened = (file_number(self._path), roster)
        return self._opened[1]
