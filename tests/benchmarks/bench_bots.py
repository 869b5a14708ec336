"""Bots: time a decision by level, and whole deals without a table (goals: 2 ms a decision, 10 ms a simple deal)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from engine.bots import LEVELS, Bot, Level, SeatView, make_bot
from engine.events import Action
from engine.rules import load_rules
from engine.tiles import SEATS
from tests.benchmarks.framework import Bench, Contender, Work
from tests.engine.arena import play_deal

_DEALS = 12


class _Recorder:
    """A bot that keeps what it was shown."""

    def __init__(self, bot: Bot, views: list[SeatView]) -> None:
        self._bot = bot
        self._views = views

    def decide(self, view: SeatView) -> Action | None:
        self._views.append(view)
        return self._bot.decide(view)


def _views(first: int) -> list[SeatView]:
    """Every decision of some deals of both families between bots of the three levels."""
    views: list[SeatView] = []
    for number in range(first, first + _DEALS):
        rules = load_rules("tenhou" if number % 2 else "fan-online")
        bots = [_Recorder(make_bot(LEVELS[seat % 3], seat), views) for seat in SEATS]
        play_deal(rules, bots, Random(number), number % 4)
    return views


def _deciding(level: Level, views: Sequence[SeatView]) -> Work:
    # Copies have not worked anything out yet, as the views of a game have not.
    return Work(call=make_bot(level, 1).decide, items=[replace(view) for view in views])


def _dealing(level: Level, seeds: Sequence[int]) -> Work:
    rules = load_rules("tenhou")

    def play(seed: int) -> object:
        return play_deal(rules, [make_bot(level, seat) for seat in SEATS], Random(seed), seed % 4)

    return Work(call=play, items=list(seeds))


def _contenders(prepare: Any) -> list[Contender]:
    return [Contender(level, partial(prepare, level)) for level in LEVELS]


BENCHES = [
    Bench(
        name="bots",
        unit="decision",
        warm_up=partial(_views, 100),
        inputs=partial(_views, 0),
        contenders=_contenders(_deciding),
        baseline="novice",
        comparable=False,
    ),
    Bench(
        name="deals",
        unit="deal",
        warm_up=lambda: range(1000, 1200),
        inputs=lambda: range(40),
        contenders=_contenders(_dealing),
        baseline="novice",
        comparable=False,
    ),
]
