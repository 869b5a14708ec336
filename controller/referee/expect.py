"""What the referee tells perception: which moves would be no surprise now, and where to look first."""

from collections.abc import Sequence
from dataclasses import replace

from controller.perception.expectations import NOTHING_EXPECTED, Expectations, LikelyMove
from controller.referee.board import roles_of
from controller.referee.overtaken import overtaken_draw
from controller.referee.state import TablePhase, TableState
from engine.deal import Deal, Phase
from engine.tiles import SEATS, Seat, Tile
from hal.ports import Button
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, ZoneKind, hand_of, melds_of, river_of


def expectations(state: TableState, doubted: Sequence[Seat] = (), *, nearly_dealt: bool = False) -> Expectations:
    """The expectations of a position. They depend on what is public and on whose turn it is, never on faces.

    At seats that are `doubted` table and deal do not agree at present. Where it is one, it is worth looking there more
    often; where it is several, the table is behind, and the tile that play waits for comes first. `nearly_dealt`: while
    tiles are dealt, all but a few are in place.
    """
    match state.phase:
        case TablePhase.DEALING if nearly_dealt:
            return _nearly_dealt(state)
        case TablePhase.DEALING:
            return _DEALING
        case TablePhase.URA:
            return replace(_URA, needed=frozenset(_to_be_taken_away(state)))
        case TablePhase.PLAYING if state.deal is not None:
            return _playing(state, state.deal, doubted)
        case _:
            return NOTHING_EXPECTED


_CALLS = (Button.CHI, Button.PON, Button.KAN)

_DEALT = frozenset({LikelyMove(ELSEWHERE, DORA_PAD), *(LikelyMove(ELSEWHERE, hand_of(seat)) for seat in SEATS)})
_DEALING = Expectations(_DEALT, favour=(*(hand_of(seat) for seat in SEATS), DORA_PAD), absent_is_gone=True)
_URA = Expectations(frozenset({LikelyMove(ELSEWHERE, DORA_PAD)}), favour=(DORA_PAD,))


def _nearly_dealt(state: TableState) -> Expectations:
    """Play may have begun already: a tile no longer seen is not taken off the table. That a rack is, shows in many."""
    dealt_to = (ZoneKind.HAND, ZoneKind.DORA)
    in_place = frozenset(tile for tile, place in state.places.items() if place.zone.kind in dealt_to)
    return replace(_DEALING, needed=in_place, absent_is_gone=False)


def _playing(state: TableState, deal: Deal, doubted: Sequence[Seat]) -> Expectations:
    seat = deal.turn
    moves: set[LikelyMove] = set()
    favour: list[Zone] = []
    if deal.indicators_due or deal.indicators_later or (deal.rules.family == "riichi" and not deal.indicators):
        moves.add(LikelyMove(ELSEWHERE, DORA_PAD))
        favour.append(DORA_PAD)
    if deal.phase in (Phase.ACT, Phase.RIICHI):
        moves |= _turn_moves(seat)
        favour += [river_of(seat), hand_of(seat)]
        # The next seat may draw before this discard is seen.
        moves.add(LikelyMove(ELSEWHERE, hand_of((seat + 1) % 4)))
    else:
        moves |= {LikelyMove(ELSEWHERE, hand_of(seat)), LikelyMove(ELSEWHERE, river_of(seat))} | _turn_moves(seat)
        favour += [hand_of(seat), river_of(seat)]
    if deal.phase is Phase.CLAIM and deal.last_discard is not None and deal.last_discarder is not None:
        moves |= _claim_moves(state, deal)
        favour += _claimed_zones(state, deal)
    for press in state.presses:
        if press.button in _CALLS:
            # The discard it means may not have been seen yet, and be lifted before it is.
            moves.add(LikelyMove(hand_of(press.seat), melds_of(press.seat)))
            favour.append(melds_of(press.seat))
    back = _ways_back(state, deal)
    moves.update(back)
    away = _to_be_taken_away(state)
    favour += [move.target for move in back]
    favour += [zone for tile in sorted(away) if (zone := state.place(tile).zone) != ELSEWHERE]
    if len(doubted) == 1:
        favour += [melds_of(doubted[0]), river_of(doubted[0]), hand_of(doubted[0])]
    needed = set(deal.players[seat].hand) | away
    for caller in _callers_unread(state):
        needed.update(deal.players[caller].hand)
    if deal.last_discard is not None:
        needed.add(deal.last_discard)
    if state.restoring:
        needed |= _taken_too_early(state, deal)
    return Expectations(frozenset(moves), tuple(dict.fromkeys(favour)), frozenset(needed))


