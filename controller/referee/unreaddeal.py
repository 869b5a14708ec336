"""Dealing at a table that does not read every rack: which tiles are waited for, and what lies on the unread ones."""

from collections.abc import Sequence
from typing import Final

from controller.referee.desk import Desk
from controller.referee.stand_ins import free_tiles
from engine.tiles import SEATS, Seat, Tile, is_flower
from hal.ports import Millis
from hal.zones import DORA_PAD, POOL, ZoneKind, hand_of, river_of

HAND: Final = 13
NEARLY: Final = 50
"""So many tiles in place are a deal of which the rest will be seen, where everything is read."""

_FIRST_DISCARD: Final[Millis] = 1_500
"""A first discard that opens a deal of unread hands must have lain so long."""


def read_racks(desk: Desk) -> list[Seat]:
    """The seats whose racks are read."""
    return [seat for seat in SEATS if hand_of(seat) not in desk.state.unread]


def nearly(desk: Desk) -> int:
    """So many tiles in place on what is read are a deal of which the rest will be seen."""
    return NEARLY - HAND * (len(SEATS) - len(read_racks(desk))) - (DORA_PAD in desk.state.unread)


def begun_unread(desk: Desk) -> bool:
    """Where no rack is read a deal begins with its first discard: one tile alone before the dealer, for a while."""
    match = desk.state.match
    if match is None:
        return False
    lying = [
        (tile, place)
        for tile, place in desk.state.places.items()
        if place.zone.kind not in (ZoneKind.ELSEWHERE, ZoneKind.DORA) and not is_flower(tile)
    ]
    if len(lying) != 1 or lying[0][1].zone not in (river_of(match.dealer), POOL):
        return False
    laid = lying[0][1].before
    if not desk.reached("deal", laid + _FIRST_DISCARD):
        return False
    desk.nearly_dealt = laid
    return True


def filled_up(desk: Desk, racks: Sequence[Sequence[Tile]]) -> list[list[Tile]]:
    """Four hands of 13: what was read, and stand-ins for the rest."""
    taken = {tile for rack in racks for tile in rack}
    free = (tile for tile in free_tiles(desk) if tile not in taken)
    hands = []
    for rack in racks:
        hand = list(rack[:HAND])
        while len(hand) < HAND:
            tile = next(free)
            desk.stand_ins.add(tile)
            hand.append(tile)
        hands.append(hand)
    return hands
