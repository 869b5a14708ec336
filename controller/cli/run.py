"""`jantaku run`: the service."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.rules_args import add_rules_arguments

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from controller.config import Config

DEPTHS = ("ports", "wire", "firmware")
FASTEST = 50.0


def add_parser(subparsers: "Subparsers") -> None:
    """Add `run` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "run",
        help="the service",
        description="Run the service: referee a table, keep its clocks, scores and journal, and serve its pages. An "
        "unfinished match in the journal is gone on with. Ends cleanly on SIGTERM and Ctrl-C.",
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="configuration file (docs/config.md)")
    parser.add_argument(
        "--simulate",
        nargs="?",
        const="ports",
        choices=DEPTHS,
        help="a simulated table with four bots instead of the configured one, at this depth (default: ports)",
    )
    parser.add_argument(
        "--speed", type=speed, metavar="FACTOR", help="simulated table seconds a real second, 0.25 to 50 (default: 1)"
    )
    add_rules_arguments(parser, default=None)
    parser.add_argument("--port", type=int, help="port of the pages, instead of the configured one")
    parser.add_argument("--journal", metavar="FILE", type=Path, help="journal file, instead of the configured one")


def run(args: Namespace) -> int:
    """Run until stopped.

    Raises `ConfigError`, `RulesError`, `UsageError`, `JournalError` for what must be put right first.
    """
    from secrets import randbits

    from controller.errors import UsageError
    from controller.logs import set_up_logs
    from controller.service.plan import Plan
    from controller.service.seating import Seating
    from controller.service.service import run as run_service

    config = configured(args)
    set_up_logs(config.logging.level, config.logging.format)
    seating = Seating(seed=randbits(32)) if config.driver == "simulated" else None
    if args.speed is not None and seating is None:
        raise UsageError("--speed: only a simulated table's time can run faster")
    reread = None if args.config is None else lambda: configured(args)
    run_service(
        Plan(config, seating, args.speed or 1.0, reread=reread),
        lambda address: print(f"Page: {address}", file=sys.stderr, flush=True),
    )
    return 0


def configured(args: Namespace) -> "Config":
    """The configuration in the file, with what the command line changes. Raises as `run` does."""
    from controller.config import Config, read_config
    from controller.errors import UsageError

    config = Config() if args.config is None else read_config(args.config)
    if args.simulate:
        config = simulated(config, args.simulate)
    elif config.driver is None:
        raise UsageError(
            "which table? Name its driver in a configuration file ([hal] driver, docs/config.md) and give it with "
            "--config, or use --simulate"
        )
    return with_options(with_rules(config, args.rules, args.rule_settings), args.port, args.journal)


def speed(text: str) -> float:
    """The factor of `--speed`."""
    try:
        factor = float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no number") from None
    if not 0.25 <= factor <= FASTEST:
        raise ArgumentTypeError(f"write a factor from 0.25 to {FASTEST:g}")
    return factor


def simulated(config: "Config", depth: str) -> "Config":
    """The same configuration with a simulated table of a depth; its options stay if it was simulated already."""
    options = (config.options if config.driver == "simulated" else {}) | {"depth": depth}
    return config.model_copy(update={"driver": "simulated", "options": options})


def with_rules(config: "Config", name: str | None, settings: Sequence[str]) -> "Config":
    """The configuration with the rules for new matches that the command line names or changes (each `FIELD=VALUE`).

    Raises `ConfigError` and `RulesError`.
    """
    if name is None and not settings:
        return config
    from engine.rules.load import load_rules, with_settings

    rules = with_settings(config.rules() if name is None else load_rules(name), settings)
    table = {"rules": name or config.table.rules, "set": rules.model_dump(mode="json")}
    return config.model_copy(update={"table": config.table.model_copy(update=table)})


def with_options(config: "Config", port: int | None, journal: Path | None) -> "Config":
    """The configuration with what the command line changes; raises `UsageError` for a port that cannot be."""
    from controller.errors import UsageError

    if port is not None:
        if not 0 <= port <= 65_535:
            raise UsageError(f"--port: {port} is no port; take one from 1 to 65535 (0: any that is free)")
        config = config.model_copy(update={"web": config.web.model_copy(update={"port": port})})
    if journal is not None:
        config = config.model_copy(update={"journal": config.journal.model_copy(update={"path": journal})})
    return config
