"""A win or a ready hand of a seat whose rack nobody reads: the hand is laid open before it, or declared.

After WIN the winner lays its hand in its melds zone, the winning tile last if it was drawn. When every tile has come
to light the win is judged like any other, with all rules (yaku, furiten). What cannot be shown is entered.
"""

from typing import Final

from controller.effects import TunePlayed
from controller.referee import stand_ins, wins
from controller.referee.desk import Desk
from controller.referee.draws import read_draw
from engine.deal import Phase
from engine.deal.ends import nagashi_seats
from engine.deal.entered import drawn
from engine.deal.passing import close_window
from engine.events import DrawReason
from engine.tiles import SEATS, Seat
from hal.ports import Millis
from hal.zones import POOL, melds_of, river_of

SHOWN: Final[Millis] = 3_000
"""A hand laid open is complete when no tile has come for so long; where a drawn tile may follow, twice as long."""

DECLARING: Final[Millis] = 20_000
"""At an exhausted wall hidden hands are waited for so long to say whether they are ready."""


def await_hand(desk: Desk, seat: Seat, at: Millis) -> None:
    """WIN was pressed by a seat whose hand the table does not know: the hand is to be shown."""
    desk.state.showing.setdefault(seat, at)
    desk.emit(TunePlayed("call"))


def read_shown(desk: Desk) -> bool:
    """Judge a win whose hand lies open by now; True if one was judged."""
    for seat, at in list(desk.state.showing.items()):
        if stand_ins.in_hand(desk, seat):
            continue
        laid = desk.board().laid[seat] + desk.board().fresh_of(melds_of(seat))
        last = max((place.before for _, place in laid), default=at)
        may_have_drawn = desk.deal.turn == seat and desk.deal.phase is Phase.CLAIM
        if not desk.reached("shown", max(at, last) + (2 * SHOWN if may_have_drawn else SHOWN)):
            continue
        if desk.deal.phase is Phase.CLAIM and desk.deal.turn == seat and desk.board().fresh_of(melds_of(seat)):
            return read_draw(desk, desk.board(), seat)  # the fourteenth tile lies there too: it was drawn
        del desk.state.showing[seat]
        refusal = wins.consider_win(desk, seat, desk.state.now)
        if refusal is not None:
            wins.refuse_win(desk, seat, refusal)
        return True
    return False


def is_behind(desk: Desk) -> bool:
    """Whether a discard lies there that no event explains yet, and may have lain there when WIN was pressed."""
    pressed = max(desk.state.showing.values())
    board = desk.board()
    zones = [*(river_of(seat) for seat in SEATS), POOL]
    lying = [*board.fresh_of(*zones), *(thrown for seat in SEATS for thrown in board.thrown[seat])]
    return any(place.after <= pressed for _, place in lying)


def declared_draw(desk: Desk) -> bool:
    """The wall is exhausted and some hands are hidden: their owners say by OK/MENU that they are ready, by PASS that
    they are not. Hands the table knows need no press; a riichi is ready.
    """
    state, deal, window = desk.state, desk.deal, desk.state.window
    hidden = [seat for seat in stand_ins.hidden_hands(desk) if not deal.players[seat].riichi]
    passed = set() if window is None else window.passed
    if any(seat not in state.declared | passed | state.absent for seat in hidden):
        since = desk.state.now if window is None else window.opened
        if not desk.reached("declaring", since + DECLARING):
            return False
    deal = close_window(deal)
    nagashi = nagashi_seats(deal)
    tenpai = [seat for seat in SEATS if not deal.players[seat].dead and _is_ready(desk, seat)]
    reason = DrawReason.NAGASHI_MANGAN if nagashi else DrawReason.EXHAUSTIVE
    desk.end_as_entered(deal, drawn(deal, reason, tenpai, nagashi))
    return True


def says_not_ready(desk: Desk, seat: Seat) -> bool:
    """PASS of the last discarder at an exhausted wall: its hidden hand is not ready. True if it was asked that."""
    window, due = desk.state.window, desk.deal.draw_due
    if window is None or due is not DrawReason.EXHAUSTIVE or not stand_ins.in_hand(desk, seat):
        return False
    window.passed.add(seat)
    return True


def _is_ready(desk: Desk, seat: Seat) -> bool:
    player = desk.deal.players[seat]
    if stand_ins.in_hand(desk, seat):
        return seat in desk.state.declared or bool(player.riichi)
    return bool(player.waits) and (bool(player.riichi) or seat not in desk.state.noten)
