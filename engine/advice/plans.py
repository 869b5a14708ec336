"""Plans: what a hand may head for, how far each plan is, and what it is worth.

A plan names the kinds that count for it and the value that is then sure. Riichi and the fan family have the same
shapes of plans (a flush, only pungs, a triplet of honours, simples, or just any complete hand).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import and_
from typing import Final, NamedTuple

from engine.advice.view import SeatView
from engine.melds import Meld
from engine.shapes import shanten, useful
from engine.tiles import HONOURS, KIND_OF, KINDS, TERMINALS_AND_HONOURS, Kind, Tile

_ALL: Final = b"\x07" * KINDS
SIMPLES: Final = bytes(0 if kind in TERMINALS_AND_HONOURS else 7 for kind in range(KINDS))
FLUSHES: Final = tuple(bytes(7 if kind // 9 == suit or kind >= 27 else 0 for kind in range(KINDS)) for suit in range(3))
PURE_FLUSHES: Final = tuple(bytes(7 if kind // 9 == suit else 0 for kind in range(KINDS)) for suit in range(3))
SUIT_NAMES: Final = ("characters", "circles", "bamboo")
_PUNGS_SHARE: Final = 0.4
_SHARES: Final = {SIMPLES: 0.8, **dict.fromkeys(FLUSHES, 0.6), **dict.fromkeys(PURE_FLUSHES, 0.45)}
"""The part of useful tiles that a narrow plan leaves."""


class Plan(NamedTuple):
    """One thing a hand may head for."""

    name: str
    """`any`, `simples`, `honours`, `flush:characters`, `pure_flush:...`, `pungs`."""
    mask: bytes = _ALL
    """By kind: 7 if tiles of it count for the plan, 0 if not."""
    triplet: Kind | None = None
    """The honour of which a triplet has still to be made."""
    pungs: bool = False
    """Only triplets, and a pair."""
    value_open: float | None = None
    """Han or fan that are sure with an open hand, dora and red fives included; None: it must stay closed."""
    value_closed: float | None = None
    """The same for a hand that stays closed (with riichi where there is riichi); None: the hand is open already."""

    @property
    def share(self) -> float:
        """The part of useful tiles that is left by the plan's narrowness, 1 for any hand."""
        if self.pungs:
            return _PUNGS_SHARE
        return _SHARES.get(self.mask, 1.0)


def missing_tiles(plan: Plan, counts: bytes, melds: int, special: bool) -> int:
    """Tiles a hand lacks for a plan. `special`: whether the rules know seven pairs."""
    if plan.pungs:
        return _pungs_missing(counts, melds)
    if plan.triplet is not None:
        rest, lacking = _without_triplet(counts, plan.triplet)
        return shanten(rest, melds + 1) + 1 + lacking
    if plan.mask is not _ALL:
        counts = bytes(map(and_, counts, plan.mask))
    closed = special and plan.value_closed is not None
    return shanten(counts, melds, seven_pairs=closed, thirteen_orphans=plan.mask is _ALL) + 1


def useful_tiles(plan: Plan, counts: bytes, melds: int, held: Sequence[int], special: bool) -> tuple[Kind, ...]:
    """The kinds that bring a hand of 13 tiles less 3 a meld nearer to a plan. `held` counts the melds too."""
    if plan.pungs:
        return _pungs_useful(counts, melds)
    if plan.triplet is not None:
        rest, lacking = _without_triplet(counts, plan.triplet)
        kinds = useful(rest, melds + 1, held=held)
        return (*kinds, plan.triplet) if lacking else kinds
    closed = special and plan.value_closed is not None
    if plan.mask is _ALL:
        return useful(counts, melds, held=held, seven_pairs=closed, thirteen_orphans=True)
    masked = bytes(map(and_, counts, plan.mask))
    kinds = useful(masked, melds, held=held, seven_pairs=closed, thirteen_orphans=False)
    return tuple([kind for kind in kinds if plan.mask[kind]])


def _without_triplet(counts: bytes, kind: Kind) -> tuple[bytes, int]:
    """The hand without the tiles of a triplet of `kind`, and how many that triplet lacks."""
    taken = min(counts[kind], 3)
    rest = bytearray(counts)
    rest[kind] -= taken
    return bytes(rest), 3 - taken


def _pungs_missing(counts: bytes, melds: int) -> int:
    best = sorted((min(count, 3) for count in counts if count), reverse=True)[: 5 - melds]
    best += [0] * (5 - melds - len(best))
    return sum(3 - count for count in best[:-1]) + max(0, 2 - best[-1])


def _pungs_useful(counts: bytes, melds: int) -> tuple[Kind, ...]:
    groups = sum(count >= 2 for count in counts)
    singles_help = groups < 5 - melds
    return tuple(kind for kind, count in enumerate(counts) if count == 2 or (count == 1 and singles_help))


@lru_cache(maxsize=4096)
def _fits(melds: tuple[Meld, ...], mask: bytes) -> bool:
    return all(mask[KIND_OF[tile]] for meld in melds for tile in meld.tiles)


def plans_for(view: SeatView, counts: bytes, melds: tuple[Meld, ...]) -> list[Plan]:
    """The plans open to a hand of `view.seat` with these closed tiles and melds, likeliest first."""
    closed = not any(meld.is_open for meld in melds)
    if view.rules.family == "riichi":
        return list(_riichi_plans(view, counts, melds, closed))
    return list(_fan_plans(view, counts, melds, closed))


