"""From one deal to the next: results, OK presses, the end of the match."""

from dataclasses import replace

from controller.effects import DealEnded, PointsChanged, TunePlayed
from controller.referee.dealing import begin_dealing
from controller.referee.desk import Desk
from controller.referee.matchend import end_match, reopen_match
from controller.referee.penalties import chombo, punish
from controller.referee.showing import declared_draw
from controller.referee.stand_ins import hidden_hands
from controller.referee.state import LedgerEntry, TablePhase
from engine.events import DrawnDeal, DrawReason
from engine.tiles import SEATS


def draw_deal(desk: Desk) -> bool:
    """The deal is drawn for the reason the rules give now, if they give one; hands known to the table need no press."""
    reason = desk.deal.draw_due
    if reason is None:
        return False
    exhausted = reason is DrawReason.EXHAUSTIVE
    if exhausted and hidden_hands(desk):
        return declared_draw(desk)
    if exhausted and _wrong_riichi(desk):
        return True
    hidden = sorted(desk.state.noten) if exhausted else []
    noten = tuple(seat for seat in hidden if not desk.deal.players[seat].riichi)
    desk.accept(DrawnDeal(reason, noten=noten), desk.state.now)
    return True


def _wrong_riichi(desk: Desk) -> bool:
    """Who declared riichi without a ready hand is found out at the draw (rules.md, table: all share).

    True if the deal does not count for it.
    """
    deal, penalty = desk.deal, desk.rules.wrong_riichi
    wrong = [seat for seat in SEATS if deal.players[seat].riichi and not deal.players[seat].waits]
    if not wrong:
        return False
    if penalty == "chombo":
        chombo(desk, wrong)
        return True
    for seat in wrong:
        punish(desk, seat, penalty)
    return False


def finish_deal(desk: Desk) -> bool:
    """The deal has its result: book it, show it, and end the match if the rules say so."""
    state, deal = desk.state, desk.deal
    result, match = deal.result, state.match
    if result is None or match is None:
        return False
    label = match.deal_label
    state.result, state.match_before, state.match = result, match, match.after(result)
    clock = state.deal_clock
    if clock is not None and not clock.remaining(state.now) and not state.match.finished:
        state.match = state.match.with_last_deal()
    state.phase = TablePhase.RESULT
    state.window, state.timed_out = None, None
    state.presses.clear()
    state.riichi_pressed.clear()
    state.menus.clear()
    state.proposal = None  # OK confirms the result from now on, and agrees to nothing else
    desk.raised.clear()
    cause = "win" if result.kind == "win" else (result.reason.value if result.reason is not None else "draw")
    entry = LedgerEntry(state.now, label, cause, result.deltas, result.scores_after, result.deposits_after)
    state.ledger.append(entry)
    desk.emit(
        DealEnded(label, result),
        PointsChanged(cause, result.deltas, result.scores_after, result.deposits_after),
        TunePlayed("win" if result.wins else "draw"),
    )
    if state.match.finished:
        end_match(desk, "time_limit" if _time_is_up(desk) else "played_out")
    return True


def _time_is_up(desk: Desk) -> bool:
    """Whether the match ends with this deal because its time was over, not because it was played out."""
    state, clock = desk.state, desk.state.match_clock
    before = state.match_before
    if clock is None or clock.remaining(state.now) or before is None or state.result is None:
        return False
    return not replace(before, next_is_last=False).after(state.result).finished


def reopen_deal(desk: Desk) -> None:
    """A ruling goes back behind the result: the match is where it was before."""
    state = desk.state
    if state.result is None or state.match_before is None:
        return
    state.match, state.match_before, state.result = state.match_before, None, None
    reopen_match(desk, "undo")
    state.winners = state.ura = ()
    state.ready.clear()
    state.pause_clock = None
    state.phase = TablePhase.PLAYING


def read_ready(desk: Desk) -> bool:
    """Go on to the next deal, or to the final table, once all have pressed OK or the pause is over."""
    state = desk.state
    clock = state.pause_clock
    over = clock is not None and clock.lapses_at is not None and desk.reached("pause", clock.lapses_at)
    if not over and len(state.ready | state.absent) < len(SEATS):
        return False
    next_deal(desk)
    return True


def next_deal(desk: Desk) -> None:
    """The result has been seen: deal again, or show the final table."""
    state = desk.state
    if state.match is None:
        return
    state.pause_clock = None
    if state.match.finished:
        state.ready.clear()
        state.phase = TablePhase.FINISHED
    else:
        begin_dealing(desk)
