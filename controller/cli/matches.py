"""`jantaku matches`: the matches in the journal."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.texts import counted

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from controller.journal import MatchRow


def add_parser(subparsers: "Subparsers") -> None:
    """Add `matches` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "matches",
        help="the matches in the journal",
        description="List the matches in the journal, oldest first. `jantaku export` takes the number.",
    )
    add_journal_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def add_journal_argument(parser: ArgumentParser) -> None:
    """Add `--journal`, the same in every command that reads games."""
    parser.add_argument(
        "--journal",
        metavar="FILE",
        type=Path,
        help="journal file (default: the service's; the demo's is demo.sqlite in the same folder)",
    )


def journal_path(args: Namespace) -> Path:
    """The journal a command was told to read; raises `JournalError` if there is none."""
    from controller.cli.table_args import usual_journal
    from controller.errors import JournalError

    path: Path = args.journal or usual_journal()
    if not path.is_file():
        raise JournalError(f"there is no journal {path}: name one with --journal, or play a game first")
    return path


def run(args: Namespace) -> int:
    """List the matches."""
    from controller.journal import JournalReader

    with JournalReader(journal_path(args)) as reader:
        rows = reader.matches()
    for row in rows:
        print(json.dumps(_object(row), ensure_ascii=False) if args.json else _line(row))
    if not rows and not args.json:
        print("no match has been played yet")
    return 0


def _object(row: "MatchRow") -> dict[str, Any]:
    final = (row.final or {}).get("final", {})
    return {
        "match": row.id,
        "started": row.started,
        "ended": row.ended,
        "state": _state(row),
        "rules": _rules_name(row),
        "version": row.version,
        "deals": row.deals,
        "players": [row.players.get(seat) for seat in range(4)],
        "scores": final.get("scores"),
        "places": final.get("places"),
        "points": final.get("points"),
    }


def _line(row: "MatchRow") -> str:
    final = (row.final or {}).get("final", {})
    order = sorted(range(4), key=lambda seat: (final.get("places") or (0, 0, 0, 0))[seat])
    names = [row.players.get(seat, f"seat {seat}") for seat in range(4)]
    scores = final.get("scores")
    who = ", ".join(f"{names[seat]} {scores[seat]:,}" if scores else names[seat] for seat in order)
    deals = counted(row.deals, "deal")
    return (
        f"{row.id:>4}  {row.started[:16].replace('T', ' ')}  {_rules_name(row):<20} {deals:<9} {_state(row):<10} {who}"
    )


def _rules_name(row: "MatchRow") -> str:
    rules = json.loads(row.rules)
    return str(rules.get("name", "")) if isinstance(rules, dict) else ""


def _state(row: "MatchRow") -> str:
    if row.ended is None:
        return "unfinished"
    return "ended" if row.final is not None else "broken off"
