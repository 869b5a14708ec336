"""Shanten against two independent libraries on random hands."""

import random

import pytest
from mahjong.shanten import Shanten

from engine.shapes import shanten
from tests.hands import random_counts

HANDS = 2000


@pytest.mark.parametrize("flushed", [False, True])
@pytest.mark.parametrize("tiles", [13, 14])
def test_shanten_is_what_mahjong_says(tiles: int, flushed: bool) -> None:
    rng = random.Random(tiles)
    for _ in range(HANDS):
        counts = random_counts(rng, tiles, flushed=flushed)
        assert shanten(counts) == Shanten.calculate_shanten(counts), counts
