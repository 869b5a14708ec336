"""`jantaku legal`: what each seat could do after each event of a record, by the engine alone."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from controller.cli.rules_args import add_rules_arguments, rules_from
from controller.records.files import read_games
from engine.deal import Deal, Phase
from engine.errors import EngineError, IllegalAction, RecordError
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    DrawnDeal,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.records.model import RecordedDeal
from engine.records.start import rules_of_game, start_deal
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, TileSet

if TYPE_CHECKING:
    from controller.cli import Subparsers

NAMES: Final[dict[type[Event], str]] = {
    Discard: "dahai",
    Riichi: "reach",
    Chi: "chi",
    Pon: "pon",
    OpenKan: "daiminkan",
    ConcealedKan: "ankan",
    AddedKan: "kakan",
    Flower: "flower",
    Win: "hora",
    DrawnDeal: "ryukyoku",
}
"""mjai's names of what a seat may do."""

Choices = dict[Seat, list[str]]


def add_parser(subparsers: "Subparsers") -> None:
    """Add `legal FILE…`."""
    parser = subparsers.add_parser(
        "legal",
        help="what each seat could do after each event of a record",
        description="What each seat could do after each event of records (mjai, tenhou.net/6 JSON or our own, plain or "
        ".gz), by the rules alone.",
        epilog="exit codes: 0 done, 1 a record breaks the rules, 2 wrong usage or a record that cannot be read",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    add_rules_arguments(parser)
    parser.set_defaults(rules=None)
    parser.add_argument(
        "--json", action="store_true", help='one object an event: {"line": i, "can": {"0": ["dahai", "reach"]}}'
    )


def run(args: argparse.Namespace) -> int:
    """Exit code 0; 1 if a recorded event is against the rules; 2 if a record cannot be read."""
    given = args.rules is not None
    args.rules = args.rules or "tenhou"
    rules = rules_from(args)
    keep_tanyao = any(setting.startswith("open_tanyao=") for setting in args.rule_settings)
    # Everything is read before anything is printed: a broken record gives an error and nothing half-written.
    records = [(path, list(read_games(path, rules))) for path in args.files]
    faults = 0
    for path, games in records:
        name = str(path) if len(records) > 1 else None
        for game in games:
            own = rules_of_game(game.rules if game.rules and not given else rules, game, keep_tanyao=keep_tanyao)
            for recorded in game.deals:
                try:
                    _print_deal(own, recorded, name, args.json, sys.stdout)
                except RecordError as error:
                    faults += 1
                    print(f"jantaku legal: {path}, {error}", file=sys.stderr)
    return 1 if faults else 0


def choices(deal: Deal) -> Choices:
    """What each seat that can do something may do now, by mjai's names, sorted."""
    found = {seat: sorted({NAMES[type(action)] for action in deal.legal(seat)}) for seat in SEATS}
    return {seat: names for seat, names in found.items() if names}


def walk(rules: RuleSet, recorded: RecordedDeal) -> Iterator[tuple[int, Event, Deal]]:
    """Every event of a recorded deal with its line and the deal after it.

    Raises `RecordError` with the line of an event the rules do not allow.
    """
    try:
        deal = start_deal(rules, recorded)
    except EngineError as error:
        raise RecordError(f"line {recorded.line + 1}: {error}") from None
    for line, event in zip(recorded.lines, recorded.events, strict=True):
        try:
            deal = deal.apply(event)
        except IllegalAction as error:
            raise RecordError(f"line {line + 1}: {error}") from None
        yield line, event, deal


def _print_deal(rules: RuleSet, recorded: RecordedDeal, file: str | None, as_json: bool, out: TextIO) -> None:
    if not as_json:
        heading = f"{recorded.label}, dealer {recorded.dealer}"
        print(f"\n{file + ': ' if file else ''}{heading}", file=out)
    for line, event, deal in walk(rules, recorded):
        # Turning an indicator gives nobody a new choice.
        if isinstance(event, Indicator) or deal.phase is Phase.OVER:
            continue
        can = choices(deal)
        if not can:
            continue
        if as_json:
            row: dict[str, object] = {"line": line, "can": {str(seat): names for seat, names in can.items()}}
            print(json.dumps({"file": file, **row} if file else row), file=out)
        else:
            told = "; ".join(f"{seat}: {' '.join(names)}" for seat, names in can.items())
            print(f"{line + 1:>7}  {_describe(event, recorded.tile_set):<28}  {told}", file=out)


def _describe(event: Event, tiles: TileSet) -> str:
    """An event that gives somebody a choice, in a few words for people: `seat 2 chi 3m with 45m`."""
    if isinstance(event, Indicator | Win | DrawnDeal):
        return type(event).__name__.lower()
    does = f"seat {event.seat} {NAMES.get(type(event), 'draws')}"
    if isinstance(event, Riichi):
        return does
    if isinstance(event, ConcealedKan):
        return f"{does} {tiles.text(event.tiles)}"
    if isinstance(event, Chi | Pon | OpenKan):
        return f"{does} {tiles.name(event.tile)} with {tiles.text(event.used)}"
    return f"{does} {tiles.name(event.tile)}"