def _riichi_plans(view: SeatView, counts: bytes, melds: tuple[Meld, ...], closed: bool) -> Iterator[Plan]:
    dora = _Dora(view, counts, melds)
    honours = _triplet_value(view, counts, melds)
    riichi = 2.5 if closed else None  # riichi, and what tsumo, ippatsu and ura add on average
    everywhere = dora.within(_ALL)
    if closed or honours:
        yield Plan(
            "honours" if honours else "any",
            value_open=honours + 0.4 + everywhere if honours else None,
            value_closed=None if riichi is None else riichi + 0.4 + honours + everywhere,
        )
    if not honours:
        for kind, triplet in _honour_pairs(view, counts):
            together = None if riichi is None else riichi + triplet + everywhere
            yield Plan("honours", triplet=kind, value_open=triplet + 0.4 + everywhere, value_closed=together)
    if _fits(melds, SIMPLES) and sum(map(bool, map(and_, counts, SIMPLES))) >= 5:
        value = 1.0 + dora.within(SIMPLES)
        together = None if riichi is None else riichi + value
        yield Plan("simples", SIMPLES, value_open=value if view.rules.open_tanyao else None, value_closed=together)
    for suit, mask in enumerate(FLUSHES):
        inside = sum(map(bool, map(and_, counts, mask)))
        if _fits(melds, mask) and _tiles_in(counts, mask) + 3 * len(melds) >= 8 and inside >= 3:
            value = 2 + honours + dora.within(mask) + 0.3 * sum(counts[kind] >= 2 for kind in HONOURS)
            together = None if riichi is None else riichi + 1 + value
            yield Plan(f"flush:{SUIT_NAMES[suit]}", mask, value_open=value, value_closed=together)
    if not any(meld.is_sequence for meld in melds) and sum(count >= 2 for count in counts) + len(melds) >= 4:
        value = 2 + honours + everywhere
        yield Plan("pungs", pungs=True, value_open=value, value_closed=None)


def _fan_plans(view: SeatView, counts: bytes, melds: tuple[Meld, ...], closed: bool) -> Iterator[Plan]:
    base = flower_fan(view) + _triplet_value(view, counts, melds)
    extra = 1.0 if closed else None
    honour_pairs = list(_honour_pairs(view, counts))
    hoped = 0.3 * sum(value for _kind, value in honour_pairs)
    self_draw = 0.4

    def plan(name: str, value: float, mask: bytes = _ALL, triplet: Kind | None = None, pungs: bool = False) -> Plan:
        value += base + self_draw
        return Plan(name, mask, triplet, pungs, value, None if extra is None else value + extra)

    yield plan("any", 0.3)
    for kind, value in honour_pairs:
        yield plan("honours", value, triplet=kind)
    for suit in range(3):
        tiles = _tiles_in(counts, FLUSHES[suit]) + 3 * len(melds)
        if _fits(melds, FLUSHES[suit]) and tiles >= 7:
            yield plan(f"flush:{SUIT_NAMES[suit]}", 3 + hoped, FLUSHES[suit])
        if _fits(melds, PURE_FLUSHES[suit]) and _tiles_in(counts, PURE_FLUSHES[suit]) + 3 * len(melds) >= 9:
            yield plan(f"pure_flush:{SUIT_NAMES[suit]}", 7, PURE_FLUSHES[suit])
    if not any(meld.is_sequence for meld in melds) and sum(count >= 2 for count in counts) + len(melds) >= 4:
        yield plan("pungs", 3 + hoped, pungs=True)


def flower_fan(view: SeatView) -> int:
    """Fan of the seat's flowers and seasons as they lie (rules.md, Fan family)."""
    if not view.rules.flowers:
        return 0
    flowers = view.shown[view.seat].flowers
    if not flowers:
        return 1
    numbers = [KIND_OF[tile] - 34 for tile in flowers]
    fan = 0
    for start in (0, 4):
        group = [number - start for number in numbers if start <= number < start + 4]
        fan += 2 if len(group) == 4 else int(view.own_wind in group)
    return fan


def _tiles_in(counts: bytes, mask: bytes) -> int:
    return sum(map(and_, counts, mask))


def _triplet_value(view: SeatView, counts: bytes, melds: tuple[Meld, ...]) -> int:
    """Han or fan of the honour triplets made already."""
    made = {kind for kind in HONOURS if counts[kind] >= 3}
    made.update(meld.kind for meld in melds)
    return sum(kind in made for kind in view.value_honours)


def _honour_pairs(view: SeatView, counts: bytes) -> Iterator[tuple[Kind, int]]:
    """Pairs of honours that may become a triplet worth something, with its value."""
    for kind in dict.fromkeys(view.value_honours):
        if counts[kind] == 2 and view.unseen[kind]:
            yield kind, view.value_honours.count(kind)


class _Dora:
    """Dora and red fives of a hand, by what a plan keeps of it."""

    def __init__(self, view: SeatView, counts: bytes, melds: tuple[Meld, ...]) -> None:
        self._melds = sum(view.dora_count(meld.tiles) for meld in melds)
        self._closed = [(kind, counts[kind]) for kind in view.dora if counts[kind]]
        self._closed += [(KIND_OF[tile], 1) for tile in view.hand if _is_red(view, tile) and counts[KIND_OF[tile]]]

    def within(self, mask: bytes) -> float:
        """How many the tiles under `mask` and the melds have."""
        return self._melds + sum(count for kind, count in self._closed if mask[kind])


def _is_red(view: SeatView, tile: Tile) -> bool:
    return view.rules.tile_set.is_red(tile)
