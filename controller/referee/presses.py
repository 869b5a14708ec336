"""Presses of the seats' buttons. A press may come before the move it belongs to has been seen, so it waits a while."""

from controller.effects import Notice, PressRefused, SeatsReady, TunePlayed
from controller.referee import calls, wins
from controller.referee.absence import come_back
from controller.referee.desk import Desk
from controller.referee.latecalls import reopen_for
from controller.referee.melding import unseen_kan
from controller.referee.menu import press_in_menu
from controller.referee.riichi import consider_riichi, refuse_riichi
from controller.referee.scoringpad import press_on_pad
from controller.referee.showing import await_hand, says_not_ready
from controller.referee.stand_ins import in_hand
from controller.referee.state import Call, TablePhase, WaitingPress
from engine.deal import Phase
from engine.errors import IllegalAction
from engine.events import AddedKan, ConcealedKan, Discard, DrawnDeal, DrawReason, OpenKan
from engine.tiles import Seat
from hal.ports import Button, Millis

_CALLS = {Button.CHI: Call.CHI, Button.PON: Call.PON, Button.KAN: Call.KAN}


def take_press(desk: Desk, seat: Seat, button: Button, at: Millis) -> None:
    """A button was pressed. Bounces apart, it is kept until it can be judged."""
    last = desk.last_press.get((seat, button))
    desk.last_press[seat, button] = at
    if last is not None and at - last < desk.options.double_press:
        return
    if not _taken_at_once(desk, seat, button, at):
        _keep(desk, seat, button, at)


def _taken_at_once(desk: Desk, seat: Seat, button: Button, at: Millis) -> bool:
    """Whether a press has its meaning whatever the tiles show."""
    state = desk.state
    menu = button is Button.MENU
    if button is Button.DIFF:
        _compare(desk, seat, at)
    elif seat in state.absent:
        if menu:
            come_back(desk, seat)
    elif state.phase is TablePhase.URA and menu and seat in state.winners:
        state.ready.add(seat)  # no more indicators are entered
    elif seat in state.showing:
        if menu:
            del state.showing[seat]  # it was no win after all
    elif menu and state.phase in (TablePhase.SETUP, TablePhase.FINISHED):
        state.ready ^= {seat}
        desk.emit(SeatsReady(tuple(sorted(state.ready))))
    elif press_in_menu(desk, seat, button):
        return True
    elif state.phase is TablePhase.RESULT:
        if menu:
            state.ready.add(seat)
    elif desk.options.scoring_pad and state.phase is TablePhase.DEALING:
        press_on_pad(desk, seat, button, at)
    else:
        return False
    return True


def _keep(desk: Desk, seat: Seat, button: Button, at: Millis) -> None:
    """The press waits until it can be judged; in a pause nobody plays."""
    if desk.state.paused:
        return
    # The deal may be complete and a tile of it not read yet: such a press waits like any other.
    dealt = desk.state.phase is TablePhase.DEALING and desk.nearly_dealt is not None
    if dealt or desk.state.phase is TablePhase.PLAYING:
        press = WaitingPress(seat, button, at)
        desk.state.presses.append(press)
        desk.heard.append(press)


def _compare(desk: Desk, seat: Seat, at: Millis) -> None:
    """Show how far the others are from a seat, for a while; a second press ends it."""
    comparing = desk.state.comparing
    if comparing.pop(seat, 0) <= at:
        comparing[seat] = at + desk.options.differences


def end_comparisons(desk: Desk) -> None:
    """Take back the differences that were shown long enough."""
    comparing = desk.state.comparing
    for seat, until in list(comparing.items()):
        if desk.reached("differences", until):
            del comparing[seat]


def judge_presses(desk: Desk) -> bool:
    """Judge the waiting presses against the present position; True if one has found its meaning."""
    state = desk.state
    for press in list(state.presses):
        refusal = _consider(desk, press)
        if refusal is None:
            if press in state.presses:
                state.presses.remove(press)
            return True
        if (
            not _in_trouble(desk)
            and not _may_come_true(desk, press)
            and desk.reached("press", press.at + _patience(desk, press))
        ):
            state.presses.remove(press)
            _refuse(desk, press, refusal)
            return True
    return False


def _in_trouble(desk: Desk) -> bool:
    """Whether play is interrupted: then a press waits until the table has caught up."""
    return desk.state.clocks_stopped and _in_doubt(desk)


def _may_come_true(desk: Desk, press: WaitingPress) -> bool:
    """Whether a RIICHI or WIN press may belong to a turn the table has not come to yet."""
    return press.button in (Button.RIICHI, Button.WIN) and _in_doubt(desk)


