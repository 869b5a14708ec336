"""What the pages of players and records need of the service."""

from dataclasses import dataclass

from controller.players.archive import Archive
from controller.players.desk import PeopleDesk
from controller.players.rosterbook import RosterBook


@dataclass(frozen=True, slots=True)
class Library:
    """The journal's matches and people, and the table that seats them. What is None is not there (yet)."""

    archive: Archive | None = None
    roster: RosterBook | None = None
    people: PeopleDesk | None = None
    overlay_delay: float = 300.0
    """Seconds that hands of a match being played lie back before a broadcast may show them."""
