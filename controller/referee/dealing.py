"""Dealing: from tiles on four racks and the dora pad to a deal (referee.md, Reading a turn).

Tiles may lie anywhere on their way. A deal begins once every seat has its 13 tiles and the indicator is turned;
what a seat holds beyond 13, in the order of arrival, is its draw. The dealer may have discarded before.
"""

from typing import NamedTuple

from controller.effects import DealStarted, EventsWithdrawn, HandsUnread
from controller.referee.absence import begin_deal
from controller.referee.board import Board
from controller.referee.desk import Desk
from controller.referee.ledger import tiles_known
from controller.referee.stand_ins import hidden_hands
from controller.referee.state import Pad, Place, TablePhase
from controller.referee.unreaddeal import HAND, begun_unread, filled_up, nearly, read_racks
from engine.deal import Deal
from engine.events import Draw, Flower
from engine.tiles import SEATS, Seat, Tile, is_flower
from hal.ports import Millis
from hal.zones import DORA_PAD, POOL, ZoneKind, hand_of, melds_of, river_of


def begin_dealing(desk: Desk) -> None:
    """Forget the last deal: the next one is dealt. Tiles count when they are seen to arrive."""
    state = desk.state
    if state.phase is not TablePhase.SETUP:
        desk.stale, state.places = state.places, {}
        desk.racked.clear()
        desk.leftover.clear()
    clear_deal(desk)
    begin_deal(desk)
    state.phase = TablePhase.DEALING


def clear_deal(desk: Desk) -> None:
    """Everything that belongs to one deal starts anew."""
    state = desk.state
    state.start = state.deal = state.result = state.match_before = None
    state.steps.clear()
    state.window = None
    state.presses.clear()
    state.riichi_pressed.clear()
    state.noten.clear()
    state.ready.clear()
    state.banks.clear()
    state.timed_out = None
    state.winners = state.ura = ()
    state.restoring = False
    state.revealed = False
    desk.excused.clear()
    desk.read_again.clear()
    desk.heard.clear()
    desk.ruled_steps = 0
    desk.raised.clear()
    desk.riichi_at.clear()
    desk.riichi_shown.clear()
    desk.nearly_dealt = None
    desk.broken = ""
    desk.stand_ins.clear()
    state.showing.clear()
    state.pad = Pad()
    state.declared.clear()
    desk.excused_faults.clear()


class Dealt(NamedTuple):
    """What lies in place: the tiles of each rack and the dora pad, in order of arrival."""

    racks: tuple[list[Tile], ...]
    indicators: list[Tile]

    @property
    def in_place(self) -> int:
        """Tiles in place that a deal needs."""
        return sum(min(len(rack), HAND) for rack in self.racks) + min(1, len(self.indicators))


def dealt(desk: Desk) -> Dealt:
    """The tiles dealt so far."""
    racks: tuple[list[Tile], ...] = ([], [], [], [])
    indicators: list[Tile] = []
    unseen: list[Tile] = []
    size = desk.tile_count
    for tile, place in sorted(desk.state.places.items(), key=lambda item: _arrival(desk, *item)):
        if tile >= size:
            continue
        if place.zone == DORA_PAD:
            indicators.append(tile)
        else:
            seat = _holder(desk, tile, place)
            if seat is not None:
                racks[seat].append(tile)
            elif place.lost_from == DORA_PAD and desk.nearly_dealt is not None and place.after >= desk.nearly_dealt:
                unseen.append(tile)
    for rack in racks:
        for tile in [tile for tile in rack if tile in desk.leftover]:
            if len(rack) > HAND:
                rack.remove(tile)
    indicators.sort(key=lambda tile: tile in desk.leftover)
    if not indicators and len(unseen) == 1:
        indicators = unseen  # it was turned, and stands in a shadow
    return Dealt(racks, indicators)


def _arrival(desk: Desk, tile: Tile, place: Place) -> tuple[Millis, int]:
    """When a tile came to the rack it was dealt to, wherever it lies now."""
    came = desk.racked.get(tile, place)
    return came.before, came.order


