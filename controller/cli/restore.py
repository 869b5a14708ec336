"""`jantaku restore`: put a backup's files back in their places."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.table_args import add_table_arguments, config_file, config_of

if TYPE_CHECKING:
    from controller.cli import Subparsers


def add_parser(subparsers: "Subparsers") -> None:
    """Add `restore FILE`."""
    parser: ArgumentParser = subparsers.add_parser(
        "restore",
        help="put a backup's files back",
        description="Put the files of a backup in the places the configuration names. Refused while the service runs "
        "(sudo systemctl stop jantaku). What was there before is kept beside it.",
        epilog="exit codes: 0 done, 2 the service runs, or the file is no sound backup",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup (jantaku backup made it)")
    parser.add_argument(
        "--with-config", action="store_true", help="restore the configuration too, over the present one"
    )
    add_table_arguments(parser)


def run(args: Namespace) -> int:
    """Restore. Raises `ConfigError`, `JournalError`, `UsageError`."""
    from controller.operations.backup import Places, restore_backup

    places = Places.of(config_of(args), config_file(args))
    for sentence in restore_backup(args.file, places, with_config=args.with_config):
        print(sentence)
    return 0
