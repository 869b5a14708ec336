"""Indicators entered by hand, where there is no dora pad or its antenna fails."""

from controller.referee.desk import Desk
from controller.referee.rewriting import retell
from controller.referee.rulingfields import RulingError
from controller.referee.stand_ins import stand_in
from controller.referee.state import Place, TablePhase
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
    # The deal has begun without its first indicator.
    if not retell(desk, start._replace(indicators=(tile,), seen=start.seen | 1 << tile)):
        raise RulingError(f"{name} cannot be the indicator of this deal: one of its tiles would be there twice")


def first_indicator_missing(desk: Desk) -> bool:
    """Whether the deal has begun without an indicator it needs: it is to be entered by hand."""
    deal = desk.state.deal
    return deal is not None and deal.rules.family == "riichi" and not deal.indicators


def pad_unread(desk: Desk) -> bool:
    """Whether nobody reads the dora pad."""
    return any(zone.kind is ZoneKind.DORA for zone in desk.state.unread)
