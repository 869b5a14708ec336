"""How dangerous each tile is: what a seat's river, melds and the tiles in sight say of its waits.

The numbers are shares of ready hands that a tile of such a class deals into, as players know them from large
collections of games: an ordinary number tile a twelfth or so, suji a third of that, and so on.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from engine.advice.view import SeatView, ShownSeat
from engine.melds import Meld
from engine.tiles import DRAGONS, KIND_OF, SEATS, Kind, Seat


class Mark(StrEnum):
    """Why a tile is safe or dangerous against a seat."""

    GENBUTSU = "genbutsu"
    """The seat may not win on it: it has discarded it, or it passed after the seat's riichi."""
    DISCARDED = "discarded"
    """The seat has discarded it, but these rules have no furiten."""
    SUJI = "suji"
    """Every two-sided wait for it would also wait for a tile the seat has discarded."""
    HALF_SUJI = "half_suji"
    """Only one of its two two-sided waits is left."""
    NO_CHANCE = "kabe"
    """All four of a neighbour are in sight, so that a two-sided wait is impossible."""
    ONE_CHANCE = "one_chance"
    """Three of a neighbour are in sight."""
    LIVE = "live"
    """A number tile nothing speaks for."""
    HONOUR = "honour"
    """An honour, by how many are out of sight."""
    FLUSH = "flush"
    """The seat seems to collect this suit and honours."""
    DORA = "dora"
    """Dealing in would cost more."""


class Danger(NamedTuple):
    """One kind against one seat."""

    risk: float
    """Chance to deal in, if the seat is ready."""
    marks: tuple[Mark, ...]


_SAFE: Final = Danger(0.0, (Mark.GENBUTSU,))
_OPEN_SIDE: Final = (1.0, Mark.LIVE)


class Threat:
    """One other seat as far as it may be ready. Each kind is looked at only when it is asked for."""

    def __init__(self, view: SeatView, seat: Seat) -> None:
        self.seat = seat
        self.ready = readiness(view, seat)
        """Chance that it is ready, 0-1."""
        self.loss = _loss(view, seat)
        """What dealing into it costs, on average."""
        self._view = view
        self._safe = _safe_kinds(view, seat)
        self._suit = flush_suit(view.shown[seat])
        self._known: dict[Kind, Danger] = {}

    def danger(self, kind: Kind) -> Danger:
        """How dangerous a kind is if this seat is ready, and why."""
        known = self._known.get(kind)
        if known is None:
            known = self._known[kind] = self._look_at(kind)
        return known

    def cost(self, kind: Kind) -> float:
        """Points a discard of `kind` loses to this seat on average."""
        return self.ready * self.danger(kind).risk * self.loss

    def _look_at(self, kind: Kind) -> Danger:
        view, thrown = self._view, self._safe >> kind & 1
        if thrown and view.rules.furiten:
            return _SAFE
        risk, marks = _number(view, self._safe, kind, self._crowding) if kind < 27 else _honour(view, self.seat, kind)
        if thrown:
            risk, marks = risk * _NO_FURITEN, (Mark.DISCARDED,)
        if self._suit is not None:
            inside = kind >= 27 or kind // 9 == self._suit
            risk *= _FLUSH_INSIDE if inside else _FLUSH_OUTSIDE
            marks = (*marks, Mark.FLUSH) if inside else marks
        if kind in view.dora:
            risk, marks = risk * _DORA, (*marks, Mark.DORA)
        return Danger(risk, marks)

    @cached_property
    def _crowding(self) -> float:
        """The fewer two-sided waits are still possible, the likelier is each of them."""
        return min(1.8, _USUAL_LINES / max(4.0, _lines(self._view.unseen, self._safe)))


# Share of ready hands by rank 1-9: waits for one tile of any form but the two-sided one, and for each two-sided wait.
_OTHER_FORMS: Final = (0.018, 0.030, 0.045, 0.028, 0.028, 0.028, 0.045, 0.030, 0.018)
_TWO_SIDED: Final = 0.047
_HONOURS: Final = (0.0005, 0.007, 0.028, 0.055)
"""By how many are out of sight."""
_VALUE_HONOUR: Final = 1.3
_ONE_CHANCE: Final = 0.5
_FLUSH_INSIDE: Final = 1.7
_FLUSH_OUTSIDE: Final = 0.35
_NO_FURITEN: Final = 0.4
"""How much of the danger is left of a tile the seat has thrown itself, where that bars nothing."""
_DORA: Final = 1.4
"""How much more often a dora is waited for, or costs."""
_USUAL_LINES: Final = 13
"""Two-sided waits still possible when the numbers above were taken."""

