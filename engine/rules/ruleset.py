"""`RuleSet`: every difference between rule families, tournaments and houses, as one frozen model.

Nothing in the engine asks which preset is played; it asks these fields.
"""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.errors import RulesError
from engine.tiles import TileSet

Fan: TypeAlias = Annotated[int, Field(ge=0, le=10)]
Points: TypeAlias = int
Seconds: TypeAlias = Annotated[float, Field(ge=0)]
Penalty: TypeAlias = Literal["refused", "warning", "dead_hand", "no_calls_or_wins", "points", "chombo"]


class RuleSet(BaseModel):
    """All rules of a game. Frozen; change it with `with_changes`, which checks again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # What is played
    name: str = Field("house", description="Name of the rule set, shown on the table.")
    family: Literal["riichi", "fan"] = Field("riichi", description="Scoring family: Japanese riichi or Hong Kong fan.")
    match_length: Literal["single", "tonpuusen", "hanchan", "east", "full"] = Field(
        "hanchan",
        description="Length of a match: one deal; riichi East round or East and South; fan East round or four rounds.",
    )
    level: Literal["novice", "advanced"] | None = Field(None, description="Doman table level; feeds ranks and clocks.")
    ranked: bool = Field(False, description="Whether the match changes ratings and ranks.")

    # Tiles
    red_fives: int = Field(3, ge=0, le=4, description="Red fives in the set (3: one a suit; 4: two of circles).")
    flowers: bool = Field(False, description="Play with the eight flowers and seasons (144 tiles).")
    dead_wall: int = Field(14, ge=0, le=14, description="Tiles of the wall that are never drawn by turn.")

    # Points and the end of a match
    start_points: Points = Field(25_000, description="Points each player starts with.")
    return_points: Points | None = Field(None, description="Points subtracted before uma; None: no settlement.")
    oka: Points = Field(0, description="Bonus in points the first place takes at the end.")
    uma: tuple[float, float, float, float] = Field(
        (0, 0, 0, 0), description="Placement bonus by place, in thousands of points."
    )
    tied_places: Literal["first_dealer_order", "split"] = Field(
        "first_dealer_order", description="Equal scores: nearer to the first dealer is better, or the bonus is split."
    )
    leftover_deposits: Literal["first", "returned", "not_awarded", "last_winner"] = Field(
        "first", description="Who takes riichi deposits still on the table at the end of the match."
    )
    bankruptcy_ends: bool = Field(True, description="The match ends when somebody is below 0.")
    agari_yame: Literal["none", "automatic"] = Field(
        "none", description="Whether the match stops when the dealer repeats in the last deal and leads."
    )
    agari_yame_points: Points = Field(0, description="Points the leading dealer needs for that stop.")
    extra_round_until: Points | None = Field(
        None, description="Extra round, with sudden death, while nobody has so many points; None: no extra round."
    )
    dealer_repeats_on: Literal["win", "win_or_tenpai"] = Field(
        "win_or_tenpai", description="When the dealer stays dealer."
    )

    # Riichi: winning and its value
    open_tanyao: bool = Field(True, description="All simples counts with an open hand (kuitan).")
    double_wind_pair_fu: Literal[2, 4] = Field(4, description="Fu of a pair that is both seat and round wind.")
    rinshan_tsumo_fu: bool = Field(True, description="A win on a replacement tile has the 2 fu of tsumo.")
    kiriage_mangan: bool = Field(False, description="4 han 30 fu and 3 han 60 fu are rounded up to mangan.")
    kazoe_yakuman: bool = Field(True, description="13 or more han count as a yakuman; otherwise as sanbaiman.")
    double_yakuman: bool = Field(
        False, description="13-wait kokushi, suuankou tanki, 9-wait chuuren and daisuushii count twice."
    )
    yakuman_add: bool = Field(True, description="Several yakuman in one hand add up.")
    renhou: Literal["none", "mangan", "yakuman"] = Field(
        "none",
        description="A ron before one's own first draw; as mangan it stands alone (the better of it and the rest).",
    )
    nagashi_mangan: bool = Field(False, description="Only terminals and honours discarded at an exhaustive draw.")
    nagashi_closed_only: bool = Field(False, description="Nagashi mangan needs a hand without own calls.")
    ura_dora: bool = Field(True, description="Riichi winners turn the ura indicators.")
    kan_dora: bool = Field(True, description="A kan turns a new indicator (and its ura).")
    pao_yakuman: frozenset[Literal["daisangen", "daisuushii", "suukantsu"]] = Field(
        frozenset(), description="Yakuman whose last feeding discard makes its player liable."
    )
    pao_part_only: bool = Field(False, description="The liable player pays only the liable yakuman's part alone.")

    # Riichi: the course of a deal
    multiple_ron: Literal["head_bump", "all"] = Field(
        "all", description="Several rons on one tile: the nearest, or all."
    )
    triple_ron_draws: bool = Field(False, description="Three rons on one tile end the deal in a draw.")
    nine_terminals_draw: bool = Field(False, description="Nine different terminals and honours may end the deal.")
    four_winds_draw: bool = Field(False, description="Four equal winds as first four discards end the deal.")
    four_riichi_draw: bool = Field(False, description="Four accepted riichi end the deal.")
    four_kans_draw: Literal["none", "at_once", "after_discard"] = Field(
        "none", description="Four kans by more than one player end the deal: at once, or when the discard after passes."
    )
    fifth_kan: Literal["forbidden", "draw"] = Field(
        "forbidden", description="What a fifth kan does after one player's four."
    )
    kan_indicator: Literal["at_once", "after_replacement"] = Field(
        "at_once",
        description="When an open or added kan's indicator is turned: before its replacement, or after it and before "
        "the discard. A concealed kan's is always at once.",
    )
    riichi_kan: Literal["forbidden", "waits_unchanged", "reading_unchanged", "drawn_reading_unchanged"] = Field(
        "waits_unchanged", description="Concealed kan after riichi: which are allowed."
    )
    kokushi_robs_concealed_kan: bool = Field(False, description="Thirteen orphans may rob a concealed kan.")
    swap_calling: Literal["allowed", "same_tile", "both_ends"] = Field(
        "both_ends", description="After a call which discards are forbidden: none, the same tile, also the other end."
    )
    kan_after_call: bool = Field(False, description="Whether a kan may follow a chi or pon before the discard.")
    riichi_min_points: Points | None = Field(1_000, description="Points riichi needs; None: debt is allowed.")
    riichi_min_wall: int = Field(4, ge=0, description="Live tiles left in the wall that riichi needs.")
    temporary_furiten_from: Literal["legal_ron", "any_wait"] = Field(
        "any_wait", description="A passed tile makes furiten if it could have won, or if it was waited for at all."
    )
    temporary_furiten_until: Literal["own_discard", "own_draw", "own_draw_or_call"] = Field(
        "own_draw_or_call", description="What ends temporary furiten."
    )
    furiten: bool = Field(True, description="Whether there is furiten at all.")

    # Fan family
    minimum_fan: Literal[0, 1, 3] = Field(0, description="Fan a hand needs to win; flowers count.")
    fan_base: Literal["curve", "doubling", "stepped"] = Field("curve", description="Base points by fan, 0-10.")
    discard_factor: int = Field(4, ge=1, description="A discard win takes this many times the base.")
    self_draw_factor: int = Field(2, ge=1, description="A self-draw takes this many times the base from each.")
    patterns_off: frozenset[str] = Field(frozenset(), description="Fan patterns not counted.")

    # Claims
    claim_order: Literal["rank", "first_call"] = Field(
        "rank", description="Between pon/kan and chi: the higher, or who called first. A win is always above both."
    )
    claim_until: Literal["next_draw", "next_discard", "wall_touched"] = Field(
        "next_draw", description="How long a discard may be called."
    )
    calls: Literal["buttons", "tiles", "both"] = Field(
        "both", description="Whether calls are made by button, by laying the tiles, or either."
    )

    # Clocks (seconds; None: no limit)
    turn_seconds: Seconds | None = Field(None, description="Time for a discard.")
    claim_seconds: Seconds | None = Field(None, description="Time for a claim; when it lapses the seat passes.")
    bank_seconds: Seconds = Field(0, description="Time bank of each player for a deal, used after the turn time.")
    pause_seconds: Seconds | None = Field(None, description="Longest pause between deals.")
    last_deal_after_minutes: Seconds | None = Field(
        None, description="A deal longer than this makes the next deal the last."
    )
    match_minutes: Seconds | None = Field(None, description="The match ends, unrated, at this time.")
    abandon_minutes: Seconds | None = Field(None, description="No action for so long counts as leaving the match.")

    # Fouls
    false_win: Penalty = Field("refused", description="WIN pressed without a legal win.")
    wrong_riichi: Penalty = Field("chombo", description="Riichi without a ready hand, found at the draw.")
    wrong_call: Penalty = Field("refused", description="A call that its tiles do not make.")
    wrong_tile_count: Penalty = Field("warning", description="Too many or too few tiles in a hand.")
    wrong_draw: Penalty = Field("warning", description="A tile drawn out of turn.")
    chombo: Literal["reverse_mangan", "points_after_uma", "points_to_table"] = Field(
        "reverse_mangan",
        description="How a chombo is paid: mangan in reverse, points off the result, or to the others.",
    )
    chombo_points: Points = Field(0, description="Points a chombo costs where they are fixed.")
    chombo_replays_deal: bool = Field(True, description="Whether the deal is played again after a chombo.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        riichi_lengths = ("single", "tonpuusen", "hanchan")
        fan_lengths = ("single", "east", "full")
        lengths = riichi_lengths if self.family == "riichi" else fan_lengths
        if self.match_length not in lengths:
            raise ValueError(
                f"match_length: the {self.family} family plays {', '.join(lengths)}, not {self.match_length}"
            )
        if self.family == "riichi" and self.flowers:
            raise ValueError("flowers: riichi is played without flowers")
        if self.family == "fan" and self.red_fives:
            raise ValueError("red_fives: the fan family has no red fives; set red_fives to 0")
        return self

    @property
    def tile_set(self) -> TileSet:
        """The physical tiles this game needs."""
        return TileSet(red_fives=self.red_fives, flowers=self.flowers)

    def with_changes(self, **changes: object) -> "RuleSet":
        """A copy with some fields changed, checked as a whole; raises `RulesError` naming each wrong field."""
        try:
            return RuleSet.model_validate(self.model_dump() | changes)
        except ValueError as error:
            raise RulesError(str(error)) from error
