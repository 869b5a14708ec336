"""Call windows: what may be called, who is granted it, and when a window closes (referee.md, Calls).

A window opens with every discard and every added kan. Whether and how long it is open, and what is shown, never
depends on what the hands hold: nothing here looks at a hand before its seat has pressed or laid something.
"""

from controller.effects import CallMade, CallWithdrawn, TunePlayed
from controller.referee import draws, melding
from controller.referee.board import Board, Lying
from controller.referee.desk import Desk
from controller.referee.ends import draw_deal
from controller.referee.stand_ins import could_call
from controller.referee.state import CALL_RANK, Call, CallWindow, Claim
from controller.referee.wins import resolve_rons
from engine.errors import IllegalAction
from engine.events import Chi, OpenKan, Pon
from engine.tiles import SEATS, Seat
from hal.ports import Button, Millis

EVENT_OF = {Call.CHI: Chi, Call.PON: Pon, Call.KAN: OpenKan}


def read_window(desk: Desk, board: Board) -> bool:
    """Accept what follows a discard or a robbable kan: wins, a call, a drawn deal, or the next draw."""
    window = desk.state.window
    if window is None:
        return draw_deal(desk) or draws.read_draw(desk, board, desk.deal.turn)
    if window.winning:
        return _rons_are_in(desk, window) and resolve_rons(desk, window)
    if any(melding.read_call(desk, board, seat) for seat in _by_grant(window)):
        return True
    if window.granted is not None:
        return False  # a draw that this call overtakes goes back to the wall
    if desk.deal.draw_due is not None:
        return _passed(desk, window) and draw_deal(desk)
    drawn = draws.next_drawn(board, desk.deal.turn)
    closed = drawn is not None and _closed_by(desk, board, window, drawn)
    return closed and draws.read_draw(desk, board, desk.deal.turn)


def _by_grant(window: CallWindow) -> tuple[Seat, ...]:
    """The seats that may complete a call: who was granted one, or else everybody in turn order."""
    if window.granted is not None:
        return (window.granted.seat,)
    return tuple((window.discarder + step) % 4 for step in (1, 2, 3))


def _passed(desk: Desk, window: CallWindow) -> bool:
    """Whether a discard that no draw follows has passed: all have said so, or the time is over.

    Not while a WIN is being judged, and a refused one may be pressed again.
    """
    if any(press.button is Button.WIN for press in desk.state.presses):
        return False
    since = max(window.opened, desk.win_refused_at)
    return window.closed or desk.reached("window", since + desk.options.last_window)


def _closed_by(desk: Desk, board: Board, window: CallWindow, drawn: Lying) -> bool:
    """Whether the next seat's draw closes the window: not before the grace is over.

    While somebody visibly takes the discard or lays tiles, the draw waits a little longer: the set may be half laid.
    """
    if window.closed:
        return True
    end = window.opened + desk.options.grace
    taking = _taking_since(board, window)
    if taking is not None:
        end = max(end, taking + desk.options.patience_of("claim_without_call"))
        return desk.reached("window", end)
    return drawn.place.before >= end or desk.reached("window", end)


def _taking_since(board: Board, window: CallWindow) -> Millis | None:
    """Since when the discard is lifted, or another seat lays tiles; None if nobody seems to take it."""
    signs = [
        laid[0].place.before
        for seat, laid in enumerate(board.laid)
        if seat != window.discarder and laid and melding.may_belong(window.tile, laid)
    ]
    if board.target is not None and board.target_lifted:
        signs.append(board.target.before)
    return min(signs, default=None)


# ---- presses


def consider_call(desk: Desk, seat: Seat, call: Call, at: Millis) -> IllegalAction | None:
    """A press of CHI, PON or KAN in a window. None: it was granted; otherwise why not (it may be too early)."""
    window = desk.state.window
    if window is None or not _is_open_to(window, seat, at):
        return IllegalAction("nothing_to_call", "There is no discard this seat may call now.")
    if window.winning:
        return IllegalAction("outranked", "A win has been called on this tile.")
    granted = window.granted
    if granted is not None and granted.seat == seat and granted.call is call:
        return None
    if not could_call(desk, seat, EVENT_OF[call], at):
        return IllegalAction("no_set", f"The hand makes no {call.value} with this tile, or the rules bar it.")
    if granted is not None:
        refusal = _may_take_over(desk, granted, Claim(seat, call, at))
        if refusal is not None:
            return refusal
        desk.emit(CallWithdrawn(granted.seat, granted.call.value, "given_up" if granted.seat == seat else "overtaken"))
    window.granted = Claim(seat, call, at)
    window.passed.discard(seat)
    desk.emit(CallMade(seat, call.value, at), TunePlayed("call"))
    return None


def _is_open_to(window: CallWindow, seat: Seat, at: Millis) -> bool:
    """Whether a seat that pressed then may call the discard of a window."""
    closed = window.kan or window.closed or window.is_over_for(seat, at)
    return not closed and at >= window.earliest and seat != window.discarder


def _may_take_over(desk: Desk, granted: Claim, wish: Claim) -> IllegalAction | None:
    """Whether a call may replace the one granted: a higher one within the grace, until the lower one's tiles lie."""
    if granted.seat == wish.seat:
        if not desk.rules.call_change:
            return IllegalAction("call_change", "A call may not be changed.")
    elif CALL_RANK[wish.call] <= CALL_RANK[granted.call] or desk.rules.claim_order == "first_call":
        return IllegalAction("outranked", "Another call came first.")
    elif wish.at > granted.at + desk.options.overtake:
        return IllegalAction("too_late", "The other call stands already.")
    if desk.board().laid[granted.seat]:
        return IllegalAction("too_late", "The tiles of the other call lie already.")
    return None


def consider_pass(desk: Desk, seat: Seat, at: Millis) -> bool:
    """A press of PASS: the seat calls nothing (and gives up what it called). True if there was a window for it."""
    window = desk.state.window
    if window is None or window.closed or seat == window.discarder or at < window.earliest:
        return False
    if window.granted is not None and window.granted.seat == seat and give_up(desk) is not None:
        return False
    window.passed.add(seat)
    close_if_all_answered(window, desk.state.absent)
    return True


def give_up(desk: Desk) -> IllegalAction | None:
    """The seat that was granted a call withdraws it, if the rules let it; the window is open as before."""
    if not desk.rules.call_change:
        return IllegalAction("call_change", "A call may not be withdrawn.")
    window = desk.state.window
    if window is not None and window.granted is not None:
        granted, window.granted = window.granted, None
        desk.emit(CallWithdrawn(granted.seat, granted.call.value, "given_up"))
    return None


def close_if_all_answered(window: CallWindow, absent: set[Seat]) -> None:
    """All three others have passed or called: nobody else is waited for."""
    others = {seat for seat in SEATS if seat != window.discarder}
    if others <= window.passed | set(window.claims) | absent and window.granted is None:
        window.closed = True


def _rons_are_in(desk: Desk, window: CallWindow) -> bool:
    """Whether no further ron can join: all have answered, or the grace after the first is over."""
    close_if_all_answered(window, desk.state.absent)
    first = min((claim.at for claim in window.claims.values()), default=window.opened)
    return window.closed or desk.reached("ron", first + desk.options.overtake)
