"""What the referee enforces beside the game itself: claims, clocks, fouls."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from engine.rules.match_rules import Points
from engine.rules.section import Section, rule

Seconds: TypeAlias = Annotated[float, Field(ge=0)]
Minutes: TypeAlias = Annotated[float, Field(ge=0)]
Penalty: TypeAlias = Literal["refused", "warning", "dead_hand", "no_calls_or_wins", "points", "chombo"]
"""What a foul costs. `refused`: nothing, it is only put right. `dead_hand`: no win, noten at a draw, the deposit is
lost. `no_calls_or_wins`: the same for the rest of the deal with the right to ready payments. `points`: a fine of
`chombo_points`, and play goes on."""


class ClaimRules(Section):
    """Claims"""

    claim_order: Literal["rank", "first_call"] = rule(
        "rank",
        "Between pon/kan and chi: the higher, or who called first. A win is always above both.",
        "fouls",
        "the first call wins between pon and chi",
    )
    claim_until: Literal["next_draw", "next_discard", "wall_touched"] = rule(
        "next_draw", "How long a discard may be called.", "fouls", "a call stands until"
    )
    ron_until: Literal["as_calls", "next_discard"] = rule(
        "as_calls",
        "How long a discard may be won on: as long as it may be called, or until the next discard.",
        "fouls",
        "ron until the next discard",
    )
    call_change: bool = rule(
        True, "Whether who called may at once change or withdraw the call.", "fouls", "changing a call"
    )
    calls: Literal["buttons", "tiles", "both"] = rule(
        "both", "Whether calls are made by button, by laying the tiles, or either.", "own", "referee.md: calls"
    )


LIMITS: Final = ("turn_seconds", "claim_seconds", "novice_seconds", "advanced_seconds")
"""The fields that limit a turn or a call; a game without time pressure leaves them out."""


class ClockRules(Section):
    """Clocks (none: no limit)"""

    turn_seconds: Seconds | None = rule(None, "Time for a discard.", "table", "clock a turn / claim")
    claim_seconds: Seconds | None = rule(
        None, "Time for a claim; when it lapses the seat passes.", "table", "clock a turn / claim"
    )
    bank_seconds: Seconds = rule(
        0, "Time bank of each player for a deal, used after the turn time.", "table", "clock a turn / claim"
    )
    novice_seconds: Seconds | None = rule(
        None, "Instead of both in a ranked match of novices.", "table", "clock a turn / claim"
    )
    advanced_seconds: Seconds | None = rule(
        None, "Instead of both in a ranked match of the advanced.", "table", "clock a turn / claim"
    )
    time_out_after_claim: Literal["any_tile", "last_tile"] = rule(
        "any_tile",
        "When the time lapses after a claim: any tile may be discarded, or only the last of the sorted hand. "
        "After a draw only the drawn tile may.",
        "fan",
        "clock",
    )
    pause_seconds: Seconds | None = rule(None, "Longest pause between deals.", "fan", "clock")
    last_deal_after_minutes: Minutes | None = rule(
        None, "A deal longer than this makes the next deal the last.", "own", "doman: match limits"
    )
    match_minutes: Minutes | None = rule(None, "The match ends, unrated, at this time.", "own", "doman: match limits")
    time_up: Literal["at_once", "finish_deal"] = rule(
        "at_once",
        "At that time: the match ends in the middle of a deal, or the deal being played is the last.",
        "own",
        "referee.md: match limit",
    )
    abandon_minutes: Minutes | None = rule(
        None, "No action for so long counts as leaving the match.", "own", "doman: inactive for the abandon time"
    )


class FoulRules(Section):
    """Fouls: what each costs"""

    false_win: Penalty = rule("refused", "WIN pressed without a legal win.", "fouls", "a false win")
    wrong_riichi: Penalty = rule(
        "chombo", "Riichi without a ready hand, found at a draw.", "table", "all share: wrong riichi"
    )
    riichi_refused: Penalty = rule(
        "refused", "Riichi refused at once: hand open or not ready, too few points or tiles.", "fouls", "referee.md"
    )
    wrong_meld: Penalty = rule(
        "refused", "Tiles laid that do not make the set called, seen before the discard.", "fouls", "wrong set"
    )
    wrong_meld_after_discard: Penalty = rule(
        "dead_hand", "The same, seen only after the discard.", "fouls", "wrong set after the discard"
    )
    claim_without_call: Penalty = rule("refused", "A discard taken without a call.", "fouls", "referee.md")
    claim_unfinished: Penalty = rule("refused", "A call granted, its tiles not laid.", "fouls", "referee.md")
    too_many_tiles: Penalty = rule("warning", "A hand with too many tiles.", "fouls", "a wrong number of tiles")
    too_few_tiles: Penalty = rule("warning", "A hand with too few tiles.", "fouls", "a wrong number of tiles")
    draw_out_of_turn: Penalty = rule(
        "refused", "A tile drawn out of turn; it goes back.", "fouls", "a wrong draw goes back"
    )
    discard_out_of_turn: Penalty = rule("refused", "A tile discarded out of turn; it goes back.", "fouls", "referee.md")
    forbidden_discard: Penalty = rule(
        "refused", "A discard that swap-calling, riichi or the clock forbids.", "fouls", "referee.md"
    )
    illegal_kan: Penalty = rule("refused", "A kan the rules forbid.", "fouls", "referee.md")
    exposed_tiles: tuple[tuple[int, Penalty], ...] = rule(
        (), "Tiles of a hand or the wall shown: from how many on, what it costs.", "fouls", "exposed tiles"
    )
    chombo: Literal["reverse_mangan", "points_after_uma", "points_to_table"] = rule(
        "reverse_mangan",
        "How a chombo is paid: mangan in reverse, points off the final result, or points to the others.",
        "table",
        "chombo",
    )
    chombo_points: Points = rule(0, "Points a chombo or a fine costs where they are fixed.", "table", "chombo", ge=0)
    chombo_replays_deal: bool = rule(True, "Whether the deal is played again after a chombo.", "table", "chombo")

    def penalty_for(self, foul: str) -> Penalty:
        """What a foul costs, by its name among the incidents of referee.md; `refused` for what is no foul."""
        penalty: Penalty = getattr(self, foul) if FoulRules.__annotations__.get(foul) == Penalty else "refused"
        return penalty
