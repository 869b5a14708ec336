"""What a seat may do now, as concrete actions.

Tiles that look the same are listed once; `Deal.apply` takes any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engine.deal import calls, ends, kans, turns, wins
from engine.deal.hands import faces
from engine.deal.state import Phase, PlayerState
from engine.events import (
    Action,
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    DrawnDeal,
    DrawReason,
    Flower,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.melds import MeldType
from engine.tiles import KIND_OF, Seat, Tile

if TYPE_CHECKING:
    from engine.deal.deal import Deal

NOTHING: tuple[Action, ...] = ()


def legal_actions(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    """Every action open to a seat; empty if it can only wait."""
    phase = deal.phase
    if phase is Phase.CLAIM:
        return NOTHING if seat == deal.last_discarder else tuple(_claims(deal, seat))
    if phase is Phase.ACT:
        return tuple(_own_turn(deal, seat)) if seat == deal.turn else NOTHING
    if phase is Phase.ROB:
        return (Win((seat,)),) if wins.may_win(deal, seat) else NOTHING
    if phase is Phase.RIICHI:
        return _discards(deal, seat) if seat == deal.turn else NOTHING
    if phase is Phase.FLOWERS and seat == deal.turn:
        return tuple(_flowers(seat, deal.players[seat]))
    return NOTHING


def _claims(deal: Deal, seat: Seat) -> Iterator[Action]:
    tile = deal.last_discard
    if tile is None:
        return
    player = deal.players[seat]
    kind = KIND_OF[tile]
    if kind in player.waits and wins.may_win(deal, seat):
        yield Win((seat,))
    if calls.call_refusal(deal, seat) is not None:
        return
    if player.counts[kind] >= 2:
        yield from _pons_and_kan(deal, seat, tile)
    if seat == deal.turn and kind < 27:
        yield from _chis(deal, seat, tile)


def _pons_and_kan(deal: Deal, seat: Seat, tile: Tile) -> Iterator[Action]:
    player = deal.players[seat]
    kind = KIND_OF[tile]
    alike = [own for own in player.hand if KIND_OF[own] == kind]
    looks = faces(deal.rules.red_fives)
    seen = set()
    for first, second in combinations(alike, 2):
        face = (looks[first], looks[second])
        if face not in seen:
            seen.add(face)
            pon = Pon(seat, tile, (first, second))
            if calls.leaves_a_discard(player, pon.used, calls.forbidden_after(deal.rules.swap_calling, pon)):
                yield pon
    if len(alike) == 3 and kans.kan_refusal(deal, seat) is None:
        yield OpenKan(seat, tile, (alike[0], alike[1], alike[2]))


def _chis(deal: Deal, seat: Seat, tile: Tile) -> Iterator[Action]:
    player = deal.players[seat]
    counts = player.counts
    kind = KIND_OF[tile]
    rank = kind % 9
    for low in range(max(rank - 2, 0), min(rank, 6) + 1):
        first, second = (kind - rank + other for other in range(low, low + 3) if other != rank)
        if not counts[first] or not counts[second]:
            continue
        for one in _distinct(deal, player, first):
            for two in _distinct(deal, player, second):
                chi = Chi(seat, tile, (one, two))
                if calls.leaves_a_discard(player, chi.used, calls.forbidden_after(deal.rules.swap_calling, chi)):
                    yield chi


def _distinct(deal: Deal, player: PlayerState, kind: int) -> list[Tile]:
    """Tiles of a kind in the hand, one for each look."""
    looks = faces(deal.rules.red_fives)
    return list({looks[tile]: tile for tile in player.hand if KIND_OF[tile] == kind}.values())


def _own_turn(deal: Deal, seat: Seat) -> Iterator[Action]:
    player = deal.players[seat]
    if player.hand[-1] >= 136:
        yield from _flowers(seat, player)
        return
    if player.drawn is not None:
        if KIND_OF[player.drawn] in player.waits and wins.may_win(deal, seat):
            yield Win((seat,))
        if ends.nine_terminals_refusal(deal, seat) is None:
            yield DrawnDeal(DrawReason.NINE_TERMINALS, seat)
        if turns.may_riichi(deal, seat):
            yield Riichi(seat)
    yield from _own_kans(deal, seat)
    yield from _discards(deal, seat)


def _own_kans(deal: Deal, seat: Seat) -> Iterator[Action]:
    player = deal.players[seat]
    if 4 in player.counts or any(meld.type is MeldType.PON for meld in player.melds):
        if kans.own_kan_refusal(deal, seat) is not None:
            return
        for kind in dict.fromkeys(KIND_OF[tile] for tile in player.hand):
            if player.counts[kind] == 4 and kans.riichi_kan_refusal(deal, player, kind) is None:
                a, b, c, d = (tile for tile in player.hand if KIND_OF[tile] == kind)
                yield ConcealedKan(seat, (a, b, c, d))
            elif kans.pon_index(player, kind) is not None:
                yield AddedKan(seat, next(tile for tile in player.hand if KIND_OF[tile] == kind))


def _discards(deal: Deal, seat: Seat) -> tuple[Action, ...]:
    player = deal.players[seat]
    drawn = player.drawn
    if player.riichi and deal.phase is Phase.ACT:
        return NOTHING if drawn is None else (Discard(seat, drawn),)
    looks = faces(deal.rules.red_fives)
    listed = {looks[tile]: tile for tile in player.hand}
    if drawn is not None:
        listed[looks[drawn]] = drawn
    tiles = list(listed.values())
    if deal.forbidden:
        tiles = [tile for tile in tiles if KIND_OF[tile] not in deal.forbidden]
    elif deal.phase is Phase.RIICHI:
        # Where an unready riichi is only found at the draw there may be no tile that keeps the hand ready.
        tiles = [tile for tile in tiles if turns.keeps_ready(deal, player, KIND_OF[tile])] or tiles
    return tuple([Discard(seat, tile) for tile in tiles])


def _flowers(seat: Seat, player: PlayerState) -> Iterator[Action]:
    for tile in player.hand:
        if tile >= 136:
            yield Flower(seat, tile)
