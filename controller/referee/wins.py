"""WIN: whose it is, on which tile, with which ura indicators; and false wins."""

from typing import Final

from controller.effects import CallMade, CallWithdrawn, PressRefused, TunePlayed
from controller.referee.board import Board, off_the_rack
from controller.referee.desk import Desk
from controller.referee.indicators import first_indicator_missing, pad_unread
from controller.referee.state import Call, CallWindow, Claim, TablePhase
from engine.claims import resolve
from engine.deal import Deal, Phase
from engine.deal.wins import indicators_for, win_refusal
from engine.errors import IllegalAction
from engine.events import Action, Discard, Draw, DrawnDeal, Indicator, Riichi, Win
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.zones import DORA_PAD, hand_of

_NO_FOUL: Final = frozenset({"nothing_to_win_on", "too_late"})
"""WIN was pressed when there was no tile to win on, or no longer: nothing is said of the hand."""

SHOWN_HAND = 3
"""So many tiles of a hand off its rack, the last discard among them, are a hand laid open."""


def consider_win(desk: Desk, seat: Seat, at: Millis) -> IllegalAction | None:
    """A press of WIN. None: it was taken; otherwise why not (it may only be too early).

    A seat whose own draw lies on its rack already means that tile, if it may win on it; otherwise the discard.
    """
    deal = desk.deal
    if deal.phase is Phase.ACT and deal.turn == seat:
        return _win_by_draw(desk, seat, at)
    window = desk.state.window
    if window is None or deal.phase not in (Phase.CLAIM, Phase.ROB):
        return IllegalAction("nothing_to_win_on", "There is no tile this seat could win on now.")
    if seat == window.discarder:
        return _win_before_discard(desk, seat, at)
    if at < window.earliest or _means_its_draw(desk, deal, seat, at):
        return IllegalAction("nothing_to_win_on", "There is no tile this seat could win on now.")
    return _win_by_ron(desk, window, seat, at)


def _refusal(deal: Deal, seat: Seat) -> IllegalAction | None:
    broken = win_refusal(deal, seat)
    return None if broken is None else IllegalAction(*broken)


def _win_by_draw(desk: Desk, seat: Seat, at: Millis) -> IllegalAction | None:
    refusal = _refusal(desk.deal, seat)
    if refusal is None:
        desk.emit(CallMade(seat, "tsumo", at), TunePlayed("win"))
        announce(desk, (seat,))
    return refusal


def _means_its_draw(desk: Desk, deal: Deal, seat: Seat, at: Millis) -> bool:
    """Whether the next seat has its draw on the rack, before the press, and may win on that."""
    if seat != deal.turn:
        return False
    drawn = desk.board().fresh_of(hand_of(seat))
    if not drawn or drawn[0].place.before > at:
        return False
    try:
        after = deal.apply(Draw(seat, drawn[0].tile))
    except IllegalAction:
        return False
    return win_refusal(after, seat) is None


def _win_by_ron(desk: Desk, window: CallWindow, seat: Seat, at: Millis) -> IllegalAction | None:
    if (window.closed and not window.winning) or window.is_over_for(seat, at):
        return IllegalAction("too_late", "The tile can no longer be called.")
    if seat in window.claims:
        return None
    granted = window.granted
    refusal = _refusal(desk.deal, seat) or (None if granted is None else _too_late_after(desk, granted, at))
    if refusal is None:
        if granted is not None:
            window.granted = None
            desk.emit(CallWithdrawn(granted.seat, granted.call.value, "overtaken"))
        window.claims[seat] = Claim(seat, Call.RON, at)
        window.winning = True
        desk.emit(CallMade(seat, "ron", at), TunePlayed("win"))
    return refusal


def _too_late_after(desk: Desk, granted: Claim, at: Millis) -> IllegalAction | None:
    """A win takes the tile from a granted call as any higher call does: only for a while, unless the rules keep a
    discard open to wins until the next. (Once the call's tiles lie there is no window any more.)
    """
    if at <= granted.at + desk.options.overtake or desk.rules.ron_until == "next_discard":
        return None
    return IllegalAction("too_late", "The other call stands already.")


