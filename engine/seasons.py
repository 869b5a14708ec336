"""Rated seasons of the fan family (rules.md, season rating): which matches count, and how much."""

from dataclasses import dataclass
from fractions import Fraction

from engine.rules import RuleSet

_FULL_EFFECT: dict[str, object] = {"minimum_fan": 3, "flowers": True, "match_length": "full"}


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """What a season asks of a match."""

    rules: RuleSet
    people: int
    """Seats played by people, 0-4."""
    completed: bool
    recorded: bool
    in_season: bool
    """It was begun and ended in an active season."""


def season_refusal(match: SeasonMatch) -> str | None:
    """Why a match does not count for the season, or None if it does."""
    checks = (
        (match.rules.family == "fan", "only the fan family has seasons"),
        (match.rules.ranked, "practice does not count"),
        (match.people == 4, "only matches of four people count"),
        (match.completed, "an abandoned match does not count"),
        (match.recorded, "only recorded matches count"),
        (match.in_season, "no season is active"),
    )
    return next((reason for holds, reason in checks if not holds), None)


def season_weight(rules: RuleSet) -> Fraction:
    """The part of gains and losses that counts: all at 3 fan, with flowers, in a full match; each other one halves."""
    different = sum(getattr(rules, field) != value for field, value in _FULL_EFFECT.items())
    return Fraction(1, 2**different)
