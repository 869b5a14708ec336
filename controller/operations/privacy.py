"""What may leave a table for somebody who helps: no secrets, no names, no tile of a deal that is still being played."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from controller.config import Config
from controller.journal import Fact
from controller.journal.matchrecord import GOES_BACK

HIDDEN: Final = "(left out)"
_SECRET: Final = re.compile(r"pin|token|secret|password|passphrase|hash|salt|private|credential", re.IGNORECASE)


def config_without_secrets(config: Config) -> dict[str, Any]:
    """The configuration in force as JSON has it, without anything secret and without names of people."""
    values: dict[str, Any] = json.loads(config.model_dump_json())
    values["table"]["players"] = [f"Player {seat + 1}" for seat in range(4)]
    found: dict[str, Any] = _without_secrets(values)
    return found


def _without_secrets(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            key: HIDDEN if _SECRET.search(key) and part not in (None, "", [], {}) else _without_secrets(part)
            for key, part in value.items()
        }
    return [_without_secrets(part) for part in value] if isinstance(value, list) else value


def unsigned(body: str) -> str:
    """An input's or fact's body without the name of who signed it."""
    values = json.loads(body)
    cleaned = without_signature(values)
    return body if cleaned is values else json.dumps(cleaned, separators=(",", ":"), ensure_ascii=False)


def without_signature(values: dict[str, Any]) -> dict[str, Any]:
    """The same without the name of a person."""
    return {**values, "who": "referee"} if values.get("who") else values


def last_ended_deal(facts: Iterable[Fact]) -> int | None:
    """Number of the last input of a match after which no deal is being played; None if none has ended.

    A result that was taken back again does not count: its deal goes on, with its tiles hidden.
    """
    ends: list[int] = []
    playing = False
    for fact in facts:
        if fact.kind == "deal_started":
            playing = True
        elif fact.kind == "deal_ended":
            playing = False
            ends.append(fact.input)
        elif fact.kind == "match_ended" and not playing:
            ends.append(fact.input)
        elif fact.kind == "match_reopened":
            ends.pop()
        elif fact.kind in GOES_BACK and not playing and ends:
            playing = True
            ends.pop()
    return ends[-1] if ends else None
