"""The table compared with the deal: which tiles lie where the deal has them, and which do not.

Nothing here decides anything. The referee reads the next event off these differences, so the order in which
small motions were made or seen is of no matter; what no event explains is a disagreement (`faults`).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from controller.referee.state import Place
from engine.deal import Deal, Phase
from engine.tiles import SEATS, Seat, Tile
from hal.zones import Zone, ZoneKind

DISCARD_ZONES = (ZoneKind.RIVER, ZoneKind.POOL)


class Part(StrEnum):
    """What a tile is in the deal."""

    HAND = "hand"
    RIVER = "river"
    MELDS = "melds"
    INDICATOR = "indicator"


class Role(NamedTuple):
    """What a tile is in the deal, and whose; `kind` is the kind of zone where such a tile lies by right."""

    part: Part
    kind: ZoneKind
    seat: Seat | None = None


class Lying(NamedTuple):
    """A tile and where it lies."""

    tile: Tile
    place: Place


class Board(NamedTuple):
    """The differences between table and deal. All lists are in the order in which the tiles arrived."""

    deal: Deal
    fresh: Mapping[Zone, list[Lying]]
    """Tiles from the wall, by the zone they lie in."""
    thrown: tuple[list[Lying], ...]
    """By seat: tiles of its hand that lie among the discards."""
    laid: tuple[list[Lying], ...]
    """By seat: tiles of its hand that lie in its melds zone."""
    in_air: tuple[list[Lying], ...]
    """By seat: tiles of its hand that were lost sight of."""
    astray: list[tuple[Lying, Role]]
    """Every other tile of the deal that lies where it should not."""
    target: Place | None
    """Where the tile lies that may be claimed now (a discard; not a kan's)."""

    @property
    def taken_by(self) -> Seat | None:
        """The seat on whose rack or melds the claimable discard lies; None while it lies among the discards."""
        zone = None if self.target is None else self.target.zone
        return zone.seat if zone is not None and zone.kind in (ZoneKind.HAND, ZoneKind.MELDS) else None

    @property
    def target_lifted(self) -> bool:
        """Whether the claimable discard no longer lies among the discards."""
        return self.target is not None and self.target.zone.kind not in DISCARD_ZONES

    @property
    def at_rest(self) -> bool:
        """Whether every tile that is seen lies where the deal has it."""
        return not (self.fresh or self.astray or any(self.thrown) or any(self.laid))

    def fresh_of(self, *zones: Zone) -> list[Lying]:
        """Tiles from the wall in any of the zones, zone by zone."""
        return [lying for zone in zones for lying in self.fresh.get(zone, ())]


def roles_of(deal: Deal) -> dict[Tile, Role]:
    """What each known tile of a deal is. Discards that were claimed are part of the melds they went to."""
    roles = {tile: Role(Part.INDICATOR, ZoneKind.DORA) for tile in deal.indicators}
    for seat, player in zip(SEATS, deal.players, strict=True):
        in_hand, in_river, in_melds = (
            Role(Part.HAND, ZoneKind.HAND, seat),
            Role(Part.RIVER, ZoneKind.RIVER, seat),
            Role(Part.MELDS, ZoneKind.MELDS, seat),
        )
        for discard in player.river:
            if discard.claimed_by is None:
                roles[discard.tile] = in_river
        for tile in player.hand:
            roles[tile] = in_hand
        for meld in player.melds:
            for tile in meld.tiles:
                roles[tile] = in_melds
        for tile in player.flowers:
            roles[tile] = in_melds
    return roles


def compare(deal: Deal, roles: Mapping[Tile, Role], places: Mapping[Tile, Place]) -> Board:
    """Look at the whole table once. Tiles of another set are left out: they mean nothing (`foreign_tile`)."""
    fresh: dict[Zone, list[Lying]] = {}
    thrown, laid, in_air = _by_seat(), _by_seat(), _by_seat()
    astray: list[tuple[Lying, Role]] = []
    set_size = 144 if deal.rules.flowers else 136
    claimable = deal.last_discard if deal.phase is Phase.CLAIM else None
    for tile, place in places.items():
        zone = place.zone
        role = roles.get(tile)
        if role is not None and zone.kind is role.kind and zone.seat == role.seat:
            continue  # nearly all tiles, nearly always
        if role is None:
            if zone.kind is not ZoneKind.ELSEWHERE and tile < set_size:
                fresh.setdefault(zone, []).append(Lying(tile, place))
        elif role.part is Part.HAND and role.seat is not None:
            off_rack = _off_rack(role.seat, zone, thrown, laid, in_air)
            if off_rack is None:
                astray.append((Lying(tile, place), role))
            else:
                off_rack.append(Lying(tile, place))
        elif zone.kind is not ZoneKind.ELSEWHERE and not _grown_together(role, zone):
            astray.append((Lying(tile, place), role))
    for lists in (fresh.values(), thrown, laid, in_air):
        for lying in lists:
            if len(lying) > 1:
                lying.sort(key=arrival)
    target = None if claimable is None else places.get(claimable)
    return Board(deal, fresh, thrown, laid, in_air, astray, target)


def _by_seat() -> tuple[list[Lying], ...]:
    return [], [], [], []


def _off_rack(
    seat: Seat,
    zone: Zone,
    thrown: tuple[list[Lying], ...],
    laid: tuple[list[Lying], ...],
    in_air: tuple[list[Lying], ...],
) -> list[Lying] | None:
    """Which list a tile of a hand belongs to that is not on its rack; None if it lies where it has no meaning."""
    if zone.kind in DISCARD_ZONES:
        return thrown[seat]
    if zone.kind is ZoneKind.ELSEWHERE:
        return in_air[seat]
    return laid[seat] if zone.kind is ZoneKind.MELDS and zone.seat == seat else None


def arrival(lying: Lying) -> tuple[int, int]:
    """What sorts tiles by when they came to where they lie."""
    return lying.place.before, lying.place.order


def _grown_together(role: Role, zone: Zone) -> bool:
    """Whether a discard lies in another river: rows are straightened and grow into each other."""
    return role.part is Part.RIVER and zone.kind in DISCARD_ZONES


def off_the_rack(board: Board, seat: Seat) -> int:
    """How many tiles of a seat's hand lie open before it (a hand that is being shown, or a set)."""
    return len(board.thrown[seat]) + len(board.laid[seat])
