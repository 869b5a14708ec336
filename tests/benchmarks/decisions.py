"""`python -m tests.benchmarks.decisions`: how long each single decision of a bot, and each hint, takes.

Every decision of whole deals is timed as it comes, in processor time, the first ones of a fresh process included:
there the shapes of hands are met for the first time. Goals: 2 ms a bot's decision, 20 ms a hint with danger marks.
"""

import argparse
import gc
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import thread_time_ns
from typing import TypeVar

from engine.advice.hints import advise, danger_marks
from engine.bots import LEVELS, Bot, SeatView, make_bot
from engine.events import Action
from engine.rules import load_rules
from engine.tiles import SEATS
from tests.engine.arena import play_deal

_Answer = TypeVar("_Answer")

RULES = ("tenhou", "fan-online", "doman", "fan-practice")
BOT_LIMIT, HINT_LIMIT = 2.0, 20.0
"""Milliseconds."""
ALLOWED = 0.005
"""Share of decisions that may take longer: the first of a process, before their shapes have been met."""


class _Timed:
    """A bot whose decisions are timed."""

    def __init__(self, bot: Bot, times: list[float], hints: list[float]) -> None:
        self._bot = bot
        self._times, self._hints = times, hints

    def decide(self, view: SeatView) -> Action | None:
        action = _timed(self._bot.decide, view, self._times)
        _timed(_hint, replace(view), self._hints)  # a copy has not worked anything out yet
        return action


def _hint(view: SeatView) -> None:
    advise(view)
    danger_marks(view)


def _timed(call: Callable[[SeatView], _Answer], view: SeatView, times: list[float]) -> _Answer:
    start = thread_time_ns()
    answer = call(view)
    times.append((thread_time_ns() - start) / 1e6)
    return answer


def main() -> int:
    """Exit code 1 if too many decisions take longer than they may."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.decisions", description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    times: dict[str, list[float]] = {level: [] for level in LEVELS}
    hints: list[float] = []
    gc.collect()
    gc.freeze()  # as little to search for the collector as in the service
    for number in range(args.seed, args.seed + args.deals):
        levels = [LEVELS[(seat + number) % 3] for seat in SEATS]
        bots = [_Timed(make_bot(level, seat), times[level], hints) for seat, level in zip(SEATS, levels, strict=True)]
        play_deal(load_rules(RULES[number % len(RULES)]), bots, Random(number), number % 4)
    failed = False
    print(f"{'':14}{'decisions':>10}{'mean':>8}{'p99':>8}{'most':>8}  ms, over the limit")
    for name, taken, limit in [*((level, times[level], BOT_LIMIT) for level in LEVELS), ("hint", hints, HINT_LIMIT)]:
        taken.sort()
        over = sum(time > limit for time in taken)
        failed = failed or over > ALLOWED * len(taken)
        mean, p99 = sum(taken) / len(taken), taken[int(len(taken) * 0.99)]
        print(f"{name:14}{len(taken):10}{mean:8.2f}{p99:8.2f}{taken[-1]:8.2f}  {over} over {limit:g}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
