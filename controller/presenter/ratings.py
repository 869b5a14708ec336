"""Ratings and ranks beside the names, and what a match has changed of them.

Whoever knows the players (the service, from its journal) hands them in; a table of guests has none.
"""

from dataclasses import dataclass
from typing import Final

from engine.rating import is_shown, mark


@dataclass(frozen=True, slots=True)
class Rated:
    """Where a player stands: rating, and rank (0 Novice, 1-9 for 9th to 1st kyu, 10-19 for 1st to 10th dan)."""

    rating: int
    rank: int | None = None
    """None where ranks are not played for: the season of the fan family."""


@dataclass(frozen=True, slots=True)
class TableRatings:
    """By seat: how the players stand before the match, and after it once it is over and counts."""

    before: tuple[Rated | None, ...] = (None, None, None, None)
    after: tuple[Rated | None, ...] = (None, None, None, None)


UNRATED: Final = TableRatings()


def shown_rating(rated: Rated | None) -> int | None:
    """The number beside a name (rules.md: shown above 1,600)."""
    return rated.rating if rated is not None and is_shown(rated.rating) else None


def marks_of(rated: Rated | None) -> int:
    """How many marks stand beside a name: one each at 1,600, 1,800 and 2,000."""
    return 0 if rated is None else mark(rated.rating)
