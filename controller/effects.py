"""What the referee decides, as a closed union of plain values.

The runtime writes the facts among them to the journal and hands the rest to the displays. Nothing here is an
order to a driver: what a display shows is made from the table's state, effects only say that something happened.
Hidden tiles occur in `EventAccepted` and `DealStarted` alone; those two are for the journal, never for a page.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from engine.deal import Deal, DealResult
from engine.events import Event
from engine.match import FinalResult
from engine.tiles import Seat
from hal.ports import Button, Millis

Tune: TypeAlias = Literal["call", "riichi", "win", "draw", "refused", "incident", "cleared", "time", "ready"]
CallName: TypeAlias = Literal["chi", "pon", "kan", "ron", "tsumo", "riichi"]


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match begins (or goes on after a restart)."""

    rules: str
    players: tuple[str, str, str, str]
    first_dealer: Seat


@dataclass(frozen=True, slots=True)
class DealStarted:
    """All tiles of a new deal are in place; `deal` is its first position."""

    label: str
    deal: Deal


@dataclass(frozen=True, slots=True)
class EventAccepted:
    """An engine event stands. `index` counts the events of this deal from 0."""

    index: int
    event: Event
    at: Millis


@dataclass(frozen=True, slots=True)
class EventsWithdrawn:
    """The last `count` events of the deal no longer stand: undone, taken back, or read better."""

    count: int
    why: str


@dataclass(frozen=True, slots=True)
class ResultWithdrawn:
    """The result of the deal no longer stands, though none of its events is taken back: it was entered by hand."""

    why: str


@dataclass(frozen=True, slots=True)
class DealEnded:
    """A deal has its result. The points are already in the match."""

    label: str
    result: DealResult


@dataclass(frozen=True, slots=True)
class DealAbandoned:
    """A deal was broken off by a ruling or a penalty and will be dealt again."""

    label: str
    why: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The last deal is over; `final` has the places and points.

    `why` is `played_out`, `time_limit` or what a ruling said.
    """

    final: FinalResult
    why: str = ""
    absent: tuple[Seat, ...] = ()
    """Seats nobody played when it ended."""
    bots: tuple[Seat, ...] = ()
    """Seats no person played."""
    left: tuple[Seat, ...] = ()
    """Seats whose owner has left the match: abandoned it, or done nothing for the abandon time."""
    minutes: float | None = None
    """How long it was played, without pauses, where the match has a time limit."""


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """A match that was over is not: a ruling went back behind its last result, or corrects points of it (then
    `MatchEnded` follows at once).
    """

    why: str


@dataclass(frozen=True, slots=True)
class CallMade:
    """A press was judged good and is announced: a call granted, riichi, a win. Public."""

    seat: Seat
    call: CallName
    at: Millis


@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """A granted call no longer stands: a higher call took it, or its seat gave it up. Public."""

    seat: Seat
    call: CallName
    why: Literal["overtaken", "given_up", "ruling"]


@dataclass(frozen=True, slots=True)
class PressRefused:
    """A press was judged and refused. Public; `reason` is the rule's short name, `message` names no hidden tile."""

    seat: Seat
    button: Button
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class IncidentOpened:
    """Table and rules disagree; the incident is in the table's state under `number`."""

    number: int
    kind: str
    seats: tuple[Seat, ...]
    sentence: str
    at: Millis


@dataclass(frozen=True, slots=True)
class IncidentClosed:
    """An incident is over: the table was put right, or a person ruled."""

    number: int
    kind: str
    how: Literal["cleared", "ruling", "deal_over"]
    at: Millis


@dataclass(frozen=True, slots=True)
class RulingApplied:
    """A person's decision was carried out."""

    who: str
    what: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RulingRefused:
    """A person's decision cannot be carried out; `message` says why and what would do."""

    who: str
    what: str
    message: str


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The table has rolled two dice by a seed; everybody can repeat the roll."""

    rolled: tuple[int, int]
    purpose: str
    seed: int


@dataclass(frozen=True, slots=True)
class HandsUnread:
    """The hands of these seats are not read in this deal: their tiles in the record are stand-ins until shown."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Reseated:
    """Players changed places: who sits at seat 0-3 now came from the seat named there."""

    sources: tuple[Seat, Seat, Seat, Seat]


@dataclass(frozen=True, slots=True)
class PointsChanged:
    """Points moved: one line of the ledger. `deposits` are the sticks on the table afterwards."""

    cause: str
    deltas: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    deposits: int


@dataclass(frozen=True, slots=True)
class SeatsReady:
    """OK was pressed while no match is being played: who is ready for one now. A second press takes it back."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LampSet:
    """A lamp in a seat's button changes."""

    seat: Seat
    button: Button
    lit: bool


@dataclass(frozen=True, slots=True)
class TunePlayed:
    """A tune for one seat, or (None) for all."""

    tune: Tune
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the players that needs no answer; `seats` empty means everybody."""

    text: str
    seats: tuple[Seat, ...] = ()


Effect: TypeAlias = (
    MatchStarted
    | DealStarted
    | EventAccepted
    | EventsWithdrawn
    | ResultWithdrawn
    | DealEnded
    | DealAbandoned
    | MatchEnded
    | MatchReopened
    | CallMade
    | CallWithdrawn
    | PressRefused
    | IncidentOpened
    | IncidentClosed
    | RulingApplied
    | RulingRefused
    | DiceRolled
    | HandsUnread
    | Reseated
    | PointsChanged
    | SeatsReady
    | LampSet
    | TunePlayed
    | Notice
)
"""Everything the referee can say."""
