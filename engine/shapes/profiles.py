"""How far tiles are from sets and a pair: per suit, memoised as met, and joined by small tables.

The *distances* of some tiles are ten numbers: how many tiles must be added to them to make 0, 1, 2, 3, 4 sets
without a pair, then the same with a pair. Only 126 different distances occur in one suit, and a few hundred once
suits are put together, so each is kept once and named by a small number, its *profile*. Putting two profiles
together is a look-up as well, so a hand costs four suit look-ups and three joins.

No set may use a tile more than four times: a hand that waits only for a fifth copy is not ready.
"""

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

Distances: TypeAlias = tuple[int, ...]
"""Tiles missing for 0-4 sets, then for 0-4 sets and a pair."""

Profile: TypeAlias = int
"""Number of some `Distances` met before; its index in `DISTANCES`."""

FAR: Final = 99
NOTHING: Final[Distances] = (0, 3, 6, 9, 12, 2, 5, 8, 11, 14)
"""The distances of no tiles at all: every set costs three, the pair two."""

MEMO_LIMIT: Final = 60_000
"""Entries at which a memo is emptied and starts again, so that a table that runs for weeks stays small (8 MB)."""

DISTANCES: Final[list[Distances]] = []
"""Distances by profile."""
JOINS: Final[list[dict[Profile, Profile]]] = []
"""`JOINS[a][b]` is the profile of two groups of tiles together, where `join` has met the two before."""

_profile_of: dict[Distances, Profile] = {}
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


def join(first: Profile, second: Profile) -> Profile:
    """The profile of two groups of tiles, of different suits or too far apart to share a set."""
    try:
        return JOINS[first][second]
    except KeyError:
        a, b = DISTANCES[first], DISTANCES[second]
        bare = [min(a[i] + b[n - i] for i in range(n + 1)) for n in range(5)]
        paired = [min(min(a[i + 5] + b[n - i], a[i] + b[n - i + 5]) for i in range(n + 1)) for n in range(5)]
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
    return join_all(_window_profile(window) for window in _windows_of(counts))


def honour_profile(counts: bytes) -> Profile:
    """The profile of the honours, given how many of each of the seven kinds."""
    return join_all(_LONE[count] for count in sorted(counts) if count)


def _windows_of(counts: bytes) -> Iterable[bytes]:
    # Tiles with two empty ranks between them share no sequence. A block keeps up to two empty ranks on each
    # side, for the sequences that reach there; left and right are alike, so one of the two ways round is enough.
    for block in _BLOCK.finditer(counts):
        start, end = block.span()
        window = counts[max(0, start - 2) : end + 2]
        yield min(window, window[::-1])


def _window_profile(window: bytes) -> Profile:
    profile = _windows.get(window)
    if profile is None:
        for memo in (_windows, _suffixes):
            if len(memo) >= MEMO_LIMIT:
                memo.clear()
        profile = _windows[window] = profile_of(_suffix_distances(window, 0, 0))
    return profile


def _suffix_distances(counts: bytes, through: int, begun: int) -> Distances:
    """Distances of the ranks `counts`, lowest first, while sequences from below still run on into them.

    `through` sequences need only the first rank, `begun` ones the first two.
    """
    key = (counts, through, begun)
    distances = _suffixes.get(key)
    if distances is None:
        distances = _suffixes[key] = _extend(counts, through, begun)
    return distances


def _extend(counts: bytes, through: int, begun: int) -> Distances:
    """Decide the first rank: how many sequences start there, and whether it has a triplet or the pair."""
    taken = through + begun
    if not taken and not any(counts):
        return NOTHING
    here, rest = counts[0], counts[1:]
    best: Distances = (FAR,) * 10
    # Three equal sequences are three triplets. A sequence, triplet or pair without a single tile of the hand is
    # no better than `NOTHING` says; leaving those out keeps the search small.
    most = min(max(counts[:3]), 2, 4 - taken) if len(counts) >= 3 else 0
    for starting in range(most + 1):
        used = taken + starting
        tail = _suffix_distances(rest, begun, starting)
        best = _nearer(best, _with_sets(tail, starting, max(0, used - here)))
        if here > taken and used <= 2:
            best = _nearer(best, _with_sets(_with_pair(tail), starting, max(0, used + 2 - here)))
        if here > taken and used <= 1:
            best = _nearer(best, _with_sets(tail, starting + 1, max(0, used + 3 - here)))
    return best


def _nearer(first: Distances, second: Distances) -> Distances:
    return tuple(map(min, first, second))


def _with_sets(distances: Distances, sets: int, missing: int) -> Distances:
    """Distances after `sets` more sets were made, for which `missing` tiles are to be added here."""
    far, last = [FAR] * sets, 5 - sets
    bare = [distance + missing for distance in distances[:last]]
    paired = [distance + missing for distance in distances[5 : 5 + last]]
    return (*far, *bare, *far, *paired)


def _with_pair(distances: Distances) -> Distances:
    return (FAR,) * 5 + distances[:5]


def _lone(count: int) -> Distances:
    """Distances of `count` tiles of a kind that makes no sequences."""
    triplet = _with_sets(NOTHING, 1, max(0, 3 - count))
    pair = tuple(distance + max(0, 2 - count) for distance in _with_pair(NOTHING))
    return _nearer(NOTHING, _nearer(triplet, pair))


_LONE: Final = tuple(profile_of(_lone(count)) for count in range(5))
