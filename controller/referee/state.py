"""`TableState`: everything the referee knows about the table, for those who show it.

The referee alone changes it. Presenter, runtime and the simulated people read it; they keep no reference to its
parts between two inputs. `deal` and `match` are immutable values of the engine and may be kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Literal

from engine.deal import Deal, DealResult
from engine.deal.state import Four
from engine.events import Event
from engine.match import FinalResult, Match
from engine.rules import RuleSet
from engine.rules.table_rules import Penalty
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.zones import ELSEWHERE, Zone


class TablePhase(StrEnum):
    """What the table is doing."""

    SETUP = "setup"
    """No match: waiting for one to be set up."""
    DEALING = "dealing"
    """The last deal's tiles are taken off and those of the next are dealt."""
    PLAYING = "playing"
    """A deal is being played; `deal.phase` says whose move it is."""
    URA = "ura"
    """A riichi seat has won: its ura indicators are still to be laid on the dora pad."""
    RESULT = "result"
    """The result is shown until all press OK or the pause ends. Tiles may go anywhere."""
    FINISHED = "finished"
    """The match is over."""


class Call(StrEnum):
    """What a seat may call on a discard (or, RON only, on an added kan)."""

    CHI = "chi"
    PON = "pon"
    KAN = "kan"
    RON = "ron"


CALL_RANK: Final[Mapping[Call, int]] = {Call.CHI: 0, Call.PON: 1, Call.KAN: 1, Call.RON: 2}
"""A higher call takes the tile from a lower one."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile is believed to lie. It came there in (`after`, `before`]; `order` counts all moves seen."""

    zone: Zone
    after: Millis = 0
    before: Millis = 0
    order: int = 0
    lost_from: Zone | None = None
    """Set while it is in the air: the zone it was last seen in."""
    moved: bool = False
    """It came from another zone, where it was still seen at `after`."""


