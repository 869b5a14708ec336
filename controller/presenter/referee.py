"""What the referee page shows: table and game side by side, their differences, and what can be ruled."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from controller.perception.sensed import AntennaHealth, Sensed, SensedTile
from controller.presenter.public import incident_view
from controller.presenter.refereeviews import (
    AntennaView,
    EventName,
    EventView,
    GameSeatView,
    OpenIncidentView,
    Reading,
    RefereeView,
    SensedTileView,
    UndoView,
    ZoneView,
)
from controller.presenter.tiles import meld_view, names
from controller.presenter.views import TileName
from controller.referee.board import DISCARD_ZONES, Part, Role, roles_of
from controller.referee.incidents import KINDS
from controller.referee.options import RefereeOptions
from controller.referee.rulingforms import RULINGS, is_possible
from controller.referee.state import Incident, TablePhase, TableState
from controller.referee.undo import UndoPreview
from engine.deal import Deal
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.tiles import SEATS, Seat, Tile, TileSet
from hal.ports import Millis
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, ZoneKind, hand_of, melds_of, river_of

BACK: Final[TileName] = "back"

_EVENTS: Final[Mapping[type, EventName]] = {
    Draw: "draw",
    Discard: "discard",
    Riichi: "riichi",
    Chi: "chi",
    Pon: "pon",
    OpenKan: "daiminkan",
    ConcealedKan: "ankan",
    AddedKan: "kakan",
    Flower: "flower",
    Indicator: "indicator",
    Win: "win",
    DrawnDeal: "drawn_deal",
}

_COMPARED: Final = (TablePhase.PLAYING, TablePhase.URA)
"""While these last, every tile of the deal has its place; between deals tiles may lie anywhere."""


def referee_view(state: TableState, sensed: Sensed, options: RefereeOptions, now: Millis | None = None) -> RefereeView:
    """The referee page's view of a state and of what the sensors see. `now` is table time."""
    now = state.now if now is None else max(now, state.now)
    faces = _Faces(state)
    deal = state.deal if state.phase is not TablePhase.DEALING else None
    roles: Mapping[Tile, Role] = roles_of(deal) if deal is not None and state.phase in _COMPARED else {}
    zones = tuple(_zone(zone, state, sensed, roles, faces, now) for zone in _zones(state, sensed))
    air = _in_air(state, sensed, roles, faces)
    return RefereeView(
        now=now,
        revealed=state.revealed,
        paused=state.paused,
        adjourned=state.adjourned,
        restoring=state.restoring,
        phase=state.phase.value,
        zones=zones,
        in_air=air,
        game=() if deal is None else tuple(_game_seat(deal, seat, faces) for seat in SEATS),
        indicators=() if deal is None else names(deal.rules.tile_set, deal.indicators),
        differences=sum(tile.wrong for zone in zones for tile in zone.tiles) + sum(len(z.missing) for z in zones),
        incidents=tuple(_incident(incident, state, options, now) for incident in state.incidents.values()),
        events=event_views(state, faces=faces),
        possible=tuple(form.name for form in RULINGS if is_possible(form, state)),
        absent=tuple(sorted(state.absent)),
        bots=tuple(sorted(state.bots)),
    )


def undo_view(state: TableState, preview: UndoPreview) -> UndoView:
    """What an undo would give, for the page."""
    return UndoView(
        to=preview.to,
        taken_back=preview.taken_back,
        turn=preview.turn,
        scores=preview.scores,
        deposits=preview.deposits,
        last=event_views(state)[max(0, preview.to - len(preview.last)) : preview.to],
        to_put_back=preview.to_put_back,
    )


class _Faces:
    """Names tiles, hidden ones as backs."""

    def __init__(self, state: TableState) -> None:
        self._open = state.revealed
        self._set = TileSet(flowers=True) if state.rules is None else state.rules.tile_set

    def open(self, tile: Tile) -> TileName:
        """The name of a tile that lies face up, also of one of another set."""
        return self._set.name(tile) if tile in self._set.tiles else BACK

    def hidden(self, tile: Tile) -> TileName:
        """The name of a tile in a hand."""
        return self.open(tile) if self._open else BACK


def _zones(state: TableState, sensed: Sensed) -> Sequence[Zone]:
    """The table's zones in a fixed order; the pool and the dora pad where they are read."""
    there = {antenna.zone for antenna in sensed.antennas}
    wanted = [kind(seat) for seat in SEATS for kind in (hand_of, river_of, melds_of)]
    if POOL in there:
        wanted = [zone for zone in wanted if zone.kind is not ZoneKind.RIVER] + [POOL]
    return [*wanted, DORA_PAD] if DORA_PAD in there or (state.rules is not None and state.rules.dead_wall) else wanted


def _zone(
    zone: Zone, state: TableState, sensed: Sensed, roles: Mapping[Tile, Role], faces: _Faces, now: Millis
) -> ZoneView:
    antennas = [antenna for antenna in sensed.antennas if antenna.zone == zone]
    reading = _reading(zone, state, antennas)
    own = [tile for tile in sensed.tiles if tile.zone == zone]
    own.sort(key=lambda tile: (state.place(tile.tile).order if not state.revealed else 0, tile.tile))
    face = faces.hidden if zone.kind is ZoneKind.HAND else faces.open
    missing = () if reading in ("unread", "no_antenna") else _missing(zone, state, roles)
    return ZoneView(
        zone=str(zone),
        seat=zone.seat,
        reading=reading,
        tiles=tuple(_sensed(tile, face(tile.tile), wrong=_is_wrong(tile.tile, zone, roles)) for tile in own),
        missing=tuple(face(tile) for tile in missing),
        antennas=tuple(_antenna(antenna, now) for antenna in antennas),
    )


