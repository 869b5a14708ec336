"""Incidents that an act has caused, and when each is over."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from controller.referee.desk import Desk, Raised
from controller.referee.incidents import Fault
from engine.events import Discard
from hal.ports import Millis

_WARNING_SHOWN: Final[Millis] = 10_000
"""How long a mere warning stays on the displays."""


def raised_faults(desk: Desk) -> Iterator[Fault]:
    """Those that are not over yet; the others are forgotten."""
    for key, raised in list(desk.raised.items()):
        if _IS_OVER[raised.kind](desk, raised):
            del desk.raised[key]
        else:
            yield Fault(
                raised.kind,
                raised.seats,
                why=raised.message,
                rule=raised.rule,
                patience=0,
                since=raised.at,
                mark=f"{raised.at}",
            )


def _until_next_discard(desk: Desk, raised: Raised) -> bool:
    """Over with the next discard of the seat (its own refused one counts, where the press came before it)."""
    later = desk.state.steps[raised.steps :]
    return any(isinstance(step.event, Discard) and step.event.seat in raised.seats for step in later)


def _until_ruled(desk: Desk, raised: Raised) -> bool:
    """A mere warning is over after a while; everything else needs a ruling."""
    return desk.rules.false_win == "warning" and desk.reached("warning", raised.at + _WARNING_SHOWN)


def _until_in_time(desk: Desk, raised: Raised) -> bool:
    """Over when the seat has discarded: it is no longer out of time."""
    return desk.state.timed_out not in raised.seats


_IS_OVER: Final[Mapping[str, Callable[[Desk, Raised], bool]]] = {
    "riichi_refused": _until_next_discard,
    "false_win": _until_ruled,
    "time_expired": _until_in_time,
}
