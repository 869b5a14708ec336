"""`jantaku score`: winning hands to their value, one JSON object a line, or one hand by options."""

import argparse
import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.rules_args import add_rules_arguments, rules_from
from controller.records.files import read_text
from engine.errors import RecordError
from engine.records.checked import parse_json
from engine.scoring.codec import error_object, score_object

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from engine.rules import RuleSet

_EPILOG = """one hand, for a person:
  jantaku score --hand 234m55p678999s --meld pon:777z --win 9s --dora 4p
  jantaku score --hand 11223344556677m --tsumo --riichi --seat S
Tiles are written 123m 406p 77z (0 a red five; 1z-4z E S W N, 5z-7z white green red; 1f-8f flowers, seasons)."""

_FLAGS = {
    "tsumo": "won on the own draw",
    "ippatsu": "within a go-round of riichi",
    "rinshan": "on the replacement tile of a kan",
    "chankan": "by robbing a kan",
    "haitei": "tsumo with the last tile",
    "houtei": "ron on the last discard",
    "tenhou": "the dealer's first draw",
    "chiihou": "another's first draw",
    "renhou": "ron before the own first draw",
}


def add_parser(subparsers: "Subparsers") -> None:
    """Add `score [FILE|-]` and the options for one hand."""
    parser = subparsers.add_parser(
        "score",
        help="score winning hands",
        description="Score winning hands: JSON objects, one a line (docs/formats.md), or one hand by options.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_rules_arguments(parser)
    parser.add_argument("file", metavar="FILE|-", nargs="?", help="hands, one JSON object a line; - is standard input")
    hand = parser.add_argument_group("one hand")
    hand.add_argument("--hand", metavar="TILES", help="the closed tiles, the winning tile included")
    hand.add_argument("--win", metavar="TILE", help="the winning tile (default: the last of --hand)")
    hand.add_argument("--meld", metavar="TYPE:TILES", action="append", default=[], help="chi:123m, ankan:5555z, ...")
    for name, meaning in _FLAGS.items():
        hand.add_argument(f"--{name}", action="store_true", help=meaning)
    hand.add_argument("--riichi", action="store_const", const=1, default=0, help="riichi was declared")
    hand.add_argument("--double-riichi", dest="riichi", action="store_const", const=2, help="on the first discard")
    hand.add_argument("--round", metavar="WIND", default="E", help="round wind: E, S, W, N (default E)")
    hand.add_argument("--seat", metavar="WIND", default="E", help="the winner's wind (default E, the dealer)")
    hand.add_argument(
        "--dora", metavar="TILES", default="", help="dora indicators, the tiles turned up: 3m makes each 4m a dora"
    )
    hand.add_argument("--ura", metavar="TILES", default="", help="ura-dora indicators, the same way")
    hand.add_argument("--flowers", metavar="TILES", default="", help="flowers and seasons shown")
    hand.add_argument("--honba", metavar="N", type=int, default=0, help="counters on the table")
    hand.add_argument("--kyotaku", metavar="N", type=int, default=0, help="riichi deposits on the table")
    hand.add_argument("--liable", choices=("discarder", "other"), help="who is liable by pao")
    parser.add_argument("--json", action="store_true", help="one hand as a JSON object too")


def run(args: argparse.Namespace) -> int:
    """Exit code 0; 1 if a hand was impossible; 2 if the rules or the file cannot be read."""
    rules = rules_from(args)
    if args.hand is not None and args.file is not None:
        print("jantaku score: give a file or one hand, not both", file=sys.stderr)
        return 2
    if args.hand is not None:
        return _score_one(rules, args)
    if args.file is None and sys.stdin.isatty():
        print("jantaku score: give a FILE, - for standard input, or --hand TILES (see --help)", file=sys.stderr)
        return 2
    return _score_lines(rules, _lines(args.file or "-"))


def _lines(name: str) -> Iterable[str]:
    if name != "-":
        return read_text(Path(name)).split("\n")
    if sys.stdin.isatty():
        print("reading hands from the keyboard, one JSON object a line; Ctrl-D ends (see --help)", file=sys.stderr)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # a broken line is that line's error only
    return sys.stdin


def _score_lines(rules: "RuleSet", lines: Iterable[str]) -> int:
    code, empty = 0, True
    for line in lines:
        if not line.strip():
            continue
        empty = False
        try:
            entry = parse_json(line)
        except RecordError as error:
            answer = error_object("bad_json", str(error))
        else:
            answer = score_object(rules, entry)
        if "error" in answer:
            code = 1
        print(json.dumps(answer))
    if empty:
        print(
            "jantaku score: there is no hand to score; give JSON objects, one a line, or --hand TILES", file=sys.stderr
        )
    return code


def _score_one(rules: "RuleSet", args: argparse.Namespace) -> int:
    answer = score_object(rules, _entry(args))
    if args.json:
        print(json.dumps(answer))
    elif "error" in answer:
        print(f"jantaku score: {answer['error']['message']}", file=sys.stderr)
    else:
        print("\n".join(_table(answer)))
    return 1 if "error" in answer else 0


def _entry(args: argparse.Namespace) -> dict[str, Any]:
    melds = []
    for meld in args.meld:
        kind, _, tiles = meld.partition(":")
        melds.append({"type": kind, "tiles": tiles})
    hand = "".join(args.hand.split())
    return {
        "id": None,
        "hand": hand,
        "win_tile": args.win or _last_tile(hand),
        "melds": melds,
        "riichi": args.riichi,
        "round_wind": args.round,
        "seat_wind": args.seat,
        "dora_indicators": args.dora,
        "ura_indicators": args.ura,
        "flowers": args.flowers,
        "honba": args.honba,
        "kyotaku": args.kyotaku,
        "liable": args.liable,
    } | {name: getattr(args, name) for name in _FLAGS}


def _last_tile(hand: str) -> str:
    return hand[-2:]


def _table(answer: dict[str, Any]) -> list[str]:
    """A value or a refusal as lines for a person."""
    unit = "fan" if "patterns" in answer else "han"
    named = answer.get("yaku", answer.get("patterns", []))
    rows = [(entry["name"], entry[unit]) for entry in named]
    rows += [(name, answer[name]) for name in ("dora", "aka", "ura") if answer.get(name)]
    lines = [f"  {name:<24}{value:>3} {unit}" for name, value in rows]
    if not answer["valid"]:
        return [f"No win: {answer['message']}", *lines]
    return [*lines, f"  {'':-<31}", f"  {_worth(answer)}", *_paid(answer["payments"]), *_gain(answer)]


def _worth(answer: dict[str, Any]) -> str:
    if "fan" in answer:
        return f"{answer['fan']} fan, base {answer['base']}"
    worth = f"{answer['han']} han" + (f" {answer['fu']} fu" if answer["fu"] else "")
    return f"{worth}, {answer['limit']}" if answer["limit"] else worth


def _paid(payments: dict[str, Any]) -> list[str]:
    liable = payments.get("liable")
    if "ron" in payments:
        lines = [f"  the discarder pays {payments['ron'] - (liable or 0):,}"]
    else:
        parts = payments["tsumo"]
        if "each" in parts:
            lines = [f"  each pays {parts['each']:,}"]
        elif not parts["other"]:  # the liable player pays all
            lines = []
        elif parts["dealer"] is None:
            lines = [f"  each pays {parts['other']:,}"]
        else:
            lines = [f"  the dealer pays {parts['dealer']:,}, the others {parts['other']:,} each"]
    return lines + ([f"  the liable player pays {liable:,}"] if liable else [])


def _gain(answer: dict[str, Any]) -> list[str]:
    lines = [f"  deposits {answer['deposits']:,}"] if answer.get("deposits") else []
    return [*lines, f"  the winner gains {answer['total']:,}"]