NOWHERE: Final = Place(ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Step:
    """An accepted event, the deal after it, and when it happened."""

    event: Event
    deal: Deal
    at: Millis
    banks: Four | None
    """What each seat's time bank held then, in milliseconds; None where the rules have none."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Two dice the table has rolled, and what for."""

    rolled: tuple[int, int]
    purpose: str
    at: Millis


@dataclass(frozen=True, slots=True)
class Claim:
    """One seat's wish in a call window."""

    seat: Seat
    call: Call
    at: Millis


@dataclass(slots=True)
class CallWindow:
    """The time in which a discard (or, `kan`, an added kan) may be called. Nothing here depends on hidden hands."""

    discarder: Seat
    tile: Tile
    opened: Millis
    """When it was seen to lie."""
    earliest: Millis = 0
    """When it may have been laid at the earliest: a press before this meant something else."""
    kan: bool = False
    claims: dict[Seat, Claim] = field(default_factory=dict)
    passed: set[Seat] = field(default_factory=set)
    granted: Claim | None = None
    """The chi, pon or kan that stands now and waits for its tiles."""
    winning: bool = False
    """A ron has been called; others may still join until the grace is over."""
    closed: bool = False
    """No further call is taken."""
    lapsed_at: Millis | None = None
    """When the claim time closed it."""
    drew: tuple[Seat, Millis] | None = None
    """Who had drawn when the window was opened again, and when: from then on that seat has passed."""

    def is_over_for(self, seat: Seat, at: Millis) -> bool:
        """Whether a seat had drawn before it pressed."""
        return self.drew is not None and self.drew[0] == seat and at > self.drew[1]


@dataclass(frozen=True, slots=True)
class WaitingPress:
    """A press whose move has not been seen yet, or whose meaning waits for the tiles."""

    seat: Seat
    button: Button
    at: Millis


@dataclass(frozen=True, slots=True)
class Incident:
    """Table and rules disagree.

    `tiles` may be hidden ones: a display shows only the faces that lie open (`public_tiles`). `sentence` says
    what is wrong, `remedy` what to do; neither names a hidden tile.
    """

    number: int
    kind: str
    seats: tuple[Seat, ...]
    tiles: tuple[Tile, ...]
    public_tiles: tuple[Tile, ...]
    sentence: str
    remedy: str
    stops_clocks: bool
    opened_at: Millis
    key: str
    """Identifies the disagreement, so that the same one is not opened twice."""
    why: str = ""
    """The reason that is part of `sentence`, alone."""
    rule: str = ""
    """The engine's name of the rule broken, where there is one."""
    penalty: Penalty = "refused"
    """What the rules have it cost (rules.md, Fouls); carried out by a ruling."""


@dataclass(slots=True)
class Clock:
    """One limit. It runs while `running_since` is set; `left` is what was left then."""

    kind: Literal["turn", "bank", "claim", "pause", "match", "deal"]
    limit: Millis
    left: Millis
    seat: Seat | None = None
    running_since: Millis | None = None

    def remaining(self, now: Millis) -> Millis:
        """Milliseconds left at `now`, never below 0."""
        spent = 0 if self.running_since is None else max(0, now - self.running_since)
        return max(0, self.left - spent)

    def spent(self, now: Millis) -> Millis:
        """Milliseconds it has run, also past its limit (there only since it last stood still)."""
        lapsed = self.lapses_at
        return self.limit - self.remaining(now) + (0 if lapsed is None else max(0, now - lapsed))

    def run(self, run: bool, now: Millis) -> None:
        """Let it run or stand still from now on."""
        if run and self.running_since is None:
            self.running_since = now
        elif not run and self.running_since is not None:
            self.left, self.running_since = self.remaining(now), None

    @property
    def lapses_at(self) -> Millis | None:
        """When it lapses if nothing stops it; None while it stands still."""
        return None if self.running_since is None else self.running_since + self.left


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One change of points and its cause. `deposits` are the sticks on the table afterwards."""

    at: Millis
    deal: str
    cause: str
    deltas: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    deposits: int


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of a panel's menu: a ruling with its details."""

    ruling: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu open on a seat's panel: its lines, which of them is shown, and when it was touched last."""

    at: int
    touched: Millis
    lines: tuple[MenuLine, ...]


@dataclass(slots=True)
class Proposal:
    """A ruling a seat has chosen in its menu, for the others to agree to."""

    seat: Seat
    line: MenuLine
    since: Millis
    agreed: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Pad:
    """What has been pressed in this deal at a table that has nothing but a scoring pad."""

    riichi: set[Seat] = field(default_factory=set)
    winner: Seat | None = None
    concealed: bool = False
    """The winner says that its kans are concealed."""
    answers: dict[Seat, bool] = field(default_factory=dict)
    """Seats that have said at an exhausted wall whether their hand is ready."""
    ura: list[Tile] = field(default_factory=list)
    """Ura indicators entered by hand."""


@dataclass(slots=True)
class TableState:
    """All of it. Fields are grouped by how long they last."""

    # The service's life
    now: Millis = 0
    """Time of the last input."""
    places: dict[Tile, Place] = field(default_factory=dict)
    """Where each tile is believed to be; a tile that is not listed was never seen (wall, box)."""
    unknown_tags: dict[str, Zone] = field(default_factory=dict)
    duplicate_tags: dict[str, Zone] = field(default_factory=dict)
    """Tags on the table of which the tile has another tag too."""
    failing: dict[str, str] = field(default_factory=dict)
    """Devices that do not work now (`panel:2`, `machine`), and why."""
    unreadable: dict[Zone, str] = field(default_factory=dict)
    """Zones that cannot be read now, and why (`reader_offline`, `antenna_blind`)."""
    training: bool = False
    tile_set: int = 0
    """Which of a table's two tile sets is played with."""
    comparing: dict[Seat, Millis] = field(default_factory=dict)
    """Seats to which the others' differences are shown, and until when; the newest last."""
    phase: TablePhase = TablePhase.SETUP

    # One match
    rules: RuleSet | None = None
    players: tuple[str, str, str, str] = ("", "", "", "")
    bots: tuple[Seat, ...] = ()
    """Seats no person plays."""
    match: Match | None = None
    """Where the match stands: before the deal being played, or after the one whose result is shown."""
    match_before: Match | None = None
    """While a result is shown: the match before that deal."""
    final: FinalResult | None = None
    final_reason: str = ""
    ledger: list[LedgerEntry] = field(default_factory=list)

    absent: set[Seat] = field(default_factory=set)
    """Seats nobody plays at present: their tiles are discarded as drawn."""
    left: set[Seat] = field(default_factory=set)
    """Seats whose owner has left this match, come back or not."""
    returning: set[Seat] = field(default_factory=set)
    """Absent seats that play again from the next deal."""

    # One deal
    start: Deal | None = None
    """The deal's first position."""
    deal: Deal | None = None
    """Its present position, also while its result is shown."""
    steps: list[Step] = field(default_factory=list)
    """All accepted events of the deal, oldest first."""
    window: CallWindow | None = None
    presses: list[WaitingPress] = field(default_factory=list)
    riichi_pressed: dict[Seat, Millis] = field(default_factory=dict)
    """Seats whose next discard declares riichi."""
    noten: set[Seat] = field(default_factory=set)
    """Seats that do not want to show a ready hand at an exhaustive draw."""
    timed_out: Seat | None = None
    """The seat whose time has lapsed: it may only discard the tile the rules name."""
    winners: tuple[Seat, ...] = ()
    """While `phase` is URA: who has won."""
    ura: tuple[Tile, ...] = ()
    """Ura indicators read so far, in the order they were laid."""
    result: DealResult | None = None
    ready: set[Seat] = field(default_factory=set)
    """Seats that have pressed OK on the result."""
    showing: dict[Seat, Millis] = field(default_factory=dict)
    """Seats that pressed WIN with a hand nobody reads, and when: they are to lay it open."""
    pad: Pad = field(default_factory=Pad)
    declared: set[Seat] = field(default_factory=set)
    """Seats with an unread hand that say at an exhausted wall that they are ready."""
    restoring: bool = False
    """After an undo: tiles are being put back, nothing is read as a move until they lie right."""
    menus: dict[Seat, Menu] = field(default_factory=dict)
    """Menus open on the seats' panels."""
    proposal: Proposal | None = None
    paused: bool = False
    revealed: bool = False
    """The referee has had the hidden tiles turned over on the referee page; everybody is told."""
    adjourned: str | None = None
    """Set while the match is broken off until another day: the word given for it."""
    unread: set[Zone] = field(default_factory=set)
    """Zones that a ruling has the table treat as unread; those no antenna reads are `unread` from the start."""
    dice: Dice | None = None
    """The table's last roll in this match."""

    # What is wrong, and the time
    incidents: dict[int, Incident] = field(default_factory=dict)
    """Open incidents by number, oldest first."""
    turn_clock: Clock | None = None
    banks: dict[Seat, Clock] = field(default_factory=dict)
    claim_clock: Clock | None = None
    pause_clock: Clock | None = None
    match_clock: Clock | None = None
    deal_clock: Clock | None = None
    """Time left until this deal makes the next one the last; shown to nobody."""

    def place(self, tile: Tile) -> Place:
        """Where a tile is believed to be."""
        return self.places.get(tile, NOWHERE)

    @property
    def clocks_stopped(self) -> bool:
        """Whether play is interrupted: a pause, a hand being shown, or an incident that stops the clocks."""
        return (
            self.paused or self.restoring or bool(self.showing) or any(i.stops_clocks for i in self.incidents.values())
        )

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The limits that matter now: turn, its seat's bank, claim, pause, match."""
        turn = self.turn_clock
        bank = self.banks.get(turn.seat) if turn is not None and turn.seat is not None else None
        match = self.match_clock if self.final is None else None
        clocks = (turn, bank, self.claim_clock, self.pause_clock, match)
        return tuple(clock for clock in clocks if clock is not None)