def _holder(desk: Desk, tile: Tile, place: Place) -> Seat | None:
    """Whose tile it is: on a rack, or gone from there to the discards or the fingers; or a flower set aside at once."""
    if place.zone.kind is ZoneKind.HAND or (place.zone.kind is ZoneKind.MELDS and is_flower(tile)):
        return place.zone.seat
    racked = desk.racked.get(tile)
    return None if racked is None else racked.zone.seat


def needs_indicator(desk: Desk) -> bool:
    """Whether the game has dora indicators at all."""
    return desk.rules.family == "riichi"


def read_deal(desk: Desk) -> bool:
    """Start the deal if all its tiles are in place; True if it has begun."""
    if desk.options.scoring_pad:
        return False  # the deal is known by its end alone
    found = dealt(desk)
    if not read_racks(desk):
        return begun_unread(desk) and _start(desk, found)
    if found.in_place < nearly(desk):
        desk.nearly_dealt = None
        return False
    if desk.nearly_dealt is None:
        desk.nearly_dealt = desk.state.now
    if not _complete(desk, found) and _count_stale(desk, found):
        found = dealt(desk)
    if not _complete(desk, found) or not _plausible(desk, found) or not _trusted(desk, found):
        return False
    return _start(desk, found)


def _trusted(desk: Desk, found: Dealt) -> bool:
    """Whether no tile may be left over from the last deal; those that may are believed after a while."""
    doubtful = any(
        tile in desk.leftover for tile in (*found.indicators[:1], *(t for rack in found.racks for t in rack))
    )
    since = desk.nearly_dealt
    return not doubtful or (since is not None and desk.reached("deal", since + desk.options.dealing // 2))


def _complete(desk: Desk, found: Dealt) -> bool:
    if any(len(found.racks[seat]) < HAND for seat in read_racks(desk)):
        return False
    return bool(found.indicators) or not needs_indicator(desk) or DORA_PAD in desk.state.unread


def _plausible(desk: Desk, found: Dealt) -> bool:
    """Whether nobody holds more than may be, and no more indicators are turned than one before play has begun."""
    fresh = sum(tile not in desk.leftover for tile in found.indicators)
    if fresh > 1 and not _play_has_begun(desk):
        return False
    return all(len(rack) <= limit for rack, limit in zip(found.racks, most_on_racks(desk), strict=True))


def most_on_racks(desk: Desk) -> list[int]:
    """How many tiles each seat may hold: the dealer has drawn, others draw only after the dealer's discard."""
    dealer = desk.state.match.dealer if desk.state.match is not None else 0
    spare = 4 if _play_has_begun(desk) else 0
    return [HAND + (1 if seat == dealer else 0) + spare for seat in SEATS]


def _play_has_begun(desk: Desk) -> bool:
    """Whether the dealer's first tile lies among the discards, or in the set of whoever has called it already."""
    dealer = desk.state.match.dealer if desk.state.match is not None else 0
    # It may have gone from the wall to the river in one motion, without lying on the rack.
    since, laid = _nearly_dealt(desk), {river_of(dealer), POOL}
    for tile, place in desk.state.places.items():
        racked = desk.racked.get(tile)
        if place.zone in laid and (racked is not None or place.before >= since):
            return True
        if racked is not None and place.zone.kind is ZoneKind.MELDS and place.zone.seat != racked.zone.seat:
            return True
    return False


def _count_stale(desk: Desk, found: Dealt) -> bool:
    """Count tiles that were on the same rack in the deal before and were never seen to leave, if just these fit."""
    since = desk.nearly_dealt
    if since is None or not desk.reached("deal", since + desk.options.dealing):
        return False
    counted = False
    for seat in SEATS:
        missing = HAND - len(found.racks[seat])
        there = [
            tile for tile, place in desk.stale.items() if tile not in desk.state.places and place.zone == hand_of(seat)
        ]
        if 0 < missing == len(there):
            for tile in there:
                desk.state.places[tile] = desk.stale[tile]
                desk.racked[tile] = desk.stale[tile]
            counted = True
    return counted


def _start(desk: Desk, found: Dealt) -> bool:
    match = desk.state.match
    if match is None:
        raise RuntimeError("a deal begins without a match")
    indicator = found.indicators[0] if needs_indicator(desk) and found.indicators else None
    install(desk, match.deal(filled_up(desk, found.racks), indicator))
    hidden = tuple(hidden_hands(desk))
    if hidden:
        desk.emit(HandsUnread(hidden))
    return True


def install(desk: Desk, deal: Deal) -> None:
    """A deal begins with these tiles."""
    state = desk.state
    state.start = state.deal = deal
    state.steps.clear()
    state.window = None
    state.phase = TablePhase.PLAYING
    desk.in_doubt_since = state.now
    desk.stale = {}
    _forget_the_rest(desk, deal)
    label = state.match.deal_label if state.match is not None else ""
    desk.emit(DealStarted(label, deal))


def _nearly_dealt(desk: Desk) -> Millis:
    return desk.nearly_dealt if desk.nearly_dealt is not None else desk.state.now


def _forget_the_rest(desk: Desk, deal: Deal) -> None:
    """What lies about besides the tiles dealt is left over from the last deal, unless play has begun already:
    tiles drawn to a rack, or laid down since the deal was nearly complete.
    """
    known, racked, places = set(tiles_known(deal)), desk.racked, desk.state.places
    begun = _nearly_dealt(desk)
    desk.overlooked.clear()
    for tile, place in list(places.items()):
        on_rack = place.zone.kind is ZoneKind.HAND or tile in racked
        if tile not in known and not on_rack and place.before < begun:
            desk.overlooked[tile] = places.pop(tile)
    desk.leftover.clear()


def deal_anew_if_misread(desk: Desk) -> bool:
    """Before the first discard a wrongly read rack may still be put right: begin the deal again with what lies there.

    A tile thought to be dealt turns out to be elsewhere, and another one is on that rack instead; or a flower that
    was dealt and set aside at once is seen only now, and its replacement was taken for a dealt tile.
    """
    state = desk.state
    if any(not isinstance(step.event, Draw | Flower) for step in state.steps):
        return False
    only_draws = all(isinstance(step.event, Draw) for step in state.steps)
    board = desk.board()
    for seat in SEATS:
        away = [tile for tile, _ in board.in_air[seat]]
        to_draw = seat == desk.deal.turn and not state.steps
        misread = bool(away) and only_draws and not to_draw and bool(board.fresh.get(hand_of(seat)))
        misread = misread and not _played_on(board)
        if misread or _flower_seen_late(desk, board, seat):
            for tile in away:
                desk.racked.pop(tile, None)
            _deal_anew(desk)
            return True
    return False


def _played_on(board: Board) -> bool:
    """Whether somebody has discarded already, or called."""
    discarded = board.fresh_of(POOL, *(river_of(seat) for seat in SEATS))
    laid = [tile for lies in board.laid for tile, _ in lies if not is_flower(tile)]
    return bool(discarded or laid or any(board.thrown))


def _flower_seen_late(desk: Desk, board: Board, seat: Seat) -> bool:
    """Whether a flower lies before a seat that was set aside before the last of its dealt tiles came."""
    aside = [tile for tile, _ in board.fresh_of(melds_of(seat)) if is_flower(tile)]
    return bool(aside) and not set(aside).isdisjoint(dealt(desk).racks[seat][:HAND])


def _deal_anew(desk: Desk) -> None:
    state, since = desk.state, desk.nearly_dealt
    if state.steps:
        desk.emit(EventsWithdrawn(len(state.steps), "dealt_anew"))
    clear_deal(desk)
    desk.nearly_dealt = since
    state.phase = TablePhase.DEALING
