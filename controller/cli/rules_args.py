"""`--rules NAME|FILE` and `--set FIELD=VALUE`, the same in every command that takes rules."""

import sys
from argparse import ArgumentParser, Namespace

from engine.errors import RulesError
from engine.rules import RuleSet, load_rules


def add_rules_arguments(parser: ArgumentParser, default: str | None = "tenhou") -> None:
    """Add `--rules` and the repeatable `--set` to a command. Without a default the configuration names the rules."""
    otherwise = f"default: {default}" if default else "default: the configured one"
    parser.add_argument("--rules", metavar="NAME|FILE", default=default, help=f"rule set or rules file ({otherwise})")
    parser.add_argument(
        "--set",
        dest="rule_settings",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        help="change one field of the rules; may be repeated (fields: jantaku rules show)",
    )


def rules_from(args: Namespace) -> RuleSet:
    """The rules a command was given. Wrong ones are said on standard error and exit with status 2."""
    try:
        return load_rules(args.rules, args.rule_settings)
    except RulesError as error:
        print(f"jantaku: {error}", file=sys.stderr)
        raise SystemExit(2) from None
