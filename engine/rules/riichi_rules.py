"""Riichi: what a hand is worth, and the course of a deal (which the fan family shares where it applies)."""

from typing import Literal

from engine.rules.match_rules import Points
from engine.rules.section import Section, rule


class ValueRules(Section):
    """Riichi: winning and its value"""

    open_tanyao: bool = rule(True, "All simples counts with an open hand (kuitan).", "table", "open tanyao")
    double_wind_pair_fu: Literal[2, 4] = rule(
        4, "Fu of a pair that is both seat and round wind.", "table", "double-wind pair fu"
    )
    rinshan_tsumo_fu: bool = rule(
        True, "A win on a replacement tile has the 2 fu of tsumo.", "common", "a replacement-tile tsumo has its 2 fu"
    )
    kiriage_mangan: bool = rule(
        False, "4 han 30 fu and 3 han 60 fu are rounded up to mangan.", "table", "kiriage mangan"
    )
    kazoe_yakuman: bool = rule(
        True, "13 or more han count as a yakuman; otherwise as sanbaiman.", "table", "counted yakuman"
    )
    double_yakuman: bool = rule(
        False,
        "13-wait kokushi, suuankou tanki, 9-wait chuuren and daisuushii count twice.",
        "table",
        "double yakuman",
    )
    yakuman_add: bool = rule(True, "Several yakuman in one hand add up.", "table", "several yakuman add")
    renhou: Literal["none", "mangan", "yakuman"] = rule(
        "none",
        "A ron before one's own first draw; as mangan it stands alone (the better of it and the rest).",
        "table",
        "renhou",
    )
    nagashi_mangan: bool = rule(
        False,
        "An exhaustive draw pays who discarded only terminals and honours, none of them called, as a mangan tsumo.",
        "table",
        "nagashi mangan",
    )
    nagashi_closed_only: bool = rule(False, "Nagashi mangan needs a hand without own calls.", "table", "nagashi mangan")
    ura_dora: bool = rule(True, "Riichi winners turn the ura indicators, a kan's too.", "table", "all share: ura")
    kan_dora: bool = rule(True, "A kan turns a new indicator (and its ura).", "table", "kan dora shown")
    pao_yakuman: frozenset[Literal["daisangen", "daisuushii", "suukantsu"]] = rule(
        frozenset(), "Yakuman whose last feeding discard makes its player liable.", "table", "pao"
    )
    pao_part_only: bool = rule(False, "The liable player pays only the liable yakuman's part alone.", "table", "pao")


class CourseRules(Section):
    """The course of a deal"""

    multiple_ron: Literal["head_bump", "all"] = rule(
        "all", "Several rons on one tile: the nearest after the discarder, or all.", "table", "several rons"
    )
    triple_ron_draws: bool = rule(False, "Three rons on one tile end the deal in a draw.", "table", "several rons")
    nine_terminals_draw: bool = rule(
        False,
        "Nine different terminals and honours on the first draw may end the deal.",
        "table",
        "nine terminals, four winds, four riichi",
    )
    four_winds_draw: bool = rule(
        False,
        "Four equal winds as first four discards end the deal.",
        "table",
        "nine terminals, four winds, four riichi",
    )
    four_riichi_draw: bool = rule(
        False, "Four accepted riichi end the deal.", "table", "nine terminals, four winds, four riichi"
    )
    four_kans_draw: Literal["none", "at_once", "after_discard"] = rule(
        "none",
        "Four kans by more than one player end the deal: at once, or when the discard after passes.",
        "table",
        "fourth kan",
    )
    fifth_kan: Literal["forbidden", "draw", "allowed"] = rule(
        "forbidden", "A fifth kan: not possible, ends the deal, or a kan like any other.", "table", "fourth kan"
    )
    kan_indicator: Literal["at_once", "after_replacement"] = rule(
        "at_once",
        "When an open or added kan's indicator is turned: before its replacement, or after it and before the discard. "
        "A concealed kan's is always at once.",
        "table",
        "kan dora shown",
    )
    riichi_kan: Literal["forbidden", "waits_unchanged", "reading_unchanged", "drawn_reading_unchanged"] = rule(
        "waits_unchanged",
        "Concealed kan after riichi: none; if the waits stay; if no reading of the hand changes either; "
        "the same and only with the tile just drawn.",
        "table",
        "concealed kan after riichi",
    )
    kokushi_robs_concealed_kan: bool = rule(
        False, "Thirteen orphans may rob a concealed kan.", "table", "thirteen orphans robs a concealed kan"
    )
    swap_calling: Literal["allowed", "same_tile", "both_ends"] = rule(
        "both_ends",
        "After a call which discards are forbidden: none, the same tile, also the other end.",
        "table",
        "swap-calling",
    )
    kan_after_call: bool = rule(
        False,
        "Whether a kan may follow a chi or pon before the discard.",
        "table",
        "kan before the discard after a chi/pon",
    )
    calls_on_last_discard: bool = rule(
        False,
        "Whether the discard after the last draw may be called for a set; a win always may.",
        "table",
        "calls on the last discard",
    )
    riichi_min_points: Points | None = rule(
        1_000, "Points riichi needs; none: debt is allowed.", "table", "riichi needs"
    )
    riichi_min_wall: int = rule(4, "Live tiles left in the wall that riichi needs.", "table", "riichi needs", ge=0)
    riichi_check: Literal["at_once", "at_draw"] = rule(
        "at_once",
        "A riichi without a ready hand is refused at once, or found only when a draw opens the hands.",
        "own",
        "referee.md: riichi_refused",
    )
    furiten: bool = rule(True, "Whether there is furiten at all.", "common", "furiten")
    temporary_furiten_from: Literal["legal_ron", "any_wait"] = rule(
        "any_wait",
        "A passed tile makes furiten if it could have won, or if it was waited for at all.",
        "table",
        "temporary furiten from",
    )
    temporary_furiten_until: Literal["own_discard", "own_draw", "own_draw_or_call"] = rule(
        "own_draw_or_call", "What ends temporary furiten.", "table", "temporary furiten ends with"
    )
