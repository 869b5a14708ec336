"""The benchmarks' own arithmetic: ratios, agreement, missing peers."""

from collections.abc import Sequence
from time import thread_time
from typing import Any

import pytest

from tests.benchmarks.__main__ import benches, table
from tests.benchmarks.framework import Bench, Contender, Work, run


def busy(seconds: float) -> None:
    end = thread_time() + seconds
    while thread_time() < end:
        pass


def slow(number: int) -> int:
    busy(0.002)
    return number


def fast(number: int) -> int:
    busy(0.0005)
    return number if number else 7


def missing(_: Sequence[Any]) -> Work:
    raise ImportError("no such peer")


def test_ratios_agreement_and_missing_peers() -> None:
    timed: list[int] = []

    def own(number: int) -> int:
        timed.append(number)
        return fast(number)

    bench = Bench(
        "test",
        "number",
        warm_up=lambda: [-1],
        inputs=lambda: range(20),
        contenders=(
            Contender("own", lambda numbers: Work(own, numbers)),
            Contender("peer", lambda numbers: Work(slow, numbers), share=0.5),
            Contender("absent", missing),
        ),
        baseline="peer",
        goal=2,
    )
    ours, peer, absent = run(bench)
    assert timed == [-1, *range(20)], "every input once, after warming up with others"
    assert ours.ratio == pytest.approx(4, rel=0.5)
    assert peer.ratio == 1
    assert peer.agreement == 0.9
    assert absent.reason == "not installed here (no such peer)"
    assert table(bench, [absent])[1].split() == ["absent", "not", "installed", "here", "(no", "such", "peer)"]


def test_names_of_benches_are_different() -> None:
    names = [bench.name for bench in benches()]
    assert len(set(names)) == len(names) > 3
