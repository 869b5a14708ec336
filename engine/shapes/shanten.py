"""Shanten, waits and useful tiles of a hand: sets and a pair, seven pairs, thirteen orphans.

`counts` are always the closed tiles by kind (34 numbers), `melds` the number of sets shown. A hand has
13 - 3 × melds tiles, or 14 - 3 × melds after its draw.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from engine.shapes.memos import LARGE_ENTRIES_LIMIT, make_room
from engine.shapes.profiles import (
    DISTANCES,
    JOINS,
    Profile,
    forget_profiles,
    honour_profile,
    join,
    split_suits,
    suit_profile,
)
from engine.tiles import KINDS, TERMINALS_AND_HONOURS, Kind

COMPLETE: Final = -1
TENPAI: Final = 0
_SPECIAL_FAR: Final = 13

# What the special shapes need to know of a suit, added up over the suits: one number of four fields of four bits.
_PAIR, _KIND, _ORPHAN, _ORPHAN_PAIR = 1, 1 << 4, 1 << 8, 1 << 12

_suits: dict[bytes, tuple[Profile, int]] = {}
_honours: dict[bytes, tuple[Profile, int]] = {}
_specials: dict[int, int] = {}
_suit_changes: tuple[dict[bytes, tuple[tuple[Profile, list[Kind]], ...]], ...] = ({}, {}, {}, {})


def shanten(counts: Sequence[int], melds: int = 0, *, seven_pairs: bool = True, thirteen_orphans: bool = True) -> int:
    """How many tiles a hand is from tenpai, by its best shape: 0 tenpai, -1 complete.

    Seven pairs and thirteen orphans count only without melds, and only where the rules know them (keywords).
    A shape that would need a fifth copy of a kind does not count.
    """
    first, second, third, last = suits = split_suits(bytes(counts))
    try:
        characters, in_characters = _suits[first]
        circles, in_circles = _suits[second]
        bamboo, in_bamboo = _suits[third]
        honours, in_honours = _honours[last]
        distances = DISTANCES[JOINS[JOINS[characters][circles]][JOINS[bamboo][honours]]]
    except KeyError:  # something not met before
        (characters, in_characters), (circles, in_circles), (bamboo, in_bamboo), (honours, in_honours) = _meet(*suits)
        distances = DISTANCES[join(join(characters, circles), join(bamboo, honours))]
    normal = distances[9 - melds] - 1
    if melds:
        return normal
    special = in_characters + in_circles + in_bamboo + in_honours
    if seven_pairs and thirteen_orphans:
        other = _specials.get(special)
        if other is None:
            other = _specials[special] = min(_seven_pairs(special), _thirteen_orphans(special))
        return normal if normal < other else other
    if seven_pairs:
        return min(normal, _seven_pairs(special))
    if thirteen_orphans:
        return min(normal, _thirteen_orphans(special))
    return normal


def is_complete(
    counts: Sequence[int], melds: int = 0, *, seven_pairs: bool = True, thirteen_orphans: bool = True
) -> bool:
    """Whether 14 - 3 × melds closed tiles make a winning shape."""
    return shanten(counts, melds, seven_pairs=seven_pairs, thirteen_orphans=thirteen_orphans) == COMPLETE


def waits(
    counts: Sequence[int],
    melds: int = 0,
    *,
    held: Sequence[int] | None = None,
    seven_pairs: bool = True,
    thirteen_orphans: bool = True,
) -> tuple[Kind, ...]:
    """The kinds that complete a hand of 13 - 3 × melds closed tiles, in ascending order.

    A kind of which the player holds all four copies is no wait, as at Tenhou: a hand that waits only for such
    tiles is not tenpai. `held` counts all the player holds, melds included; without it only closed tiles count.
    """
    reach = _Reach(counts, melds, seven_pairs, thirteen_orphans)
    if reach.best != TENPAI:
        return ()
    return reach.useful(counts if held is None else held)


def useful(
    counts: Sequence[int],
    melds: int = 0,
    *,
    held: Sequence[int] | None = None,
    seven_pairs: bool = True,
    thirteen_orphans: bool = True,
) -> tuple[Kind, ...]:
    """The kinds that bring a hand of 13 - 3 × melds closed tiles nearer (ukeire), in ascending order.

    `held` as in `waits`.
    """
    reach = _Reach(counts, melds, seven_pairs, thirteen_orphans)
    return reach.useful(counts if held is None else held)


def forget() -> None:
    """Empty the memos of this module and of `profiles`; they fill again with what is met."""
    memos: list[dict[Any, Any]] = [_suits, _honours, _specials, *_suit_changes]
    for memo in memos:
        memo.clear()
    forget_profiles()


class Prospect(NamedTuple):
    """What a hand is worth after a discard: its shanten, and the kinds that lower it."""

    shanten: int
    useful: tuple[Kind, ...]


def prospects(
    counts: Sequence[int],
    melds: int = 0,
    *,
    held: Sequence[int] | None = None,
    seven_pairs: bool = True,
    thirteen_orphans: bool = True,
) -> dict[Kind, Prospect]:
    """Every discard from 14 - 3 × melds closed tiles against every draw after it, by the kind discarded.

    `held` as in `waits`, counted before the discard (a discarded tile is not held any more, but it is not drawn
    again either).
    """
    rest = list(counts)
    seen = counts if held is None else held
    found: dict[Kind, Prospect] = {}
    for kind, count in enumerate(counts):
        if count:
            rest[kind] -= 1
            reach = _Reach(rest, melds, seven_pairs, thirteen_orphans)
            found[kind] = Prospect(reach.best, reach.useful(seen))
            rest[kind] += 1
    return found


class _Reach:
    """One hand of 13 - 3 × melds tiles taken apart by suit, to try a tile more without starting again."""

    __slots__ = ("best", "counts", "goal", "halves", "normal", "orphans", "pairs", "profiles", "special", "suits")

    def __init__(self, counts: Sequence[int], melds: int, seven_pairs: bool, thirteen_orphans: bool) -> None:
        self.counts = counts
        self.suits = suits = split_suits(bytes(counts))
        self.goal = 9 - melds
        (first, a), (second, b), (third, c), (honours, d) = _meet(*suits)
        self.profiles = first, second, third, honours
        self.halves = numbers, others = join(first, second), join(third, honours)
        self.special = special = a + b + c + d
        self.best = self.normal = DISTANCES[join(numbers, others)][self.goal] - 1
        self.pairs = self.orphans = _SPECIAL_FAR
        if not melds:
            if seven_pairs:
                self.pairs = _seven_pairs(special)
            if thirteen_orphans:
                self.orphans = _thirteen_orphans(special)
            self.best = min(self.normal, self.pairs, self.orphans)

    def useful(self, held: Sequence[int]) -> tuple[Kind, ...]:
        """The kinds that lower the best shanten, but those held four times."""
        kinds = self._nearer_sets() if self.normal == self.best else []
        if self.best in (self.pairs, self.orphans):
            kinds = sorted({*kinds, *self._nearer_specials()})
        return tuple([kind for kind in kinds if held[kind] < 4])

    def _nearer_sets(self) -> list[Kind]:
        first, second, third, honours = self.profiles
        numbers, others = self.halves
        rests = (join(second, others), join(first, others), join(numbers, honours), join(numbers, third))
        goal, normal = self.goal, self.normal
        kinds: list[Kind] = []
        for suit, rest in enumerate(rests):
            changes = _changes(self.suits[suit], suit)
            row = JOINS[rest]
            try:
                better = [more for profile, more in changes if DISTANCES[row[profile]][goal] <= normal]
            except KeyError:  # two profiles not met together before
                better = [more for profile, more in changes if DISTANCES[join(rest, profile)][goal] <= normal]
            if len(better) == 1:
                kinds += better[0]
            elif better:
                kinds += sorted(chain.from_iterable(better))
        return kinds

    def _nearer_specials(self) -> Iterator[Kind]:
        counts = self.counts
        if self.pairs == self.best:
            new_kinds_help = (self.special >> 4 & 15) < 7
            yield from (k for k in range(KINDS) if counts[k] == 1 or (new_kinds_help and not counts[k]))
        if self.orphans == self.best:
            paired = self.special >> 12 > 0
            yield from (k for k in TERMINALS_AND_HONOURS if not (counts[k] and paired))


def _changes(counts: bytes, suit: int) -> tuple[tuple[Profile, list[Kind]], ...]:
    """Which other profiles a suit (3: the honours) may have with one tile more, and the kinds that give each."""
    memo = _suit_changes[suit]
    found = memo.get(counts)
    if found is None:
        facts = _honour_facts if suit == 3 else _suit_facts
        before = facts(counts)[0]
        changes: dict[Profile, list[Kind]] = {}
        for rank, count in enumerate(counts):
            if count < 4:
                profile = facts(counts[:rank] + bytes((count + 1,)) + counts[rank + 1 :])[0]
                if profile != before:
                    changes.setdefault(profile, []).append(suit * 9 + rank)
        make_room(memo, LARGE_ENTRIES_LIMIT)
        found = memo[counts] = tuple(changes.items())
    return found


def _meet(first: bytes, second: bytes, third: bytes, honours: bytes) -> tuple[tuple[Profile, int], ...]:
    """Profile and special count of each suit and the honours, whether met before or not."""
    try:
        return _suits[first], _suits[second], _suits[third], _honours[honours]
    except KeyError:
        return _suit_facts(first), _suit_facts(second), _suit_facts(third), _honour_facts(honours)


def _suit_facts(counts: bytes) -> tuple[Profile, int]:
    try:
        return _suits[counts]
    except KeyError:
        make_room(_suits)
        facts = _suits[counts] = (suit_profile(counts), _special_of(counts, counts[::8]))
        return facts


def _honour_facts(counts: bytes) -> tuple[Profile, int]:
    try:
        return _honours[counts]
    except KeyError:
        make_room(_honours)
        facts = _honours[counts] = (honour_profile(counts), _special_of(counts, counts))
        return facts


def _special_of(counts: bytes, orphans: bytes) -> int:
    """What the special shapes need to know, given all counts and those of the terminals or honours."""
    kinds, orphan_kinds = len(counts) - counts.count(0), len(orphans) - orphans.count(0)
    pairs, orphan_pairs = kinds - counts.count(1), orphan_kinds - orphans.count(1)
    return pairs * _PAIR + kinds * _KIND + orphan_kinds * _ORPHAN + orphan_pairs * _ORPHAN_PAIR


def _seven_pairs(special: int) -> int:
    pairs, kinds = special & 15, special >> 4 & 15
    return 6 - pairs + max(0, 7 - kinds)


def _thirteen_orphans(special: int) -> int:
    orphans, paired = special >> 8 & 15, special >> 12 > 0
    return 13 - orphans - paired
