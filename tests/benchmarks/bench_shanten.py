"""Shanten: one hand, one hand when nothing was met before, and every discard against every draw."""

import random
from collections.abc import Sequence

from engine.shapes import prospects, shanten
from engine.shapes.shanten import forget
from tests.benchmarks.framework import Bench, Contender, Work
from tests.benchmarks.peers import PEERS, peer
from tests.benchmarks.peers.forms import Counts
from tests.hands import random_counts

HANDS = 20_000
MET_BEFORE = 100_000
"""Other hands that warm all contenders up: what bots and hints have asked after a few matches."""
PROSPECT_HANDS = 400
PROSPECTS_MET_BEFORE = 4_000


def _hands(seed: int, number: int) -> Sequence[Counts]:
    rng = random.Random(seed)
    return [random_counts(rng, 14) for _ in range(number)]


def _all_pairs(hands: Sequence[Counts]) -> list[Counts]:
    """Every hand after each discard and each draw; at most those of `PROSPECT_HANDS` hands, which fill memory."""
    found: list[Counts] = []
    for hand in hands[:PROSPECT_HANDS]:
        for discard in (kind for kind in range(34) if hand[kind]):
            for draw in range(34):
                if hand[draw] < 4:
                    counts = list(hand)
                    counts[discard] -= 1
                    counts[draw] += 1
                    found.append(counts)
    return found


def _number_of_pairs(hand: Counts) -> int:
    return sum(1 for count in hand if count) * sum(1 for count in hand if count < 4)


def _ours(hands: Sequence[Counts]) -> Work:
    return Work(shanten, [bytes(counts) for counts in hands])  # as a deal of the engine holds them


ONE = (Contender("jantaku", _ours), *(peer(name, "shanten") for name in PEERS))

BENCHES = (
    Bench(
        "shanten-cold",
        "hand, nothing met before",
        start=forget,
        warm_up=lambda: (),
        inputs=lambda: _hands(1, HANDS),
        contenders=ONE,
        baseline="mahjong",
        goal=5,
    ),
    Bench(
        "shanten",
        "hand",
        warm_up=lambda: _hands(2, MET_BEFORE),
        inputs=lambda: _hands(3, HANDS),
        contenders=ONE,
        baseline="mahjong",
        goal=20,
    ),
    Bench(
        "shanten-many",
        "hand, of all discards x all draws",
        warm_up=lambda: _hands(4, PROSPECTS_MET_BEFORE),
        inputs=lambda: _hands(5, PROSPECT_HANDS),
        contenders=(
            Contender("jantaku", lambda hands: Work(prospects, hands, cost=_number_of_pairs)),
            *(
                peer(name, "shanten", share=share, expand=_all_pairs)
                for name, share in zip(PEERS, (0.1, 0.1, 0.2, 0.5), strict=True)
            ),
        ),
        baseline="mahjong",
        goal=100,
        comparable=False,
    ),
)
