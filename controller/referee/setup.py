"""Setting the table up: a match, a position to go on from, training mode."""

from typing import Any

from controller.effects import MatchStarted, Notice
from controller.referee.absence import barred
from controller.referee.dealing import begin_dealing
from controller.referee.desk import Desk, SetupError
from controller.referee.faults import misplaced
from controller.referee.incidentbook import close_book
from controller.referee.ledger import points_of
from controller.referee.options import RefereeOptions
from controller.referee.snapshot import restore_table
from controller.referee.state import TablePhase
from engine.match import Match
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Wind

Players = tuple[str, str, str, str]


def change(desk: Desk, what: str, details: dict[str, Any]) -> None:
    """Carry out a set-up change. Raises `SetupError` for one that does not exist or makes no sense.

    - `match`: `rules` (a rule set's fields), `players` (four names), `first_dealer`, and `bots`: the seats no person
      plays, if any. `table` is the table as the match finds it (`Referee.table`), so that the match can be refereed
      again without what was before it. `guests` are for the journal alone.
    - `players`: `players` (four names) and `guests`, for the match being played; bots stay.
    - `position`: `round_wind` (`E` ... or 0-3), `dealer`, `honba`, `deposits`, `scores`, and `first_dealer` if the
      match did not begin here: the deal that is dealt now, with which the books begin anew.
    - `training`: `on`, true or false.
    - `tile_set`: `number` of the tile set that is dealt, 0 or 1, where the table has two.
    - `note`: anything to be kept in the journal; nothing changes.
    """
    match what:
        case "match":
            _match(desk, details)
        case "players":
            _players(desk, details)
        case "options":
            _options(desk, details)
        case "position":
            _position(desk, details)
        case "training":
            desk.state.training = bool(details.get("on"))
        case "tile_set":
            desk.state.tile_set = int(bool(details.get("number")))
        case "note":
            desk.emit(Notice(str(details.get("text", ""))))
        case _:
            raise SetupError(f"there is no set-up change {what!r}")


def _match(desk: Desk, details: dict[str, Any]) -> None:
    try:
        rules = RuleSet.model_validate(details["rules"])
    except (KeyError, ValueError) as error:
        raise SetupError(f"rules: {error}") from error
    a, b, c, d = _names(details)
    if names := barred(desk.state, (a, b, c, d)):
        raise SetupError(
            f"{' and '.join(names)} left the match that is being played and may not start another until it ends: play "
            "it to its end, or have the referee end it (ruling end_match)"
        )
    first_dealer = details.get("first_dealer", 0)
    if first_dealer not in SEATS:
        raise SetupError("first_dealer: a seat 0-3")
    bots = details.get("bots", [])
    if not isinstance(bots, list | tuple) or any(seat not in SEATS for seat in bots):
        raise SetupError("bots: seats 0-3")
    if "options" in details:
        _options(desk, details["options"])
    if "table" in details:
        _find(desk, details["table"])
    start_match(desk, rules, (a, b, c, d), first_dealer, tuple(sorted(set(bots))))


def _find(desk: Desk, table: Any) -> None:
    """Find the table as it was when the match began."""
    try:
        restore_table(desk, table)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SetupError(f"table: {type(error).__name__} {error}") from error
    if table.get("used", True) and desk.state.phase is TablePhase.SETUP:
        desk.state.phase = TablePhase.FINISHED


def _names(details: dict[str, Any]) -> Players:
    players = details.get("players", ["", "", "", ""])
    if not isinstance(players, list | tuple) or len(players) != 4:
        raise SetupError(f"players: a match has a list of four names, not {players!r}")
    a, b, c, d = (str(player) for player in players)
    return a, b, c, d


def _players(desk: Desk, details: dict[str, Any]) -> None:
    state = desk.state
    if state.match is None or state.final is not None:
        raise SetupError("players: no match is being played")
    a, b, c, d = (state.players[seat] if seat in state.bots else name for seat, name in enumerate(_names(details)))
    state.players = (a, b, c, d)


def _options(desk: Desk, values: Any) -> None:
    try:
        desk.use_options(RefereeOptions.model_validate(values))
    except ValueError as error:
        raise SetupError(f"options: {error}") from error


def start_match(desk: Desk, rules: RuleSet, players: Players, first_dealer: Seat, bots: tuple[Seat, ...] = ()) -> None:
    """A match begins: its first deal is dealt.

    Incidents are closed, and opened anew where something is wrong still; no press or menu of before counts.
    """
    state = desk.state
    close_book(desk)
    for pressed in (state.comparing, state.menus, desk.last_press):
        pressed.clear()
    state.proposal = desk.turn_key = desk.claim_key = None
    desk.settled = desk.quiet_since = state.now
    desk.win_refused_at = desk.time_was_up = 0
    state.rules, state.players, state.bots = rules, players, bots
    state.match = Match.start(rules, first_dealer)
    state.final, state.final_reason = None, ""
    state.ledger.clear()
    state.dice, state.paused, state.adjourned = None, False, None
    desk.total = points_of(state.match)
    state.match_clock = state.deal_clock = None
    state.absent.clear()
    state.left.clear()
    state.returning.clear()
    desk.emit(MatchStarted(rules.name, players, first_dealer))
    begin_dealing(desk)


def _position(desk: Desk, details: dict[str, Any]) -> None:
    state = desk.state
    if state.rules is None or state.match is None:
        raise SetupError("a position needs a match: set up the match first")
    if state.phase is not TablePhase.DEALING:
        raise SetupError("a position is taken between deals: have the deal dealt again first (ruling replay_deal)")
    try:
        wind = details["round_wind"]
        state.match = Match.at(
            state.rules,
            Wind.from_letter(wind) if isinstance(wind, str) else Wind(wind),
            details["dealer"],
            details.get("honba", 0),
            details.get("deposits", 0),
            details["scores"],
            details.get("first_dealer", state.match.first_dealer),
        )
    except (KeyError, TypeError, ValueError) as error:  # engine errors are `ValueError`s
        raise SetupError(f"position: {error}") from error
    desk.total = points_of(state.match)
    state.ledger.clear()
    begin_dealing(desk)


def stop_restoring(desk: Desk) -> bool:
    """After an undo: moves are read again once every tile lies where the deal has it."""
    if desk.state.phase is TablePhase.PLAYING and not misplaced(desk):
        desk.state.restoring = False
        desk.reopen_window()
        return True
    return False
