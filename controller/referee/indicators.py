"""Indicators that come otherwise than in turn: entered by hand, or the first one when the deal has begun already."""

from controller.referee.desk import Desk
from controller.referee.rewriting import retell
from controller.referee.rulingfields import RulingError
from controller.referee.stand_ins import stand_in
from controller.referee.state import Place, TablePhase
from engine.deal import Deal
from engine.tiles import Tile
from hal.zones import DORA_PAD, ZoneKind


def enter_indicator(desk: Desk, name: str, *, ura: bool = False) -> None:
    """A tile of this name (mpsz) lies on the dora pad: the first indicator, one of a kan, or an ura indicator, as
    if it had been turned and seen now. Raises `RulingError`.
    """
    state = desk.state
    if desk.rules.family != "riichi":
        raise RulingError("this game has no dora indicators")
    if state.phase not in (TablePhase.DEALING, TablePhase.PLAYING, TablePhase.URA):
        raise RulingError("there is no deal to enter an indicator for")
    tile = stand_in(desk, name)
    if tile is None:
        raise RulingError(f"every {name} lies in sight on the table already: look again")
    if ura and desk.options.scoring_pad:
        state.pad.ura.append(tile)
        return
    desk.arrivals += 1
    desk.put(tile, Place(DORA_PAD, state.now, state.now, desk.arrivals))
    start = state.start
    if start is None or state.deal is None or start.indicators:
        return
    if not _begin_with(desk, start, tile):
        raise RulingError(f"{name} cannot be the indicator of this deal: one of its tiles would be there twice")


def _begin_with(desk: Desk, start: Deal, indicator: Tile) -> bool:
    """Tell the deal again with its first indicator; False if it cannot be this one."""
    return retell(desk, start._replace(indicators=(indicator,), seen=start.seen | 1 << indicator))


def read_first_indicator(desk: Desk) -> bool:
    """The dealer may discard before the indicator is turned: the deal gets it when it has lain there for a while."""
    start = desk.state.start
    if start is None or not first_indicator_missing(desk):
        return False
    turned = desk.board().fresh_of(DORA_PAD)
    # A ghost on the pad is gone by then.
    settled = bool(turned) and desk.reached("indicator", turned[0].place.before + desk.options.ura_settling)
    return settled and _begin_with(desk, start, turned[0].tile)


def first_indicator_missing(desk: Desk) -> bool:
    """Whether the deal has begun without an indicator it needs: it is still to be turned, or entered by hand."""
    deal = desk.state.deal
    return deal is not None and deal.rules.family == "riichi" and not deal.indicators


def pad_unread(desk: Desk) -> bool:
    """Whether nobody reads the dora pad."""
    return any(zone.kind is ZoneKind.DORA for zone in desk.state.unread)
