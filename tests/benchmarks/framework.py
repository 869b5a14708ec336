"""Speed as ratios against named peers, measured in one run.

A *bench* has neutral inputs and several *contenders*. Each contender turns the inputs into its own form before the
clock starts; then the inputs are cut into slices, and the contenders take turns slice by slice, so that a machine
that slows down slows all of them down; what counts is processor time. No input is timed twice, and warming up uses
other inputs than timing. What the contenders answer is compared as well: a fast wrong answer is worth nothing.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import thread_time
from typing import Any

SLICES = 5
"""Slices of the inputs; few, so that each is long enough for the processor's caches."""
WARM_UP_SECONDS = 5.0
"""Longest time any contender warms up."""


@dataclass(frozen=True)
class Work:
    """A contender's inputs in its own form: `call(item)` for each is what is timed.

    `read` turns what a call gave into something comparable. `cost` is how many of the bench's units one item is.
    """

    call: Callable[[Any], object]
    items: Sequence[Any]
    read: Callable[[Any], object] = field(default=lambda answer: answer)
    cost: Callable[[Any], int] = field(default=lambda item: 1)


@dataclass(frozen=True)
class Contender:
    """One library in a bench. `prepare` gets neutral inputs; it raises ImportError if the library is not installed."""

    name: str
    prepare: Callable[[Sequence[Any]], Work]
    share: float = 1.0
    """Which part of the inputs it gets: a slow peer need not do all of them."""


@dataclass(frozen=True)
class Bench:
    """One question about speed; the first contender is ours, `baseline` the one ratios are against."""

    name: str
    unit: str
    warm_up: Callable[[], Sequence[Any]]
    inputs: Callable[[], Sequence[Any]]
    contenders: Sequence[Contender]
    baseline: str
    goal: float | None = None
    start: Callable[[], None] = lambda: None
    """Called before anything else, to bring our side into a known state."""
    comparable: bool = True
    """Whether the contenders' answers mean the same, item by item."""


@dataclass
class Result:
    """One contender's figure, or why there is none."""

    contender: str
    microseconds: float | None = None
    ratio: float | None = None
    agreement: float | None = None
    reason: str | None = None


def run(bench: Bench) -> list[Result]:
    """Time all contenders of a bench; a peer that cannot be imported gets a reason instead of a figure."""
    results = {contender.name: Result(contender.name) for contender in bench.contenders}
    bench.start()
    warm_up = bench.warm_up()
    ready = []
    for contender in bench.contenders:
        try:
            _warm_up(contender.prepare(warm_up))
            ready.append(contender)
        except ImportError as error:
            results[contender.name].reason = f"not installed here ({error})"
    del warm_up
    inputs = bench.inputs()
    works = {each.name: each.prepare(inputs[: int(len(inputs) * each.share)]) for each in ready}
    answers = _time(works, results)
    _compare(bench, works, answers, results)
    return list(results.values())


def _warm_up(work: Work) -> None:
    end = thread_time() + WARM_UP_SECONDS
    for item in work.items:
        work.call(item)
        if thread_time() > end:
            break


def _time(works: dict[str, Work], results: dict[str, Result]) -> dict[str, list[object]]:
    seconds = dict.fromkeys(works, 0.0)
    answers: dict[str, list[object]] = {name: [] for name in works}
    gc.collect()
    gc.disable()  # as timeit does: whose turn it is when the collector runs is chance
    for part in range(SLICES):
        for name, work in works.items():
            call = work.call
            items = work.items[part * len(work.items) // SLICES : (part + 1) * len(work.items) // SLICES]
            start = thread_time()
            given = [call(item) for item in items]
            seconds[name] += thread_time() - start
            answers[name] += given
    gc.enable()
    for name, work in works.items():
        results[name].microseconds = seconds[name] * 1e6 / sum(map(work.cost, work.items))
    return answers


def _compare(
    bench: Bench, works: dict[str, Work], answers: dict[str, list[object]], results: dict[str, Result]
) -> None:
    base = results[bench.baseline].microseconds
    ours = bench.contenders[0].name
    for name, work in works.items():
        figure = results[name].microseconds
        if base is not None and figure is not None:
            results[name].ratio = base / figure
        if bench.comparable and name != ours:
            pairs = list(zip(map(work.read, answers[name]), map(works[ours].read, answers[ours]), strict=False))
            results[name].agreement = sum(theirs == own for theirs, own in pairs) / len(pairs)
