"""How far tiles are from sets and a pair: per suit, memoised as met, and joined by small tables.

The *distances* of some tiles are ten numbers: how many tiles must be added to them to make 0, 1, 2, 3, 4 sets
without a pair, then the same with a pair. Only 126 different distances occur in one suit, and a few hundred once
suits are put together, so each is kept once and named by a small number, its *profile*. Putting two profiles
together is a look-up as well, so a hand costs four suit look-ups and three joins.

No set may use a tile more than four times: a hand that waits only for a fifth copy is not ready.
"""

import re
from collections.abc import Iterable
from operator import add
from struct import Struct
from typing import Any, Final, TypeAlias

from engine.shapes.memos import make_room

Distances: TypeAlias = tuple[int, ...]
"""Tiles missing for 0-4 sets, then for 0-4 sets and a pair."""

Profile: TypeAlias = int
"""Number of some `Distances` met before; its index in `DISTANCES`."""

FAR: Final = 99
NOTHING: Final[Distances] = (0, 3, 6, 9, 12, 2, 5, 8, 11, 14)
"""The distances of no tiles at all: every set costs three, the pair two."""

split_suits: Final = Struct("9s9s9s7s").unpack
"""The counts of a hand (34 bytes) as those of the three suits and the honours; faster than four slices."""

DISTANCES: Final[list[Distances]] = []
"""Distances by profile."""
JOINS: Final[list[dict[Profile, Profile]]] = []
"""`JOINS[a][b]` is the profile of two groups of tiles together, where `join` has met the two before."""

_FARS: Final = tuple((FAR,) * number for number in range(6))
_profile_of: dict[Distances, Profile] = {}
_honours: dict[bytes, Profile] = {}
_windows: dict[bytes, Profile] = {}
_suffixes: dict[tuple[bytes, int, int], Distances] = {}
_BLOCK: Final = re.compile(rb"[^\0]+(?:\0[^\0]+)*")


def profile_of(distances: Distances) -> Profile:
    """The number that stands for these distances."""
    profile = _profile_of.get(distances)
    if profile is None:
        profile = _profile_of[distances] = len(DISTANCES)
        DISTANCES.append(distances)
        JOINS.append({})
    return profile


EMPTY: Final[Profile] = profile_of(NOTHING)


def forget_profiles() -> None:
    """Empty the memos; profiles keep their numbers."""
    memos: list[dict[Any, Any]] = [_honours, _windows, _suffixes, *JOINS]
    for memo in memos:
        memo.clear()


def join(first: Profile, second: Profile) -> Profile:
    """The profile of two groups of tiles, of different suits or too far apart to share a set."""
    try:
        return JOINS[first][second]
    except KeyError:
        a, b = DISTANCES[first], DISTANCES[second]
        bare, paired = [], []
        for sets in range(5):  # so many in all: from none here and all there to the other way round
            here, there = a[sets::-1], b[sets::-1]
            bare.append(min(map(add, a, there)))
            paired.append(min(*map(add, a[5:], there), *map(add, b[5:], here)))
        joined = JOINS[first][second] = JOINS[second][first] = profile_of(tuple(bare + paired))
        return joined


def join_all(profiles: Iterable[Profile]) -> Profile:
    """The profile of several groups together."""
    joined = EMPTY
    for profile in profiles:
        joined = join(joined, profile)
    return joined


def suit_profile(counts: bytes) -> Profile:
    """The profile of one suit, given how many of each rank 1-9."""
    # Tiles with two empty ranks between them share no sequence. A block keeps the empty ranks beside it which its
    # sequences may reach: one, or two where a tile is there four times (see `_most_sequences`). Left and right are
    # alike, so one of the two ways round is enough.
    joined = EMPTY
    for block in _BLOCK.finditer(counts):
        start, end = block.span()
        margin = 2 if 4 in block[0] else 1
        window = counts[max(0, start - margin) : end + margin]
        joined = join(joined, _window_profile(min(window, window[::-1])))
    return joined


def honour_profile(counts: bytes) -> Profile:
    """The profile of the honours, given how many of each of the seven kinds."""
    key = bytes(sorted(counts))
    profile = _honours.get(key)
    if profile is None:
        profile = _honours[key] = join_all(_LONE[count] for count in key)
    return profile


def _window_profile(window: bytes) -> Profile:
    profile = _windows.get(window)
    if profile is None:
        make_room(_windows)
        profile = _windows[window] = profile_of(_suffix_distances(window, 0, 0))
    return profile


def _suffix_distances(counts: bytes, through: int, begun: int) -> Distances:
    """Distances of the ranks `counts`, lowest first, while sequences from below still run on into them.

    `through` sequences need only the first rank, `begun` ones the first two.
    """
    key = (counts, through, begun)
    distances = _suffixes.get(key)
    if distances is None:
        distances = _extend(counts, through, begun)
        make_room(_suffixes)
        _suffixes[key] = distances
    return distances


def _extend(counts: bytes, through: int, begun: int) -> Distances:
    """Decide the first rank: how many sequences start there, and whether it has a triplet or the pair.

    A triplet or pair without a single tile of the hand is no better than `NOTHING` says; leaving those out keeps
    the search small.
    """
    taken = through + begun
    if not taken and not counts.strip(b"\0"):
        return NOTHING
    here, rest = counts[0], counts[1:]
    most = _most_sequences(counts, taken, begun) if len(counts) >= 3 else 0
    options = []
    for starting in range(most + 1):
        used = taken + starting
        tail = _suffix_distances(rest, begun, starting)
        options.append(_with_sets(tail, starting, max(0, used - here)))
        if here > taken and used <= 2:
            options.append(_with_sets(_with_pair(tail), starting, max(0, used + 2 - here)))
        if here > taken and used <= 1:
            options.append(_with_sets(tail, starting + 1, max(0, used + 3 - here)))
    return options[0] if len(options) == 1 else tuple(map(min, *options))


def _most_sequences(counts: bytes, taken: int, begun: int) -> int:
    """How many sequences are worth starting at the first rank: two at most, three would be triplets as well.

    A sequence with one tile of the hand is no better than a triplet with it, unless the triplet would need a
    fifth copy: so it needs two tiles, or one that is held four times.
    """
    left = (counts[0] - taken, counts[1] - begun, counts[2])
    for starting in (2, 1) if taken <= 2 else (1,) if taken == 3 else ():
        real = (left[0] >= starting) + (left[1] >= starting) + (left[2] >= starting)
        if real >= 2 or (real and any(left[i] >= starting and counts[i] == 4 for i in range(3))):
            return starting
    return 0


def _with_sets(distances: Distances, sets: int, missing: int) -> Distances:
    """Distances after `sets` more sets were made, for which `missing` tiles are to be added here."""
    if missing:
        distances = tuple([distance + missing for distance in distances])
    if not sets:
        return distances
    far, last = _FARS[sets], 5 - sets
    return far + distances[:last] + far + distances[5 : 5 + last]


def _with_pair(distances: Distances) -> Distances:
    return _FARS[5] + distances[:5]


def _lone(count: int) -> Distances:
    """Distances of `count` tiles of a kind that makes no sequences."""
    triplet = _with_sets(NOTHING, 1, max(0, 3 - count))
    pair = tuple(distance + max(0, 2 - count) for distance in _with_pair(NOTHING))
    return tuple(map(min, NOTHING, triplet, pair))


_LONE: Final = tuple(profile_of(_lone(count)) for count in range(5))
