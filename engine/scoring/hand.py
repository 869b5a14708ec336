"""A finished hand taken apart for scoring: masks of kinds, and the ways to read its closed tiles.

A *mask* is an int with bit k set for kind k. Sequences are marked by their lowest kind. With masks a question about
a whole hand ("are all its tiles terminals?") is one operation.
"""

from collections.abc import Iterable
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from engine.melds import MeldType
from engine.scoring.context import WinContext
from engine.shapes.profiles import MEMO_LIMIT, split_suits
from engine.shapes.readings import Reading, suit_readings
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

# Members of an Enum are slow to look up by its name.
_CHI: Final = MeldType.CHI
_PON: Final = MeldType.PON
_ANKAN: Final = MeldType.ANKAN
_KIND: Final = KIND_OF.__getitem__
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
        a_runs, a_triplets, a_pair, a_count, a_twins, a_fu = a
        b_runs, b_triplets, b_pair, b_count, b_twins, b_fu = b
        c_runs, c_triplets, c_pair, c_count, c_twins, c_fu = c
        _, d_triplets, d_pair, d_count, _, d_fu = d
        self.runs: Mask = a_runs | b_runs | c_runs
        self.triplets: Mask = a_triplets | b_triplets | c_triplets | d_triplets
        self.pair: Mask = a_pair | b_pair | c_pair | d_pair
        self.triplet_count = a_count + b_count + c_count + d_count
        self.twins = a_twins + b_twins + c_twins
        self.fu = a_fu + b_fu + c_fu + d_fu

    def waits(self, tile: Kind) -> list[Wait]:
        """Every way the winning tile may have finished this reading."""
        bit, runs = 1 << tile, self.runs
        found = []
        if self.pair & bit:
            found.append(PAIR)
        if self.triplets & bit:
            found.append(TRIPLET)
        # The tile as the low, the high and the middle one of a sequence.
        low, high, middle = bit & runs, bit >> 2 & runs, bit >> 1 & runs
        if low & ~_HIGH_EDGE_RUNS or high & ~_LOW_EDGE_RUNS:
            found.append(TWO_SIDED)
        if middle or low & _HIGH_EDGE_RUNS or high & _LOW_EDGE_RUNS:
            found.append(ONE_TILE)
        return found


_memos: tuple[dict[bytes, tuple[_SuitReading, ...]], ...] = ({}, {}, {}, {})
"""Readings met before, for each suit and the honours."""


def _suit_readings(suit: int, counts: bytes) -> tuple[_SuitReading, ...]:
    memo = _memos[suit]
    found = memo.get(counts)
    if found is None:
        if len(memo) >= MEMO_LIMIT:
            memo.clear()
        found = memo[counts] = tuple([_suit_reading(reading) for reading in suit_readings(counts, suit * 9)])
    return found


def _suit_reading(reading: Reading) -> _SuitReading:
    sequences, triplets, pair = reading
    fu = 0
    for kind in triplets:
        fu += 8 if ORPHAN_MASK >> kind & 1 else 4
    twins = 0
    if len(sequences) >= 2:
        twins = sum(sequences.count(run) // 2 for run in set(sequences))
    pair_mask = 0 if pair is None else 1 << pair
    return _SuitReading(mask_of(sequences), mask_of(triplets), pair_mask, len(triplets), twins, fu)


def arrangements(counts: list[int]) -> list[Arrangement]:
    """Every reading of complete closed tiles as sets and exactly one pair; empty if there is none."""
    characters, circles, bamboo, honours = suits = split_suits(bytes(counts))
    first, second, third, last = _memos
    choices: tuple[tuple[_SuitReading, ...], ...]
    try:
        choices = first[characters], second[circles], third[bamboo], last[honours]
    except KeyError:  # something not met before
        choices = tuple([_suit_readings(suit, suits[suit]) for suit in range(4)])
    found = []
    for readings in product(*choices):
        arrangement = Arrangement(*readings)
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
        "meld_counts",
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
        self.meld_counts: list[int] | None = None
        counts = [0] * 34
        kinds = 0
        for kind in map(_KIND, win.hand):
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
        counts = self.meld_counts = [0] * 34
        for meld in win.melds:
            tiles, type_ = meld.tiles, meld.type
            self.tiles += tiles
            for kind in map(_KIND, tiles):
                counts[kind] += 1
                self.kinds |= 1 << kind
            if type_ is not _ANKAN:
                self.closed = False
            if type_ is _CHI:
                self.meld_runs |= 1 << min(map(_KIND, tiles))
                continue
            bit = 1 << KIND_OF[tiles[0]]
            self.meld_triplets |= bit
            fu = 4 if ORPHAN_MASK & bit else 2
            if type_ is not _PON:
                self.kans += 1
                fu *= 4
                if type_ is _ANKAN:
                    self.concealed_kans += 1
                    fu *= 2
            self.meld_fu += fu

    def held(self, kind: Kind) -> int:
        """How many tiles of a kind the hand has, melds included."""
        closed = self.counts[kind]
        return closed + self.meld_counts[kind] if self.meld_counts else closed

    @property
    def suits(self) -> int:
        """How many of the three suits the hand has tiles of."""
        kinds = self.kinds
        characters, circles, bamboo = SUIT_MASKS
        return bool(kinds & characters) + bool(kinds & circles) + bool(kinds & bamboo)

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
