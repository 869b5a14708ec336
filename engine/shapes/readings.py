"""All ways to read complete tiles as sets and a pair."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.shapes.profiles import MEMO_LIMIT
from engine.tiles import Kind


class Reading(NamedTuple):
    """Closed tiles as sets and, at most once, a pair. Kinds in ascending order.

    A sequence is named by its lowest kind.
    """

    sequences: tuple[Kind, ...]
    triplets: tuple[Kind, ...]
    pair: Kind | None


_NONE: Final[tuple[Reading, ...]] = (Reading((), (), None),)


def decompositions(counts: Sequence[int]) -> tuple[Reading, ...]:
    """Every reading of complete closed tiles (counts by kind) as sets and exactly one pair.

    Empty if they make no sets and a pair; seven pairs and thirteen orphans are not readings.
    """
    hand = bytes(counts)
    whole = _NONE
    for first, suit in ((0, hand[:9]), (9, hand[9:18]), (18, hand[18:27]), (27, hand[27:])):
        readings = suit_readings(suit, first)
        if not readings:
            return ()
        if whole is _NONE:
            whole = readings
        elif readings is not _NONE:
            whole = tuple(_both(a, b) for a in whole for b in readings if a.pair is None or b.pair is None)
    return tuple(reading for reading in whole if reading.pair is not None)


def _both(first: Reading, second: Reading) -> Reading:
    pair = second.pair if first.pair is None else first.pair
    return Reading(first.sequences + second.sequences, first.triplets + second.triplets, pair)


@lru_cache(maxsize=MEMO_LIMIT)
def suit_readings(counts: bytes, first: Kind) -> tuple[Reading, ...]:
    """Every reading of one suit's tiles (the honours have seven counts), the first of them of kind `first`.

    All tiles are used; the pair is there if the number of tiles asks for it.
    """
    if not any(counts):
        return _NONE
    return tuple(dict.fromkeys(_read(list(counts), 0, first, Reading((), (), None))))


def _read(counts: list[int], rank: int, first: Kind, made: Reading) -> Iterator[Reading]:
    while rank < len(counts) and not counts[rank]:
        rank += 1
    if rank == len(counts):
        yield made
        return
    kind = first + rank
    if counts[rank] >= 3:
        counts[rank] -= 3
        yield from _read(counts, rank, first, made._replace(triplets=(*made.triplets, kind)))
        counts[rank] += 3
    if counts[rank] >= 2 and made.pair is None:
        counts[rank] -= 2
        yield from _read(counts, rank, first, made._replace(pair=kind))
        counts[rank] += 2
    if kind < 27 and rank <= 6 and counts[rank + 1] and counts[rank + 2]:
        run = range(rank, rank + 3)
        for each in run:
            counts[each] -= 1
        yield from _read(counts, rank, first, made._replace(sequences=(*made.sequences, kind)))
        for each in run:
            counts[each] += 1
