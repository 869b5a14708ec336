"""Hands with fields that cannot be: each gets a value, a refusal or an error object, as valid JSON."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from engine.rules import PRESETS
from engine.scoring.codec import score_object
from tests.mutations import mutated

HAND: dict[str, Any] = {
    "id": "a",
    "hand": "234m55p234p888s",
    "melds": [{"type": "pon", "tiles": "777z"}],
    "win_tile": "8s",
    "dora_indicators": "5m1z",
    "ura_indicators": "1m",
    "round_wind": "E",
    "seat_wind": "S",
    "flowers": "1f5f",
    "liable": None,
} | dict.fromkeys(("riichi", "honba", "kyotaku"), 0)
HAND |= dict.fromkeys(
    ("tsumo", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou", "renhou"), False
)


@pytest.mark.parametrize("name", ["tenhou", "doman", "ema", "fan-online"])
@settings(max_examples=80, deadline=None)
@given(hand=mutated(HAND))
def test_every_line_has_an_answer(name: str, hand: Any) -> None:
    answer = score_object(PRESETS[name], hand)
    json.dumps(answer)
    assert answer.get("valid") is True or answer.get("message") or answer["error"]["message"]
