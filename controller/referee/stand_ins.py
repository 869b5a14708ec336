"""Stand-ins: tiles of the set that take the place of tiles the table cannot read.

A hand on an unread rack, or an indicator entered by hand, must be some tiles of the set for the engine to follow the
deal. Which ones nobody knows, so any that lie nowhere in sight will do; all that is public (turns, calls, discards)
is checked with them as ever, and nothing is ever concluded from their faces. As soon as a true tile is seen (it is
discarded, laid in a set, shown after a win, or lies where a stand-in cannot), it takes its stand-in's place in the
whole history of the deal (`rewriting`).
"""

from collections.abc import Iterator

from controller.referee.board import Role, compare
from controller.referee.desk import Desk
from controller.referee.rewriting import rewrite
from controller.referee.state import TablePhase
from engine.deal import Deal
from engine.tiles import SEATS, Seat, Tile, is_flower
from hal.zones import Zone, ZoneKind, hand_of, river_of


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
    if tile is not None:
        desk.stand_ins.add(tile)
    return tile


def lenient(desk: Desk) -> None:
    """From now on nothing is refused because of what stand-ins show: a riichi is looked at only when it matters."""
    state = desk.state
    if state.start is None or state.deal is None or state.deal.rules.riichi_check == "at_draw":
        return
    rules = state.deal.rules.with_changes(riichi_check="at_draw")
    state.start = state.start._replace(rules=rules)
    state.deal = state.deal._replace(rules=rules)
    state.steps[:] = [step.with_deal(step.deal._replace(rules=rules)) for step in state.steps]


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
        if role is None:
            desk.stand_ins.discard(tile)
        elif place.zone.kind is not ZoneKind.ELSEWHERE and tile not in desk.entered and not _fits(role, place.zone):
            name = desk.rules.tile_set.name(tile) if role.seat is None else None
            other = stand_in(desk, name)
            if other is not None and rewrite(desk, {tile: other}):
                desk.stand_ins.discard(tile)
                return True
    return False


def _fits(role: Role, zone: Zone) -> bool:
    """Whether the tile lies before the seat whose hand it stands in for: then it is simply that tile."""
    return role.seat is not None and zone.seat == role.seat


def confirm_seen(desk: Desk) -> None:
    """Stand-ins that lie before their own seat are the true tiles."""
    for tile in sorted(desk.stand_ins):
        role = desk.roles.get(tile)
        if role is not None and role.seat is not None and desk.place(tile).zone.seat == role.seat:
            desk.stand_ins.discard(tile)


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


def shown_on(desk: Desk, deal: Deal, seat: Seat) -> list[Tile]:
    """Tiles from nowhere that lie before a seat, in the order in which they came."""
    board = compare(deal, desk.roles, desk.state.places)
    fresh = [lying for zone, lies in board.fresh.items() if zone.seat == seat for lying in lies]
    fresh.sort(key=lambda lying: (lying.place.before, lying.place.order))
    return [tile for tile, _ in fresh if not is_flower(tile)]
