"""Arrivals that were hardly ever seen: on a noisy table a tile of the wall may be read on the rack beside it."""

from dataclasses import dataclass
from typing import Final

from controller.inputs import MoveRetracted
from controller.perception.beliefs import Belief, Eye
from controller.perception.believed import Believed
from controller.perception.settings import PerceptionSettings
from hal.ports import Millis, TagId
from hal.zones import ELSEWHERE


@dataclass(slots=True)
class _Probation:
    """How often a tile's place was scanned with and without it since it came."""

    belief: Belief
    seen: int = 0
    missed: int = 0

    def count(self, eye: Eye) -> None:
        """One more scan by an antenna, of the tile's place or of another."""
        if eye.zone != self.belief.zone:
            return
        if self.belief.tag in eye.tags:
            self.seen += 1
        elif self.belief.eye is eye:
            self.missed += 1


class WeakArrivals:
    """Tiles that came from nowhere while the table was noisy, not yet seen often."""

    def __init__(self, believed: Believed, settings: PerceptionSettings) -> None:
        self._believed: Final = believed
        self._settings: Final = settings
        self._probations: Final[dict[TagId, _Probation]] = {}

    def __bool__(self) -> bool:
        return bool(self._probations)

    def came(self, belief: Belief) -> None:
        """A tile was told to have come; it must be seen there some more."""
        self._probations[belief.tag] = _Probation(belief)

    def forget(self, tag: TagId) -> None:
        """The tag means no tile any more."""
        self._probations.pop(tag, None)

    def watch(self, eye: Eye, now: Millis) -> None:
        """Take back the arrival of a tile that is hardly ever seen where it came to: it stands in the wall nearby."""
        settings = self._settings
        for tag, probation in list(self._probations.items()):
            belief = probation.belief
            last = belief.last_move
            if last is None or last.source != ELSEWHERE:
                del self._probations[tag]
                continue
            probation.count(eye)
            if probation.seen >= settings.weak_sightings:
                del self._probations[tag]
            elif probation.missed >= settings.weak_absences:
                del self._probations[tag]
                self._believed.settle(belief, ELSEWHERE, None)
                belief.last_move = None
                self._believed.told.append(MoveRetracted(at=now, tile=belief.tile))
