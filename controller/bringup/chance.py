"""What a few inventories can tell, and what may be mere chance."""

from math import comb
from typing import Final

SELDOM: Final = 0.02
"""An antenna is blamed for what a good one would show no oftener than this: a survey has some eighty spots."""


def may_read(hits: int, trials: int, rate: float) -> bool:
    """Whether an antenna that reads a tile in `rate` (0-1) of its inventories may well show only `hits` of `trials`."""
    return _at_most(hits, trials, rate) > SELDOM


def may_be_quiet(hits: int, trials: int, rate: float) -> bool:
    """Whether an antenna that reads a tile no oftener than `rate` (0-1) may well show as many as `hits` of `trials`."""
    return 1 - _at_most(hits - 1, trials, rate) > SELDOM


def _at_most(hits: int, trials: int, rate: float) -> float:
    return sum(comb(trials, n) * rate**n * (1 - rate) ** (trials - n) for n in range(hits + 1))
