"""Hands with fields that cannot be: each gets a value, a refusal or an error, never anything else."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from engine.errors import ImpossibleHand
from engine.rules import PRESETS
from engine.scoring import score_win
from engine.scoring.codec import read_win, score_object
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


@pytest.mark.parametrize(
    ("name", "changes", "code"),
    [
        ("tenhou", {"honba": -1}, "negative"),
        ("tenhou", {"deposits": -1}, "negative"),
        ("tenhou", {"dora_indicators": (16, 16)}, "same_tile_twice"),
        ("tenhou", {"dora_indicators": (16,) * 6}, "same_tile_twice"),
        ("fan-online", {"flowers": (136, 136)}, "flowers"),
        ("fan-online", {"flowers": (135, 136)}, "flowers"),
        ("fan-online", {"win_tile": 136}, "win_tile_not_in_hand"),
    ],
)
def test_what_only_a_program_could_hand_in(name: str, changes: dict[str, Any], code: str) -> None:
    """The JSON form cannot say these."""
    win = read_win(PRESETS[name], HAND | {"dora_indicators": "", "ura_indicators": ""})
    with pytest.raises(ImpossibleHand) as caught:
        score_win(PRESETS[name], replace(win, **changes))
    assert caught.value.code == code
