"""`jantaku export`: a match of the journal in a format other people's tools read."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.cli.matches import add_journal_argument, journal_path
from controller.errors import UsageError

if TYPE_CHECKING:
    from controller.cli import Subparsers

FORMATS: Final = ("mjai", "tenhou", "csv", "json")


def add_parser(subparsers: "Subparsers") -> None:
    """Add `export MATCH --format FORMAT`."""
    parser = subparsers.add_parser(
        "export",
        help="a match of the journal as mjai, tenhou, CSV or JSON",
        description="Writes a match of the journal: mjai lines for reviewers, the JSON of tenhou.net/6 for its viewer, "
        "the score sheet as CSV, or our own JSON record with everything that happened. A match still being played "
        "is written up to its last finished deal.",
        epilog="exit codes: 0 done, 2 there is no such match, or the format cannot write this game",
    )
    parser.add_argument("match", metavar="MATCH", type=int, help="number of the match (jantaku matches)")
    parser.add_argument("--format", choices=FORMATS, required=True)
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write to a file (default: standard output)")
    add_journal_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Exit code 0; raises `UsageError`, `JournalError` or `RecordError` (exit code 2)."""
    from controller.journal import JournalReader
    from controller.journal.matchrecord import game_from_facts, match_numbered
    from controller.records.exports import written

    with JournalReader(journal_path(args)) as reader:
        row = match_numbered(reader.matches(), args.match)
        game = game_from_facts(reader.facts(row.id), row)
    if not game.deals:
        raise UsageError(f"no deal of match {args.match} is finished yet: there is nothing to export")
    text = written(game, args.format)
    if args.output is None:
        sys.stdout.write(text)
    else:
        args.output.write_text(text, encoding="utf-8", newline="")
    return 0
