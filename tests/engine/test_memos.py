"""Nothing that is kept to be quick grows without end, however long a table runs."""

import importlib
import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

from engine.scoring import hand
from engine.shapes import decompositions, profiles, shanten, useful
from engine.shapes.memos import LARGE_ENTRIES_LIMIT, MEMO_LIMIT, make_room

ROOT = Path(__file__).parents[2]
FINITE = {"controller/texts.py: texts_in", "controller/web/tileart/__init__.py: tile_svg"}
"""Functions that are asked for few different things."""


def test_a_full_memo_forgets_what_it_met_first() -> None:
    memo = dict.fromkeys(range(15))
    make_room(memo, 16)
    assert len(memo) == 15, "there is room"
    memo[15] = None
    make_room(memo, 16)
    assert sorted(memo) == list(range(2, 16))


def test_every_cached_function_has_a_bound() -> None:
    unbounded = re.compile(
        r"^@(?:functools\.)?(?:cache|lru_cache\((?:maxsize=)?None.*)$\s+(?:async )?def (\w+)", re.MULTILINE
    )
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("engine", "hal", "controller")
        for path in (ROOT / folder).rglob("*.py")
        for name in unbounded.findall(path.read_text(encoding="utf-8"))
    }
    assert found == FINITE


def test_more_suits_than_are_kept() -> None:
    """More than any memo holds: the answers stay right, and the memos small."""
    hands = [bytes(27) + honours for honours in islice(suits(7), 500)]
    hands += [suit + bytes(25) for suit in islice(suits(9), MEMO_LIMIT + 100)]
    answers = [shanten(counts, 1) for counts in hands]
    for counts in hands[: LARGE_ENTRIES_LIMIT + 100]:
        useful(counts, 1)
        decompositions(counts)
    for suit in islice(suits(9), LARGE_ENTRIES_LIMIT + 100):
        hand._suit_facts(0, suit)
    sizes = {name: len(memo) for name, memo in memos()}
    assert all(size <= MEMO_LIMIT for size in sizes.values()), sizes
    assert max(sizes.values()) > MEMO_LIMIT // 2, "some were full"
    assert [shanten(counts, 1) for counts in hands] == answers


def suits(kinds: int) -> Iterator[bytes]:
    """Counts of one suit (nine kinds) or of the honours (seven), of at most 11 tiles."""
    return (bytes(counts) for counts in product(range(5), repeat=kinds) if sum(counts) <= 11)


def memos() -> Iterator[tuple[str, dict[Any, Any]]]:
    """Every dict that a module of shapes or of scoring fills as it goes."""
    for module in (importlib.import_module("engine.shapes.shanten"), profiles, hand):
        for name, value in vars(module).items():
            if name.startswith("__"):
                continue
            if isinstance(value, dict):
                yield f"{module.__name__}.{name}", value
            elif isinstance(value, tuple | list):
                yield from ((f"{module.__name__}.{name}", part) for part in value if isinstance(part, dict))
