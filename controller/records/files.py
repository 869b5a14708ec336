"""Opening record files of any format we read, plain or compressed."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.errors import RecordError
from engine.records.mjai import read_mjai
from engine.records.model import RecordedGame
from engine.records.own import FORMAT, read_own
from engine.records.tenhou import read_tenhou
from engine.rules import RuleSet

MOST_BYTES: Final = 512 * 2**20
"""More than a season of a club has; a small file that unpacks to more is meant to fill the memory."""


def read_text(path: Path) -> str:
    """The text of a record file, plain or `.gz`; raises `RecordError` if it is none, `OSError` if it is not there."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path) if packed else path.open("rb") as source:
            data = source.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise RecordError(f"{path}: this holds more than {MOST_BYTES // 2**20} megabytes; no record does")
        return data.decode("utf-8-sig")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise RecordError(f"{path}: the compressed file is broken or cut off ({error})") from None
    except UnicodeDecodeError:
        raise RecordError(f"{path}: this is no text file; records are JSON") from None


def read_games(path: Path, rules: RuleSet) -> Iterator[RecordedGame]:
    """Every game in a file: mjai, the JSON of tenhou.net/6, or our own record. Raises `RecordError`.

    The rules tell only what a format does not write down: when indicators are turned (tenhou.net/6), and how many red
    fives there are (mjai).
    """
    text = read_text(path)
    start = text.lstrip()
    found = False
    for game in _games(text, start, str(path), rules):
        found = found or bool(game.deals)
        yield game
    if not found:
        raise RecordError(f"{path}: there is no deal in this record; was it cut off before the first one?")


def _games(text: str, start: str, name: str, rules: RuleSet) -> Iterator[RecordedGame]:
    if "#json=" in start:
        return read_tenhou(text, name, indicators_at_once=rules.kan_indicator == "at_once")
    first = _first_object(start)
    if first.get("format") == FORMAT:
        return read_own(text, name)
    if "log" in first:
        return read_tenhou(text, name, indicators_at_once=rules.kan_indicator == "at_once")
    return read_mjai(text.split("\n"), name, red_fives=rules.red_fives or 3)


def _first_object(text: str) -> dict[str, object]:
    """The JSON object a text begins with; an empty one if it begins with none."""
    try:
        data, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
