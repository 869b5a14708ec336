"""Shanten, waits, useful tiles and readings, on known hands and against plain search."""

import random
from itertools import combinations_with_replacement

import pytest

from engine.shapes import decompositions, is_complete, profiles, prospects, shanten, useful, waits
from engine.shapes.shanten import forget
from engine.tiles import KIND_NAMES, TileSet, counts_of
from tests.hands import random_counts

TILES = TileSet(red_fives=0)


def counts(text: str) -> list[int]:
    return counts_of(TILES.parse(text))


def kinds(text: str) -> tuple[int, ...]:
    return tuple(kind for kind, count in enumerate(counts(text)) if count)


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("123m456p789s11122z", 0, -1),
        ("123m456p789s1122z", 0, 0),
        ("1122335566778s", 0, 0),
        ("11223355667788s", 0, -1),
        ("1111335566778s2z", 0, 1),
        ("19m19p19s1234567z", 0, 0),
        ("19m19p19s12345677z", 0, -1),
        ("19m19p19s123456z5m", 0, 1),
        ("147m258p369s1234z", 0, 6),
        ("5z", 4, 0),
        ("55z", 4, -1),
        ("12m55z", 3, 0),
        ("159m1z", 3, 2),
    ],
)
def test_shanten(hand: str, melds: int, expected: int) -> None:
    assert shanten(counts(hand), melds) == expected
    assert is_complete(counts(hand), melds) == (expected == -1)


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("1112345678999m", 0, "123456789m"),
        ("19m19p19s1234567z", 0, "19m19p19s1234567z"),
        ("119m19p19s234567z", 0, "1z"),
        ("123m456p789s1122z", 0, "12z"),
        ("2345678m", 2, "258m"),
        ("23456m111z55p", 1, "147m"),
        ("11335577m1133p4z", 0, "4z"),
        ("12m55z", 3, "3m"),
    ],
)
def test_waits(hand: str, melds: int, expected: str) -> None:
    assert waits(counts(hand), melds) == kinds(expected)


def test_a_wait_for_a_fifth_tile_is_none() -> None:
    assert waits(counts("1111m222333444p")) == ()
    assert shanten(counts("1111m222333444p")) == 1


def test_a_wait_for_a_tile_held_four_times_in_melds_is_none_where_melds_are_counted() -> None:
    hand = counts("12m555p44z")
    held = counts("12m555p44z3333m666s")
    assert waits(hand, 2) == kinds("3m")
    assert waits(hand, 2, held=held) == ()


def test_special_shapes_can_be_left_out() -> None:
    pairs = counts("1133m2244p5566s7z")
    assert shanten(pairs) == 0
    assert shanten(pairs, seven_pairs=False) == 3
    assert waits(pairs, seven_pairs=False) == ()
    orphans = counts("19m19p19s1234567z")
    assert shanten(orphans) == 0
    assert shanten(orphans, thirteen_orphans=False) == 6
    assert shanten(orphans, thirteen_orphans=False, seven_pairs=False) == 8


@pytest.mark.parametrize("flushed", [False, True])
def test_useful_kinds_are_those_that_lower_shanten(flushed: bool) -> None:
    rng = random.Random(11)
    for _ in range(300):
        melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
        hand = random_counts(rng, 13 - 3 * melds, flushed=flushed)
        before = shanten(hand, melds)
        better = []
        for kind in range(34):
            if hand[kind] < 4:
                hand[kind] += 1
                if shanten(hand, melds) < before:
                    better.append(kind)
                hand[kind] -= 1
        assert useful(hand, melds) == tuple(better), [KIND_NAMES[k] for k in range(34) for _ in range(hand[k])]
        assert waits(hand, melds) == (tuple(better) if before == 0 else ())


def test_prospects_are_each_discard_against_each_draw() -> None:
    rng = random.Random(12)
    for _ in range(100):
        hand = random_counts(rng, 14)
        found = prospects(hand)
        assert set(found) == {kind for kind in range(34) if hand[kind]}
        for kind, prospect in found.items():
            rest = hand.copy()
            rest[kind] -= 1
            assert prospect.shanten == shanten(rest)
            assert prospect.useful == tuple(k for k in useful(rest) if hand[k] < 4)


def test_nothing_changes_when_all_is_forgotten() -> None:
    rng = random.Random(15)
    hands = [random_counts(rng, 14) for _ in range(100)]
    before = [(shanten(hand), prospects(hand)) for hand in hands]
    forget()
    assert not profiles._windows
    assert [(shanten(hand), prospects(hand)) for hand in hands] == before


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("111222333m11z", 2),
        ("11122233344455m", 4),
        ("22334455667788s", 3),
        ("123m456p789s11122z", 1),
        ("1133m2244p5566s77z", 0),
        ("123m456p789s1112z", 0),
    ],
)
def test_decompositions(hand: str, expected: int) -> None:
    assert len(decompositions(counts(hand))) == expected


def test_readings_name_sequences_by_their_lowest_kind() -> None:
    (reading,) = decompositions(counts("123m777p456s22z"))
    assert reading.sequences == kinds("1m4s")
    assert reading.triplets == kinds("7p")
    assert reading.pair == kinds("2z")[0]


def nearest(suit: list[int], sets: int, paired: bool) -> int:
    """Tiles missing for so many sets and maybe a pair in one suit, by trying them all."""
    groups = [[rank] * 3 for rank in range(9)] + [[rank, rank + 1, rank + 2] for rank in range(7)]
    best = profiles.FAR
    for chosen in combinations_with_replacement(groups, sets):
        for pair in [[rank] * 2 for rank in range(9)] if paired else [[]]:
            wanted = [sum(chosen, pair).count(rank) for rank in range(9)]
            if max(wanted) <= 4:
                missing = sum(max(0, want - have) for want, have in zip(wanted, suit, strict=True))
                best = min(best, missing)
    return best


def test_distances_of_a_suit_are_those_of_plain_search() -> None:
    rng = random.Random(14)
    for _ in range(60):
        suit = [0] * 9
        for tile in rng.sample(range(36), rng.randrange(1, 12)):
            suit[tile // 4] += 1
        found = profiles.DISTANCES[profiles.suit_profile(bytes(suit))]
        assert found[:3] == tuple(nearest(suit, sets, paired=False) for sets in range(3)), suit
        assert found[5:8] == tuple(nearest(suit, sets, paired=True) for sets in range(3)), suit
