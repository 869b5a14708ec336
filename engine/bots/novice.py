"""The novice: gets its hand ready as fast as it sees, likes calling, riichis at once, folds only when far away."""

from collections.abc import Iterable
from operator import and_
from random import Random
from typing import Final

from engine.advice.judgement import without
from engine.advice.plans import FLUSHES, SIMPLES
from engine.advice.view import SeatView
from engine.bots.common import claims, discard_kinds, discard_of, kans, riichi
from engine.events import Action, Chi, ConcealedKan, OpenKan
from engine.melds import Meld
from engine.shapes import shanten
from engine.tiles import KIND_OF, KINDS, Kind

_EVERYTHING: Final = b"\x07" * KINDS
_FLUSH_TILES: Final = 9
"""With so many tiles of one suit and honours it goes for the flush."""
_FAR: Final = 3
"""With so many tiles to go it is afraid of a riichi."""


class Novice:
    """Sees how many tiles its hand lacks, but neither counts the tiles that help nor what the hand is worth."""

    def turn(self, view: SeatView, random: Random) -> Action:
        """Riichi, a concealed kan that costs nothing, or the discard that leaves the hand nearest."""
        mask = _direction(view, view.counts, view.melds)
        lacking, kind = self._best_discard(view, mask, random)
        declared = riichi(view)
        if declared is not None and not lacking:
            return declared
        for kan in kans(view):
            tiles = kan.tiles if isinstance(kan, ConcealedKan) else (kan.tile,)
            more = isinstance(kan, ConcealedKan)
            if _shanten(view, without(view.counts, tiles), len(view.melds) + more, mask) <= lacking:
                return kan
        safe = self._safe(view) if lacking >= _FAR else None
        return discard_of(view, kind if safe is None else safe)

    def claim(self, view: SeatView, random: Random) -> Action | None:
        """A triplet of honours worth something, or any set that helps a hand that may be open."""
        melds = len(view.melds)
        for claim in claims(view):
            if isinstance(claim, OpenKan):
                continue
            kind = KIND_OF[claim.tile]
            left = without(view.counts, claim.used)
            if kind in view.value_honours and not isinstance(claim, Chi):
                return claim
            mask = _direction(view, left, view.melds, (kind, *(KIND_OF[tile] for tile in claim.used)))
            if mask is None:
                continue
            now = _shanten(view, view.counts, melds, mask)
            if _shanten(view, left, melds + 1, mask) < now <= _FAR:
                return claim
        return None

    def _best_discard(self, view: SeatView, mask: bytes | None, random: Random) -> tuple[int, Kind]:
        melds, pairs = len(view.melds), view.rules.family == "riichi"
        counts = bytearray(_masked(view.counts, mask))
        best = (99, 99.0, 0)
        unchanged = shanten(counts, melds, seven_pairs=pairs)
        for kind in discard_kinds(view):
            missing = unchanged
            if counts[kind]:
                counts[kind] -= 1
                missing = shanten(counts, melds, seven_pairs=pairs)
                counts[kind] += 1
            if missing <= best[0]:
                option = missing, _company(view.counts, kind) + random.random(), kind
                best = min(best, option)
        return best[0], best[2]

    def _safe(self, view: SeatView) -> Kind | None:
        """A kind that somebody in riichi has discarded, if there is such a player and such a tile."""
        for seat in view.others:
            if view.shown[seat].riichi:
                discarded = view.shown[seat].discarded
                return next((kind for kind in discard_kinds(view) if discarded >> kind & 1), None)
        return None


def _shanten(view: SeatView, counts: bytes, melds: int, mask: bytes | None) -> int:
    return shanten(_masked(counts, mask), melds, seven_pairs=view.rules.family == "riichi")


def _masked(counts: bytes, mask: bytes | None) -> bytes:
    return counts if mask is None or mask is _EVERYTHING else bytes(map(and_, counts, mask))


def _company(counts: bytes, kind: Kind) -> int:
    """How many tiles of the hand are near a kind: what has little company is thrown first."""
    near = counts[kind] * 2
    if kind < 27:
        rank = kind % 9
        first, end = kind - rank, kind - rank + 9
        near += sum(counts[max(first, kind - 2) : kind]) + sum(counts[kind + 1 : min(end, kind + 3)])
        near += 1 + (0 < rank < 8)
    return near


def _direction(view: SeatView, counts: bytes, melds: tuple[Meld, ...], called: Iterable[Kind] = ()) -> bytes | None:
    """The kinds a hand should be made of so that it may win: a mask, or None if no open hand comes of it.

    `called` are the kinds of a set about to be called.
    """
    shown = [KIND_OF[tile] for meld in melds for tile in meld.tiles] + list(called)
    others = sum(counts[27:]) + len(shown)
    for suit, mask in enumerate(FLUSHES):
        tiles = sum(counts[9 * suit : 9 * suit + 9]) + others
        if tiles >= _FLUSH_TILES and all(map(mask.__getitem__, shown)):
            return mask
    if not shown and view.is_closed:
        return _EVERYTHING
    if any(counts[kind] >= 3 or kind in shown for kind in view.value_honours):
        return _EVERYTHING
    if view.rules.family == "fan":
        return _EVERYTHING if view.rules.minimum_fan <= 1 else None
    if view.rules.open_tanyao and all(SIMPLES[kind] for kind in shown):
        return SIMPLES
    return None
