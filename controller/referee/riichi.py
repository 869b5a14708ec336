"""Riichi: declared by a press before or after its discard, taken back before the next draw, or refused."""

from controller.effects import CallMade, CallWithdrawn, PressRefused, TunePlayed
from controller.referee.desk import Desk
from controller.referee.explanation import PRESS_AFTER, PRESS_BEFORE
from engine.deal import Phase
from engine.errors import IllegalAction
from engine.events import Discard, Draw, Riichi
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis

TOGGLE: Millis = 1_000
"""A second RIICHI press sooner than this after the table has shown the first is an impatient finger."""


def consider_riichi(desk: Desk, seat: Seat, at: Millis) -> IllegalAction | None:
    """A press of RIICHI. None: it was taken; otherwise why not (it may belong to a turn not seen yet)."""
    state, deal = desk.state, desk.deal
    if deal.phase is Phase.CLAIM and deal.last_discarder == seat:
        return _after_discard(desk, seat, at)
    if deal.phase is not Phase.ACT or deal.turn != seat:
        return IllegalAction("not_your_turn", "Riichi is declared on one's own turn, with the discard.")
    if seat in state.riichi_pressed:
        if at - desk.riichi_shown.get(seat, 0) >= TOGGLE:
            del state.riichi_pressed[seat]
            take_back(desk, seat)
        return None
    refusal = desk.allows(Riichi(seat))
    if refusal is not None:
        return refusal
    state.riichi_pressed[seat] = at
    desk.riichi_shown[seat] = state.now
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
        if at - desk.riichi_shown.get(seat, 0) >= TOGGLE:
            _revise(desk, 2, "riichi_taken_back", (last,))
            take_back(desk, seat)
        return None
    try:
        before.apply(Riichi(seat)).apply(last)
    except IllegalAction as refusal:
        return refusal
    desk.riichi_at[seat] = at
    desk.riichi_shown[seat] = desk.state.now
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


def heard_for(desk: Desk, discard: Discard) -> Millis | None:
    """When RIICHI was pressed for a discard that is read only now; None if it was not, or the rules bar riichi.

    The table may have been behind when it was pressed, and have refused it then.
    """
    drawn = next((step.at for step in reversed(desk.state.steps) if isinstance(step.event, Draw)), 0)
    seen = desk.place(discard.tile).before
    pressed = [
        press.at
        for press in desk.heard
        if (press.seat, press.button) == (discard.seat, Button.RIICHI)
        and drawn - PRESS_BEFORE <= press.at <= seen + PRESS_AFTER
    ]
    if not pressed:
        return None
    try:
        desk.deal.apply(Riichi(discard.seat)).apply(discard)
    except IllegalAction:
        return None
    return pressed[0]


def take_back(desk: Desk, seat: Seat) -> None:
    """Riichi is taken back: what was pressed for it counts no more."""
    desk.heard = [press for press in desk.heard if (press.seat, press.button) != (seat, Button.RIICHI)]
    desk.emit(CallWithdrawn(seat, "riichi", "given_up"))


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
