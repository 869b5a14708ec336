"""`jantaku flash`: firmware, name and role for a reader board."""

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from firmware.roles import ROLES

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from firmware.settings import Settings
    from hal.boards.flash import Flashed, Progress


def add_parser(subparsers: "Subparsers") -> None:
    """Add `flash` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "flash",
        help="put firmware, name and role on a reader board, and check that it runs",
        description="Write the firmware onto a Raspberry Pi Pico on USB, tell it which board it is, restart it and "
        "check what it then says about itself. MicroPython must be on the board; whatever runs on it is stopped first. "
        "Stop the service meanwhile: a device can be used by one program at a time.",
        epilog="example: jantaku flash --board seat0 --reference drawn=E004015012345678",
    )
    parser.add_argument(
        "--board", required=True, metavar="NAME", help="which board of the table it is: seat0, centre ..."
    )
    parser.add_argument(
        "--role", choices=sorted(ROLES), help="which antennas it has (default: seat or centre, by name)"
    )
    parser.add_argument("--port", metavar="DEVICE", help="serial device (default: the only board that is plugged in)")
    parser.add_argument(
        "--reference",
        action="append",
        default=[],
        metavar="ANTENNA=UID",
        help="an antenna's fixed reference tag, 16 hexadecimal digits (repeatable)",
    )
    parser.add_argument("--machine", action="store_true", help="the table machine hangs on this board")
    parser.add_argument("--replace", action="store_true", help="the board may have had another name before")
    parser.add_argument("--source", action="store_true", help="copy the modules uncompiled (without mpy-cross)")
    parser.add_argument("--json", action="store_true", help="one JSON object about the board")


def run(args: Namespace) -> int:
    """Exit code 1 if the board could not be flashed; raises `UsageError` for options that make no sense."""
    from controller.errors import UsageError
    from firmware.settings import SettingsError
    from hal.boards.flash import candidates, flash
    from hal.errors import DriverError

    try:
        settings = _settings(args)
    except SettingsError as error:
        raise UsageError(str(error)) from error
    port = args.port
    if port is None:
        found = candidates()
        if len(found) != 1:
            listed = "\n  ".join(found) or "none: plug it in, or name its device with --port"
            raise UsageError(f"which board? Name one with --port:\n  {listed}")
        (port,) = found
    try:
        flashed = flash(port, settings, _progress(), source=args.source, replace=args.replace)
    except DriverError as error:
        print(f"jantaku flash: {error}", file=sys.stderr)
        return 1
    _tell(flashed, as_json=args.json)
    return 0


def _settings(args: Namespace) -> "Settings":
    from firmware.settings import Settings, SettingsError

    role = args.role or ("seat" if args.board.startswith("seat") else "centre")
    antennas = ROLES[role]
    references: list[bytes | None] = [None] * len(antennas)
    for text in args.reference:
        antenna, _, uid = text.partition("=")
        if antenna not in antennas:
            raise SettingsError(f"--reference: a {role} board has no antenna {antenna!r}; it has {', '.join(antennas)}")
        try:
            tag = bytes.fromhex(uid)
        except ValueError:
            tag = b""
        if len(tag) != 8:
            raise SettingsError(f"--reference {text}: a UID has 16 hexadecimal digits")
        references[antennas.index(antenna)] = tag
    return Settings(args.board, role, references, args.machine)


def _progress() -> "Progress":
    """A bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        return lambda name, done, total: None
    from tqdm import tqdm

    bar = tqdm(total=0, unit="B", unit_scale=True, file=sys.stderr)

    def show(name: str, done: int, total: int) -> None:
        bar.total = total
        bar.set_description(name)
        bar.update(done - bar.n)
        if done >= total:
            bar.close()

    return show


def _tell(flashed: "Flashed", *, as_json: bool) -> None:
    hello = flashed.hello
    if as_json:
        print(
            json.dumps(
                {
                    "board": hello.board,
                    "role": hello.role,
                    "port": flashed.port,
                    "build": hello.build,
                    "protocol": hello.version,
                    "antennas": list(hello.antennas),
                    "serial": hello.serial,
                }
            )
        )
        return
    print(f"{hello.board} ({hello.role}) on {flashed.port}: build {hello.build}, protocol {hello.version}")
    print(f"antennas: {', '.join(hello.antennas)}; serial number {hello.serial}")
