"""Stand-ins: tiles of the set that take the place of tiles the table cannot read.

A hand on an unread rack, or an indicator entered by hand, must be some tiles of the set for the engine to follow the
deal. Which ones nobody knows, so any that lie nowhere in sight will do; all that is public (turns, calls, discards)
is checked with them as ever, and nothing is ever concluded from their faces. As soon as a true tile is seen (it is
discarded, laid in a set, shown after a win, or lies where a stand-in cannot), it takes its stand-in's place in the
whole history of the deal (`rewriting`).
"""

from collections.abc import Iterator
from typing import Final

from controller.referee.board import Role
from controller.referee.desk import Desk
from controller.referee.rewriting import rewrite
from controller.referee.state import Place, TablePhase
from engine.events import Chi, OpenKan, Pon
from engine.tiles import KIND_OF, SEATS, Seat, Tile
from hal.ports import Millis
from hal.zones import DORA_PAD, Zone, ZoneKind, hand_of, river_of

FIRST_HONOUR = 27
"""Kinds from here on make no sequence."""


READING: Final[Millis] = 1_500
"""So long it may take until a discard that people have seen is read."""


def rack_unread(desk: Desk, seat: Seat) -> bool:
    """Whether nobody reads the hand of a seat."""
    return hand_of(seat) in desk.state.unread


def river_unread(desk: Desk, seat: Seat) -> bool:
    """Whether nobody reads the discards of a seat."""
    return river_of(seat) in desk.state.unread


def in_hand(desk: Desk, seat: Seat) -> list[Tile]:
    """The stand-ins in a seat's hand, its drawn tile first."""
    player = desk.deal.players[seat]
    found = [tile for tile in player.hand if tile in desk.stand_ins]
    found.sort(key=lambda tile: tile != player.drawn)
    return found


def free_tiles(desk: Desk, name: str | None = None) -> Iterator[Tile]:
    """Tiles of the set that nobody has seen in this deal (of one name, if given), never a flower: the last ones of
    each kind first, so that a red five is no stand-in while there are others.
    """
    tile_set = desk.rules.tile_set
    known = desk.roles if desk.state.deal is not None else {}
    for copy in (3, 2, 1, 0):
        for tile in tile_set.tiles[copy:136:4]:
            if name is not None and tile_set.name(tile) != name:
                continue
            if tile not in known and desk.place(tile).zone.kind is ZoneKind.ELSEWHERE:
                yield tile


def stand_in(desk: Desk, name: str | None = None) -> Tile | None:
    """A new stand-in; None if every tile (of that name) lies in sight."""
    tile = next(free_tiles(desk, name), None)
    if tile is None and name is not None:
        tile = _taken_from_a_hand(desk, name)
    if tile is not None:
        desk.stand_ins.add(tile)
    return tile


def _taken_from_a_hand(desk: Desk, name: str) -> Tile | None:
    """A stand-in of this name that a hidden hand can do without: any other tile stands there as well."""
    for tile in sorted(desk.stand_ins):
        role = desk.roles.get(tile) if desk.state.deal is not None else None
        other = next(free_tiles(desk), None)
        if role is None or role.seat is None or other is None or desk.rules.tile_set.name(tile) != name:
            continue
        if rewrite(desk, {tile: other}):
            desk.stand_ins.add(other)
            return tile
    return None


def bind(desk: Desk, true: Tile, standing: Tile) -> bool:
    """A tile has been seen that a stand-in stood for; False if the rules do not allow it to have been that one."""
    mapping = {standing: true, true: standing} if true in desk.roles else {standing: true}
    if not rewrite(desk, mapping):
        return False
    if true not in desk.stand_ins:  # else the two only changed places
        desk.stand_ins.discard(standing)
    else:
        desk.stand_ins.add(standing)
    desk.stand_ins.discard(true)
    return True


def give_way(desk: Desk) -> bool:
    """A stand-in that is seen lying somewhere it does not stand for is another tile: a free one takes its place."""
    for tile in sorted(desk.stand_ins):
        role, place = desk.roles.get(tile), desk.place(tile)
        if place.zone.kind is ZoneKind.ELSEWHERE or (role is None and place.zone == DORA_PAD):
            continue
        if role is None or (role.seat is not None and _fits(role, place.zone)):
            desk.stand_ins.discard(tile)  # by chance it is the true one
        elif not _fits(role, place.zone):
            name = desk.rules.tile_set.name(tile) if role.seat is None else None
            other = stand_in(desk, name)
            if other is not None and rewrite(desk, {tile: other}):
                desk.stand_ins.discard(tile)
                if role.seat is None:
                    desk.put(other, Place(DORA_PAD, place.after, place.before, place.order))
                return True
    return False


def _fits(role: Role, zone: Zone) -> bool:
    """Whether the tile lies on the rack or in a set of the seat whose hand it stands in for: then it is that tile.

    In a river it need not have been one of the hand: it may have been drawn and discarded.
    """
    if role.seat is None:
        return zone == DORA_PAD
    return zone.seat == role.seat and zone.kind in (ZoneKind.HAND, ZoneKind.MELDS)


def read_again(desk: Desk, zone: Zone) -> None:
    """A zone is read again: what is known to lie there has not been lost."""
    state = desk.state
    if zone.kind is ZoneKind.HAND and state.phase is TablePhase.PLAYING and zone.seat is not None:
        for tile in desk.deal.players[zone.seat].hand:
            if tile in desk.stand_ins:
                continue
            desk.confirm(tile, zone)


def hidden_hands(desk: Desk) -> list[Seat]:
    """Seats of which the table does not know the hand."""
    return [seat for seat in SEATS if in_hand(desk, seat)]


def could_call(desk: Desk, seat: Seat, call: type[Chi | Pon | OpenKan], at: Millis) -> bool:
    """Whether the rules may let a seat call the last discard; of a hidden hand nobody knows what it holds.

    Its press (`at`) may mean a discard that is not read yet, so it waits a little.
    """
    deal = desk.deal
    if any(isinstance(action, call) for action in deal.legal(seat)):
        return True
    player, tile = deal.players[seat], deal.last_discard
    if tile is None or not in_hand(desk, seat) or player.riichi or player.barred or deal.draw_due is not None:
        return False
    if not desk.reached("hidden_call", at + READING):
        return False
    if call is Chi:
        return seat == deal.turn and KIND_OF[tile] < FIRST_HONOUR
    # KAN of the seat that draws next may be for a tile drawn unseen: which kan it is the tiles tell.
    return call is Pon or (deal.wall_left > 0 and seat != deal.turn)
