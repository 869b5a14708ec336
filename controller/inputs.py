"""The referee's closed union of inputs: *move*, *press*, *deadline*, *ruling*, *setup change*.

These values are what the journal stores. The same inputs under the same version give the same game, so each
carries everything the referee may use: time enters here and nowhere else. Times are milliseconds of the
table's own clock, which stands still while the service is down.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.zones import Zone


class _Input(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: Millis = Field(description="When the service took the input, in table time.")


class MoveSeen(_Input):
    """Perception believes that a tile moved between two zones, at some time in (`after`, `before`].

    A tile that was reported lost and is seen again in its old zone comes as a move with `source == target`.
    """

    type: Literal["move"] = "move"
    tile: Tile
    source: Zone
    target: Zone
    after: Millis = Field(description="Start of the last scan that still saw it at `source`.")
    before: Millis = Field(description="End of the first scan that saw it at `target`.")
    confidence: float = Field(1.0, ge=0, le=1)


class MoveRetracted(_Input):
    """Perception takes back its last move of a tile; allowed until another move built on it."""

    type: Literal["retract"] = "retract"
    tile: Tile


class UnknownTagSeen(_Input):
    """A tag nobody enrolled lies in a zone (`gone` when it was taken away)."""

    type: Literal["unknown_tag"] = "unknown_tag"
    tag: str
    zone: Zone
    gone: bool = False
    duplicate: bool = Field(False, description="It is enrolled, for a tile that another tag stands for as well.")


class DeviceSeen(_Input):
    """A device that reads no tiles stopped working, or works again: a seat's panel, the shuffling machine."""

    type: Literal["device"] = "device"
    device: str = Field(description="`panel:0` to `panel:3`, `panel` where the seat is not known, or `machine`.")
    ok: bool
    reason: str = ""


class TileLost(_Input):
    """A tile has left its zone and has been seen nowhere since `after`; it may still be in somebody's fingers."""

    type: Literal["lost"] = "lost"
    tile: Tile
    source: Zone
    after: Millis


class ZoneReadable(_Input):
    """A zone can no longer be read, or again: its board is silent, or something lies on its antenna."""

    type: Literal["zone"] = "zone"
    zone: Zone
    readable: bool
    reason: Literal["reader_offline", "antenna_blind", ""] = ""


class Pressed(_Input):
    """A button of a seat was pressed, at a panel or on the referee page for that seat."""

    type: Literal["press"] = "press"
    seat: Seat
    button: Button
    origin: Literal["panel", "page"] = "panel"


class Deadline(_Input):
    """A time the referee asked for has come, and every live board has reported past it."""

    type: Literal["deadline"] = "deadline"
    timer: str


class Ruling(_Input):
    """A person decides. `who` signed it; `what` names the ruling and `details` its particulars."""

    type: Literal["ruling"] = "ruling"
    who: str
    what: str
    details: dict[str, Any] = Field(default_factory=dict)
    when: str | None = Field(
        None, description="Wall clock (ISO 8601), for the audit list alone: nothing depends on it."
    )


class SetupChanged(_Input):
    """Rules, players, seats or training mode change; `what` names it, `details` has the new values."""

    type: Literal["setup"] = "setup"
    what: str
    details: dict[str, Any] = Field(default_factory=dict)


Input: TypeAlias = Annotated[
    MoveSeen
    | MoveRetracted
    | UnknownTagSeen
    | DeviceSeen
    | TileLost
    | ZoneReadable
    | Pressed
    | Deadline
    | Ruling
    | SetupChanged,
    Field(discriminator="type"),
]

INPUT: TypeAdapter[Input] = TypeAdapter(Input)
"""Reads and writes any input as JSON."""
