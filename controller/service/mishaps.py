"""Internal errors of the table's thread: logged once each, told on the page for as long as they matter."""

from collections.abc import Callable
from typing import Final

import structlog

TOLD_SECONDS: Final = 120.0
"""The page tells of an error so long after it was last met: time to look up and compare."""

_log = structlog.get_logger("table")


class Mishaps:
    """Told of each turn of the loop, whether it went well or not.

    `report` gives the page a sentence, or (None) takes it away; times are seconds of a clock that never runs back.
    """

    def __init__(self, report: Callable[[str | None], None]) -> None:
        self._report: Final = report
        self._logged: set[str] = set()
        self._last: float | None = None

    def happened(self, error: Exception, now: float) -> None:
        """An exception ended a turn; to be called where it is handled."""
        name = type(error).__name__
        told = f"{name}: {error}"
        if told not in self._logged:
            self._logged.add(told)
            _log.exception("table_failed")
        self._last = now
        self._report(
            f"The program failed ({name}), and what was done last may not count. The game goes on: compare the page "
            "with the table, put right by a ruling what differs, and send whoever helps the file that jantaku bundle "
            "trouble.zip writes (of the demo: with --journal and the file it named at its start)."
        )

    def went_well(self, now: float) -> None:
        """A turn without an error."""
        if self._last is not None and now - self._last >= TOLD_SECONDS:
            self._last = None
            self._logged.clear()
            self._report(None)
