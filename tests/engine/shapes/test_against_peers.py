"""Shanten against two independent libraries on random hands."""

import random
from collections.abc import Callable

import pytest
from jansou.analysis.shanten import shanten_counts
from mahjong.shanten import Shanten

from engine.shapes import shanten
from tests.hands import random_counts

HANDS = 2000


@pytest.mark.parametrize("flushed", [False, True])
@pytest.mark.parametrize("tiles", [13, 14])
@pytest.mark.parametrize("peer", [Shanten.calculate_shanten, lambda counts: shanten_counts(counts, 0)])
def test_shanten_is_what_the_peers_say(peer: Callable[[list[int]], int], tiles: int, flushed: bool) -> None:
    rng = random.Random(tiles)
    for _ in range(HANDS):
        counts = random_counts(rng, tiles, flushed=flushed)
        assert shanten(counts) == peer(counts), counts


def test_shanten_of_hands_with_melds_is_what_jansou_says() -> None:
    rng = random.Random(5)
    for _ in range(HANDS):
        melds = rng.randrange(1, 5)
        counts = random_counts(rng, 13 - 3 * melds + rng.randrange(2), flushed=rng.random() < 0.5)
        assert shanten(counts, melds) == shanten_counts(counts, melds), (counts, melds)
