"""A finished hand taken apart for scoring: masks of kinds, and the ways to read its closed tiles.

A *mask* is an int with bit k set for kind k. Sequences are marked by their lowest kind. With masks a question about
a whole hand ("are all its tiles terminals?") is one operation.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.melds import MeldType
from engine.scoring.context import WinContext
from engine.shapes.profiles import MEMO_LIMIT
from engine.shapes.readings import suit_readings
from engine.tiles import DRAGONS, GREEN_TILES, HONOURS, KIND_OF, TERMINALS, WINDS, Kind

Mask: TypeAlias = int


def mask_of(kinds: Iterable[Kind]) -> Mask:
    """The mask of some kinds."""
    mask = 0
    for kind in kinds:
        mask |= 1 << kind
    return mask


TERMINAL_MASK: Final = mask_of(TERMINALS)
HONOUR_MASK: Final = mask_of(HONOURS)
ORPHAN_MASK: Final = TERMINAL_MASK | HONOUR_MASK
WIND_MASK: Final = mask_of(WINDS)
DRAGON_MASK: Final = mask_of(DRAGONS)
GREEN_MASK: Final = mask_of(GREEN_TILES)
SUIT_MASKS: Final = (0x1FF, 0x1FF << 9, 0x1FF << 18)
OUTSIDE_RUNS: Final = mask_of((0, 6, 9, 15, 18, 24))
"""Sequences with a terminal: 123 and 789 of each suit."""

_LOW_EDGE_RUNS: Final = mask_of((0, 9, 18))
_HIGH_EDGE_RUNS: Final = mask_of((6, 15, 24))


class Wait(NamedTuple):
    """How the winning tile finished a reading."""

    fu: int
    two_sided: bool = False
    triplet: bool = False
    pair: bool = False


TWO_SIDED: Final = Wait(0, two_sided=True)
TRIPLET: Final = Wait(0, triplet=True)
PAIR: Final = Wait(2, pair=True)
ONE_TILE: Final = Wait(2)
"""A closed wait (4 of 3-5) or an edge wait (3 of 1-2, 7 of 8-9)."""


class _SuitReading(NamedTuple):
    runs: Mask
    triplets: Mask
    pair: Mask
    triplet_count: int
    twins: int
    """How many times two sequences are equal, each sequence used once."""
    fu: int
    """Fu of the triplets, taken as concealed."""


class Arrangement:
    """One reading of the closed tiles as sets and a pair."""

    __slots__ = ("fu", "pair", "runs", "triplet_count", "triplets", "twins")

    def __init__(self, a: _SuitReading, b: _SuitReading, c: _SuitReading, d: _SuitReading) -> None:
        self.runs: Mask = a.runs | b.runs | c.runs | d.runs
        self.triplets: Mask = a.triplets | b.triplets | c.triplets | d.triplets
        self.pair: Mask = a.pair | b.pair | c.pair | d.pair
        self.triplet_count = a.triplet_count + b.triplet_count + c.triplet_count + d.triplet_count
        self.twins = a.twins + b.twins + c.twins
        self.fu = a.fu + b.fu + c.fu + d.fu

    def waits(self, tile: Kind) -> Iterator[Wait]:
        """Every way the winning tile may have finished this reading."""
        if self.pair >> tile & 1:
            yield PAIR
        if self.triplets >> tile & 1:
            yield TRIPLET
        # The tile as the low, the high and the middle one of a sequence.
        ends = (1 << tile & self.runs, 1 << tile >> 2 & self.runs)
        if ends[0] & ~_HIGH_EDGE_RUNS or ends[1] & ~_LOW_EDGE_RUNS:
            yield TWO_SIDED
        if ends[0] & _HIGH_EDGE_RUNS or ends[1] & _LOW_EDGE_RUNS or 1 << tile >> 1 & self.runs:
            yield ONE_TILE


@lru_cache(maxsize=MEMO_LIMIT)
def _readings(counts: bytes, first: Kind) -> tuple[_SuitReading, ...]:
    return tuple(
        _SuitReading(
            runs=mask_of(reading.sequences),
            triplets=mask_of(reading.triplets),
            pair=0 if reading.pair is None else 1 << reading.pair,
            triplet_count=len(reading.triplets),
            twins=sum(reading.sequences.count(run) // 2 for run in set(reading.sequences)),
            fu=sum(8 if ORPHAN_MASK >> kind & 1 else 4 for kind in reading.triplets),
        )
        for reading in suit_readings(counts, first)
    )


def arrangements(counts: list[int]) -> list[Arrangement]:
    """Every reading of complete closed tiles as sets and exactly one pair; empty if there is none."""
    hand = bytes(counts)
    found = []
    for a in _readings(hand[:9], 0):
        for b in _readings(hand[9:18], 9):
            for c in _readings(hand[18:27], 18):
                for d in _readings(hand[27:], 27):
                    arrangement = Arrangement(a, b, c, d)
                    pair = arrangement.pair
                    if pair and not pair & pair - 1:
                        found.append(arrangement)
    return found


class Hand:
    """What is the same in every reading of a finished hand."""

    __slots__ = (
        "closed",
        "concealed_kans",
        "counts",
        "kans",
        "kinds",
        "meld_fu",
        "meld_runs",
        "meld_triplets",
        "tiles",
        "win",
        "win_kind",
    )

    def __init__(self, win: WinContext) -> None:
        self.win = win
        self.win_kind: Kind = KIND_OF[win.win_tile]
        self.tiles = win.hand
        counts = [0] * 34
        kinds = 0
        for tile in win.hand:
            kind = KIND_OF[tile]
            counts[kind] += 1
            kinds |= 1 << kind
        self.counts = counts
        self.kinds: Mask = kinds
        self.closed = True
        self.meld_runs: Mask = 0
        self.meld_triplets: Mask = 0
        self.meld_fu = 0
        self.kans = 0
        self.concealed_kans = 0
        if win.melds:
            self._add_melds(win)

    def _add_melds(self, win: WinContext) -> None:
        for meld in win.melds:
            self.tiles += meld.tiles
            kind, bit = meld.kind, 1 << meld.kind
            if meld.type is MeldType.CHI:
                self.closed = False
                self.meld_runs |= bit
                self.kinds |= bit * 7
                continue
            self.kinds |= bit
            self.meld_triplets |= bit
            fu = 4 if ORPHAN_MASK >> kind & 1 else 2
            if meld.type is MeldType.PON:
                self.closed = False
            else:
                self.kans += 1
                fu *= 4
                if meld.type is MeldType.ANKAN:
                    self.concealed_kans += 1
                    fu *= 2
                else:
                    self.closed = False
            self.meld_fu += fu

    @property
    def suits(self) -> int:
        """How many of the three suits the hand has tiles of."""
        kinds = self.kinds
        return sum(1 for suit in SUIT_MASKS if kinds & suit)

    @property
    def is_thirteen_orphans(self) -> bool:
        """Whether it is complete as thirteen orphans."""
        return self.kinds == ORPHAN_MASK and not self.win.melds

    @property
    def is_seven_pairs(self) -> bool:
        """Whether it is seven different pairs."""
        return not self.win.melds and self.counts.count(2) == 7

    @property
    def is_nine_gates(self) -> bool:
        """Whether it is 1112345678999 of one suit and one tile more of it, without any meld."""
        return self._has_gates(self.counts)

    @property
    def is_nine_sided(self) -> bool:
        """Whether it was 1112345678999 before the winning tile."""
        before = self.counts.copy()
        before[self.win_kind] -= 1
        return self._has_gates(before)

    def _has_gates(self, counts: list[int]) -> bool:
        if self.win.melds or self.kinds not in SUIT_MASKS:
            return False
        first = SUIT_MASKS.index(self.kinds) * 9
        ranks = counts[first : first + 9]
        return ranks[0] >= 3 and ranks[8] >= 3 and all(ranks[1:8])
