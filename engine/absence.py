"""The three cases of an empty seat (rules.md, doman) and what each costs its owner."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.rules import RuleSet

UNRATED_AFTER_MINUTES: Final = 120
"""A match that has lasted so long is unrated (rules.md, doman: match limits)."""


class Absence(StrEnum):
    """Why nobody plays a seat."""

    AWAY = "away"
    """The owner is logged out and may come back."""
    ABANDONED = "abandoned"
    """The owner has left the match."""
    INACTIVE = "inactive"
    """The owner has done nothing for the abandon time; treated as abandoned."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What an empty seat costs its owner.

    In every case its tiles are discarded as they are drawn, the match goes on, and an owner who comes back plays again
    from the next deal (referee.md, `seat_absent`).
    """

    counts_as_fourth: bool
    """Also for an owner who has come back: a match once left stays left, unless a referee says otherwise."""
    barred_until_end: bool
    """The owner may not start another match until this one ends."""


def consequence(absence: Absence, *, other_people: int) -> Consequence:
    """What a case costs. With no other people at the table (only bots) leaving costs nothing."""
    if absence is Absence.AWAY:
        return Consequence(counts_as_fourth=False, barred_until_end=False)
    costs = other_people > 0
    return Consequence(counts_as_fourth=costs, barred_until_end=costs)


def unrated_because(rules: RuleSet, minutes: float) -> str | None:
    """Why a match of so many minutes changes neither rating nor rank, or None if it does: party matches, those past the
    limit. A limit at which the deal being played is finished unrates nothing by itself (our choice, docs/standings.md).
    """
    if not rules.ranked:
        return "a match among friends changes neither rating nor rank"
    limit = rules.match_minutes
    if rules.time_up == "finish_deal" and limit is not None:
        limit = UNRATED_AFTER_MINUTES
    if limit is not None and minutes >= limit:
        return f"a match past {limit:g} minutes changes neither rating nor rank"
    return None
