"""The three cases of an empty seat (rules.md, doman) and what each costs its owner."""

from dataclasses import dataclass
from enum import StrEnum

from engine.rules import RuleSet


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
    """Why a match changes neither rating nor rank, or None if it does: party matches, and those past the limit."""
    if not rules.ranked:
        return "a match among friends changes neither rating nor rank"
    if rules.match_minutes is not None and minutes >= rules.match_minutes:
        return f"a match past {rules.match_minutes:g} minutes changes neither rating nor rank"
    return None
