"""Tallies of finished matches, kept in a file beside the journal: a match counts the same until it ends anew.

The file holds no names and may be deleted at any time; it is made again from the journal. A match stands in it by its
number and when it began and ended: a journal put back from a backup gives the same numbers to other matches, and a
ruling may go back behind a match's last result.
"""

import json
from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

import structlog

from controller.journal import MatchRow
from controller.players.tally import NAMES, MatchTally, RonCount, Tally

FORMAT: Final = "jantaku-tallies-4"
"""The first format counted deals for whoever sat at a seat last, also after players had changed places; the second
told matches apart by their numbers alone, the third not by when they ended.
"""
_log = structlog.get_logger("players")


def kept_as(match: MatchRow) -> str:
    """What a match is called in the file."""
    return f"{match.id} {match.started} {match.ended}"


def read_tallies(path: Path) -> dict[str, MatchTally]:
    """What the file holds; nothing if there is none, or if it is another version's or broken."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT or data["counts"] != list(NAMES):
            return {}
        return {match: _from_json(entry) for match, entry in data["matches"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        _log.warning("tallies_unreadable", file=str(path), reason=str(error), advice="made again from the journal")
        return {}


def write_tallies(path: Path, tallies: Mapping[str, MatchTally]) -> None:
    """Write the file anew, whole or not at all. A disk that takes nothing costs only time at the next start."""
    data = {
        "format": FORMAT,
        "counts": list(NAMES),
        "matches": {match: [[astuple(seat) for seat in tally.seats], tally.rons] for match, tally in tallies.items()},
    }
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(json.dumps(data, separators=(",", ":")), encoding="utf-8")
        new.replace(path)
    except OSError as error:
        _log.warning("tallies_not_written", file=str(path), reason=str(error))


def _from_json(entry: Any) -> MatchTally:
    seats, rons = entry
    tallies = tuple(Tally(*map(int, seat)) for seat in seats)
    if len(tallies) != 4:
        raise ValueError("a match has four seats")
    return MatchTally(tallies, tuple(RonCount(*map(int, ron)) for ron in rons))
