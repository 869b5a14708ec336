"""Hypothesis strategy: a good JSON value with a few of its parts replaced, left out, doubled or exchanged."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

Path = tuple[Any, ...]
"""Keys and indices."""

_WRONG: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        3,
        4,
        5,
        13,
        60,
        99,
        135,
        136,
        144,
        10**30,
        1.5,
        -0.0,
        1e308,
        float("inf"),
        float("nan"),
    ),
    *("", "0", "?", "E", "x", "5mr", "1m", "9z", "0z", "123m", "\x00", "\ud800", "r60", "c111213", "p", "和了"),
    *("hora", "tsumo", "draw", "win", "flower", "exhaustive", [], [[]], {}, {"type": 1}),
    *([None] * 4, [0] * 4, ["0"] * 4, [1, 2, 3, 4, 5]),
]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The ways to all parts of a JSON value."""
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from paths(part, (*path, key))


@st.composite
def mutated(draw: st.DrawFn, good: Any) -> Any:
    """A copy of `good` with one to three parts changed; never all of it."""
    value = copy.deepcopy(good)
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(sorted(paths(value), key=str)))
        holder: Any = value
        for key in way:
            holder = holder[key]
        what = draw(st.sampled_from(["replace", "replace", "leave out", "double", "exchange"]))
        if what == "leave out":
            del holder[last]
        elif what == "double" and isinstance(holder, list):
            holder.insert(last, copy.deepcopy(holder[last]))
        elif what == "exchange" and isinstance(holder, list):
            other = draw(st.integers(0, len(holder) - 1))
            holder[last], holder[other] = holder[other], holder[last]
        else:
            holder[last] = copy.deepcopy(draw(st.sampled_from(_WRONG)))
        if not value:
            break
    return value
