"""How likely a hand is to be won, and what it then brings: rough numbers a strong player has in the head.

The chance is that of passing one stage after another (each draw may bring one of the useful tiles), the stages
after the next one with the number of useful tiles hands usually have there.
"""

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from engine.rules import RuleSet
from engine.scoring.fan import BASES

_USUAL_TILES: Final = (0, 5, 14, 23, 30, 36, 40, 44)
"""Useful tiles left of a hand that lacks 1, 2, 3 ... tiles."""
_UNSEEN: Final = 85.0
_CALLED: Final = (0.0, 1.0, 0.9, 0.6, 0.35, 0.2, 0.1, 0.1)
"""How much others' discards add to one's own draws, as a share of them: rons for the last tile, calls before it.
Far from ready most useful tiles only make pairs and halves of sequences, and cannot be called."""
_GOES_ON: Final = (
    0.75,
    0.77,
    0.79,
    0.81,
    0.83,
    0.85,
    0.87,
    0.89,
    0.91,
    0.925,
    0.94,
    0.95,
    0.96,
    0.97,
    0.98,
    0.985,
    0.99,
)
"""Chance that nobody else ends the deal before the seat's next draw, by the draws it has left: the later, the less."""
_STEP: Final = 0.01
_FAR: Final = len(_USUAL_TILES) - 1
_RIICHI_POINTS: Final = (0, 1_150, 2_300, 4_400, 7_700, 8_400, 12_000, 12_500, 16_000, 17_000, 18_000, 24_000, 26_000)
"""What a hand of 0, 1, 2 ... han brings on average."""


def usual_tiles(missing: int, share: float) -> int:
    """Useful tiles left that a hand lacking `missing` tiles usually has, if it may use this share of all kinds."""
    return round(_USUAL_TILES[min(missing, _FAR)] * share)


class Pace(NamedTuple):
    """What sets the pace of a hand besides its tiles."""

    calls: bool
    """It may be opened."""
    share: float
    """The part of all kinds it may use."""
    slow: bool
    """Deals last longer: hands need a minimum value."""


def win_chance(missing: int, tiles: int, unseen: int, draws: int, pace: Pace) -> float:
    """The chance to win in `draws` more draws with `missing` tiles to go, `tiles` of the `unseen` ones useful now."""
    if missing <= 0:
        return 1.0
    if missing > _FAR or draws <= 0 or tiles <= 0:
        return 0.0
    return _chance(missing, round(_step(missing, tiles / unseen, pace.calls) / _STEP), draws, pace)


def _step(missing: int, part: float, calls: bool) -> float:
    """Chance a turn to pass a stage."""
    return min(0.9, part * (1 + _CALLED[missing]) if calls or missing == 1 else part)


@lru_cache(maxsize=1 << 14)
def _chance(missing: int, steps: int, draws: int, pace: Pace) -> float:
    if draws <= 0:
        return 0.0
    passes = steps * _STEP
    goes_on = _GOES_ON[min(draws, len(_GOES_ON)) - 1]
    if pace.slow:
        goes_on = sqrt(goes_on)
    stays = (1 - passes) * _chance(missing, steps, draws - 1, pace)
    if missing == 1:
        return passes + goes_on * stays
    part = usual_tiles(missing - 1, pace.share) / _UNSEEN
    after = round(_step(missing - 1, part, pace.calls) / _STEP)
    return goes_on * (passes * _chance(missing - 1, after, draws - 1, pace) + stays)


def win_points(rules: RuleSet, value: float, dealer: bool) -> float:
    """What a win of so many han or fan brings on average, by ron or tsumo. Fractions lie in between."""
    if rules.family == "riichi":
        points = _between(_RIICHI_POINTS, value)
        return points * 1.45 if dealer else points
    return _between(BASES[rules.fan_base], value) * (rules.discard_factor * 2 + rules.self_draw_factor * 3) / 3


def _between(table: tuple[int, ...], value: float) -> float:
    low = min(max(int(value), 0), len(table) - 1)
    high = min(low + 1, len(table) - 1)
    return table[low] + (table[high] - table[low]) * max(0.0, min(1.0, value - low))
