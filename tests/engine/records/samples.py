"""Small mjai records that tests change one line of."""

import json
from typing import Any

START_GAME: dict[str, Any] = {
    "type": "start_game",
    "names": ["A", "B", "C", "D"],
    "kyoku_first": 4,
    "aka_flag": True,
    "kuitan": True,
}
HANDS = [
    ["1m", "2m", "3m", "4m", "5mr", "6m", "7m", "8m", "9m", "1p", "1p", "E", "E"],
    ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "2p", "2p", "S", "S"],
    ["1s", "2s", "3s", "4s", "5sr", "6s", "7s", "8s", "9s", "3p", "3p", "W", "W"],
    ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "4p", "4p", "N", "N"],
]
START_KYOKU: dict[str, Any] = {
    "type": "start_kyoku",
    "bakaze": "E",
    "dora_marker": "P",
    "kyoku": 1,
    "honba": 0,
    "kyotaku": 0,
    "oya": 0,
    "scores": [25000, 25000, 25000, 25000],
    "tehais": HANDS,
}


def tsumo(actor: int, pai: str) -> dict[str, Any]:
    return {"type": "tsumo", "actor": actor, "pai": pai}


def dahai(actor: int, pai: str, tsumogiri: bool = True) -> dict[str, Any]:
    return {"type": "dahai", "actor": actor, "pai": pai, "tsumogiri": tsumogiri}


def ron_of_the_second_tile() -> list[dict[str, Any]]:
    """Seat 0 discards F, seat 1 draws and discards 1p, seat 0 wins on it."""
    return [
        START_GAME,
        START_KYOKU,
        tsumo(0, "F"),
        dahai(0, "F"),
        tsumo(1, "1p"),
        dahai(1, "1p"),
        {"type": "hora", "actor": 0, "target": 1, "pai": "1p", "deltas": [9600, -9600, 0, 0], "ura_markers": []},
        {"type": "end_kyoku"},
        {"type": "end_game", "scores": [34600, 15400, 25000, 25000]},
    ]


def text(lines: list[dict[str, Any]]) -> list[str]:
    return [json.dumps(line) for line in lines]
