"""A finished hand taken apart for scoring: masks of kinds, and the ways to read its closed tiles.

A *mask* is an int with bit k set for kind k. Sequences are marked by their lowest kind. With masks a question about
a whole hand ("are all its tiles terminals?") is one operation.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from engine.melds import Meld, MeldType
from engine.scoring.context import WinContext
from engine.shapes.memos import LARGE_ENTRIES_LIMIT, make_room
from engine.shapes.profiles import split_suits
from engine.shapes.readings import Reading, suit_readings
from engine.tiles import DRAGONS, GREEN_TILES, HONOURS, KIND_OF, TERMINALS, WINDS, Kind, Tile

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

_ANKAN: Final = MeldType.ANKAN  # members of an Enum are slow to look up by its name
_digit_of: Final = tuple(1 << 8 * kind if kind < 34 else 0 for kind in KIND_OF).__getitem__
"""For each tile one in the byte of its kind: their sum, written as bytes, is the counts of the tiles."""
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


class _SuitFacts(NamedTuple):
    kinds: Mask
    readings: tuple[_SuitReading, ...]


_memos: tuple[dict[bytes, _SuitFacts], ...] = ({}, {}, {}, {})
"""Suits met before, and honours."""


def _suit_facts(suit: int, counts: bytes) -> _SuitFacts:
    memo = _memos[suit]
    facts = memo.get(counts)
    if facts is None:
        make_room(memo, LARGE_ENTRIES_LIMIT)
        first = suit * 9
        kinds = mask_of(first + rank for rank, count in enumerate(counts) if count)
        readings = tuple([_suit_reading(reading) for reading in suit_readings(counts, first)])
        facts = memo[counts] = _SuitFacts(kinds, readings)
    return facts


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


class ShownSet(NamedTuple):
    """What the tiles of a meld are: a sequence, equal tiles, or neither."""

    run: Mask
    equal: Mask
    kan: bool
    fu: int
    """Fu of equal tiles, taken as open."""
    digits: int
    """Their counts, as the sum of their `_digit_of`."""


@lru_cache(maxsize=1 << 12)
def shown_set(tiles: tuple[Tile, ...]) -> ShownSet:
    """What the tiles of a meld are; both `run` and `equal` are 0 if they are no set at all."""
    kinds = sorted(KIND_OF[tile] for tile in tiles)
    size, first = len(kinds), kinds[0] if kinds else 0
    run = equal = fu = 0
    if first < 27 and first % 9 < 7 and kinds == [first, first + 1, first + 2]:
        run = 1 << first
    elif size in (3, 4) and kinds == [first] * size:
        equal = 1 << first
        fu = (4 if ORPHAN_MASK & equal else 2) * (4 if size == 4 else 1)
    return ShownSet(run, equal, size == 4, fu, sum(map(_digit_of, tiles)))


class Hand:
    """What is the same in every reading of a finished hand."""

    __slots__ = (
        "_choices",
        "closed",
        "concealed_kans",
        "counts",
        "held",
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
        digits = sum(map(_digit_of, win.hand))
        self.counts: bytes = digits.to_bytes(34, "little")
        """How many closed tiles of each kind."""
        self.held: bytes = self.counts
        """How many tiles of each kind, melds included."""
        characters, circles, bamboo, honours = split_suits(self.counts)
        first, second, third, last = _memos
        try:
            facts = first[characters], second[circles], third[bamboo], last[honours]
        except KeyError:  # something not met before
            facts = _suit_facts(0, characters), _suit_facts(1, circles), _suit_facts(2, bamboo), _suit_facts(3, honours)
        (a, a_readings), (b, b_readings), (c, c_readings), (d, d_readings) = facts
        self.kinds: Mask = a | b | c | d
        self._choices = a_readings, b_readings, c_readings, d_readings
        self.closed = True
        self.meld_runs: Mask = 0
        self.meld_triplets: Mask = 0
        self.meld_fu = 0
        self.kans = 0
        self.concealed_kans = 0
        if win.melds:
            self._add_melds(win.melds, digits)

    def _add_melds(self, melds: tuple[Meld, ...], digits: int) -> None:
        for meld in melds:
            run, equal, kan, fu, shown = shown_set(meld.tiles)
            self.tiles += meld.tiles
            self.meld_runs |= run
            self.meld_triplets |= equal
            self.kinds |= run * 7 | equal
            self.kans += kan
            digits += shown
            if meld.type is _ANKAN:
                self.concealed_kans += 1
                self.meld_fu += 2 * fu
            else:
                self.closed = False
                self.meld_fu += fu
        self.held = digits.to_bytes(34, "little")

    def readings(self) -> list[Arrangement]:
        """Every reading of the closed tiles as sets and exactly one pair; empty if there is none."""
        found = []
        for suits in product(*self._choices):
            arrangement = Arrangement(*suits)
            pair = arrangement.pair
            if pair and not pair & pair - 1:
                found.append(arrangement)
        return found

    @property
    def suits(self) -> int:
        """How many of the three suits the hand has tiles of."""
        kinds = self.kinds
        characters, circles, bamboo = SUIT_MASKS
        return (kinds & characters > 0) + (kinds & circles > 0) + (kinds & bamboo > 0)

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
        """Whether it is nine gates that were 1112345678999 before the winning tile."""
        before = bytearray(self.counts)
        before[self.win_kind] -= 1
        return self._has_gates(before)

    def _has_gates(self, counts: bytes | bytearray) -> bool:
        if self.win.melds or self.kinds not in SUIT_MASKS:
            return False
        first = SUIT_MASKS.index(self.kinds) * 9
        ranks = counts[first : first + 9]
        return ranks[0] >= 3 and ranks[8] >= 3 and all(ranks[1:8])
