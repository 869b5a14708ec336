"""`jantaku demo`: the service with a simulated table on a laptop."""

import shlex
import shutil
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.rules_args import add_rules_arguments, rules_from
from controller.cli.run import speed, with_options

if TYPE_CHECKING:
    from controller.cli import Subparsers

_JOURNAL = "demo.sqlite"


def add_parser(subparsers: "Subparsers") -> None:
    """Add `demo` and its options."""
    from controller.config import default_journal

    parser: ArgumentParser = subparsers.add_parser(
        "demo",
        help="the service with a simulated table: play in the browser, or watch four bots (--auto)",
        description="Play one seat against three bots, in the browser, on a simulated table; or watch four bots.",
    )
    parser.add_argument("--auto", action="store_true", help="four bots, one match after another")
    add_rules_arguments(parser)
    parser.add_argument(
        "--level", choices=("novice", "intermediate", "advanced"), default="intermediate", help="how well the bots play"
    )
    parser.add_argument("--port", type=int, default=8080, help="port of the page (default: 8080; 0: any that is free)")
    parser.add_argument("--host", default="127.0.0.1", help="address of the page (default: 127.0.0.1)")
    parser.add_argument(
        "--speed", type=speed, default=1.0, metavar="FACTOR", help="table seconds a real second, 0.25 to 50"
    )
    parser.add_argument(
        "--clocks", action="store_true", help="keep the rules' time limits when you play (left out otherwise)"
    )
    parser.add_argument("--noise", choices=("none", "typical", "harsh"), default="none", help="how wrong antennas are")
    parser.add_argument("--seed", type=int, help="one seed gives one order of walls")
    parser.add_argument(
        "--journal", metavar="FILE", type=Path, help=f"journal file (default: {default_journal().with_name(_JOURNAL)})"
    )
    parser.add_argument(
        "--new", action="store_true", help="begin a new match (otherwise an unfinished one of the same rules goes on)"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: Namespace) -> int:
    """Run until stopped. Raises `UsageError` and `JournalError` for what must be put right first."""
    from engine.rules.table_rules import LIMITS

    rules = rules_from(args)
    if not (args.auto or args.clocks):
        rules = rules.with_changes(**dict.fromkeys(LIMITS))
    from secrets import randbits

    from controller.config import Config, TableSection, WebSection, default_journal
    from controller.logs import set_up_logs
    from controller.service.plan import Plan, is_loopback
    from controller.service.seating import Seating
    from controller.service.service import run as run_service

    seed = randbits(32) if args.seed is None else args.seed
    config = Config(
        driver="simulated",
        options={"noise": args.noise, "seed": seed},
        table=TableSection(rules=args.rules, set=dict(rules.model_dump(mode="json"))),
        web=WebSection(host=args.host),
    )
    journal = args.journal or default_journal().with_name(_JOURNAL)
    config = with_options(config, args.port, journal)
    set_up_logs("warning", "human")
    seating = Seating.against_bots(None if args.auto else 0, args.level, seed)
    path = "/" if args.auto else "/table"

    def announce(address: str) -> None:
        page = address + path
        what = "Four bots play at" if args.auto else "Play at"
        print(f"{what} {page}   (scoreboard: {address}/, seed {seed}; Ctrl-C ends)", flush=True)
        if not is_loopback(args.host):
            seat = "" if args.auto else f" Sign in at {address}/seat/0 to play;"
            print(f"Other computers reach this page, so PINs and codes hold.{seat} codes are shown here.", flush=True)
        listing = shlex.join([as_called(), "matches", "--journal", str(journal)])
        print(f"What is played is kept in {journal}: {listing}", flush=True)
        if args.open:
            import webbrowser

            webbrowser.open(page)

    run_service(
        Plan(
            config,
            seating,
            patient=False,
            speed=args.speed,
            go_on="never" if args.new else "same",
            demo=True,
            tell_code=_tell_code,
        ),
        announce,
    )
    return 0


def as_called() -> str:
    """This command as it was called: `.venv/bin/jantaku`, or by its name alone where the shell finds it by that."""
    called, found = Path(sys.argv[0]), shutil.which("jantaku")
    if called.name != "jantaku" or (found is not None and Path(found).resolve() == called.resolve()):
        return "jantaku"
    return str(called)


def _tell_code(text: str) -> None:
    """A simulated panel's code, for the person at this terminal."""
    print(text, flush=True)
