"""Recorded and published shapes of bouncing contacts, as levels in time."""

from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).parent / "data" / "bounces.txt"


def shapes() -> dict[str, tuple[list[int], list[int]]]:
    """Each press: lengths in µs while it closes (closed, open, ..., held) and while it opens (open, closed, ...)."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for line in FILE.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, lengths = line.partition(":")
            closing, opening = lengths.split("|")
            found[name] = [int(word) for word in closing.split()], [int(word) for word in opening.split()]
    return found


def edges(name: str, start: int = 0) -> list[tuple[int, bool]]:
    """The press as (time in µs, closed from now on), from its first closing to its last opening."""
    closing, opening = shapes()[name]
    at, closed, out = start, True, [(start, True)]
    for length in [*closing, *opening]:
        at += length
        closed = not closed
        if length:
            out.append((at, closed))
    if out[-1][1]:
        out.append((at + 100, False))
    return out


def levels(name: str, start: int, until: int, step: int) -> Iterator[tuple[int, bool]]:
    """The press looked at every `step` µs, from 0 to `until`."""
    changes = edges(name, start)
    closed = False
    for now in range(0, until, step):
        while changes and changes[0][0] <= now:
            closed = changes.pop(0)[1]
        yield now, closed