def _win_before_discard(desk: Desk, seat: Seat, at: Millis) -> IllegalAction | None:
    """The seat in turn laid its hand open before it pressed, and the first tile was read as a discard."""
    steps = desk.state.steps
    nothing = IllegalAction("nothing_to_win_on", "Nobody wins on their own discard.")
    if not steps or not isinstance(steps[-1].event, Discard) or off_the_rack(desk.board(), seat) + 1 < SHOWN_HAND:
        return nothing
    count = 2 if len(steps) > 1 and isinstance(steps[-2].event, Riichi) else 1
    before = steps[-count - 1].deal if len(steps) > count else desk.state.start
    if before is None or win_refusal(before, seat) is not None:
        return nothing
    desk.withdraw(count, "hand_shown")
    return _win_by_draw(desk, seat, at)


def resolve_rons(desk: Desk, window: CallWindow) -> bool:
    """Decide between the rons called on one tile, as the rules do."""
    wishes: dict[Seat, Action] = {seat: Win((seat,)) for seat in window.claims}
    decided = resolve(desk.deal, wishes)
    if isinstance(decided, Win):
        announce(desk, decided.winners)
        return True
    if isinstance(decided, DrawnDeal):
        desk.accept(decided, desk.state.now)
        return True
    window.claims.clear()
    window.winning = False
    return True


def announce(desk: Desk, winners: tuple[Seat, ...]) -> None:
    """Somebody has won. With riichi among the winners the ura indicators are awaited, otherwise it is scored."""
    desk.state.winners = winners
    desk.state.ura = ()
    desk.state.phase = TablePhase.URA


def ura_needed(deal: Deal, winners: tuple[Seat, ...]) -> int:
    """How many ura indicators the winners turn (rules.md: only riichi winners, as many as dora indicators)."""
    if not deal.rules.ura_dora or not any(deal.players[seat].riichi for seat in winners):
        return 0
    return max(indicators_for(deal, seat) for seat in winners)


def read_ura(desk: Desk) -> bool:
    """Score the win once every indicator it needs lies on the dora pad; a kan's late indicator comes first."""
    state, deal = desk.state, desk.deal
    if state.ready and pad_unread(desk):
        state.ready.clear()
        desk.replace_deal(deal._replace(indicators_due=0, indicators_later=0))  # the winner says there are no more
        desk.accept(Win(state.winners), state.now)
        return True
    if first_indicator_missing(desk):
        return False  # the deal went without its indicator so far; now it counts
    board = desk.board()
    turned: list[Tile] = [tile for tile, _ in board.fresh_of(DORA_PAD)]
    due = max(indicators_for(deal, seat) for seat in state.winners) - len(deal.indicators)
    if due > 0:
        return bool(turned) and desk.try_accept(Indicator(turned[0]), board.fresh[DORA_PAD][0].place.before) is None
    needed = ura_needed(deal, state.winners)
    state.ura = tuple(turned[:needed])
    if len(turned) != needed:
        return False
    last = max((place.before for _, place in board.fresh_of(DORA_PAD)), default=0)
    if needed and not desk.reached("ura", last + desk.options.ura_settling):
        return False  # a ghost on the pad is gone by then
    desk.accept(Win(state.winners, state.ura), state.now)
    return True


def indicators_awaited(desk: Desk, board: Board) -> int:
    """How many tiles are still to be laid on the dora pad before the win is scored."""
    deal, winners = desk.deal, desk.state.winners
    due = max(0, max(indicators_for(deal, seat) for seat in winners) - len(deal.indicators))
    return due + ura_needed(deal, winners) - len(board.fresh_of(DORA_PAD))


def refuse_win(desk: Desk, seat: Seat, refusal: IllegalAction) -> None:
    """WIN was pressed and no move made it a win (referee.md: false_win). What it costs is the rules' matter."""
    desk.win_refused_at = desk.state.now
    desk.emit(PressRefused(seat, Button.WIN, refusal.rule, refusal.message), TunePlayed("refused", seat))
    if desk.rules.false_win != "refused" and refusal.rule not in _NO_FOUL:
        desk.raise_incident("false_win", (seat,), refusal.rule, refusal.message)