def _in_doubt(desk: Desk) -> bool:
    """Whether the table may be behind: tiles lie that no event explains, or one of the seat in turn is not seen."""
    board = desk.board()
    return not board.at_rest or bool(board.in_air[board.deal.turn])


def _patience(desk: Desk, press: WaitingPress) -> Millis:
    """Longer while tiles lie that no event explains yet: the press may belong to what the table is behind with."""
    if _in_doubt(desk) or (press.button is Button.KAN and unseen_kan(desk, press.seat) is not None):
        return desk.options.doubt_patience
    if press.button is Button.WIN:
        return desk.options.win_patience
    return desk.options.kan_patience if press.button is Button.KAN else desk.options.press_patience


def _consider(desk: Desk, press: WaitingPress) -> IllegalAction | None:
    """None: the press has been taken. Otherwise what is wrong with it so far."""
    match press.button:
        case Button.PASS:
            taken = calls.consider_pass(desk, press.seat, press.at) or says_not_ready(desk, press.seat)
            return None if taken else IllegalAction("nothing_to_pass", "There is nothing to pass on.")
        case Button.RIICHI:
            return consider_riichi(desk, press.seat, press.at)
        case Button.WIN:
            return _consider_win(desk, press)
        case Button.MENU:
            return _consider_menu(desk, press.seat)
        case Button.KAN if desk.deal.turn == press.seat and desk.deal.phase in (Phase.ACT, Phase.ROB, Phase.REPLACE):
            return _consider_own_kan(desk, press)
        case _:
            reopen_for(desk, press.seat, _CALLS[press.button], press.at)
            return calls.consider_call(desk, press.seat, _CALLS[press.button], press.at)


def _consider_win(desk: Desk, press: WaitingPress) -> IllegalAction | None:
    """A hand nobody reads is to be shown first."""
    if in_hand(desk, press.seat):
        await_hand(desk, press.seat, press.at)
        return None
    reopen_for(desk, press.seat, Call.RON, press.at)
    return wins.consider_win(desk, press.seat, press.at)


def _consider_own_kan(desk: Desk, press: WaitingPress) -> IllegalAction | None:
    """KAN on one's own turn waits for the tiles (`melding`); pressed after laying, it has its kan already."""
    for step in reversed(desk.state.steps):
        if desk.rules.calls == "buttons":
            break  # there no kan stands without a press, so this one is for the next
        if isinstance(step.event, Discard) or step.at < press.at - desk.options.kan_patience:
            break
        if isinstance(step.event, AddedKan | ConcealedKan | OpenKan) and step.event.seat == press.seat:
            return None
    return IllegalAction("no_kan_laid", "Lay the tiles of the kan in the melds zone.")


def _consider_menu(desk: Desk, seat: Seat) -> IllegalAction | None:
    """OK/MENU in play: withdraw a granted call, declare nine terminals, or not show a hand at the draw."""
    state, deal = desk.state, desk.deal
    window = state.window
    if window is not None and window.granted is not None and window.granted.seat == seat:
        return calls.give_up(desk)
    if deal.phase is Phase.CLAIM and deal.draw_due is DrawReason.EXHAUSTIVE and in_hand(desk, seat):
        state.declared ^= {seat}
        if seat in state.declared:
            calls.consider_pass(desk, seat, state.now)  # who says so does not win on this tile
        return None
    if deal.phase is Phase.CLAIM and deal.draw_due is DrawReason.EXHAUSTIVE:
        state.noten ^= {seat}
        text = "will not show its hand" if seat in state.noten else "will show its hand if it is ready"
        desk.emit(Notice(f"{state.players[seat] or f'Seat {seat}'} {text}.", (seat,)))
        return None
    refusal = desk.try_accept(DrawnDeal(DrawReason.NINE_TERMINALS, seat), state.now)
    if refusal is None:
        desk.emit(TunePlayed("draw"))
    return refusal


def _refuse(desk: Desk, press: WaitingPress, refusal: IllegalAction) -> None:
    """Nothing came that gave the press a meaning. PASS asks for nothing and KAN may be a change of mind."""
    if press.button is Button.WIN:
        wins.refuse_win(desk, press.seat, refusal)
    elif press.button is Button.RIICHI:
        refuse_riichi(desk, press.seat, refusal)
    elif press.button is not Button.PASS:
        desk.emit(
            PressRefused(press.seat, press.button, refusal.rule, refusal.message), TunePlayed("refused", press.seat)
        )
