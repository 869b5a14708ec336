"""The value of a win in the fan family (rules.md, Fan family)."""

from typing import Final

from engine.rules import RuleSet
from engine.scoring.context import Payments, Refusal, Score, WinContext
from engine.scoring.fan_patterns import limit_patterns, patterns_of
from engine.scoring.hand import Hand
from engine.tiles import Wind

CAP: Final = 10
"""Fan are counted up to this many; a limit hand has as many."""

BASES: Final[dict[str, tuple[int, ...]]] = {
    "curve": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128),
    "doubling": tuple(2**fan for fan in range(CAP + 1)),
    "stepped": (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64),
}
"""Base points by fan 0-10, for each `fan_base`."""


def score_fan(rules: RuleSet, win: WinContext) -> Score | Refusal:
    """Score a possible hand (`checks.check_possible`) by fan rules; honba, deposits and dora do not exist there."""
    hand = Hand(win)
    readings = hand.readings()
    if not readings and not hand.is_thirteen_orphans:
        return Refusal("no_shape", "these tiles make neither four sets and a pair nor thirteen orphans")
    patterns = limit_patterns(rules, hand)
    if not patterns:
        patterns = max(
            (patterns_of(rules, hand, reading, wait) for reading in readings for wait in reading.waits(hand.win_kind)),
            key=lambda found: sum(found.values()),
            default={},
        )
    fan = min(CAP, sum(patterns.values()))
    names = tuple(patterns.items())
    if fan < rules.minimum_fan:
        return Refusal("below_minimum", f"the hand has {fan} fan, this table needs {rules.minimum_fan}", fan, names)
    return score_of_fan(rules, fan, tsumo=win.tsumo, dealer=win.seat_wind is Wind.EAST, patterns=names)


def score_of_fan(
    rules: RuleSet, fan: int, *, tsumo: bool, dealer: bool, patterns: tuple[tuple[str, int], ...] = ()
) -> Score:
    """The value of a win with so many fan, at most `CAP` (rules.md, Fan family: payments)."""
    base = BASES[rules.fan_base][fan]
    if not tsumo:
        ron = rules.discard_factor * base
        return Score(yaku=patterns, han=fan, base=base, payments=Payments(ron=ron), total=ron)
    each = rules.self_draw_factor * base
    paid = Payments(dealer=None if dealer else each, other=each)
    return Score(yaku=patterns, han=fan, base=base, payments=paid, total=3 * each)
