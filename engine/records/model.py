"""A recorded game as plain values, whatever file it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from engine.events import DrawReason, Event
from engine.rules import RuleSet
from engine.scoring.context import Score
from engine.scoring.points import DEPOSIT
from engine.tiles import Seat, Tile, TileSet, Wind

HAND: Final = 13
"""Tiles dealt to a seat."""

AS_NAMED: Final[tuple[Seat, ...]] = (0, 1, 2, 3)
"""Everybody sits where the game's `names` have them."""

PLAYED: Final = frozenset(
    {"win", "riichi", "riichi_withdrawn", "undo", "reseated", *(reason.value for reason in DrawReason)}
)
"""Causes of a change of points that are part of play, not penalties or corrections."""


@dataclass(frozen=True, slots=True)
class RecordedWin:
    """One winner as the record tells it; what the record leaves out is None (or empty for `ura`)."""

    seat: Seat
    source: Seat | None
    """Who discarded the winning tile or added it to a kan; None for a tsumo."""
    tile: Tile
    deltas: tuple[int, ...] | None = None
    """Points by seat: honba and deposits won included, a deposit paid left out."""
    ura: tuple[Tile, ...] = ()
    han: int | None = None
    fu: int | None = None
    yakuman: int | None = None
    yaku: tuple[str, ...] | None = None
    """Names, sorted, dora left out."""
    score: Score | None = None
    """The whole score, in games of our own."""
    liable: Seat | None = None
    """Who besides the discarder is liable (pao), where the record says so."""


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """How a recorded deal ended: by `wins`, or drawn for `reason`."""

    wins: tuple[RecordedWin, ...] = ()
    reason: DrawReason | None = None
    deltas: tuple[int, ...] | None = None
    """Points by seat, summed over the winners; None where the record has none."""
    tenpai: tuple[bool, ...] | None = None
    scores_after: tuple[int, ...] | None = None
    """Scores at the end as they were booked, in games of our own."""

    @property
    def end(self) -> Literal["hora", "ryukyoku"]:
        """The mjai name of this kind of end."""
        return "hora" if self.wins else "ryukyoku"


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """One deal: how it started, every event with physical tiles, and the result."""

    tile_set: TileSet
    round_wind: Wind
    number: int
    """1-4: the how-manieth dealer of the round (mjai's `kyoku`)."""
    dealer: Seat
    honba: int
    deposits: int
    scores: tuple[int, ...]
    hands: tuple[tuple[Tile, ...], ...]
    """Four times the thirteen tiles dealt."""
    indicator: Tile | None
    """The first dora indicator; None in games without dora."""
    events: tuple[Event, ...]
    """From the dealer's first draw to the `Win` or `DrawnDeal`."""
    lines: tuple[int, ...]
    """Line of each event in the file, counted from 0."""
    accepted: tuple[Seat, ...]
    """Seats whose riichi deposit was booked, in order."""
    result: RecordedResult
    line: int = 0
    """Line on which the deal starts, counted from 0."""
    times: tuple[int, ...] = ()
    """Table time of each event in milliseconds; empty where it is not recorded."""
    history: tuple[Mapping[str, Any], ...] = ()
    """What happened besides (incidents, rulings, penalties, undone events), as JSON objects with `at` and `kind`."""
    sitting: tuple[Seat, ...] = AS_NAMED
    """Who sat at each seat, as places in the game's `names`: players may have changed places since."""

    @property
    def is_read(self) -> bool:
        """Whether the table has read every hand; otherwise tiles of the record stand for others, or are missing."""
        whole = all(len(hand) == HAND for hand in self.hands)
        return whole and all(item.get("kind") != "hands_unread" for item in self.history)

    @property
    def label(self) -> str:
        """Round, dealer and honba: `E1.0`."""
        return f"{self.round_wind.letter}{self.number}.{self.honba}"

    @property
    def scores_after(self) -> tuple[int, ...] | None:
        """Scores at the end, deposits paid; None where the record tells no deltas."""
        if self.result.scores_after is not None or self.result.deltas is None:
            return self.result.scores_after
        return tuple(
            score + delta - DEPOSIT * self.accepted.count(seat)
            for seat, (score, delta) in enumerate(zip(self.scores, self.result.deltas, strict=True))
        )

    @property
    def penalties(self) -> tuple[Mapping[str, Any], ...]:
        """Entries of `history` that moved points by a ruling or for a foul; `between` marks those before the deal."""
        return tuple(item for item in self.history if item["kind"] == "points_changed" and item["cause"] not in PLAYED)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One match, or the part of it that was recorded."""

    deals: tuple[RecordedDeal, ...]
    names: tuple[str, ...] = ("", "", "", "")
    """By seat, as the players sat at the end; where they sat before is in each deal's `sitting`."""
    match_length: Literal["tonpuusen", "hanchan"] | None = None
    open_tanyao: bool | None = None
    tile_set: TileSet = field(default_factory=TileSet)
    rules: RuleSet | None = None
    """The whole rule set, in games of our own."""
    final_scores: tuple[int, ...] | None = None
    """Scores after the last deal recorded, settlement not included."""
    history: tuple[Mapping[str, Any], ...] = ()
    """What happened after the last deal, as in a deal's `history`."""
    id: str = ""
    line: int = 0
    """Line on which the game starts, counted from 0."""

    def names_in(self, deal: RecordedDeal) -> tuple[str, ...]:
        """Who sat at each seat in a deal of this game."""
        return tuple(self.names[place] for place in deal.sitting)

    @property
    def first_dealer(self) -> Seat:
        """Who was East in the first deal of the match (decides ties): `kyoku` counts from there."""
        return (self.deals[0].dealer - (self.deals[0].number - 1)) % 4 if self.deals else 0
