"""All ways to read complete tiles as sets and a pair."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.shapes.profiles import split_suits
from engine.tiles import Kind


class Reading(NamedTuple):
    """Closed tiles as sets and, at most once, a pair. Kinds in ascending order.

    A sequence is named by its lowest kind.
    """

    sequences: tuple[Kind, ...]
    triplets: tuple[Kind, ...]
    pair: Kind | None


_Made: TypeAlias = tuple[tuple[Kind, ...], tuple[Kind, ...], Kind | None]
_NONE: Final[tuple[Reading, ...]] = (Reading((), (), None),)


def decompositions(counts: Sequence[int]) -> tuple[Reading, ...]:
    """Every reading of complete closed tiles (counts by kind) as sets and exactly one pair.

    Empty if they make no sets and a pair; seven pairs and thirteen orphans are not readings.
    """
    whole = _NONE
    for first, suit in zip((0, 9, 18, 27), split_suits(bytes(counts)), strict=True):
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


def suit_readings(counts: bytes, first: Kind) -> tuple[Reading, ...]:
    """Every reading of one suit's tiles (the honours have seven counts), the first of them of kind `first`.

    All tiles are used; the pair is there if the number of tiles asks for it.
    """
    if not any(counts):
        return _NONE
    found: list[Reading] = []
    _read(list(counts), 0, first, found, ((), (), None))
    return tuple(found)


def _read(counts: list[int], rank: int, first: Kind, found: list[Reading], made: _Made) -> None:
    """Add to `found` what can be made of `counts` from `rank` on, after the sets `made` below.

    At each rank a triplet or the pair is decided first and the rest must be sequences, so nothing is found twice.
    """
    while rank < len(counts) and not counts[rank]:
        rank += 1
    if rank == len(counts):
        found.append(Reading(*made))
        return
    kind = first + rank
    here = counts[rank]
    sequences, triplets, pair = made
    choices = [(here, made)]
    if here >= 3:
        choices.append((here - 3, (sequences, (*triplets, kind), pair)))
    if here >= 2 and pair is None:
        choices.append((here - 2, (sequences, triplets, kind)))
    for runs, chosen in choices:
        if not runs:
            counts[rank] = 0
            _read(counts, rank + 1, first, found, chosen)
        elif kind < 27 and rank <= 6 and counts[rank + 1] >= runs and counts[rank + 2] >= runs:
            counts[rank] = 0
            counts[rank + 1] -= runs
            counts[rank + 2] -= runs
            _read(counts, rank + 1, first, found, (chosen[0] + (kind,) * runs, *chosen[1:]))
            counts[rank + 1] += runs
            counts[rank + 2] += runs
    counts[rank] = here
