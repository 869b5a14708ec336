"""What the referee page shows beyond the public view: the table as the sensors see it, and what a ruling needs.

Tiles on racks and in hands are `back` until the referee has them turned over, which everybody is told.
"""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from controller.presenter.views import IncidentView, MeldView, TileName
from engine.tiles import Seat
from hal.ports import Millis

Reading: TypeAlias = Literal["read", "unread", "offline", "blind", "no_antenna"]
"""How a zone is read: not at all by a ruling (`unread`), its board is silent, something covers it, it has none."""

EventName: TypeAlias = Literal[
    "draw", "discard", "riichi", "chi", "pon", "daiminkan", "ankan", "kakan", "flower", "indicator", "win", "drawn_deal"
]


class _View(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SensedTileView(_View):
    """A tile as the antennas have it."""

    tile: TileName
    confidence: float = Field(description="How sure its place is, 0 to 1.")
    in_sight: bool = Field(description="The last scan of its antenna saw it.")
    sighted: tuple[str, ...] = Field((), description="Other zones it is sighted in, not often enough to count.")
    wrong: bool = Field(False, description="The game has it elsewhere.")


class AntennaView(_View):
    """One antenna."""

    name: str
    board: str
    live: bool
    covered: bool
    tags: int = Field(description="Tags its last scan saw.")
    age: Millis | None = Field(description="How old its last scan is; None: it never reported.")


class ZoneView(_View):
    """One zone of the table, and what the game has there."""

    zone: str = Field(description="`hand:0`, `river:2`, `melds:1`, `dora`, `pool`.")
    seat: Seat | None
    reading: Reading
    tiles: tuple[SensedTileView, ...] = ()
    missing: tuple[TileName, ...] = Field((), description="Tiles the game has here and the table does not.")
    antennas: tuple[AntennaView, ...] = ()


class GameSeatView(_View):
    """One seat as the game has it."""

    seat: Seat
    hand: tuple[TileName, ...]
    river: tuple[TileName, ...] = Field(description="What still lies there; claimed tiles are in the melds.")
    melds: tuple[MeldView, ...] = ()
    flowers: tuple[TileName, ...] = ()


class OpenIncidentView(_View):
    """An open incident with what a referee needs."""

    incident: IncidentView
    rule: str = Field("", description="The engine's name of the rule broken, where there is one.")
    open_for: Millis
    patience: Millis = Field(description="How long it was let pass before it was shown.")
    rulings: tuple[str, ...] = Field(description="Names of the rulings that make sense, the likeliest first.")


class EventView(_View):
    """One event of the deal. A drawn tile is `back` until the hidden tiles are turned over."""

    number: int = Field(description="How many events the deal has with this one: where an undo may go back to.")
    name: EventName
    seat: Seat | None = None
    tiles: tuple[TileName, ...] = ()
    at: Millis


class UndoView(_View):
    """What an undo would give."""

    to: int
    taken_back: int
    turn: Seat
    scores: tuple[int, int, int, int]
    deposits: int
    last: tuple[EventView, ...] = Field(description="The last events that would remain.")
    to_put_back: int = Field(description="How many tiles people must put back.")


class RefereeView(_View):
    """The referee page's own view."""

    now: Millis
    revealed: bool = Field(description="The hidden tiles are turned over.")
    paused: bool = False
    adjourned: str | None = None
    restoring: bool = Field(False, description="Tiles are being put back after an undo.")
    phase: str
    zones: tuple[ZoneView, ...] = ()
    in_air: tuple[SensedTileView, ...] = Field((), description="Tiles of the game that lie nowhere.")
    game: tuple[GameSeatView, ...] = ()
    indicators: tuple[TileName, ...] = ()
    differences: int = Field(0, description="Tiles that lie where the game does not have them, or nowhere.")
    incidents: tuple[OpenIncidentView, ...] = ()
    events: tuple[EventView, ...] = ()
    possible: tuple[str, ...] = Field((), description="Names of the rulings that make sense now.")
    absent: tuple[Seat, ...] = ()
    bots: tuple[Seat, ...] = ()
