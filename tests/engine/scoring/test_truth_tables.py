"""Our own hands, one for each yaku, pattern, fu case, limit, rule field and impossible hand: tests/engine/data."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.rules import load_rules
from engine.scoring.codec import score_object
from engine.scoring.fan_patterns import FAN, LIMITS
from engine.scoring.yaku import CLOSED_HAN
from engine.scoring.yakuman import DOUBLE

DATA = Path(__file__).resolve().parent.parent / "data"


def table(name: str) -> list[Any]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(json.loads(line), id=json.loads(line)["why"]) for line in lines]


def facts(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as the tables write it: named values as one object, an error by its code."""
    flat = answer | {"error": answer["error"]["code"] if "error" in answer else None}
    if "yaku" in answer:
        flat["yaku"] = {yaku["name"]: yaku["han"] for yaku in answer["yaku"]}
    if "patterns" in answer:
        flat["patterns"] = {pattern["name"]: pattern["fan"] for pattern in answer["patterns"]}
    return flat


@pytest.mark.parametrize("row", [*table("riichi_hands.jsonl"), *table("fan_hands.jsonl")])
def test_hand(row: dict[str, Any]) -> None:
    answer = facts(score_object(load_rules(row["rules"], row["set"]), row["in"]))
    assert {name: answer.get(name) for name in row["expect"]} == row["expect"]


def named(name: str, field: str) -> set[str]:
    return {key for param in table(name) for key in param.values[0]["expect"].get(field) or ()}


def test_every_yaku_is_in_the_table() -> None:
    single = {"tenhou", "chiihou", "renhou", "kokushi", "suuankou", "daisangen", "shousuushii", "tsuuiisou"}
    more = {"chinroutou", "ryuuiisou", "chuuren", "suukantsu"}
    assert CLOSED_HAN.keys() | DOUBLE | single | more <= named("riichi_hands.jsonl", "yaku")


def test_every_fan_pattern_is_in_the_table() -> None:
    assert FAN.keys() | LIMITS.keys() <= named("fan_hands.jsonl", "patterns")