_READY_BY_MELDS: Final = (
    (0.01, 0.03, 0.06, 0.10, 0.15, 0.20),
    (0.03, 0.08, 0.15, 0.25, 0.35, 0.42),
    (0.12, 0.25, 0.38, 0.50, 0.60, 0.68),
    (0.40, 0.55, 0.68, 0.78, 0.85, 0.88),
    (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
)
"""Chance to be ready without riichi, by melds shown and every third discard."""


def threats(view: SeatView) -> tuple[Threat, ...]:
    """The three other seats, as threats, in turn order."""
    return tuple(Threat(view, seat) for seat in view.others)


def readiness(view: SeatView, seat: Seat) -> float:
    """Chance that a seat is ready: sure in riichi, otherwise by its melds and how long it has played."""
    shown = view.shown[seat]
    if shown.riichi:
        return 1.0
    table = _READY_BY_MELDS[len(shown.melds)]
    return table[min(len(shown.river) // 3, len(table) - 1)]


def _loss(view: SeatView, seat: Seat) -> float:
    shown = view.shown[seat]
    dora = sum(view.dora_count(meld.tiles) for meld in shown.melds)
    flush = flush_suit(shown) is not None
    if view.rules.family == "fan":
        sure = max(view.rules.minimum_fan, 1) + 2 * flush
        return 4.0 * (8, 8, 10, 14, 20, 30, 40)[min(sure, 6)]
    points = 5_600 if shown.riichi else 2_600 + 1_300 * dora + (2_400 if flush else 0)
    return points * (1.45 if seat == view.dealer else 1.0)


def _safe_kinds(view: SeatView, seat: Seat) -> int:
    """Bits of the kinds a seat has discarded, or that certainly passed after its riichi.

    Rivers do not tell the order of different seats' discards. Before a seat's n-th discard no other has made more
    than n, but for a pon or open kan, each of which may move a turn.
    """
    shown = view.shown[seat]
    safe = shown.discarded
    if not shown.riichi:
        return safe
    declared = next((index for index, tile in enumerate(shown.river) if tile.riichi), len(shown.river))
    skipped = sum(meld.is_open and not meld.is_sequence for other in SEATS for meld in view.shown[other].melds)
    for other in SEATS:
        if other != seat:
            for tile in view.shown[other].river[declared + 1 + skipped :]:
                safe |= 1 << KIND_OF[tile.tile]
    return safe


def _lines(unseen: tuple[int, ...], safe: int) -> float:
    """How many two-sided waits are still possible, 18 at the start; those with one tile left count half."""
    lines = 0.0
    for suit in (0, 9, 18):
        for low in range(suit + 1, suit + 7):  # waits on both sides of (low, low + 1)
            if not (safe >> (low - 1) & 1 or safe >> (low + 2) & 1):
                left = unseen[low] if unseen[low] < unseen[low + 1] else unseen[low + 1]
                lines += 1.0 if left > 1 else _ONE_CHANCE * left
    return lines


def _sides(unseen: tuple[int, ...], safe: int, kind: Kind) -> Iterator[tuple[float, Mark]]:
    """The two-sided waits a number tile may complete: how likely each still is, and why."""
    rank = kind % 9
    for near, far, other in ((1, 2, 3), (-1, -2, -3)):
        if not 0 <= rank + other < 9:
            continue
        if safe >> (kind + other) & 1:
            yield 0.0, Mark.SUJI
        else:
            left = min(unseen[kind + near], unseen[kind + far])
            yield (0.0, Mark.NO_CHANCE) if left == 0 else (_ONE_CHANCE, Mark.ONE_CHANCE) if left == 1 else _OPEN_SIDE


def _number(view: SeatView, safe: int, kind: Kind, crowding: float) -> tuple[float, tuple[Mark, ...]]:
    sides = list(_sides(view.unseen, safe, kind))
    open_sides = sum(weight for weight, _mark in sides)
    left = min(view.unseen[kind], 3)
    risk = _OTHER_FORMS[kind % 9] * (0.35 + 0.25 * left) + _TWO_SIDED * open_sides * crowding
    marks = tuple(dict.fromkeys(mark for _weight, mark in sides if mark is not Mark.LIVE))
    if Mark.SUJI in marks and open_sides:
        marks = tuple(Mark.HALF_SUJI if mark is Mark.SUJI else mark for mark in marks)
    return risk, marks or (Mark.LIVE,)


def _honour(view: SeatView, seat: Seat, kind: Kind) -> tuple[float, tuple[Mark, ...]]:
    risk = _HONOURS[min(view.unseen[kind], 3)]
    wind = 27 + (seat - view.dealer) % 4
    worth = kind in DRAGONS or kind in (wind, view.round_wind.kind)
    return risk * (_VALUE_HONOUR if worth else 1.0), (Mark.HONOUR,)


def flush_suit(shown: ShownSeat) -> int | None:
    """The suit (0-2) a seat seems to collect: two melds of it or more, and hardly any of it discarded early."""
    return _suit_of(shown.melds, shown.discarded)


@lru_cache(maxsize=4096)
def _suit_of(melds: tuple[Meld, ...], discarded: int) -> int | None:
    suits = {meld.kind // 9 for meld in melds if meld.kind < 27}
    if len(melds) < 2 or len(suits) != 1:
        return None
    suit = suits.pop()
    thrown = bin(discarded >> (9 * suit) & 0x1FF).count("1")
    return suit if thrown <= 1 + (len(melds) > 2) else None
