"""Views of what was played: matches, their score sheets, and deals step by step."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from controller.presenter.views import LiveHandView, PublicView, TileName
from engine.tiles import Seat
from hal.ports import Millis


class _View(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RecordedSeatView(_View):
    """Who sat at a seat, and how the match ended for them."""

    seat: Seat
    name: str | None = Field(description="null: forgotten, or never known.")
    kind: Literal["person", "guest", "bot"]
    score: int | None = Field(description="Final points on the table; null: the match was not played to an end.")
    place: int | None = None
    points: float | None = Field(None, description="Final points in thousands; null: the rules settle nothing.")
    rating: tuple[int, int] | None = Field(None, description="Before and after, where the match counted.")
    rank: tuple[int, int] | None = Field(None, description="Rank before and after, where the match counted: 0-19.")


class MatchLineView(_View):
    """One match in the list."""

    number: int
    started: str = Field(description="Wall clock, ISO 8601 with zone.")
    ended: str | None
    state: Literal["unfinished", "ended", "broken_off"]
    rules: str
    family: Literal["riichi", "fan"]
    ranked: bool
    deals: int = Field(description="Deals that have a result.")
    seats: tuple[RecordedSeatView, ...]


class MatchListView(_View):
    """Matches, newest first."""

    total: int = Field(description="Matches there are in all, or of the player asked for.")
    matches: tuple[MatchLineView, ...]


class DealWinView(_View):
    """One winner of a deal, in short."""

    seat: Seat
    source: Seat | None = Field(description="Who discarded the tile; null: drawn.")
    yaku: tuple[str, ...]
    han: int | None = Field(description="Han with dora, or fan.")
    fu: int | None
    limit: str | None
    yakuman: int
    total: int = Field(description="What the winner gained, deposits included.")


class SheetRowView(_View):
    """One line of the score sheet: what changed the points, and how all stood after it.

    Players who changed places in mid-match keep one number all through: where they sat at the end.
    """

    deal: str = Field(description="Round, dealer and honba: `E1.0`.")
    dealer: Seat
    kind: Literal["start", "hora", "ryukyoku", "penalty", "reseated"]
    detail: str = Field(
        description="The draw's reason, the penalty's cause, or (`reseated`) who sits at seats 0-3 now, by number."
    )
    wins: tuple[DealWinView, ...] = ()
    riichi: tuple[Seat, ...] = Field((), description="Seats that paid a deposit in this deal.")
    changes: tuple[int, int, int, int]
    scores: tuple[int, int, int, int]
    deposits: int = Field(description="Points on the table.")
    sum: int = Field(description="All scores and deposits.")
    index: int | None = Field(None, description="Number of the deal in the record, from 0; null: no deal's end.")


class MatchView(_View):
    """One match with its score sheet."""

    match: MatchLineView
    version: str = Field(description="The version that refereed it.")
    why: str = Field(description="Why it ended: `played_out`, `time_limit`, or what a ruling ended it for.")
    refusal: str | None = Field(description="Why it changed no rating, in English; null: it did, or it has not ended.")
    hands: bool = Field(description="The match is over: hands may be seen and the record exported.")
    formats: tuple[str, ...] = Field(description="Formats it can be exported in now.")
    rows: tuple[SheetRowView, ...]
    fault: str | None = Field(None, description="Why the sheet ends early, in English: points that do not sum.")


class ReplayNoteView(_View):
    """Something that happened in a deal besides its events."""

    at: Millis = Field(description="Milliseconds since the deal began.")
    kind: str = Field(description="`incident_opened`, `ruling_applied`, `events_withdrawn` ...")
    name: str = Field(description="Which incident, ruling or cause.")
    seats: tuple[Seat, ...] = ()


class ReplayStepView(_View):
    """The table after one event, the deal as dealt first."""

    at: Millis = Field(description="Milliseconds since the deal began.")
    event: str = Field(description="What happened: `deal`, `draw`, `discard`, `riichi`, `chi` ... `win`, `drawn_deal`.")
    seat: Seat | None = Field(None, description="Who did it; null: nobody, or several.")
    tile: TileName | None = Field(None, description="The tile; null for one that may not be seen.")
    view: PublicView = Field(description="As the displays showed it.")
    hands: tuple[LiveHandView, ...] = Field((), description="By seat; empty while the match is being played.")


class DealReplayView(_View):
    """One deal, step by step."""

    label: str
    whole: bool = Field(description="False: a ruling changed the deal, and the steps after it are left out.")
    hands: bool
    steps: tuple[ReplayStepView, ...]
    notes: tuple[ReplayNoteView, ...] = ()
