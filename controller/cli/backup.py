"""`jantaku backup`: everything a table has to keep, in one file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.table_args import add_table_arguments, config_file, config_of

if TYPE_CHECKING:
    from controller.cli import Subparsers


def add_parser(subparsers: "Subparsers") -> None:
    """Add `backup FILE`."""
    parser: ArgumentParser = subparsers.add_parser(
        "backup",
        help="everything a table has to keep, in one file",
        description="Write the journal with all games, the tag registry, the referees' keys (hashed) and the "
        "configuration into one zip file. The service may run meanwhile. The file holds people's names: keep it safe.",
        epilog="exit codes: 0 done, 2 there is no journal, or the file cannot be written",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup to write (a name ending in .zip)")
    add_table_arguments(parser)


def run(args: Namespace) -> int:
    """Write the backup. Raises `ConfigError`, `JournalError`."""
    from controller.operations.backup import Places, make_backup

    sizes = make_backup(Places.of(config_of(args), config_file(args)), args.file)
    for name, size in sizes.items():
        print(f"{size / 1024:>12,.0f} kB  {name}")
    print(f"{args.file}: {args.file.stat().st_size / 1024:,.0f} kB. To restore it: jantaku restore {args.file}")
    return 0
