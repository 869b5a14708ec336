"""The views: plain models of what a display shows.

A view carries names (`riichi`, `draw_out_of_turn`), tiles in mpsz (`0p` a red five) and numbers, never finished
sentences where a page could make them in its own language. Seats are 0-3; times are milliseconds of the table's
clock. `PublicView` is what everybody may see: no field of it can hold a hidden tile. `SeatView` is for the one
person who sits at that seat, `OverlayView` for a broadcast that comes later than the game.
"""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from engine.rules.table_rules import Penalty
from engine.tiles import Seat
from hal.ports import Button, Millis

TileName: TypeAlias = str
"""mpsz name of a face-up tile (`5m`, `0p`, `1z`, `3f`), or `back` for one that lies face down."""

WindLetter: TypeAlias = Literal["E", "S", "W", "N"]
Stage: TypeAlias = Literal["idle", "dealing", "playing", "between", "finished"]
Waiting: TypeAlias = Literal["draw", "discard", "replacement", "flower", "calls", "meld", "indicator", "tiles"]
CallButton: TypeAlias = Literal["CHI", "PON", "KAN"]
AdvisedAction: TypeAlias = Literal["discard", "riichi", "win", "nine_terminals", "flower", "chi", "pon", "kan", "pass"]
DangerLevel: TypeAlias = Literal["safe", "low", "medium", "high"]
FuritenKind: TypeAlias = Literal["own", "temporary", "riichi"]
CallName: TypeAlias = Literal["chi", "pon", "kan", "riichi", "ron", "tsumo", "flower", "nine_terminals"]


