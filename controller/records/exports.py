"""A game in the formats other people's tools read."""

from typing import Final

from engine.records.mjai_writer import write_mjai
from engine.records.model import RecordedGame
from engine.records.own import write_own
from engine.records.seats import from_first_dealer
from engine.records.sheet import write_sheet
from engine.records.tenhou_writer import write_tenhou

FORMATS: Final = ("mjai", "tenhou", "csv", "json")
"""Every format there is."""
_RIICHI_ALONE: Final = ("mjai", "tenhou")
_PUBLIC: Final = ("csv",)

FILES: Final = {
    "mjai": ("mjai.jsonl", "application/x-ndjson"),
    "tenhou": ("tenhou.json", "application/json"),
    "csv": ("csv", "text/csv"),
    "json": ("json", "application/json"),
}
"""The ending of a file in each format, and its media type."""


def formats_of(family: str, *, over: bool) -> tuple[str, ...]:
    """What a match of a family can be written in; while it is played only what tells no hidden tile."""
    return tuple(
        form for form in FORMATS if (over or form in _PUBLIC) and (family == "riichi" or form not in _RIICHI_ALONE)
    )


def written(game: RecordedGame, form: str) -> str:
    """A game in one of `FORMATS`; raises `RecordError` where the format cannot write it."""
    if form == "mjai":
        return "".join(line + "\n" for line in write_mjai(from_first_dealer(game)))
    if form == "tenhou":
        return write_tenhou(game) + "\n"
    if form == "csv":
        return write_sheet(game)
    return write_own(game) + "\n"