_SURPLUS = ("too_many_tiles", "draw_out_of_turn")
_TAKEN_AWAY = frozenset({*_SURPLUS, "foreign_tile", "wrong_indicator"})


def surplus_tiles(state: TableState, seat: Seat) -> set[Tile]:
    """Tiles of a seat that open incidents want back in the wall."""
    found = (incident for incident in state.incidents.values() if incident.kind in _SURPLUS)
    return {tile for incident in found if seat in incident.seats for tile in incident.tiles}


def _to_be_taken_away(state: TableState) -> set[Tile]:
    """Tiles that an overtaken draw or open incidents want where nobody reads them, off the table or on an unread rack.

    Only their absence shows that it is done.
    """
    overtaken = overtaken_draw(state)
    wanted = {
        tile
        for incident in state.incidents.values()
        if incident.kind in _TAKEN_AWAY or any(hand_of(seat) in state.unread for seat in incident.seats)
        for tile in incident.tiles
    }
    return wanted if overtaken is None else wanted.union(overtaken.tiles)


def _ways_back(state: TableState, deal: Deal) -> tuple[LikelyMove, ...]:
    """What puts right what open incidents show: their tiles (after an undo all tiles) to where the deal has them."""
    if not state.incidents:
        return ()
    roles = roles_of(deal)
    tiles = roles if state.restoring else {tile for incident in state.incidents.values() for tile in incident.tiles}
    homes = {tile: Zone(roles[tile].kind, roles[tile].seat) for tile in sorted(tiles) if tile in roles}
    return tuple(LikelyMove(None, home, tile) for tile, home in homes.items() if state.place(tile).zone != home)


def _taken_too_early(state: TableState, deal: Deal) -> set[Tile]:
    """After an undo: tiles that have to go back to the wall; only their absence shows that they have."""
    roles = roles_of(deal)
    return {tile for tile, place in state.places.items() if tile not in roles and place.zone != ELSEWHERE}


def _turn_moves(seat: Seat) -> set[LikelyMove]:
    rack = hand_of(seat)
    return {LikelyMove(rack, zone) for zone in (river_of(seat), POOL, melds_of(seat))}


def _claim_moves(state: TableState, deal: Deal) -> set[LikelyMove]:
    """The discard and two of the own tiles to the melds of whoever may call; of one seat once a call is granted."""
    moves: set[LikelyMove] = set()
    for seat in _callers(state, deal):
        moves.add(LikelyMove(None, melds_of(seat), deal.last_discard))
        moves.add(LikelyMove(None, hand_of(seat), deal.last_discard))
        moves.add(LikelyMove(hand_of(seat), melds_of(seat)))
        moves.add(LikelyMove(hand_of(seat), river_of(seat)))
    return moves


def _callers(state: TableState, deal: Deal) -> list[Seat]:
    window = state.window
    if window is not None and window.granted is not None:
        return [window.granted.seat]
    return [seat for seat in SEATS if seat != deal.last_discarder]


def _callers_unread(state: TableState) -> list[Seat]:
    """Who was granted a call and lays it where nobody reads: that its tiles leave the rack is all there is to see."""
    granted = None if state.window is None else state.window.granted
    return [granted.seat] if granted is not None and melds_of(granted.seat) in state.unread else []


def _claimed_zones(state: TableState, deal: Deal) -> list[Zone]:
    window = state.window
    return [melds_of(window.granted.seat)] if window is not None and window.granted is not None else []
