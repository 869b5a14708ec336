"""What the web server needs from the service, and what it passes on to a simulated table.

The service satisfies `Hub` and, if its table is simulated, `TableControl`; the web server knows nothing else of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from controller.errors import ControllerError
from controller.presenter.refereeviews import UndoView
from engine.tiles import Seat
from hal.ports import Button, Millis
from hal.zones import Zone

Audience: TypeAlias = Literal["public", "seat0", "seat1", "seat2", "seat3", "referee", "overlay"]
"""Who a view is for: everybody, the person at one seat, whoever referees, or a broadcast overlay (delayed)."""

_OF_SEAT: tuple[Audience, ...] = ("seat0", "seat1", "seat2", "seat3")


def audience_of(seat: Seat) -> Audience:
    """The audience that is the person at a seat."""
    return _OF_SEAT[seat]


@dataclass(frozen=True, slots=True)
class Versioned:
    """A view and its number; numbers grow with every change and never repeat within one service."""

    version: int
    view: BaseModel


@dataclass(frozen=True, slots=True)
class Health:
    """How the service is, for `/health`. `problems` are sentences that say what to do; none is healthy."""

    version: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measurement:
    """One number for `/metrics`: a counter grows as long as the service runs, a gauge is as it is now."""

    name: str
    value: float
    meaning: str
    counter: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)


class Hub(Protocol):
    """The latest view of each audience. Latest value wins: a slow page misses steps, never the end."""

    def latest(self, audience: Audience) -> Versioned | None:
        """The view as it is now; None before the first one."""
        ...

    async def newer(self, audience: Audience, version: int) -> Versioned:
        """Wait for a view of a higher version than `version` (-1: any) and return the latest."""
        ...

    def health(self) -> Health:
        """How the service is."""
        ...


class CommandRefused(ControllerError):
    """A command the table cannot carry out now; the text tells the person why."""


RuleValue: TypeAlias = bool | int | float | str | None
SeatChoice: TypeAlias = Literal["person", "novice", "intermediate", "advanced"]


class _Command(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TakeTile(_Command):
    """Take the next tile of the wall (or the replacement) into the rack."""

    type: Literal["take"] = "take"
    source: Literal["wall", "replacement"] = "wall"
    only_if_due: bool = Field(
        False,
        description="Refuse unless the seat has to draw from there now and no tile is on its way to it: "
        "two pages of one seat may both ask.",
    )


class PutBack(_Command):
    """Put the tiles taken by mistake (`SeatView.surplus`) back where they stood in the wall."""

    type: Literal["put_back"] = "put_back"


class MoveTiles(_Command):
    """Move one to four tiles, as two hands do in one motion, to a zone of the own seat.

    The tiles must lie in the own zones, or be the last discard in another's river.
    """

    type: Literal["move"] = "move"
    tiles: tuple[int, ...] = Field(min_length=1, max_length=4)
    target: str = Field(description="`hand:0`, `river:0`, `melds:0` ...", max_length=12)

    @field_validator("tiles")
    @classmethod
    def _are_tiles(cls, tiles: tuple[int, ...]) -> tuple[int, ...]:
        if any(not 0 <= tile < 144 for tile in tiles):
            raise ValueError("tiles are numbered 0 to 143")
        if len(set(tiles)) != len(tiles):
            raise ValueError("a tile can be moved only once")
        return tiles

    @field_validator("target")
    @classmethod
    def _is_zone(cls, target: str) -> str:
        Zone.parse(target)
        return target


class PressButton(_Command):
    """Press a button of the own seat."""

    type: Literal["press"] = "press"
    button: Button


class NewMatch(_Command):
    """End this match and start another."""

    type: Literal["new_match"] = "new_match"
    rules: str | None = Field(None, description="Name of a rule set; None: the present one.", max_length=64)
    changes: dict[str, RuleValue] = Field({}, description="Fields of the rule set to change.", max_length=40)
    clocks: bool = Field(True, description="Keep the time limits of the rules; false: play without.")
    seats: tuple[SeatChoice, SeatChoice, SeatChoice, SeatChoice] | None = Field(
        None, description="Who plays each seat: a person in a page, or a bot of a level. None: as now."
    )
    noise: str | None = Field(
        None, description="How wrong antennas and buttons are: `none`, `typical` ...", max_length=20
    )


class SetSpeed(_Command):
    """How fast the simulated table's time runs: table seconds a real second."""

    type: Literal["speed"] = "speed"
    factor: float = Field(ge=0.25, le=50)


class SetPaused(_Command):
    """Stop or go on with the simulated table's time."""

    type: Literal["pause"] = "pause"
    paused: bool


class SetPace(_Command):
    """How fast the bots play."""

    type: Literal["pace"] = "pace"
    pace: Literal["leisurely", "normal", "quick"]


class MakeFault(_Command):
    """Let something go wrong at a seat of the simulated table, as it would at a real one; `all_well` ends it."""

    type: Literal["fault"] = "fault"
    kind: Literal["phone_on_rack", "phone_on_river", "reboot", "unplug", "plug_in", "shadow", "dead_tag", "all_well"]
    seat: Seat = Field(ge=0, le=3)


class SetTraining(_Command):
    """Training mode: the person's own view carries hints and danger marks."""

    type: Literal["training"] = "training"
    on: bool


Command: TypeAlias = Annotated[
    TakeTile | PutBack | MoveTiles | PressButton | NewMatch | SetSpeed | SetPaused | SetPace | MakeFault | SetTraining,
    Field(discriminator="type"),
]

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
"""Reads any command from JSON."""


class Audited(BaseModel):
    """One decision of a person, as the journal has it."""

    at: Millis = Field(description="Table time.")
    when: str | None = Field(description="Wall clock, ISO 8601.")
    who: str
    what: str
    details: dict[str, Any]
    refused: str | None = Field(description="Why the referee did not carry it out; null: it did.")


class TableDesk(Protocol):
    """Where people rule, from a page. Satisfied by `controller.service.desk.RefereeDesk`.

    Each method raises `CommandRefused`, whose text is what the referee said, or that the table is not ready.
    """

    async def rule(self, who: str, what: str, details: Mapping[str, Any]) -> None:
        """Have a ruling of `controller.referee.rulingforms` carried out; returns once it is in the journal.

        A field of type `tile` may also name a tile in mpsz: the copy that the table misses is meant.
        """
        ...

    async def press(self, seat: Seat, button: Button) -> None:
        """Press a button of a seat, as its own page does where there is no panel."""
        ...

    async def undo_preview(self, to: int) -> UndoView:
        """What an undo to the position after `to` events would give."""
        ...

    async def audit(self, limit: int) -> list[Audited]:
        """The newest decisions of the match, newest first."""
        ...


class Habits(BaseModel):
    """How a simulated table runs: the bots' pace, and how wrong its antennas are."""

    pace: Literal["leisurely", "normal", "quick"] = "normal"
    noise: str = "none"


class TableControl(Protocol):
    """A simulated table that people play at, or only watch."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats people play from a page; none: four bots."""
        ...

    @property
    def rule_names(self) -> tuple[str, ...]:
        """Rule sets a new match may be started with."""
        ...

    @property
    def habits(self) -> Habits:
        """How the simulated table runs."""
        ...

    async def command(self, command: Command, seat: Seat | None) -> None:
        """Carry out a command of the page of a seat; raises `CommandRefused`. Tile and button commands need a seat."""
        ...
