"""What is played, with which tiles, and how a match runs and is settled."""

from typing import Literal, TypeAlias

from engine.rules.section import Section, rule

Points: TypeAlias = int
Uma: TypeAlias = tuple[float, float, float, float]


class GameRules(Section):
    """What is played"""

    name: str = rule("house", "Name of the rule set, shown on the table.", "own", "name")
    family: Literal["riichi", "fan"] = rule(
        "riichi", "Scoring family: Japanese riichi or Hong Kong fan.", "own", "the rules' families"
    )
    match_length: Literal["single", "tonpuusen", "hanchan", "east", "full"] = rule(
        "hanchan",
        "Length of a match: one deal; riichi East round or East and South; fan East round or four rounds.",
        "own",
        "match_length",
    )
    level: Literal["novice", "advanced"] | None = rule(
        None, "Doman table of a ranked match; feeds ranks and clocks.", "own", "doman: the menu's eight types"
    )
    ranked: bool = rule(
        False, "Whether the match changes ratings, ranks or the season.", "own", "doman: rating; fan: season rating"
    )
    red_fives: int = rule(
        3, "Red fives in the set (3: one a suit; 4: two of circles).", "table", "red fives", ge=0, le=4
    )
    flowers: bool = rule(False, "Play with the eight flowers and seasons (144 tiles).", "fan", "136 or 144 tiles")
    dead_wall: int = rule(14, "Tiles of the wall that are never drawn by turn.", "common", "136 tiles", ge=0, le=14)
    dora_shown_as: Literal["indicator", "dora"] = rule(
        "indicator", "Displays show the indicator as it lies, or the dora itself.", "own", "doman: dora_shown_as"
    )


class MatchRules(Section):
    """Points and the end of a match"""

    start_points: Points = rule(25_000, "Points each player starts with.", "table", "start / return points, oka")
    return_points: Points | None = rule(
        None, "Points subtracted before uma; none: no settlement.", "table", "start / return points, oka"
    )
    oka: Points = rule(0, "Bonus in points the first place takes at the end.", "table", "start / return points, oka")
    uma: Uma = rule((0, 0, 0, 0), "Placement bonus by place, in thousands of points.", "table", "uma")
    uma_tonpuusen: Uma | None = rule(None, "The same in an East-only match; none: as in a longer one.", "table", "uma")
    tied_places: Literal["first_dealer_order", "split"] = rule(
        "first_dealer_order",
        "Equal scores: nearer to the first dealer is better, or the bonus is split.",
        "table",
        "tied places",
    )
    leftover_deposits: Literal["first", "returned", "not_awarded", "last_winner"] = rule(
        "first",
        "Who takes riichi deposits still on the table at the end of the match.",
        "table",
        "deposits left at the end",
    )
    bankruptcy_ends: bool = rule(True, "The match ends when somebody is below 0.", "table", "bankruptcy ends")
    agari_yame: Literal["none", "automatic"] = rule(
        "none",
        "Whether the match stops when the dealer repeats in the last deal and leads.",
        "table",
        "stop when the dealer leads at the end",
    )
    agari_yame_points: Points = rule(
        0, "Points the leading dealer needs for that stop.", "table", "stop when the dealer leads at the end"
    )
    extra_round_until: Points | None = rule(
        None,
        "Extra round, with sudden death, while nobody has so many points; none: no extra round.",
        "table",
        "extra round",
    )
    dealer_repeats_on: Literal["win", "win_or_tenpai"] = rule(
        "win_or_tenpai", "When the dealer stays dealer.", "table", "dealer repeats on"
    )
    noten_payments: Points = rule(
        3_000,
        "Points that pass from hands not ready to ready ones at an exhaustive draw, in all; 0: none. One, two or three "
        "seats share them in hundreds.",
        "common",
        "noten payments",
        ge=0,
        multiple_of=600,
    )
