"""The small display of a seat: four short lines. Everybody at the table can read it, so it shows nothing hidden."""

from textwrap import wrap
from typing import Final

from controller.presenter.result import places_of
from controller.referee.state import MenuLine, TablePhase, TableState
from engine.deal import Deal
from engine.deal.state import Four
from engine.match import Match
from engine.tiles import Seat, seat_wind

WIDTH: Final = 21
"""Characters a line: 128 pixels of a small OLED in its 6-pixel font."""
LINES: Final = 4

_PLACES: Final = ("1st", "2nd", "3rd", "4th")


def seat_lines(state: TableState, seat: Seat) -> tuple[str, ...]:
    """What the display of `seat` shows now: deal and wall, wind and score, and what is asked of this seat."""
    match = state.match
    if match is None:
        return ("Jantaku", "waits for the others" if seat in state.ready else "no match yet: press OK")
    deal = deal_shown(state)
    scores = scores_shown(state, match)
    dealer = match.dealer if deal is None else deal.dealer
    if seat in state.comparing:
        return _differences(scores, seat, dealer)
    wind = seat_wind(seat, dealer).letter
    place = _PLACES[places_of(scores)[seat] - 1]
    head = (_deal_line(match, deal), f"{wind} {scores[seat]:>9,} {place:>6}")
    return (*head, *_message(state, deal, seat))[:LINES]


def deal_shown(state: TableState) -> Deal | None:
    """The deal being played, or whose result is on show; None between deals."""
    return state.deal if state.phase is not TablePhase.DEALING else None


def scores_shown(state: TableState, match: Match) -> Four:
    """The points by seat as they stand: with the deposits and penalties of the deal, or with its result."""
    deal = deal_shown(state)
    return match.scores if deal is None or state.result is not None else deal.scores


def _differences(scores: Four, seat: Seat, dealer: Seat) -> tuple[str, ...]:
    """After DIFF: each seat's score and how far it is from this one, in turn order from it."""
    lines = []
    for step in range(4):
        other = (seat + step) % 4
        apart = f"{scores[other] - scores[seat]:+,}" if step else "diff"
        lines.append(f"{seat_wind(other, dealer).letter} {scores[other]:>9,} {apart:>9}")
    return tuple(lines)


def _deal_line(match: Match, deal: Deal | None) -> str:
    if deal is None:
        return match.deal_label
    number = (deal.dealer - match.first_dealer) % 4 + 1
    return f"{deal.round_wind.letter}{number}.{deal.honba}  {deal.wall_left} left"


def _message(state: TableState, deal: Deal | None, seat: Seat) -> list[str]:
    """Up to two lines: a menu or a proposal, what is wrong, what the seat is waited for."""
    menu = _menu(state, seat) or _shown(state, seat)
    if menu:
        return menu
    for incident in state.incidents.values():
        if seat in incident.seats or not incident.seats:
            return wrap(incident.remedy or incident.sentence, WIDTH, max_lines=2, placeholder=" ...")
    match state.phase:
        case TablePhase.RESULT:
            return ["ready" if seat in state.ready else "press OK"]
        case TablePhase.FINISHED:
            return ["match over"]
        case TablePhase.DEALING:
            return ["dealing"]
        case _:
            return ["your turn"] if is_asked(state, deal, seat) else []


_MENU: Final = {
    "accept": "accept as it lies",
    "undo": "undo the last",
    "withdraw_call": "withdraw the call",
    "resume_reading": "read on",
    "unread": "ignore",
    "read_again": "read again",
    "pause": "pause",
    "resume": "go on",
}
"""The lines of the panels' menu (`controller.referee.menu`)."""


def _menu(state: TableState, seat: Seat) -> list[str]:
    """The menu open at a seat, or the ruling proposed to it; nothing if there is neither."""
    proposal, menu = state.proposal, state.menus.get(seat)
    if menu is not None:
        line = menu.lines[menu.at]
        return [f"{menu.at + 1}/{len(menu.lines)} {_label(line)}"[:WIDTH], "PON next  OK take"]
    if proposal is None:
        return []
    waits = seat == proposal.seat or seat in proposal.agreed
    return [f"{_label(proposal.line)}?"[:WIDTH], "waits for the others" if waits else "OK agree  PASS no"]


def _shown(state: TableState, seat: Seat) -> list[str]:
    """What a win is waiting for where hands are not read: the hand, or whose tile it was."""
    if seat in state.showing:
        return ["lay your hand open", "winning tile last"]
    winner = state.pad.winner
    if winner is None:
        return ["riichi"] if seat in state.pad.riichi else []
    return ["you drew it? OK", "kans concealed? KAN"] if seat == winner else ["your tile? OK"]


def _label(line: MenuLine) -> str:
    zone = line.details.get("zone")
    return _MENU[line.ruling] if zone is None else f"{_MENU[line.ruling]} {zone}"


def is_asked(state: TableState, deal: Deal | None, seat: Seat) -> bool:
    """Whether everybody can see that the table waits for this seat: its turn, or a call it was granted."""
    if deal is None:
        return False
    window = state.window
    if window is not None and window.granted is not None:
        return window.granted.seat == seat
    return deal.turn == seat
