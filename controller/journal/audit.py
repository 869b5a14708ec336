"""Who ruled what, and when: the audit list of a match, from what the journal holds."""

import json
import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from hal.ports import Millis

_LINES: Final = (
    "SELECT fact.at, fact.kind, fact.body, input.body FROM fact JOIN input ON input.seq = fact.input"
    " WHERE fact.match = (SELECT max(id) FROM match) AND fact.kind IN ('ruling_applied', 'ruling_refused')"
    " ORDER BY fact.seq DESC LIMIT ?"
)


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One decision. `when` is the wall clock as its page or panel told it, `at` table time."""

    at: Millis
    when: str | None
    who: str
    what: str
    details: dict[str, Any]
    refused: str | None
    """Why the referee did not carry it out; None: it did."""


def audit(database: sqlite3.Connection, limit: int) -> list[AuditLine]:
    """The newest decisions of the newest match, newest first."""
    lines = []
    for at, kind, text, cause in database.execute(_LINES, (limit,)):
        body, ruling = json.loads(text), json.loads(cause)
        lines.append(
            AuditLine(
                at=at,
                when=ruling.get("when"),
                who=str(body["who"]),
                what=str(body["what"]),
                details=body.get("details") or ruling.get("details", {}),
                refused=body["message"] if kind == "ruling_refused" else None,
            )
        )
    return lines
