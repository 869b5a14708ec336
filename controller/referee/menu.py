"""The menu of a seat's panel: rulings that players may decide among themselves, without a page.

OK/MENU opens it where the press has no other meaning. PON and CHI go to the next and the previous line, OK/MENU takes
the line shown, PASS closes the menu. A ruling chosen so is proposed to the table: it is carried out once
`menu_agreement` other seats press OK/MENU, and dropped when one presses PASS or nobody answers.
"""

from collections.abc import Iterator
from typing import Final

from controller.effects import Notice, TunePlayed
from controller.referee.desk import Desk
from controller.referee.incidents import ACCEPT, KINDS
from controller.referee.names import names_of
from controller.referee.state import Menu, MenuLine, Proposal, TablePhase
from engine.deal import Phase
from engine.events import DrawReason
from engine.tiles import Seat
from hal.ports import Button, Millis

OPEN_FOR: Final[Millis] = 20_000
"""A menu nobody touches, or a proposal nobody answers, is gone after so long."""


def lines(desk: Desk, seat: Seat) -> tuple[MenuLine, ...]:
    """What the menu of a seat offers now."""
    return tuple(_lines(desk, seat))


def _lines(desk: Desk, seat: Seat) -> Iterator[MenuLine]:
    state = desk.state
    if state.paused:
        yield MenuLine("resume", {})
        return
    if state.restoring:
        yield MenuLine("resume_reading", {})
    window = state.window
    if window is not None and window.granted is not None:
        yield MenuLine("withdraw_call", {})
    for incident in state.incidents.values():
        if ACCEPT in KINDS[incident.kind].rulings:
            yield MenuLine("accept", {"incident": incident.number})
    for zone in sorted(state.unreadable):
        if zone not in state.unread:
            yield MenuLine("unread", {"zone": str(zone)})
    for zone in sorted(state.unread - desk.options.unread_zones):
        yield MenuLine("read_again", {"zone": str(zone)})
    if state.phase in (TablePhase.PLAYING, TablePhase.URA) and state.steps:
        yield MenuLine("undo", {"to": len(state.steps) - 1})
    yield MenuLine("pause", {})


def press_in_menu(desk: Desk, seat: Seat, button: Button) -> bool:
    """Take a press that belongs to an open menu or a proposal, or opens a menu; False if it means something else."""
    state = desk.state
    proposal, menu = state.proposal, state.menus.get(seat)
    if proposal is not None and seat != proposal.seat and button in (Button.MENU, Button.PASS):
        _answer(desk, proposal, seat, agrees=button is Button.MENU)
        return True
    if menu is not None:
        return _in_menu(desk, seat, button, menu)
    if button is Button.MENU and _opens(desk, seat):
        state.menus[seat] = Menu(0, state.now, lines(desk, seat))
        return True
    return False


def _in_menu(desk: Desk, seat: Seat, button: Button, menu: Menu) -> bool:
    menus = desk.state.menus
    del menus[seat]
    if button in (Button.PON, Button.CHI):
        step = 1 if button is Button.PON else -1
        menus[seat] = Menu((menu.at + step) % len(menu.lines), desk.state.now, menu.lines)
    elif button is Button.MENU:
        _propose(desk, seat, menu.lines[menu.at])
    return button in (Button.PON, Button.CHI, Button.MENU, Button.PASS)  # with others one plays on


def end_menus(desk: Desk) -> None:
    """Close what nobody has touched for long."""
    state = desk.state
    for seat, menu in list(state.menus.items()):
        if desk.reached("menu", menu.touched + OPEN_FOR):
            del state.menus[seat]
    if state.proposal is not None and desk.reached("menu", state.proposal.since + OPEN_FOR):
        state.proposal = None


def _opens(desk: Desk, seat: Seat) -> bool:
    """Whether OK/MENU has no other meaning for a seat now. It depends on what is public alone."""
    state, deal = desk.state, desk.state.deal
    if state.phase in (TablePhase.SETUP, TablePhase.RESULT, TablePhase.FINISHED):
        return False
    if state.paused or deal is None or state.phase is TablePhase.DEALING:
        return state.match is not None and not desk.options.scoring_pad
    window = state.window
    if window is not None and window.granted is not None and window.granted.seat == seat:
        return False  # withdraws the call
    if deal.phase is Phase.CLAIM and deal.draw_due is DrawReason.EXHAUSTIVE:
        return False  # ready or not
    first_turn = deal.turn == seat and not deal.players[seat].river and not deal.called
    return not (desk.rules.nine_terminals_draw and first_turn)


def _propose(desk: Desk, seat: Seat, line: MenuLine) -> None:
    state = desk.state
    state.proposal = Proposal(seat, line, state.now)
    others = 3 - len(state.absent - {seat})
    if min(desk.options.menu_agreement, others) == 0:
        _decide(desk, state.proposal)
    else:
        desk.emit(TunePlayed("incident"))


def _answer(desk: Desk, proposal: Proposal, seat: Seat, *, agrees: bool) -> None:
    state = desk.state
    if not agrees:
        state.proposal = None
        desk.emit(Notice(f"{names_of(desk, (seat,))} does not agree.", ()))
        return
    proposal.agreed.append(seat)
    others = 3 - len(state.absent - {proposal.seat})
    if len(set(proposal.agreed)) >= min(desk.options.menu_agreement, others):
        _decide(desk, proposal)


def _decide(desk: Desk, proposal: Proposal) -> None:
    """The ruling is given in the name of those who proposed and agreed; the referee carries it out next."""
    desk.state.proposal = None
    who = " and ".join(f"seat {seat}" for seat in (proposal.seat, *dict.fromkeys(proposal.agreed)))
    desk.decided = (who, proposal.line.ruling, dict(proposal.line.details))
