"""False alarms: sightings that came to nothing. They tell how noisy the table is and which tiles are suspect."""

from typing import Final

from controller.perception.settings import PerceptionSettings
from hal.ports import Millis, TagId
from hal.zones import Zone


class FalseAlarms:
    """Remembers false alarms for a while. A table nobody knows yet is thought noisy for its first seconds."""

    def __init__(self, settings: PerceptionSettings) -> None:
        self._settings: Final = settings
        self._limit: Final = settings.noisy_strays * settings.strays_over / 1_000
        self._count = 2 * self._limit
        """False alarms of late; older ones count less and less."""
        self._counted_at: Millis = 0
        self._suspects: dict[tuple[TagId, Zone], tuple[int, Millis]] = {}

    def raised(self, tag: TagId, zone: Zone, now: Millis) -> None:
        """A tag was sighted in a zone and then no more."""
        self._suspects[tag, zone] = (self._alarms(tag, zone, now) + 1, now)
        self._count = self._count * self._weight(now) + 1
        self._counted_at = now

    def noisy(self, now: Millis) -> bool:
        """Whether there were so many of late that more care is due with every tile."""
        return self._count * self._weight(now) > self._limit

    def suspicion(self, tag: TagId, zone: Zone, now: Millis) -> int:
        """How many more sightings of this tag in this zone are wanted because of its earlier false alarms."""
        return min(self._alarms(tag, zone, now), self._settings.most_suspicion)

    def cleared(self, tag: TagId, zone: Zone) -> None:
        """The tag really came to the zone."""
        self._suspects.pop((tag, zone), None)

    def _alarms(self, tag: TagId, zone: Zone, now: Millis) -> int:
        count, at = self._suspects.get((tag, zone), (0, now))
        return count if now - at <= self._settings.suspicion_for else 0

    def _weight(self, now: Millis) -> float:
        return max(0.0, 1 - (now - self._counted_at) / self._settings.strays_over)