def _reading(zone: Zone, state: TableState, antennas: Sequence[AntennaHealth]) -> Reading:
    if not antennas:
        return "no_antenna"
    if zone in state.unread:
        return "unread"
    if not all(antenna.live for antenna in antennas):
        return "offline"
    return "blind" if any(antenna.covered for antenna in antennas) else "read"


def _antenna(antenna: AntennaHealth, now: Millis) -> AntennaView:
    age = None if antenna.last_scan < 0 else max(0, now - antenna.last_scan)
    return AntennaView(
        name=antenna.name,
        board=antenna.board,
        live=antenna.live and age is not None,
        covered=antenna.covered,
        tags=antenna.tags,
        age=age,
    )


def _sensed(tile: SensedTile, face: TileName, *, wrong: bool = False) -> SensedTileView:
    return SensedTileView(
        tile=face,
        confidence=tile.confidence,
        in_sight=tile.in_sight,
        sighted=tuple(str(zone) for zone in tile.sighted),
        wrong=wrong,
    )


def _belongs(role: Role, zone: Zone) -> bool:
    """Whether a tile of this role lies in this zone by right; river rows grow into each other."""
    if role.part is Part.RIVER:
        return zone.kind in DISCARD_ZONES
    return zone.kind is role.kind and zone.seat == role.seat


def _is_wrong(tile: Tile, zone: Zone, roles: Mapping[Tile, Role]) -> bool:
    if not roles:
        return False
    role = roles.get(tile)
    return role is None or not _belongs(role, zone)


def _missing(zone: Zone, state: TableState, roles: Mapping[Tile, Role]) -> Iterable[Tile]:
    """Tiles that the game has in a zone and that are believed elsewhere, or nowhere."""
    for tile, role in sorted(roles.items()):
        if role.kind is zone.kind and role.seat == zone.seat and not _belongs(role, state.place(tile).zone):
            yield tile


def _in_air(state: TableState, sensed: Sensed, roles: Mapping[Tile, Role], faces: _Faces) -> tuple[SensedTileView, ...]:
    """Tiles of the game that lie nowhere: in somebody's fingers, dropped, or not read."""
    known = {tile.tile: tile for tile in sensed.tiles}
    out = []
    # Hidden ones last: among the others a back would tell its rank by where it stands.
    for tile, role in sorted(roles.items(), key=lambda entry: (entry[1].part is Part.HAND, entry[0])):
        place = state.place(tile)
        if place.zone != ELSEWHERE or place.lost_from is None:
            continue
        seen = known.get(tile, SensedTile(tile, ELSEWHERE, in_sight=False, absences=0))
        face = faces.hidden(tile) if role.part is Part.HAND else faces.open(tile)
        out.append(_sensed(seen, face))
    return tuple(out)


def _game_seat(deal: Deal, seat: Seat, faces: _Faces) -> GameSeatView:
    player, tile_set = deal.players[seat], deal.rules.tile_set
    return GameSeatView(
        seat=seat,
        hand=tuple(faces.hidden(tile) for tile in player.hand),
        river=names(tile_set, (discard.tile for discard in player.river if discard.claimed_by is None)),
        melds=tuple(meld_view(tile_set, meld, seat) for meld in player.melds),
        flowers=names(tile_set, player.flowers),
    )


def _incident(incident: Incident, state: TableState, options: RefereeOptions, now: Millis) -> OpenIncidentView:
    kind = KINDS[incident.kind]
    known = {form.name for form in RULINGS if is_possible(form, state)}
    return OpenIncidentView(
        incident=incident_view(incident, state.rules),
        rule=incident.rule,
        open_for=max(0, now - incident.opened_at),
        patience=options.patience.get(incident.kind, 0),
        rulings=tuple(name for name in kind.rulings if name in known),
    )


def event_views(state: TableState, *, faces: _Faces | None = None) -> tuple[EventView, ...]:
    """All events of the deal, oldest first."""
    faces = _Faces(state) if faces is None else faces
    return tuple(_event(number, step.event, step.at, faces) for number, step in enumerate(state.steps, 1))


def _event(number: int, event: Event, at: Millis, faces: _Faces) -> EventView:
    seat: Seat | None = None
    tiles: tuple[TileName, ...] = ()
    match event:
        case Draw(seat, tile):
            tiles = (faces.hidden(tile),)
        case Discard(seat, tile) | Flower(seat, tile) | AddedKan(seat, tile):
            tiles = (faces.open(tile),)
        case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
            tiles = tuple(faces.open(each) for each in (tile, *used))
        case ConcealedKan(seat, shown):
            tiles = tuple(faces.open(tile) for tile in shown)
        case Riichi(seat):
            tiles = ()
        case Indicator(tile):
            tiles = (faces.open(tile),)
        case Win(winners, ura):
            seat, tiles = winners[0], tuple(faces.open(tile) for tile in ura)
        case DrawnDeal(_, seat):
            tiles = ()
    return EventView(number=number, name=_EVENTS[type(event)], seat=seat, tiles=tiles, at=at)
