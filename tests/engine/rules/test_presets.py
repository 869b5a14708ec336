"""Every cell of the preset table in rules.md, and what the other sections say of presets."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.rules import PRESETS, RuleSet, load_rules
from engine.rules.presets import CATALOGUE, DOMAN_MENU

TABLE = Path(__file__).parents[1] / "data" / "presets.txt"
COLUMNS = ("doman", "riichi-single-deal", "tenhou", "mahjong-soul", "m-league", "wrc", "ema")


def cells() -> Iterator[tuple[str, str, str, str]]:
    """(row, field, preset, cell) of the truth table."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            row, field, *values = (part.strip() for part in line.split("|"))
            assert len(values) == len(COLUMNS), line
            for preset, cell in zip(COLUMNS, values, strict=True):
                yield row, field, preset, cell


def value_of(cell: str) -> Any:
    text = cell.rstrip("!")
    return None if text == "none" else tomllib.loads(f"value = {text}")["value"]


def plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("row", "field", "preset", "cell"), [cell for cell in cells() if cell[3] != "*"])
def test_cell_of_the_table(row: str, field: str, preset: str, cell: str) -> None:
    assert plain(getattr(PRESETS[preset], field)) == value_of(cell), row


@pytest.mark.parametrize(("row", "field", "preset", "cell"), [cell for cell in cells() if cell[3] != "*"])
def test_origin_of_the_cell(row: str, field: str, preset: str, cell: str) -> None:
    """Doman's and the single deal's cells without "(seed)" are choices, the other columns are published rules."""
    common = row in ("all share: noten",)
    unmarked = "choice" if preset in COLUMNS[:2] and not common else "public"
    assert CATALOGUE[preset].origins[field] == ("seed" if cell.endswith("!") else unmarked), row


def test_the_table_names_every_field_that_has_a_row() -> None:
    named = {field for _row, field, _preset, _cell in cells()}
    with_row = {
        name
        for name, info in RuleSet.model_fields.items()
        if isinstance(info.json_schema_extra, dict) and info.json_schema_extra["source"] == "table"
    }
    assert with_row - named == {"chombo_replays_deal"}


def test_match_lengths_and_families() -> None:
    assert {name: rules.match_length for name, rules in PRESETS.items()} == {
        "doman": "hanchan",
        "riichi-single-deal": "single",
        "tenhou": "hanchan",
        "mahjong-soul": "hanchan",
        "m-league": "hanchan",
        "wrc": "hanchan",
        "ema": "hanchan",
        "fan-practice": "full",
        "fan-online": "full",
    }
    assert [name for name, rules in PRESETS.items() if rules.family == "fan"] == ["fan-practice", "fan-online"]


def test_fouls_of_the_tournaments() -> None:
    """rules.md, Fouls."""
    wrc, ema, m_league = PRESETS["wrc"], PRESETS["ema"], PRESETS["m-league"]
    assert (wrc.false_win, wrc.wrong_riichi, wrc.too_many_tiles, wrc.too_few_tiles) == ("chombo",) * 4
    assert wrc.exposed_tiles == ((1, "warning"), (3, "dead_hand"), (7, "chombo"))
    assert (wrc.wrong_meld, wrc.wrong_meld_after_discard, wrc.draw_out_of_turn) == ("refused", "dead_hand", "refused")
    assert (wrc.call_change, wrc.claim_until, wrc.claim_order) == (False, "next_draw", "first_call")
    assert (ema.too_many_tiles, ema.too_few_tiles) == ("dead_hand", "dead_hand")
    assert (ema.claim_order, ema.call_change, ema.ron_until) == ("rank", True, "next_discard")
    assert (m_league.wrong_meld, m_league.too_many_tiles, m_league.too_few_tiles) == ("no_calls_or_wins",) * 3
    assert m_league.claim_until == "wall_touched"
    assert wrc.chombo_replays_deal
    assert ema.chombo_replays_deal


def test_what_a_foul_costs_by_its_name() -> None:
    """rules.md, Fouls: the field decides."""
    wrc = PRESETS["wrc"]
    fouls = ("false_win", "too_few_tiles", "wrong_meld", "antenna_blind", "chombo", "exposed_tiles")
    assert [wrc.penalty_for(foul) for foul in fouls] == ["chombo", "chombo", *("refused",) * 4]


def test_fan_presets() -> None:
    """rules.md, Fan family."""
    practice, online = PRESETS["fan-practice"], PRESETS["fan-online"]
    for rules in (practice, online):
        assert (rules.start_points, rules.bankruptcy_ends, rules.return_points) == (1_000, False, None)
        assert (rules.flowers, rules.red_fives, rules.multiple_ron) == (True, 0, "head_bump")
        assert (rules.dealer_repeats_on, rules.noten_payments, rules.furiten) == ("win", 0, False)
        assert (rules.fan_base, rules.discard_factor, rules.self_draw_factor) == ("curve", 4, 2)
        assert (rules.kan_after_call, rules.kokushi_robs_concealed_kan, rules.false_win) == (False, False, "refused")
        assert (rules.ura_dora, rules.kan_dora) == (False, False)
    assert (practice.minimum_fan, practice.turn_limit_seconds, practice.claim_limit_seconds) == (0, None, None)
    assert (online.minimum_fan, online.turn_limit_seconds, online.claim_limit_seconds) == (3, 20, 10)
    assert (online.pause_seconds, online.time_out_after_claim) == (20, "last_tile")
    assert (practice.ranked, online.ranked) == (False, True)
    assert len(practice.tile_set.tiles) == 144
    assert len(load_rules("fan-practice", ["flowers=false"]).tile_set.tiles) == 136


def test_doman_has_eight_types_with_their_clocks() -> None:
    clocks = {}
    for title, fields in DOMAN_MENU.items():
        rules = PRESETS["doman"].with_changes(**fields)
        clocks[title] = (rules.turn_limit_seconds, rules.match_length, rules.open_tanyao, rules.ranked)
    assert clocks == {
        "Novice Mahjong (Quick Ranked Match)": (15, "tonpuusen", True, True),
        "Novice Mahjong (Full Ranked Match)": (15, "hanchan", True, True),
        "Advanced Mahjong (Quick Ranked Match)": (10, "tonpuusen", True, True),
        "Advanced Mahjong (Full Ranked Match)": (10, "hanchan", True, True),
        "Four-player Mahjong (Quick Match, kuitan)": (None, "tonpuusen", True, False),
        "Four-player Mahjong (Quick Match, no kuitan)": (None, "tonpuusen", False, False),
        "Four-player Mahjong (Full Match, kuitan)": (None, "hanchan", True, False),
        "Four-player Mahjong (Full Match, no kuitan)": (None, "hanchan", False, False),
    }


def test_doman_match_limits() -> None:
    assert (PRESETS["doman"].last_deal_after_minutes, PRESETS["doman"].match_minutes) == (80, 120)


def test_uma_of_a_short_match() -> None:
    assert load_rules("tenhou").match_uma == (20, 10, -10, -20)
    assert load_rules("tenhou", ["match_length=tonpuusen"]).match_uma == (10, 5, -5, -10)
    assert load_rules("ema", ["match_length=tonpuusen"]).match_uma == (15, 5, -5, -15)


@pytest.mark.parametrize("name", PRESETS)
def test_every_field_has_an_origin_and_a_source(name: str) -> None:
    assert set(CATALOGUE[name].origins) == set(RuleSet.model_fields)
    assert all(info.description for info in RuleSet.model_fields.values())
