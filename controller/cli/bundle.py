"""`jantaku bundle`: what somebody who helps needs to see what went wrong."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.table_args import add_table_arguments, config_of
from controller.texts import counted

if TYPE_CHECKING:
    from controller.cli import Subparsers


def add_parser(subparsers: "Subparsers") -> None:
    """Add `bundle FILE`."""
    parser: ArgumentParser = subparsers.add_parser(
        "bundle",
        help="what somebody who helps needs to see what went wrong",
        description="Write configuration, versions, what `jantaku doctor` finds, the log and one match into a zip "
        "file. Left out are secrets, names of people, and every tile of a deal that is still being played. `jantaku "
        "replay FILE` plays the match again and shows the same game. Notes and log lines are as they are: look through "
        "them before you publish a bundle.",
        epilog="exit codes: 0 done, 2 there is no such match, or the file cannot be written",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the bundle to write (a name ending in .zip)")
    parser.add_argument("--match", metavar="N", type=int, help="number of the match (default: the latest)")
    add_table_arguments(parser)


def run(args: Namespace) -> int:
    """Write the bundle. Raises `ConfigError`, `JournalError`, `UsageError`."""
    from controller.operations.bundle import make_bundle

    about = make_bundle(config_of(args), args.file, args.match)
    match, deals = about.get("match"), about.get("deals", 0)
    if match is None:
        print(f"{args.file}: no match has been played yet; configuration and health are in it")
    elif not deals:
        print(f"{args.file}: no deal of match {match} has ended yet; configuration and health are in it")
    else:
        print(f"{args.file}: match {match}, {counted(deals, 'deal')}. See it: jantaku replay {args.file}")
    return 0
