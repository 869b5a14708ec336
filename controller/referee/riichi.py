"""Riichi: declared by a press before or after its discard, taken back before the next draw, or refused."""

from controller.effects import CallMade, CallWithdrawn, PressRefused, TunePlayed
from controller.referee.desk import Desk
from engine.deal import Phase
from engine.errors import IllegalAction
from engine.events import Discard, Riichi
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis

TOGGLE: Millis = 1_000
"""A second RIICHI press sooner than this is an impatient finger, not a change of mind."""


def consider_riichi(desk: Desk, seat: Seat, at: Millis) -> IllegalAction | None:
    """A press of RIICHI. None: it was taken; otherwise why not (it may belong to a turn not seen yet)."""
    state, deal = desk.state, desk.deal
    if deal.phase is Phase.CLAIM and deal.last_discarder == seat:
        return _after_discard(desk, seat, at)
    if deal.phase is not Phase.ACT or deal.turn != seat:
        return IllegalAction("not_your_turn", "Riichi is declared on one's own turn, with the discard.")
    if seat in state.riichi_pressed:
        if at - state.riichi_pressed[seat] >= TOGGLE:
            del state.riichi_pressed[seat]
            desk.emit(CallWithdrawn(seat, "riichi", "given_up"))
        return None
    refusal = desk.allows(Riichi(seat))
    if refusal is not None:
        return refusal
    state.riichi_pressed[seat] = at
    desk.emit(CallMade(seat, "riichi", at), TunePlayed("riichi"))
    return None


def _after_discard(desk: Desk, seat: Seat, at: Millis) -> IllegalAction | None:
    """The discard lies already: declare riichi with it, or take back the riichi declared with it."""
    steps, window = desk.state.steps, desk.state.window
    last = steps[-1].event if steps else None
    before = steps[-2].deal if len(steps) > 1 else desk.state.start
    if not isinstance(last, Discard) or last.seat != seat or before is None:
        return IllegalAction("not_your_turn", "Riichi is declared with the discard.")
    if window is not None and (window.granted is not None or window.winning):
        return IllegalAction("too_late", "The discard has been called already.")
    if before.phase is Phase.RIICHI:
        pressed = desk.riichi_at.get(seat, 0)
        if at - pressed >= TOGGLE:
            _revise(desk, 2, "riichi_taken_back", (last,))
            desk.emit(CallWithdrawn(seat, "riichi", "given_up"))
        return None
    try:
        before.apply(Riichi(seat)).apply(last)
    except IllegalAction as refusal:
        return refusal
    desk.riichi_at[seat] = at
    _revise(desk, 1, "riichi_declared", (Riichi(seat), last))
    desk.emit(CallMade(seat, "riichi", at), TunePlayed("riichi"))
    return None


def _revise(desk: Desk, count: int, why: str, events: tuple[Riichi | Discard, ...]) -> None:
    """Replace the last events by others; who has passed on the discard has still passed."""
    window, at = desk.state.window, desk.state.steps[-1].at
    desk.withdraw(count, why)
    for event in events:
        desk.accept(event, at)
    if window is not None and desk.state.window is not None:
        desk.state.window.passed = window.passed
        desk.state.window.closed = window.closed


def discard_with_riichi(desk: Desk, seat: Seat, tile: Tile, at: Millis) -> bool:
    """Accept riichi and its discard together. A riichi the rules forbid is refused at once; the discard stands."""
    pressed = desk.state.riichi_pressed.pop(seat)
    try:
        desk.deal.apply(Riichi(seat)).apply(Discard(seat, tile))
    except IllegalAction as refusal:
        accepted = desk.try_accept(Discard(seat, tile), at) is None
        refuse_riichi(desk, seat, refusal)
        return accepted
    desk.riichi_at[seat] = pressed
    desk.accept(Riichi(seat), at)
    desk.accept(Discard(seat, tile), at)
    return True


def refuse_riichi(desk: Desk, seat: Seat, refusal: IllegalAction) -> None:
    """A riichi that the rules do not allow is told at once; the discard stands as an ordinary one."""
    desk.emit(PressRefused(seat, Button.RIICHI, refusal.rule, refusal.message), TunePlayed("refused", seat))
    desk.raise_incident("riichi_refused", (seat,), refusal.rule, refusal.message)
