"""Tiles that are not where they are believed to be: between deals they are gone, in a deal a needed one is lost."""

from typing import Final

from controller.inputs import TileLost
from controller.perception.alarms import FalseAlarms
from controller.perception.beliefs import Belief, Eye
from controller.perception.believed import Believed
from controller.perception.expectations import Expectations
from controller.perception.settings import PerceptionSettings
from hal.ports import Millis, TagId
from hal.zones import ELSEWHERE, ZoneKind

_DEALT_TO: Final = (ZoneKind.HAND, ZoneKind.DORA)
"""Where the tiles of a deal are dealt to."""


class MissingTiles:
    """Watches the tiles that the last scan of their own antenna did not see."""

    def __init__(self, believed: Believed, settings: PerceptionSettings, alarms: FalseAlarms) -> None:
        self._believed: Final = believed
        self._away: Final = believed.away
        self._settings: Final = settings
        self._alarms: Final = alarms
        self._passing: Final[set[TagId]] = set()
        """Tags whose tiles came to a zone between deals."""

    def passes(self, belief: Belief) -> None:
        """A tile came to a zone between deals: if it goes from there, that is told."""
        self._passing.add(belief.tag)

    def watch(self, eye: Eye, expectations: Expectations, now: Millis) -> None:
        """Look at the tiles this antenna should see and does not."""
        if not eye.readable:
            return
        settings, loose = self._settings, expectations.absent_is_gone
        for belief in list(self._away.values()):
            if belief.eye is not eye:
                continue
            if loose and belief.absences >= settings.gone_absences and self._is_gone(belief):
                if belief.zone.kind in _DEALT_TO or belief.tag in self._passing:
                    self._passing.discard(belief.tag)
                    self._tell(belief, now)
                self._believed.settle(belief, ELSEWHERE, None)
                belief.last_move = None
            elif belief.tile in expectations.needed and not belief.lost and self._is_lost(belief, eye, now):
                belief.lost = True
                self._tell(belief, now)

    def _tell(self, belief: Belief, now: Millis) -> None:
        lost = TileLost(at=now, tile=belief.tile, source=belief.zone, after=belief.seen_at)
        self._believed.told.append(lost)

    def _is_gone(self, belief: Belief) -> bool:
        """Between deals tiles are cleared away together; one that is away alone is more likely just not read."""
        if belief.absences >= self._settings.gone_alone_absences:
            return True
        there = sum(1 for other in self._believed.beliefs.values() if other.zone == belief.zone)
        away = sum(1 for other in self._away.values() if other.zone == belief.zone)
        return 2 * away >= there

    def _is_lost(self, belief: Belief, eye: Eye, now: Millis) -> bool:
        settings = self._settings
        absences = settings.lost_absences * (2 if self._alarms.noisy(now) else 1)
        return (
            belief.absences >= absences
            and eye.ended - belief.seen_at >= settings.lost_after
            and not any(belief.tag in other.tags for other in self._believed.eyes_of[belief.zone])
        )
