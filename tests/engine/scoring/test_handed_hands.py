"""Every handed hand comes out right: the riichi ones with what each seat wins or loses, the fan ones with patterns."""

import json
from typing import Any

from engine.rules import load_rules
from engine.scoring.codec import score_object
from tests.cases import case_objects


def deltas(answer: dict[str, Any], expect: dict[str, Any]) -> list[int]:
    changes = [0, 0, 0, 0]
    paid = answer["payments"]
    if expect["loser"] is not None:
        changes[expect["loser"]] = -paid["ron"]
    else:
        for seat in {0, 1, 2, 3} - {expect["winner"]}:
            changes[seat] = -paid["tsumo"]["dealer" if seat == expect["dealer"] else "other"]
    changes[expect["winner"]] = answer["total"]
    return changes


def test_riichi_hands() -> None:
    rules = load_rules("tenhou")
    hands = 0
    for case in case_objects("riichi_hands.jsonl.gz"):
        hands += 1
        answer, expect = score_object(rules, case["in"]), case["expect"]
        assert answer.get("valid"), (case["in"], answer)
        assert {yaku["name"]: yaku["han"] for yaku in answer["yaku"]} == expect["yaku"], case["in"]
        for name in ("dora", "aka", "ura", "han", "fu", "yakuman", "limit"):
            assert answer[name] == expect[name], (name, case["in"])
        assert deltas(answer, expect) == expect["deltas"], case["in"]
    assert hands == 1858


def counts_as(pattern: str, names: list[str]) -> bool:
    """Whether a `must_not` entry is among the names; a star at its end stands for anything."""
    return any(name == pattern or (pattern[-1] == "*" and name.startswith(pattern[:-1])) for name in names)


def test_fan_hands() -> None:
    for case in case_objects("fan_hands.jsonl"):
        rules = load_rules(case["rules"], [f"{name}={json.dumps(value)}" for name, value in case["set"].items()])
        answer, expect = score_object(rules, case["in"]), case["expect"]
        assert answer["valid"] == expect["valid"], case
        patterns = answer.get("patterns", [])
        names = sorted(pattern["name"] for pattern in patterns)
        if not expect["names_may_differ"]:
            assert names == expect["patterns"], case
        if expect["fan"] is not None:
            assert answer["fan"] == expect["fan"], case
        assert answer.get("base") == expect["base"], case
        assert answer.get("total", 0) == expect["gain"], case
        for pattern in expect["must_not"]:
            if pattern == "*non-limit*":
                assert all(entry["fan"] == 10 for entry in patterns), case
            else:
                assert not counts_as(pattern, names), case
