"""`python -m tests.benchmarks.strength`: how much better each level of bots is than the one below, on duplicate walls.

Each wall is played four times, with the better bot in every seat against three of the lower level, so that luck of
the draw falls on all alike. What counts is the better bot's average place: 2.5 would be no better at all.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from time import process_time

from engine.bots import LEVELS, Level, make_bot
from engine.rules import RuleSet, load_rules
from engine.tiles import SEATS
from tests.engine.arena import play_match

GOAL = 2.35
"""Average place the better bot must reach."""


@dataclass(frozen=True)
class Duel:
    """What came of one level against three bots of another."""

    rules: str
    challenger: Level
    field: Level
    matches: int
    average_place: float
    error: float
    """Standard error of the average place, over walls."""
    places: tuple[int, int, int, int]
    """How often it was first to fourth."""
    seconds: float
    """Processor time."""


def duel(rules: RuleSet, challenger: Level, field: Level, walls: range) -> Duel:
    """Play every wall with the challenger in every seat; the wall's number seeds tiles and bots."""
    start = process_time()
    places: Counter[int] = Counter()
    averages = []
    for wall in walls:
        of_wall = []
        for seat in SEATS:
            bots = [make_bot(challenger if seat == other else field, seed=wall * 4 + other) for other in SEATS]
            of_wall.append(play_match(rules, bots, Random(wall)).places[seat])
        places.update(of_wall)
        averages.append(sum(of_wall) / 4)
    mean = sum(averages) / len(averages)
    spread = sum((average - mean) ** 2 for average in averages) / max(1, len(averages) - 1)
    return Duel(
        rules=rules.name,
        challenger=challenger,
        field=field,
        matches=4 * len(averages),
        average_place=round(mean, 3),
        error=round(sqrt(spread / len(averages)), 3),
        places=(places[1], places[2], places[3], places[4]),
        seconds=round(process_time() - start, 1),
    )


def main() -> int:
    """Exit code 1 if a level is not as much better as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.strength", description=__doc__)
    parser.add_argument("--matches", type=int, default=400, help="matches a pair, four to each wall (default 400)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first wall")
    parser.add_argument("--rules", nargs="+", default=["tenhou", "fan-online"], metavar="NAME|FILE")
    parser.add_argument("--set", dest="rule_settings", action="append", default=[], metavar="FIELD=VALUE")
    parser.add_argument("--challenger", choices=LEVELS[1:], help="only this level")
    args = parser.parse_args()
    failed = False
    for name in args.rules:
        rules = load_rules(name, args.rule_settings)
        for field, challenger in pairwise(LEVELS):
            if args.challenger in (None, challenger):
                walls = range(args.seed, args.seed + max(1, args.matches // 4))
                result = duel(rules, challenger, field, walls)
                print(json.dumps(asdict(result)), flush=True)
                failed = failed or result.average_place > GOAL
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