class _View(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RiverTileView(_View):
    """One discard, in the order of discarding."""

    tile: TileName
    drawn: bool = Field(False, description="Discarded as drawn (tsumogiri).")
    riichi: bool = Field(False, description="The tile riichi was declared with: lies sideways.")
    claimed_by: Seat | None = Field(None, description="Who took it; it lies in that seat's melds now.")
    last: bool = Field(False, description="The discard that can be claimed, or was discarded last.")


class MeldView(_View):
    """One shown set, in the order it lies on the table from left to right."""

    type: Literal["chi", "pon", "daiminkan", "ankan", "kakan"]
    tiles: tuple[TileName, ...] = Field(description="`back` for the face-down outer tiles of a concealed kan.")
    sideways: tuple[int, ...] = Field((), description="Indices of the tiles that lie sideways: taken, added.")
    source: Seat | None = Field(None, description="The seat it was taken from.")


class SeatState(_View):
    """What everybody sees of one seat."""

    seat: Seat
    name: str
    wind: WindLetter
    dealer: bool
    score: int
    place: int = Field(description="1-4 now; equal scores share the better place.")
    hand_size: int = Field(description="Closed tiles held, never which.")
    river: tuple[RiverTileView, ...] = ()
    melds: tuple[MeldView, ...] = ()
    flowers: tuple[TileName, ...] = ()
    riichi: bool = Field(False, description="Riichi is declared and its tile has passed.")
    absent: bool = False
    bot: bool = Field(False, description="No person plays this seat.")
    rating: int | None = Field(None, description="The player's rating, shown above 1,600; None: not shown.")
    marks: int = Field(0, description="Marks for a rating of 1,600, 1,800 and 2,000: 0-3.")


class RoundView(_View):
    """Which deal this is."""

    wind: WindLetter
    number: int = Field(description="1-4: the dealer's turn in this round.")
    honba: int
    deposits: int = Field(description="Riichi sticks on the table, 1,000 points each.")


class ClockView(_View):
    """One running or stopped limit. While `running`, `remaining` counts down from the view's `now`."""

    kind: Literal["turn", "claim", "bank", "pause", "match"]
    seat: Seat | None = None
    deadline: Millis | None = Field(None, description="Table time at which it lapses; None while stopped.")
    remaining: Millis
    limit: Millis = Field(description="The whole time it started with.")
    running: bool = True


class CallView(_View):
    """A call as it happens. `number` counts this seat's calls of this name in the deal: 2 is its second pon."""

    number: int
    seat: Seat
    call: CallName


class CallWindowView(_View):
    """A discard (or a kan) that may be called now. Says nothing about who could."""

    seat: Seat = Field(description="Who discarded.")
    tile: TileName
    kan: bool = Field(False, description="An added kan that may be robbed.")


class IncidentView(_View):
    """Table and rules disagree: what is wrong and what to do."""

    number: int = Field(description="Identifies this incident as long as it is open.")
    id: str = Field(description="Name from the list of incidents (`draw_out_of_turn`).")
    seats: tuple[Seat, ...] = ()
    tiles: tuple[TileName, ...] = Field((), description="Tiles concerned that lie face up.")
    sentence: str = Field(description="What is wrong, in English, with the reason.")
    why: str = Field("", description="The reason alone, in English: which rule was broken, how many are read.")
    remedy: str = Field("", description="What to do, in English.")
    penalty: Penalty = Field("refused", description="What it costs by the rules; `refused`: nothing.")
    clocks_stopped: bool = False


class YakuView(_View):
    """One yaku or pattern and its value."""

    name: str
    value: int


class FuView(_View):
    """One part of the fu."""

    name: str = Field(description="`base`, `closed_ron`, `tsumo`, `pair`, `wait`, `triplet`, `kan`, `rounding` ...")
    fu: int
    tiles: tuple[TileName, ...] = ()


class PaymentView(_View):
    """Points that move from one seat to another, or (None) to and from the sticks on the table."""

    payer: Seat | None
    payee: Seat | None
    points: int


class WinView(_View):
    """One winner's hand and what it is worth."""

    seat: Seat
    source: Seat | None = Field(description="Who discarded the winning tile; None: drawn.")
    tile: TileName | None = Field(description="The winning tile; None: it was not read, the score was entered by hand.")
    hand: tuple[TileName, ...] = Field(description="Closed tiles without the winning one, sorted.")
    melds: tuple[MeldView, ...] = ()
    flowers: tuple[TileName, ...] = ()
    indicators: tuple[TileName, ...] = ()
    ura_indicators: tuple[TileName, ...] = ()
    yaku: tuple[YakuView, ...] = ()
    dora: int = 0
    aka: int = 0
    ura: int = 0
    han: int = Field(description="Han with dora, or fan.")
    fu: int = 0
    fu_parts: tuple[FuView, ...] = ()
    yakuman: int = 0
    limit: str | None = None
    total: int = Field(description="What the winner gains, deposits included.")


class ShownHandView(_View):
    """A hand shown at a draw."""

    seat: Seat
    hand: tuple[TileName, ...]
    melds: tuple[MeldView, ...] = ()


class ResultView(_View):
    """How a deal ended. Scores and places are by seat."""

    kind: Literal["win", "draw"]
    reason: str | None = Field(None, description="Why it was drawn (`exhaustive`, `kyuushu_kyuuhai` ...).")
    wins: tuple[WinView, ...] = ()
    shown: tuple[ShownHandView, ...] = Field((), description="Ready hands shown at a draw.")
    nagashi: tuple[Seat, ...] = ()
    payments: tuple[PaymentView, ...] = ()
    changes: tuple[int, int, int, int] = Field(description="What each seat gained or lost in the whole deal's end.")
    scores: tuple[int, int, int, int] = Field(description="New scores.")
    places: tuple[int, int, int, int] = Field(description="New places, 1-4; equal scores share the better one.")
    ready: tuple[Seat, ...] = Field((), description="Seats that have pressed OK.")


class StandingView(_View):
    """One line of the final table."""

    seat: Seat
    name: str
    place: int
    score: int
    bonus: float | None = Field(None, description="Uma, oka and rounding, in thousands.")
    points: float | None = Field(None, description="Final points in thousands; None: the rules settle nothing.")
    rating: int | None = Field(None, description="Rating after the match; None: it changes none, or it is not known.")
    rating_change: int = 0
    rank: int | None = Field(None, description="0 Novice, 1-9 for 9th to 1st kyu, 10-19 for 1st to 10th dan.")
    rank_change: int = Field(0, description="Ranks won, below 0 lost.")


class FinalView(_View):
    """The end of a match, best first."""

    standings: tuple[StandingView, ...]
    reason: str = Field("", description="Why the match ended, as a name.")


class PublicView(_View):
    """Everything a public display shows."""

    now: Millis = Field(description="Table time of this view.")
    stage: Stage
    rules: str = Field(description="Name of the rule set.")
    family: Literal["riichi", "fan"] = "riichi"
    simulated: bool = Field(False, description="The table is simulated.")
    speed: float = Field(1.0, description="Table seconds a real second: 1 at a real table, 0 while paused.")
    round: RoundView | None = None
    seats: tuple[SeatState, ...] = ()
    turn: Seat | None = None
    waiting_for: Waiting | None = Field(None, description="`tiles`: for the table to be put right.")
    put_back: Seat | None = Field(
        None, description="A call has overtaken the draw of this seat: its tile goes back to the wall."
    )
    revealed: bool = Field(False, description="The referee sees the hidden tiles.")
    paused: bool = Field(False, description="The match is paused or adjourned: no move counts until it is resumed.")
    wall_left: int | None = None
    indicators: tuple[TileName, ...] = ()
    dora: tuple[TileName, ...] = ()
    dora_shown_as: Literal["indicator", "dora"] = Field("indicator", description="Which the board shows, by the rules.")
    comparing: Seat | None = Field(None, description="DIFF was pressed there: differences to this seat are shown.")
    clocks: tuple[ClockView, ...] = ()
    call_window: CallWindowView | None = None
    calls: tuple[CallView, ...] = ()
    incidents: tuple[IncidentView, ...] = ()
    result: ResultView | None = None
    final: FinalView | None = None


class OwnTile(_View):
    """A tile the person may see and move: `id` names the physical tile in commands."""

    id: int
    tile: TileName


class LayView(_View):
    """One set the person may lay: which of the own tiles go, and the tile taken from a river."""

    button: CallButton
    own: tuple[OwnTile, ...]
    taken: OwnTile | None = None


class ReasonView(_View):
    """One reason of a hint: a code and its values, which the page puts in its language."""

    code: str
    values: dict[str, int | float | str | list[str]] = Field({}, description="Seats, numbers, names of tiles or marks.")


class HintView(_View):
    """What to do now, and why."""

    action: AdvisedAction
    tiles: tuple[int, ...] = Field(
        (), description="Ids of own tiles: any one of them to discard, or all of them to lay with the called one."
    )
    reasons: tuple[ReasonView, ...] = ()


class DangerView(_View):
    """How dangerous some own tiles of one kind are to discard against one seat that may be ready."""

    tiles: tuple[int, ...] = Field(description="Their ids.")
    seat: Seat
    level: DangerLevel
    percent: float = Field(description="How often such a tile deals in, 0-100.")
    marks: tuple[str, ...] = Field((), description="Why: `genbutsu`, `suji`, `kabe` ...")


class WaitView(_View):
    """One kind of tile that would complete the hand."""

    tile: TileName
    left: int = Field(description="How many of it the person cannot see: at most so many are still to come.")


class TrainingView(_View):
    """Help for the person's own play, computed from what the person may know. No hint: nothing to decide."""

    hint: HintView | None = None
    dangers: tuple[DangerView, ...] = ()
    waits: tuple[WaitView, ...] = Field((), description="What a ready hand (without its drawn tile) waits for.")
    furiten: FuritenKind | None = Field(
        None,
        description="Why the ready hand may win on its own draw alone: a wait among its `own` discards, a win missed "
        "for the moment (`temporary`), or one missed after `riichi`.",
    )


class SeatView(_View):
    """What the person at one seat sees beyond the public view. Nothing that this person would not know anyway.

    At a simulated table: the own tiles as they lie there, and what may be done. On the page of a seat of any table:
    the buttons of `panel` and, in training mode alone, the tiles as the table reads them, what may be done, and help.
    """

    seat: Seat
    hand: tuple[OwnTile, ...] = Field((), description="The tiles on the rack.")
    loose: tuple[OwnTile, ...] = Field(
        (), description="Own tiles lying in the river or melds where the game does not have them (yet)."
    )
    surplus: tuple[int, ...] = Field(
        (), description="Ids of own tiles taken from the wall against the rules, which must go back there."
    )
    drawn: int | None = Field(None, description="Id of the tile just drawn.")
    may_draw: Literal["wall", "replacement"] | None = None
    discards: tuple[int, ...] = Field((), description="Ids that may be discarded now.")
    riichi_discards: tuple[int, ...] = Field((), description="Ids that may be discarded with riichi.")
    riichi_declared: bool = Field(False, description="RIICHI is pressed; the next discard declares it.")
    flowers: tuple[int, ...] = Field((), description="Ids to set aside.")
    buttons: tuple[Button, ...] = Field((), description="Buttons that mean something now.")
    lays: tuple[LayView, ...] = Field((), description="Sets that could be called or laid now.")
    granted: CallButton | None = Field(None, description="The call to complete by laying tiles.")
    panel: tuple[Button, ...] = Field((), description="Buttons a page of the seat offers, whatever they mean now.")
    training: TrainingView | None = Field(None, description="None: the table is not in training mode.")


class LiveHandView(_View):
    """One seat's hidden hand, for the broadcast alone."""

    seat: Seat
    hand: tuple[TileName, ...] = Field(description="Closed tiles, sorted, without the drawn one.")
    drawn: TileName | None = None
    waits: tuple[WaitView, ...] = Field((), description="What a ready hand waits for; `left` by all hands together.")
    furiten: bool = False


class OverlayView(_View):
    """What a broadcast shows: the public view with the hands of that moment. Only with a token, and only delayed."""

    public: PublicView
    hands: tuple[LiveHandView, ...] = Field((), description="By seat; empty while there is no deal.")
