"""How likely a hand is to be won, and what it then brings: rough numbers a strong player has in the head.

The chance is that of passing one stage after another (each draw may bring one of the useful tiles), the stages
after the next one with the number of useful tiles hands usually have there.
"""

from functools import lru_cache
from typing import Final

from engine.rules import RuleSet
from engine.scoring.fan import BASES

_USUAL_TILES: Final = (0.0, 5.5, 14.0, 23.0, 30.0, 36.0, 40.0, 44.0)
"""Useful tiles left of a hand that lacks 1, 2, 3 ... tiles."""
_UNSEEN: Final = 85.0
_CALLED: Final = 0.95
"""How much calling adds to one's own draws, as a share of them."""
_RON: Final = 1.2
"""How much others' discards add to the chance of the last tile."""
_STEP: Final = 0.01
_FAR: Final = len(_USUAL_TILES) - 1


def win_chance(missing: int, tiles: int, unseen: int, draws: int, calls: bool) -> float:
    """The chance to win in `draws` more draws with `missing` tiles to go, `tiles` of the `unseen` ones useful now."""
    if missing <= 0:
        return 1.0
    if missing > _FAR or draws <= 0 or tiles <= 0:
        return 0.0
    return _chance(missing, round(_pace(missing, tiles / unseen, calls) / _STEP), draws, calls)


def _pace(missing: int, share: float, calls: bool) -> float:
    """Chance a draw to pass a stage."""
    if missing == 1:
        return min(0.9, share * (1 + _RON))
    return min(0.9, share * (1 + _CALLED) if calls else share)


@lru_cache(maxsize=1 << 16)
def _chance(missing: int, steps: int, draws: int, calls: bool) -> float:
    if draws <= 0:
        return 0.0
    pace = steps * _STEP
    if missing == 1:
        return 1 - (1 - pace) ** draws
    after = round(_pace(missing - 1, _USUAL_TILES[missing - 1] / _UNSEEN, calls) / _STEP)
    return pace * _chance(missing - 1, after, draws - 1, calls) + (1 - pace) * _chance(missing, steps, draws - 1, calls)


_RIICHI_POINTS: Final = (0, 1_150, 2_300, 4_400, 7_700, 8_400, 12_000, 12_500, 16_000, 17_000, 18_000, 24_000, 26_000)


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
