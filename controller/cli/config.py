"""`jantaku config check FILE`: every fault of a configuration file, with its key and what to do."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from controller.config import Config


def add_parser(subparsers: "Subparsers") -> None:
    """Add `config` and its sub-command."""
    parser: ArgumentParser = subparsers.add_parser(
        "config", help="check a configuration file", description="Check a configuration file (docs/config.md)."
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="check")
    check = actions.add_parser(
        "check",
        help="name everything that is wrong in a file",
        description="Name every wrong key of a configuration file. Exit status: 0 all right, 1 faults found, "
        "2 the file cannot be read.",
    )
    check.add_argument("file", metavar="FILE", type=Path)


def run(args: Namespace) -> int:
    """Check the file; 1 if it has faults. An unreadable file raises `ConfigError`."""
    import sys

    from controller.config import check_config, load_toml
    from controller.errors import ConfigError

    values = load_toml(args.file)
    try:
        config = check_config(values, str(args.file), args.file.parent)
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 1
    table = "no driver is named: `jantaku run` needs one, or --simulate" if config.driver is None else config.driver
    print(f"{args.file} is all right. Rules: {config.rules().name}. Table: {table}.")
    missing = _missing_registry(config)
    if missing:
        print(f"Still missing: {missing}, the file that says which tag is in which tile (jantaku enroll).")
    if _speaks_english_instead(config):
        print("The seats' displays speak English: [table] language needs a [hal.oled] font with its letters.")
    limits = _unenforced(config)
    if limits:
        print("What this table cannot enforce:")
        print("".join(f"  - {limit}\n" for limit in limits), end="")
    return 0


def _missing_registry(config: "Config") -> str:
    """The tag registry that a real reader needs and does not have yet, as people call it; empty if all is there."""
    reader, _ = config.other_ports.get("reader", (config.driver, {}))
    registry = config.table.registry
    if reader in (None, "simulated") or (registry is not None and registry.is_file()):
        return ""
    return "[table] registry" if registry is None else str(registry)


def _speaks_english_instead(config: "Config") -> bool:
    """Whether the displays have another language than the one asked for, since they have no letters for it."""
    from hal.drivers import check_options

    driver, options = config.other_ports.get("display", (config.driver, config.options))
    if config.table.language == "en" or driver in (None, "simulated"):
        return False
    return getattr(check_options(driver, options), "font", None) is None


def _unenforced(config: "Config") -> list[str]:
    """What the layout of the configured tile reader leaves to the players."""
    from controller.referee.sight import fitted, unenforced
    from hal.drivers import check_options

    if config.driver is None:
        return unenforced(config.referee)
    driver, options = config.other_ports.get("reader", (config.driver, config.options))
    layout = getattr(check_options(driver, options), "layout", None)
    return unenforced(config.referee if layout is None else fitted(config.referee, layout.build()))
