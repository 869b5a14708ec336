"""Tags that no tile of the registry has: ghosts, which are ignored, and things somebody laid on the table."""

from dataclasses import dataclass
from typing import Final

from controller.inputs import UnknownTagSeen
from controller.perception.beliefs import Eye
from controller.perception.settings import PerceptionSettings
from hal.ports import Millis, TagId
from hal.zones import Zone


@dataclass(slots=True)
class _Stranger:
    zone: Zone
    last_at: Millis
    hits: int = 0
    told: bool = False


class Strangers:
    """The unknown tags in sight. A UID seen only once is two answers that collided, and is never told."""

    def __init__(self, settings: PerceptionSettings) -> None:
        self._settings: Final = settings
        self._seen: dict[TagId, _Stranger] = {}

    def __bool__(self) -> bool:
        return bool(self._seen)

    def sighted(self, tag: TagId, zone: Zone, at: Millis) -> None:
        """An unknown tag came into sight; the scan that saw it is counted by `watch`."""
        if tag not in self._seen:
            self._seen[tag] = _Stranger(zone, at)

    def assume(self, tag: TagId, zone: Zone, at: Millis) -> None:
        """A tag that was told before a restart: told again only when it is gone."""
        self._seen[tag] = _Stranger(zone, at, told=True)

    def forget(self, tag: TagId) -> None:
        """The tag is no stranger any more."""
        self._seen.pop(tag, None)

    def watch(self, eye: Eye, now: Millis) -> list[UnknownTagSeen]:
        """Take an antenna's latest scan into account; gives the tags that are now sure, or gone."""
        settings = self._settings
        told: list[UnknownTagSeen] = []
        for tag, stranger in list(self._seen.items()):
            away = eye.ended - stranger.last_at
            if tag in eye.tags:
                if stranger.told:
                    stranger.last_at = eye.ended
                    continue
                stranger.hits = stranger.hits + 1 if away <= settings.unknown_within else 1
                stranger.last_at, stranger.zone = eye.ended, eye.zone
                if stranger.hits >= settings.unknown_hits:
                    stranger.told = True
                    told.append(UnknownTagSeen(at=now, tag=tag, zone=stranger.zone))
            elif stranger.told:
                if eye.zone == stranger.zone and away > settings.unknown_gone_after:
                    del self._seen[tag]
                    told.append(UnknownTagSeen(at=now, tag=tag, zone=stranger.zone, gone=True))
            elif away > settings.unknown_within:
                del self._seen[tag]
        return told
