"""`jantaku rules`: list the rule sets, explain one field by field, check a file of house rules."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from engine.errors import RulesError
from engine.rules.describe import Description, FieldInfo, describe
from engine.rules.load import read_rules_file
from engine.rules.presets import CATALOGUE, DOMAN_MENU

if TYPE_CHECKING:
    from controller.cli import Subparsers

_EPILOG = """a rules file is TOML: the preset it builds on and the fields that differ, for example
  base = "tenhou"
  name = "Tuesday club"
  open_tanyao = false
  uma = [15, 5, -5, -15]
write "none" where a field is to be empty"""

_LEGEND = """[seed] the table's own specification, [public] published rules, [choice] our reading of an open point,
[own] a setting of this table that no rules know, [house] a rules file or a setting"""


def add_parser(subparsers: "Subparsers") -> None:
    """Add `rules list | show NAME | check FILE`."""
    parser = subparsers.add_parser(
        "rules",
        help="list, show and check rule sets",
        description="List, show and check rule sets.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", metavar="list|show|check", required=True)
    listing = actions.add_parser("list", help="the presets")
    show = actions.add_parser("show", help="every field with its meaning, value, origin and difference from its base")
    show.add_argument("rules", metavar="NAME|FILE")
    show.add_argument("--set", dest="rule_settings", metavar="FIELD=VALUE", action="append", default=[])
    show.add_argument("--differences", action="store_true", help="only the fields that differ from the base")
    check = actions.add_parser("check", help="what is wrong with files of house rules")
    check.add_argument("files", metavar="FILE", nargs="+", type=Path)
    for action in (listing, show, check):
        action.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Exit code 0; for `check` 1 if a file has wrong values; 2 if there are no such rules or a file is unreadable."""
    if args.action == "list":
        return _list(args.json)
    if args.action == "show":
        return _show(describe(args.rules, tuple(args.rule_settings)), args.differences, args.json)
    return max(_check(path, args.json) for path in args.files)


def _list(as_json: bool) -> int:
    for name, entry in CATALOGUE.items():
        if as_json:
            print(json.dumps({"name": name, "family": entry.rules.family, "about": entry.about, "base": entry.base}))
        else:
            print(f"{name:<20}{entry.about}")
    if not as_json:
        print("\nDoman's menu is `--rules doman` with these settings:")
        for title, values in DOMAN_MENU.items():
            print(f"  {title}\n    {' '.join(f'--set {name}={_written(value)}' for name, value in values.items())}")
    return 0


def _show(rules: Description, only_differences: bool, as_json: bool) -> int:
    fields = [field for field in rules.fields if field.differs or not only_differences]
    if as_json:
        listed = [asdict(field) | {"differs": field.differs} for field in fields]
        print(json.dumps({"name": rules.name, "about": rules.about, "base": rules.base, "fields": listed}))
        return 0
    print(f"{rules.name}: {rules.about}")
    if rules.base != rules.name:
        print(f"* marks what differs from {rules.base}.")
    print(_LEGEND)
    for section, members in groupby(fields, key=lambda field: field.section):
        print(f"\n{section}")
        for field in members:
            print("\n".join(_field_lines(field, rules.base)))
    return 0


def _field_lines(field: FieldInfo, base: str) -> Iterator[str]:
    mark = "*" if field.differs else " "
    there = f"   ({base}: {_written(field.base_value)})" if field.differs else ""
    yield f"{mark} {field.name} = {_written(field.value)}   [{field.origin}]{there}"
    choices = f" One of {', '.join(map(_written, field.allowed))}." if field.allowed else ""
    yield fill(
        f"{field.meaning}{choices} ({field.source})", width=110, initial_indent="      ", subsequent_indent="      "
    )


def _check(path: Path, as_json: bool) -> int:
    faults: tuple[tuple[str, str], ...] = ()
    try:
        base = read_rules_file(path).base
    except RulesError as error:
        if not error.faults:
            print(f"jantaku rules check: {error}", file=sys.stderr)
            return 2
        faults = error.faults
        if not as_json:
            print(error, file=sys.stderr)
    if as_json:
        listed = [{"field": field, "message": message} for field, message in faults]
        print(json.dumps({"file": str(path), "valid": not faults, "faults": listed}))
    elif not faults:
        changed = [field.name for field in describe(str(path)).fields if field.differs]
        print(f"{path}: good; builds on {base}, differs in {', '.join(changed) or 'nothing'}")
    return 1 if faults else 0


def _written(value: Any) -> str:
    """A value as a rules file and `--set` have it."""
    return "none" if value is None else json.dumps(value).replace('"none"', "none")
