"""Clocks: turns with their bank, claims, the pause between deals. They stand still during incidents and pauses."""

from controller.effects import TunePlayed
from controller.referee.absence import watch
from controller.referee.desk import Desk
from controller.referee.limits import update_limits
from controller.referee.state import Clock, TablePhase
from engine.deal import Phase
from engine.events import Indicator
from engine.tiles import SEATS
from hal.ports import Millis


def update_clocks(desk: Desk) -> bool:
    """Start, stop and lapse the limits; True if a lapse changed what may be done."""
    state = desk.state
    if state.rules is None:
        return False
    _choose_turn(desk)
    _choose_claim(desk)
    _choose_pause(desk)
    run = not state.clocks_stopped
    for clock in (state.turn_clock, state.claim_clock, state.pause_clock):
        if clock is not None:
            clock.run(run, state.now)
    return _lapse_turn(desk, run) or _lapse_claim(desk) or _lapse_pause(desk) or update_limits(desk) or watch(desk)


def _millis(seconds: float) -> Millis:
    return round(seconds * 1_000)


def _choose_turn(desk: Desk) -> None:
    """The seat that holds a full hand has its time from the moment it holds it."""
    state = desk.state
    deal, limit = state.deal, desk.rules.turn_limit_seconds
    playing = state.phase is TablePhase.PLAYING and deal is not None and deal.phase in (Phase.ACT, Phase.RIICHI)
    if limit is None or deal is None or not playing:
        if state.turn_clock is not None:
            _stop_bank(desk)
        state.turn_clock, desk.turn_key = None, None
        if not playing:
            state.timed_out = None
        return
    # An indicator turned meanwhile is no new turn.
    last = next((n for n in reversed(range(len(state.steps))) if not isinstance(state.steps[n].event, Indicator)), 0)
    key = (deal.turn, last)
    if key != desk.turn_key:
        _stop_bank(desk)
        desk.turn_key, state.timed_out = key, None
        state.turn_clock = Clock("turn", _millis(limit), _millis(limit), deal.turn)
        if not state.banks and desk.rules.bank_seconds:
            bank = _millis(desk.rules.bank_seconds)
            state.banks = {seat: Clock("bank", bank, bank, seat) for seat in SEATS}


def _stop_bank(desk: Desk) -> None:
    for bank in desk.state.banks.values():
        bank.run(False, desk.state.now)


def _choose_claim(desk: Desk) -> None:
    """A call window has the claim time from the moment it is shown."""
    state = desk.state
    window, limit = state.window, desk.rules.claim_limit_seconds
    if window is None or window.closed or limit is None or state.phase is not TablePhase.PLAYING:
        state.claim_clock, desk.claim_key = None, None
    elif desk.claim_key != window.opened:
        desk.claim_key = window.opened
        state.claim_clock = Clock("claim", _millis(limit), _millis(limit))


def _choose_pause(desk: Desk) -> None:
    """The pause between deals runs while a result is shown."""
    state = desk.state
    limit = desk.rules.pause_seconds
    if state.phase is not TablePhase.RESULT or limit is None:
        state.pause_clock = None
    elif state.pause_clock is None:
        state.pause_clock = Clock("pause", _millis(limit), _millis(limit))


def _lapse_turn(desk: Desk, run: bool) -> bool:
    """First the turn's time goes, then the seat's bank; after both only the tile the rules name may be discarded."""
    state = desk.state
    clock = state.turn_clock
    if clock is None or clock.seat is None or clock.lapses_at is None or state.timed_out is not None:
        return False
    if not desk.reached("turn", clock.lapses_at):
        return False
    up = clock.lapses_at
    bank = state.banks.get(clock.seat)
    if bank is not None and bank.left > 0:
        if run and bank.running_since is None:
            bank.running_since = up
        if bank.lapses_at is None or not desk.reached("bank", bank.lapses_at):
            return False
        up, bank.left, bank.running_since = bank.lapses_at, 0, None
    state.timed_out, desk.time_was_up = clock.seat, up
    desk.raise_incident("time_expired", (clock.seat,))
    desk.emit(TunePlayed("time", clock.seat))
    return True


def _lapse_claim(desk: Desk) -> bool:
    """When the claim time is over, whoever has not called has passed."""
    clock, window = desk.state.claim_clock, desk.state.window
    if clock is None or window is None or clock.lapses_at is None or not desk.reached("claim", clock.lapses_at):
        return False
    if window.closed or window.granted is not None or window.winning:
        return False
    window.closed, window.lapsed_at = True, clock.lapses_at
    return True


def _lapse_pause(desk: Desk) -> bool:
    """Whether the pause between deals is over; what follows is read like an OK of all."""
    clock = desk.state.pause_clock
    return clock is not None and clock.lapses_at is not None and desk.reached("pause", clock.lapses_at)
