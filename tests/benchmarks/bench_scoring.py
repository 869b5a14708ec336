"""Scoring: the handed hands, or our own random ones where the cases are not beside the checkout."""

import gzip
import json
import random
from collections.abc import Sequence

from engine.rules import load_rules
from engine.scoring import Score, WinContext, score_win
from engine.scoring.codec import read_win
from tests.benchmarks.framework import Bench, Contender, Work
from tests.benchmarks.peers import PEERS, peer
from tests.cases import CASES
from tests.hands import random_win

RULES = load_rules("tenhou")
OWN_HANDS = 2_000
MET_BEFORE = 10_000
HANDED = CASES / "riichi_hands.jsonl.gz"


def handed_wins() -> list[WinContext]:
    """The handed hands; our own if there are none."""
    if not HANDED.exists():
        return own_wins(8)
    with gzip.open(HANDED, "rt", encoding="utf-8") as file:
        return [read_win(RULES, json.loads(line)["in"]) for line in file]


def own_wins(seed: int, number: int = OWN_HANDS) -> list[WinContext]:
    """Random wins that are worth something."""
    rng = random.Random(seed)
    wins: list[WinContext] = []
    while len(wins) < number:
        win = random_win(rng)
        if isinstance(score_win(RULES, win), Score):
            wins.append(win)
    return wins


def _han(score: object) -> int:
    return score.han if isinstance(score, Score) else 0


def _ours(wins: Sequence[WinContext]) -> Work:
    return Work(lambda win: score_win(RULES, win), wins, read=_han)


BENCHES = (
    Bench(
        "scoring",
        "win",
        warm_up=lambda: own_wins(9, MET_BEFORE),
        inputs=handed_wins,
        contenders=(
            Contender("jantaku", _ours),
            *(peer(name, "scoring") for name in PEERS),
        ),
        baseline="mahjong",
        goal=4,
    ),
)
