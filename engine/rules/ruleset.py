"""`RuleSet`: every difference between rule families, tournaments and houses, as one frozen model.

Nothing in the engine asks which preset is played; it asks these fields.
"""

from typing import Final, Self

from pydantic import model_validator

from engine.errors import RulesError
from engine.rules.fan_rules import FanRules
from engine.rules.match_rules import GameRules, MatchRules, Uma
from engine.rules.riichi_rules import CourseRules, ValueRules
from engine.rules.section import Section
from engine.rules.table_rules import ClaimRules, ClockRules, FoulRules
from engine.tiles import TileSet

SECTIONS: tuple[type[Section], ...] = (
    GameRules,
    MatchRules,
    ValueRules,
    CourseRules,
    FanRules,
    ClaimRules,
    ClockRules,
    FoulRules,
)
"""The parts of a rule set in reading order."""


_INDICATORS: Final = 10
"""Dora and ura indicators that a riichi deal may turn."""


class RuleSet(FoulRules, ClockRules, ClaimRules, FanRules, CourseRules, ValueRules, MatchRules, GameRules):
    """All rules of a game. Frozen; change it with `with_changes`, which checks again."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        faults = _contradictions(self)
        if faults:
            raise ValueError("\n".join(faults))
        return self

    @property
    def tile_set(self) -> TileSet:
        """The physical tiles this game needs."""
        return TileSet(red_fives=self.red_fives, flowers=self.flowers)

    @property
    def match_uma(self) -> Uma:
        """The placement bonus of a match of this length, in thousands of points."""
        if self.match_length == "tonpuusen" and self.uma_tonpuusen is not None:
            return self.uma_tonpuusen
        return self.uma

    @property
    def turn_limit_seconds(self) -> float | None:
        """Time for a discard at this level; None: no limit (rules.md, clock a turn / claim)."""
        return self._level_seconds(self.turn_seconds)

    @property
    def claim_limit_seconds(self) -> float | None:
        """Time for a claim at this level; None: no limit."""
        return self._level_seconds(self.claim_seconds)

    def _level_seconds(self, otherwise: float | None) -> float | None:
        by_level = {"novice": self.novice_seconds, "advanced": self.advanced_seconds}
        seconds = by_level[self.level] if self.ranked and self.level else None
        return otherwise if seconds is None else seconds

    def with_changes(self, **changes: object) -> "RuleSet":
        """A copy with some fields changed, checked as a whole; raises `RulesError` naming each wrong field."""
        try:
            return RuleSet.model_validate(self.model_dump() | changes)
        except ValueError as error:
            raise RulesError(str(error)) from error


def _contradictions(rules: RuleSet) -> list[str]:
    """What fields say against each other, one `field: message` each."""
    faults = []
    lengths = ("single", "tonpuusen", "hanchan") if rules.family == "riichi" else ("single", "east", "full")
    if rules.match_length not in lengths:
        faults.append(f"match_length: the {rules.family} family plays {', '.join(lengths)}, not {rules.match_length}")
    if rules.family == "riichi" and rules.flowers:
        faults.append("flowers: riichi is played without flowers")
    if rules.family == "riichi" and rules.dead_wall < _INDICATORS:
        faults.append(f"dead_wall: riichi needs {_INDICATORS} tiles there, five indicators and those under them")
    if rules.family == "fan" and rules.red_fives:
        faults.append("red_fives: the fan family has no red fives; set red_fives to 0")
    for name, uma in (("uma", rules.uma), ("uma_tonpuusen", rules.uma_tonpuusen)):
        if uma is not None and abs(sum(uma)) > 1e-9:
            faults.append(f"{name}: the four bonuses must add up to 0, not {sum(uma):g}")
    if rules.chombo != "reverse_mangan" and not rules.chombo_points:
        faults.append("chombo_points: a chombo in points needs to say how many")
    counts = [count for count, _penalty in rules.exposed_tiles]
    if any(count < 1 for count in counts) or counts != sorted(set(counts)):
        faults.append("exposed_tiles: numbers of tiles go up from 1")
    return faults
