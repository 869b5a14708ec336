"""The small display of a seat: four short lines. Everybody at the table can read it, so it shows nothing hidden."""

from typing import Final

from controller.presenter.panelwords import PanelWords
from controller.presenter.result import places_of
from controller.referee.overtaken import overtaken_draw
from controller.referee.state import MenuLine, TablePhase, TableState
from engine.deal import Deal
from engine.deal.state import Four
from engine.match import Match
from engine.tiles import Seat, seat_wind
from hal.zones import Zone

LINES: Final = 4


def seat_lines(state: TableState, seat: Seat, words: PanelWords) -> tuple[str, ...]:
    """What the display of `seat` shows now: deal and wall, wind and score, and what is asked of this seat."""
    match = state.match
    if match is None:
        return ("Jantaku", words.text("panel.waits" if seat in state.ready else "panel.no_match"))
    deal = deal_shown(state)
    scores = scores_shown(state, match)
    dealer = match.dealer if deal is None else deal.dealer
    if seat in state.comparing:
        return _differences(scores, seat, dealer, words)
    place = words.right("".join(words.text(f"place.{places_of(scores)[seat]}").split()), 6)
    head = (_deal_line(match, deal, words), f"{_wind(seat, dealer, words)} {scores[seat]:>9,} {place}")
    return (*head, *_message(state, deal, seat, words))[:LINES]


def deal_shown(state: TableState) -> Deal | None:
    """The deal being played, or whose result is on show; None between deals."""
    return state.deal if state.phase is not TablePhase.DEALING else None


def scores_shown(state: TableState, match: Match) -> Four:
    """The points by seat as they stand: with the deposits and penalties of the deal, or with its result."""
    deal = deal_shown(state)
    return match.scores if deal is None or state.result is not None else deal.scores


def _wind(seat: Seat, dealer: Seat, words: PanelWords) -> str:
    return words.text(f"wind.short.{seat_wind(seat, dealer).letter}")


def _differences(scores: Four, seat: Seat, dealer: Seat, words: PanelWords) -> tuple[str, ...]:
    """After DIFF: each seat's score and how far it is from this one, in turn order from it."""
    lines = []
    for step in range(4):
        other = (seat + step) % 4
        wind = _wind(other, dealer, words)
        room = words.columns - words.width(wind) - 2
        apart = f"{scores[other] - scores[seat]:+,}" if step else words.text("panel.diff")
        lines.append(f"{wind} {scores[other]:>{room - room // 2},} {words.right(apart, room // 2)}")
    return tuple(lines)


def _deal_line(match: Match, deal: Deal | None, words: PanelWords) -> str:
    if deal is None:
        return match.deal_label
    wind = words.text(f"wind.short.{deal.round_wind.letter}")
    number = (deal.dealer - match.first_dealer) % 4 + 1
    return words.text("panel.deal", wind=wind, n=number, honba=deal.honba, left=deal.wall_left)


def _message(state: TableState, deal: Deal | None, seat: Seat, words: PanelWords) -> list[str]:
    """Up to two lines: a menu or a proposal, what is wrong, what the seat is waited for."""
    menu = _menu(state, seat, words) or _shown(state, seat, words)
    if menu:
        return menu
    for incident in state.incidents.values():
        if seat in incident.seats or not incident.seats:
            # The referee's own sentence says more, in English alone.
            said = incident.remedy or incident.sentence
            return words.wrapped(words.text(f"incident.{incident.kind}.remedy") if words.wide else said, 2)
    match state.phase:
        case TablePhase.RESULT:
            return [words.text("panel.ready" if seat in state.ready else "panel.press_ok")]
        case TablePhase.FINISHED:
            return [words.text("panel.over")]
        case TablePhase.DEALING:
            return [words.text("panel.dealing")]
        case _:
            return _in_play(state, deal, seat, words)


def _in_play(state: TableState, deal: Deal | None, seat: Seat, words: PanelWords) -> list[str]:
    overtaken = overtaken_draw(state)
    if overtaken is not None and overtaken.seat == seat:
        return [words.text("panel.put_back")]
    return [words.text("panel.turn")] if is_asked(state, deal, seat) else []


def _menu(state: TableState, seat: Seat, words: PanelWords) -> list[str]:
    """The menu open at a seat, or the ruling proposed to it; nothing if there is neither."""
    proposal, menu = state.proposal, state.menus.get(seat)
    if menu is not None:
        line = _label(state, menu.lines[menu.at], words)
        shown = words.text("panel.line", n=menu.at + 1, of=len(menu.lines), line=line)
        return [words.cut(shown), words.text("panel.keys")]
    if proposal is None:
        return []
    waits = seat == proposal.seat or seat in proposal.agreed
    shown = words.text("panel.proposed", line=_label(state, proposal.line, words))
    return [words.cut(shown), words.text("panel.waits" if waits else "panel.agree")]


def _shown(state: TableState, seat: Seat, words: PanelWords) -> list[str]:
    """What a win is waiting for where hands are not read: the hand, or whose tile it was."""
    if seat in state.showing:
        return [words.text("panel.lay_open"), words.text("panel.winning_last")]
    winner = state.pad.winner
    if winner is None:
        return [words.text("panel.riichi")] if seat in state.pad.riichi else []
    if seat != winner:
        return [words.text("panel.yours")]
    return [words.text("panel.drew"), words.text("panel.concealed")]


def _label(state: TableState, line: MenuLine, words: PanelWords) -> str:
    """A line of the panels' menu (`controller.referee.menu`); places are told by the wind of their seat."""
    if "zone" not in line.details:
        return words.text(f"panel.{line.ruling}")
    zone = Zone.parse(line.details["zone"])
    dealer = 0 if state.match is None else state.match.dealer
    wind = "" if zone.seat is None else _wind(zone.seat, dealer, words)
    shown = words.text(f"panel.{line.ruling}", wind=wind, zone=words.text(f"zone.{zone.kind.value}"))
    return " ".join(shown.split())


def is_asked(state: TableState, deal: Deal | None, seat: Seat) -> bool:
    """Whether everybody can see that the table waits for this seat: its turn, or a call it was granted."""
    if deal is None:
        return False
    window = state.window
    if window is not None and window.granted is not None:
        return window.granted.seat == seat
    return deal.turn == seat
