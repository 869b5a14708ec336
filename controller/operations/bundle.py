"""`jantaku bundle`: what somebody who helps needs to see what went wrong at a table, in one zip file.

    manifest.json   format, versions, machine, which match and how much of it
    config.json     the configuration in force, without secrets and names
    health.json     what `jantaku doctor` finds
    journal.sqlite  one match: inputs and facts up to the last deal that has ended
    record.json     the same deals as our own record
    scans.jsonl     raw observations of that time, as far as the side log goes back
    log.txt         the service's latest log lines, where journald has them

Nothing of a deal that is still being played is in it, no name of a player or referee, and no secret.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from controller.bringup.doctor import examine
from controller.config import Config
from controller.errors import UsageError
from controller.journal import JournalReader, MatchRow
from controller.journal.matchrecord import game_from_facts, match_numbered
from controller.journal.schema import connect
from controller.journal.sidelog import read_side_log, written_line
from controller.operations.privacy import config_without_secrets, last_ended_deal, unsigned, without_signature
from controller.operations.zips import check_place
from controller.version import VERSION
from engine.records.own import write_own
from hal.findings import Machine
from hal.ports import Millis, Scan

FORMAT: Final = "jantaku-bundle"
FORMAT_VERSION: Final = 1
MANIFEST, JOURNAL, RECORD, SCANS = "manifest.json", "journal.sqlite", "record.json", "scans.jsonl"

LOG_LINES: Final = 2_000


def make_bundle(config: Config, target: Path, match: int | None = None) -> dict[str, Any]:
    """Write a bundle of a match (None: the latest); gives its manifest.

    Raises `UsageError` where there is no such match or no folder for the file, `JournalError` for a journal that
    cannot be read, `OSError` if the bundle cannot be written.
    """
    check_place(target)
    new = target.with_name(target.name + ".new")
    with TemporaryDirectory(prefix="jantaku-", dir=target.parent) as folder:
        files: dict[str, str | Path] = {
            "config.json": _json(config_without_secrets(config)),
            "health.json": _json([asdict(finding) for finding in examine(config, Machine())]),
        }
        manifest = _about_this_machine()
        if config.journal.path.is_file():
            manifest |= _add_game(files, Path(folder), config.journal.path, match)
        elif match is not None:
            raise UsageError(f"there is no journal {config.journal.path}, so no match {match} either")
        log = _log_lines()
        if log:
            files["log.txt"] = log
        files[MANIFEST] = _json(manifest)
        with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                if isinstance(content, Path):
                    archive.write(content, name)
                else:
                    archive.writestr(name, content)
    new.replace(target)
    return manifest


def _about_this_machine() -> dict[str, Any]:
    model = Path("/proc/device-tree/model")
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "jantaku": VERSION,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "machine": model.read_text(errors="replace").rstrip("\0") if model.exists() else "",
        "implementation": sys.implementation.name,
    }


def _add_game(files: dict[str, str | Path], folder: Path, path: Path, match: int | None) -> dict[str, Any]:
    """Add the match as far as it may be shown; gives what the manifest says of it."""
    with JournalReader(path) as reader:
        rows = reader.matches()
        if not rows and match is None:
            return {"match": None, "deals": 0}
        row = match_numbered(rows, rows[-1].id if match is None else match)
        facts = reader.facts(row.id)
        until = last_ended_deal(facts)
        if until is None:
            return {"match": row.id, "deals": 0}
        inputs = reader.inputs(row.id)
    shown = [replace(fact, body=without_signature(fact.body)) for fact in facts if fact.input <= until]
    game = game_from_facts(shown, _nameless(row))
    files[RECORD] = write_own(game) + "\n"
    files[JOURNAL] = folder / JOURNAL
    first = inputs[0].at
    last = _copy_match(path, folder / JOURNAL, row.id, until)
    side_log = path.with_name(path.name + ".scans")
    if side_log.is_file():
        files[SCANS] = folder / SCANS
        _copy_scans(side_log, folder / SCANS, first, last)
    return {"match": row.id, "deals": len(game.deals), "complete": row.ended is not None, "rules": _rules_name(row)}


def _copy_match(source: Path, target: Path, match: int, until: int) -> Millis:
    """One match up to an input, without its people, in a journal of its own; gives the last input's time."""
    connect(target).close()
    with closing(connect(source, read_only=True)) as journal, closing(connect(target)) as copy:
        copy.execute("BEGIN")
        (first,) = journal.execute("SELECT input FROM match WHERE id = ?", (match,)).fetchone()
        last: Millis = 0
        for seq, at, body in journal.execute("SELECT * FROM input WHERE seq BETWEEN ? AND ?", (first, until)):
            copy.execute("INSERT INTO input VALUES (?, ?, ?)", (seq, at, unsigned(body)))
            last = max(last, at)
        facts = "SELECT seq, input, at, match, stamp, kind, body FROM fact WHERE match = ? AND input <= ? ORDER BY seq"
        stamps = set()
        for *values, body in journal.execute(facts, (match, until)):
            copy.execute("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, unsigned(body)))
            stamps.add(values[4])
        row = journal.execute("SELECT id, input, started, stamp, ended FROM match WHERE id = ?", (match,)).fetchone()
        copy.execute("INSERT INTO match (id, input, started, stamp, ended) VALUES (?, ?, ?, ?, ?)", row)
        for stamp in sorted(stamps | {row[3]}):
            copy.execute(
                "INSERT INTO stamp VALUES (?, ?, ?)",
                journal.execute("SELECT * FROM stamp WHERE id = ?", (stamp,)).fetchone(),
            )
        copy.execute("COMMIT")
        copy.execute("PRAGMA journal_mode = DELETE")
    return last


def _copy_scans(source: Path, target: Path, first: Millis, last: Millis) -> None:
    with target.open("w", encoding="utf-8") as file:
        for observation in read_side_log(source):
            at = observation.ended if isinstance(observation, Scan) else observation.at
            if first <= at <= last:
                file.write(written_line(observation) + "\n")


def _log_lines() -> str:
    """The service's latest log lines; empty where there is no journald or this user may not read it."""
    journalctl = shutil.which("journalctl")
    if journalctl is None:
        return ""
    command = [
        journalctl,
        "--unit=jantaku.service",
        f"--lines={LOG_LINES}",
        "--no-pager",
        "--output=short-iso",
        "--quiet",
    ]
    done = _run(command)
    return done if done.strip() else ""


def _run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - our own words, a program found on the path
            command, capture_output=True, text=True, timeout=20, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"}
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _nameless(row: MatchRow) -> MatchRow:
    return MatchRow(
        id=row.id,
        started=row.started,
        ended=row.ended,
        rules=row.rules,
        version=row.version,
        deals=row.deals,
        final=row.final,
    )


def _rules_name(row: MatchRow) -> str:
    rules = json.loads(row.rules)
    return str(rules.get("name", "")) if isinstance(rules, dict) else ""


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
