"""The referee's desk: the table's state while one input is handled, and the few ways of changing the deal.

Every other part of the referee works on a `Desk`. Accepting and withdrawing events happens here and nowhere
else, so that the invariants are checked and the ledger is written in one place.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from controller.effects import Effect, EventAccepted, EventsWithdrawn, PointsChanged
from controller.referee.board import Board, Role, compare, roles_of
from controller.referee.ledger import breach
from controller.referee.options import RefereeOptions
from controller.referee.state import NOWHERE, CallWindow, LedgerEntry, Place, Step, TablePhase, TableState, WaitingPress
from engine.deal import Deal, Phase
from engine.deal.state import Four
from engine.errors import IllegalAction
from engine.events import AddedKan, ConcealedKan, Discard, Event
from engine.rules import RuleSet
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.zones import ELSEWHERE, Zone


class SetupError(ValueError):
    """A set-up change that makes no sense; the text names the detail that is wrong."""


class LedgerBreach(Exception):
    """Points or tiles no longer add up after an event; the text says which. The event was not accepted."""


@dataclass(frozen=True, slots=True)
class Raised:
    """An incident caused by an act (a false win, a riichi that is refused, a lapsed clock).

    `steps` is how many events the deal had then.
    """

    kind: str
    seats: tuple[Seat, ...]
    at: Millis
    steps: int
    rule: str = ""
    message: str = ""


@dataclass(eq=False)
class Desk:
    """State, options, and what the input at hand has led to."""

    options: RefereeOptions
    state: TableState = field(init=False)
    effects: list[Effect] = field(default_factory=list)
    settled: Millis = 0
    """All boards have reported past this time: deadlines up to it may act."""
    arrivals: int = 0
    """Counts the moves seen."""
    racked: dict[Tile, Place] = field(default_factory=dict)
    """The rack each tile of this deal came to last, and when it first came there."""
    stale: dict[Tile, Place] = field(default_factory=dict)
    """Where the tiles of the deal before lay; they do not count until they are seen to arrive."""
    leftover: set[Tile] = field(default_factory=set)
    """Tiles that came to a rack while dealing, but straight from another zone: perhaps from the deal before."""
    overlooked: dict[Tile, Place] = field(default_factory=dict)
    """What lay about when the deal began, and was thought to be left over from the one before."""
    nearly_dealt: Millis | None = None
    """When all but a few tiles of the deal were in place."""
    previous: dict[Tile, Place] = field(default_factory=dict)
    """Where each tile was before its last move, for retractions."""
    last_seen: dict[Tile, Place] = field(default_factory=dict)
    """Where each tile lay when sight of it was lost."""
    touched: dict[Zone, Millis] = field(default_factory=dict)
    """When a tile came to each zone last, or was lost sight of there."""
    since: dict[str, Millis] = field(default_factory=dict)
    """When each present disagreement was first seen, by its key."""
    doubted: tuple[Seat, ...] = ()
    """The seats they are about."""
    excused: set[tuple[Tile, str]] = field(default_factory=set)
    """Tiles a ruling has accepted where they lie (tile, zone)."""
    excused_tags: set[str] = field(default_factory=set)
    excused_faults: set[str] = field(default_factory=set)
    """Disagreements without tiles that a ruling has accepted, by their key; forgotten once they are gone."""
    stand_ins: set[Tile] = field(default_factory=set)
    """Tiles of the deal that take the place of ones nobody reads (`stand_ins`)."""
    read_again: set[Tile] = field(default_factory=set)
    """Tiles of this deal that were seen late and for which later events were read again."""
    heard: list[WaitingPress] = field(default_factory=list)
    """Every press of this deal, judged or not: a second reading of the tiles asks for them."""
    read_again_at: int = 0
    """`arrivals` at the last second reading."""
    read_again_last: Millis = -1_000
    """When that was."""
    in_doubt_since: Millis = 0
    """Since when table and deal do not agree: then every tile that was seen lay where the deal has it."""
    ruled_steps: int = 0
    """How many events of the deal a ruling has settled: no second reading goes behind them."""
    incident_count: int = 0
    """Numbers the incidents of this table's life."""
    ruling: bool = False
    """Whether the input at hand is a ruling."""
    total: int = 0
    """Points and deposits of the four seats; no event may change it."""
    broken: str = ""
    """What no longer adds up; nothing is read until a ruling."""
    decided: tuple[str, str, dict[str, Any]] | None = None
    """A ruling the players have agreed on at their panels, to be carried out: who, what, details."""
    audited: object = None
    """The books as they were found in order last."""
    raised: dict[str, Raised] = field(default_factory=dict)
    """Incidents that an act has caused, not the way the tiles lie, by key."""
    wakes: dict[str, Millis] = field(default_factory=dict)
    """Times somebody waits for, by timer; gathered anew with every input."""
    turn_key: tuple[Seat, int] | None = None
    """Which turn the turn clock belongs to."""
    time_was_up: Millis = 0
    """When the time of the seat that is `state.timed_out` lapsed."""
    quiet_since: Millis = 0
    """The last press or move of anybody: who sits there still is not absent."""
    claim_key: Millis | None = None
    last_press: dict[tuple[Seat, Button], Millis] = field(default_factory=dict)
    win_refused_at: Millis = 0
    """When a WIN was refused last."""
    riichi_shown: dict[Seat, Millis] = field(default_factory=dict)
    """When the table has told that a seat's RIICHI was heard: only then can a second press take it back."""
    riichi_at: dict[Seat, Millis] = field(default_factory=dict)
    """When the seats in riichi pressed for it."""
    _board: Board | None = None
    _roles: tuple[Deal, dict[Tile, Role]] | None = None

    def __post_init__(self) -> None:
        options = self.options
        self.state = TableState(training=options.training, unread=set(options.unread_zones))

    # What is on the table

    @property
    def deal(self) -> Deal:
        """The deal's present position; only where there is one."""
        deal = self.state.deal
        if deal is None:
            raise RuntimeError("no deal is being played")
        return deal

    @property
    def rules(self) -> RuleSet:
        """The rules of the match; only where there is one."""
        rules = self.state.rules
        if rules is None:
            raise RuntimeError("no match is set up")
        return rules

    @property
    def tile_count(self) -> int:
        """How many tiles the set in play has: tiles are numbered 0 to one less."""
        return 144 if self.rules.flowers else 136

    @property
    def roles(self) -> Mapping[Tile, Role]:
        """What each known tile is in the present deal."""
        deal = self.deal
        if self._roles is None or self._roles[0] is not deal:
            self._roles = deal, roles_of(deal)
        return self._roles[1]

    def board(self) -> Board:
        """Table and deal compared as they are now."""
        if self._board is None or self._board.deal is not self.deal:
            self._board = compare(self.deal, self.roles, self.state.places)
        return self._board

    def place(self, tile: Tile) -> Place:
        """Where a tile is believed to be."""
        return self.state.places.get(tile, NOWHERE)

    def put(self, tile: Tile, place: Place) -> None:
        """A tile is now believed to be at a place."""
        before = self.place(tile)
        self.previous[tile] = before if before.lost_from is None else self.last_seen.get(tile, before)
        self.state.places[tile] = place
        self._board = None

    def put_back(self, tile: Tile) -> None:
        """A tile is believed where it was before its last move."""
        self.state.places[tile] = self.previous[tile]
        self._board = None

    def lose(self, tile: Tile, after: Millis) -> None:
        """Nobody has seen a tile since `after`; that is no move, so it can be found but not taken back."""
        place = self.last_seen[tile] = self.place(tile)
        self.state.places[tile] = Place(ELSEWHERE, after, self.state.now, self.arrivals, lost_from=place.zone)
        self._board = None

    def find(self, tile: Tile) -> None:
        """A lost tile is seen again where it lay."""
        self.state.places[tile] = self.last_seen[tile]
        self._board = None

    def confirm(self, tile: Tile, zone: Zone) -> None:
        """A tile that was lost sight of lies in a zone all the time."""
        place = self.place(tile)
        if place.zone == ELSEWHERE:
            self.state.places[tile] = replace(place, zone=zone, lost_from=None)
            self._board = None

    def use_options(self, options: RefereeOptions) -> None:
        """Referee by these options from now on. Zones a ruling has declared unread stay so."""
        ruled = self.state.unread - self.options.unread_zones
        self.options = options
        self.state.unread = ruled | options.unread_zones

    # The time

    def reached(self, timer: str, at: Millis) -> bool:
        """Whether a time has come for certain; if not, the referee asks to be woken then."""
        if self.settled >= at:
            return True
        self.wake(timer, at)
        return False

    def wake(self, timer: str, at: Millis) -> None:
        """Ask for a deadline; of two under one name the earlier stands."""
        self.wakes[timer] = min(at, self.wakes.get(timer, at))

    def raise_incident(self, kind: str, seats: tuple[Seat, ...], rule: str = "", message: str = "") -> None:
        """An act is wrong in itself; it is shown with the other incidents once this input is handled."""
        raised = Raised(kind, seats, self.state.now, len(self.state.steps), rule, message)
        self.raised[f"{kind}:{','.join(map(str, seats))}"] = raised

    # What has been decided

    def emit(self, *effects: Effect) -> None:
        """Add to what this input has led to."""
        self.effects.extend(effects)

    def allows(self, event: Event) -> IllegalAction | None:
        """Why an event is not legal now; None if it is."""
        try:
            self.deal.apply(event)
        except IllegalAction as refusal:
            return refusal
        return None

    def accept(self, event: Event, at: Millis) -> None:
        """An event stands. Raises `IllegalAction` if the rules forbid it, `LedgerBreach` if nothing adds up."""
        before = self.deal
        after = before.apply(event)
        fault = breach(after, self.total)
        if fault:
            raise LedgerBreach(fault)
        state = self.state
        self.emit(EventAccepted(len(state.steps), event, at))
        state.steps.append(Step(event, after, at, self._banks()))
        state.deal = after
        if isinstance(event, Discard) and event.seat == state.timed_out:
            state.timed_out = None
        if after.result is None:
            self._book_deposits(before, after, at)
        self._open_window(event, at)

    def try_accept(self, event: Event, at: Millis) -> IllegalAction | None:
        """`accept`, with the refusal as a value."""
        try:
            self.accept(event, at)
        except IllegalAction as refusal:
            return refusal
        return None

    def withdraw(self, count: int, why: str) -> list[Event]:
        """Take back the last `count` events; gives them, oldest first. The call window opens anew."""
        state = self.state
        if not 0 < count <= len(state.steps):
            raise ValueError(f"{count} events cannot be taken back of {len(state.steps)}")
        taken = [step.event for step in state.steps[-count:]]
        was = self.deal
        del state.steps[-count:]
        state.deal = state.steps[-1].deal if state.steps else state.start
        self.emit(EventsWithdrawn(count, why))
        if was.result is None:
            self._book_deposits(was, self.deal, state.now)
        else:
            self.book("undo", was.scores, self.deal.scores, self.deal.deposits, state.now)
        state.window = None
        if state.steps:
            self._open_window(state.steps[-1].event, state.steps[-1].at)
        return taken

    def end_as_entered(self, booked: Deal, ended: Deal) -> None:
        """The deal is over as people say: `booked` has the deposits they entered, `ended` the result.

        No event leads there, so that an undo by no events takes it back.
        """
        state = self.state
        state.winners = state.ura = ()
        state.showing.clear()
        state.phase = TablePhase.PLAYING
        self.book("riichi", self.deal.scores, booked.scores, booked.deposits, state.now)
        state.deal = ended

    def replace_deal(self, deal: Deal) -> None:
        """A ruling changes the present position itself (turn, a dead hand, tiles left)."""
        state = self.state
        self._book_deposits(self.deal, deal, state.now)
        state.deal = deal
        if state.steps:
            state.steps[-1] = replace(state.steps[-1], deal=deal)
        else:
            state.start = deal

    def _open_window(self, event: Event, at: Millis) -> None:
        """A discard may be called, and every added kan may be robbed: also where nobody could, so that it tells
        nothing. A concealed kan only where the rules let it be robbed.
        """
        match event:
            case Discard(seat, tile):
                self.state.window = self._window(seat, tile, at)
            case AddedKan(seat, tile):
                self.state.window = self._window(seat, tile, at, kan=True)
            case ConcealedKan(seat, tiles) if self.deal.phase is Phase.ROB:
                self.state.window = self._window(seat, tiles[0], at, kan=True)
            case _ if self.deal.phase not in (Phase.CLAIM, Phase.ROB):
                self.state.window = None

    def reopen_window(self) -> None:
        """What lies there may be called again from now on, as long as a new discard."""
        if self.state.window is not None:
            self.state.window.opened = self.state.now

    def _window(self, seat: Seat, tile: Tile, at: Millis, *, kan: bool = False) -> CallWindow:
        place = self.place(tile)
        return CallWindow(seat, tile, opened=at, earliest=min(place.after, at), kan=kan)

    def _book_deposits(self, before: Deal, after: Deal, at: Millis) -> None:
        cause = "riichi" if after.deposits > before.deposits else "riichi_withdrawn"
        self.book(cause, before.scores, after.scores, after.deposits, at)

    def book(self, cause: str, before: Four, after: Four, deposits: int, at: Millis) -> None:
        """Write a change of points into the ledger, if there is one. `deposits` are the sticks afterwards."""
        if before == after:
            return
        a, b, c, d = (new - old for new, old in zip(after, before, strict=True))
        label = self.state.match.deal_label if self.state.match is not None else ""
        self.state.ledger.append(LedgerEntry(at, label, cause, (a, b, c, d), after, deposits))
        self.emit(PointsChanged(cause, (a, b, c, d), after, deposits))

    def _banks(self) -> Four | None:
        banks, now = self.state.banks, self.state.now
        if not banks:
            return None
        return banks[0].remaining(now), banks[1].remaining(now), banks[2].remaining(now), banks[3].remaining(now)
