"""The console command `jantaku`: finds the command's module, imports only that one, and turns errors into exit codes.

Each module of this package is one command. It offers `add_parser(subparsers)`, which adds the command's options,
and `run(args) -> int`, which does the work and returns the exit code: 0 done, 1 the work found a difference or a
fault, 2 wrong usage or input.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

if TYPE_CHECKING:  # a private name of argparse, in the type stubs only
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

COMMANDS: Final[dict[str, str]] = {
    "run": "the service: referee a table, with its web page",
    "demo": "the service with a simulated table: play in the browser, or watch four bots (--auto)",
    "score": "score winning hands, one JSON object a line or one hand by options",
    "replay": "play recorded games on the simulated table and compare what the table scored",
    "legal": "what each seat could do after each event of a record",
    "simulate": "whole matches by bots on the simulated table",
    "scenario": "run scenarios (what people do at a table) through the referee",
    "rules": "list, show and check rule sets",
    "config": "check a configuration file",
    "access": "PINs and tokens: who may referee, administer, or show live hands",
    "survey": "walk one tile over the table, and see what each antenna reads where",
    "enroll": "give each tag its tile, with progress",
    "flash": "put firmware, name and role on a reader board, and check that it runs",
    "doctor": "what is wrong with this machine's configuration, wiring and permissions",
    "matches": "the matches in the journal",
    "players": "the people in the journal: list, add, rename, delete, cards",
    "standings": "ratings, ranks and season ratings of the players in the journal",
    "backup": "everything a table has to keep, in one file",
    "restore": "put a backup's files back",
    "bundle": "what somebody who helps needs to see what went wrong, without secrets and names",
    "export": "a match of the journal as mjai, tenhou, CSV or JSON",
}
"""Every command with its one line of help; the module of the same name has the rest."""


class Command(Protocol):
    """What each module of this package offers."""

    def add_parser(self, subparsers: "Subparsers") -> None:
        """Add the command's parser, with its options and help."""

    def run(self, args: argparse.Namespace) -> int:
        """Do the work; returns the exit code."""


INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, as shells count it (128 + SIGINT)."""

PIPE_CLOSED: Final = 141
"""Exit code when the reader of our output went away (128 + SIGPIPE)."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; messages go to standard error."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_closed_streams()
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except SystemExit as leave:  # argparse has printed its message
        return leave.code if isinstance(leave.code, int) else 0
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads standard output any more: let nothing be written to it, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:  # the disk behind standard output is full, for one
        print(f"jantaku: {error.strerror or error}", file=sys.stderr)
        return 1
    return code


def _open_closed_streams() -> None:
    """A standard stream that was closed before we began leads nowhere from now on.

    Otherwise the next file opened, a journal for one, would take its number and get what is meant for the stream.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _dispatch(words: list[str]) -> int:
    parser = _parser()
    name = words[0] if words else ""
    if name not in COMMANDS:
        return _without_command(parser, words)
    # Everything is imported as late as can be: `jantaku --help` should not wait for the web server.
    command = cast(Command, import_module(f"controller.cli.{name}"))
    command.add_parser(parser.add_subparsers(dest="command", metavar="COMMAND", prog="jantaku"))
    return _run(name, command, parser.parse_args(words))


def _run(name: str, command: Command, args: argparse.Namespace) -> int:
    from controller.errors import ControllerError
    from engine.errors import EngineError
    from hal.errors import HalError

    try:
        return command.run(args)
    except (ControllerError, EngineError, HalError) as error:
        print(f"jantaku {name}: {error}", file=sys.stderr)
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is None:
            raise
        print(f"jantaku {name}: {error.filename}: {error.strerror}", file=sys.stderr)
    return 2


def _without_command(parser: argparse.ArgumentParser, words: list[str]) -> int:
    if not words:
        parser.print_help(sys.stderr)
        return 2
    if words[0].startswith("-"):
        parser.parse_args(words)
        parser.error("name a command; `jantaku --help` lists them")
    import difflib

    near = difflib.get_close_matches(words[0], COMMANDS, n=1)
    hint = f"did you mean `{near[0]}`?" if near else "`jantaku --help` lists the commands"
    print(f"jantaku: there is no command `{words[0]}`; {hint}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    width = max(map(len, COMMANDS))
    listing = "\n".join(f"  {name:<{width}}  {summary}" for name, summary in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="jantaku",
        description="The software of a physical mahjong table.",
        epilog=f"commands (each with --help of its own):\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="jantaku [-h] [--version] COMMAND ...",
    )
    parser.add_argument("--version", action=_Version, help="print the version and exit")
    return parser


class _Version(argparse.Action):
    """`--version`, looking the version up only when asked."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:  # noqa: A002
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from controller.version import VERSION

        print(f"jantaku {VERSION}")
        parser.exit()
