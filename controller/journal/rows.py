"""What is read back from a journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.inputs import Input
from engine.tiles import Seat
from hal.ports import Millis


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that was decided: an event, a result, the end of a match (`kind` says which)."""

    seq: int
    input: int
    at: Millis
    kind: str
    body: dict[str, Any]
    version: str
    rules: str
    """The rule set it was decided under, as JSON."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match, as `jantaku matches` lists it. `final` is what the match ended with, if it did."""

    id: int
    started: str
    ended: str | None
    rules: str
    version: str
    deals: int
    final: dict[str, Any] | None
    players: Mapping[Seat, str] = field(default_factory=dict)
    """Names of those who have one: a deleted player has none."""
    guests: tuple[Seat, ...] = ()
    """Seats of people who are in no standings."""
    bots: tuple[Seat, ...] = ()
    """Seats no person played."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What a restart needs: the newest snapshot (None: from the start of the match) and all inputs after it.

    `at` is the table time up to which the service was surely running.
    """

    match: int
    snapshot: Any
    inputs: tuple[Input, ...]
    at: Millis
