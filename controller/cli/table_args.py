"""Options of the commands that look after a table: which configuration, which journal."""

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from controller.config import Config

SYSTEM_CONFIG: Final = Path("/etc/jantaku/jantaku.toml")
"""Where the installer puts the configuration."""

SYSTEM_JOURNAL: Final = Path("/var/lib/jantaku/journal.sqlite")
"""Where the installed service keeps its journal, unless the configuration says otherwise."""


def add_table_arguments(parser: ArgumentParser) -> None:
    """Add `--config` and `--journal`."""
    parser.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help=f"the table's configuration (default: {SYSTEM_CONFIG}, if it exists)",
    )
    parser.add_argument("--journal", metavar="FILE", type=Path, help="its journal, instead of the configured one")


def config_file(args: Namespace) -> Path | None:
    """The configuration file meant; None: there is none, and everything has its default."""
    path: Path | None = args.config
    return path or (SYSTEM_CONFIG if os.access(SYSTEM_CONFIG, os.R_OK) else None)


def config_of(args: Namespace) -> "Config":
    """The configuration meant, with the journal of the command line; raises `ConfigError`."""
    from controller.config import Config, JournalSection, read_config

    path = config_file(args)
    config = Config(journal=JournalSection(path=usual_journal())) if path is None else read_config(path)
    if path == SYSTEM_CONFIG and config.journal.path == JournalSection().path:
        # The service is given its folder by systemd; a command run by hand is not.
        config = config.model_copy(update={"journal": config.journal.model_copy(update={"path": SYSTEM_JOURNAL})})
    if args.journal is not None:
        config = config.model_copy(update={"journal": config.journal.model_copy(update={"path": args.journal})})
    return config


def usual_journal() -> Path:
    """The installed service's journal where this user may read it, otherwise the user's own."""
    from controller.config import default_journal

    return SYSTEM_JOURNAL if os.access(SYSTEM_JOURNAL, os.R_OK) else default_journal()
