"""`jantaku access`: the PINs and tokens of a table, from its own command line."""

from argparse import SUPPRESS, ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.access.store import AccessStore, PinRole, TokenRole
    from controller.cli import Subparsers


def add_parser(subparsers: "Subparsers") -> None:
    """Add `access` and its sub-commands."""
    parser: ArgumentParser = subparsers.add_parser(
        "access",
        help="PINs and tokens: who may referee, administer, or show live hands",
        description="PINs and tokens of a table. They are kept, hashed, in a file beside its journal (NAME.access). A "
        "running service takes changes at once; whoever signed in with what was changed is signed out.",
    )
    # Before the action or after it: what is left out there (SUPPRESS) leaves what stood before it.
    options = ArgumentParser(add_help=False, argument_default=SUPPRESS)
    for place in (parser, options):
        place.add_argument("--config", metavar="FILE", type=Path, help="configuration file that names the journal")
        place.add_argument("--journal", metavar="FILE", type=Path, help="journal file, instead of the configured one")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    pin = actions.add_parser(
        "pin", help="set the PIN of a role (asked for, or read from standard input)", parents=[options]
    )
    pin.add_argument("role", choices=("referee", "admin"))
    pin.add_argument("--remove", action="store_true", help="nobody signs in with this role's PIN any more")
    actions.add_parser("tokens", help="list the tokens", parents=[options])
    token = actions.add_parser("token", help="make a token; it is shown this once", parents=[options])
    token.add_argument("role", choices=("overlay", "referee", "admin"))
    token.add_argument("name", help="what it is for, or whose it is: it signs what is done with it")
    revoke = actions.add_parser("revoke", help="end a token", parents=[options])
    revoke.add_argument("id", help="its name in the list of tokens")


def run(args: Namespace) -> int:
    """Do it. Raises `AccessError` for a weak PIN or a token that is not there, `ConfigError`."""
    from controller.access.roles import Role
    from controller.access.store import TOKEN_ROLES, AccessStore
    from controller.cli.table_args import config_of

    journal = config_of(args).journal.path
    store = AccessStore.beside(journal)
    match args.action:
        case "pin":
            _set_pin(store, Role.ADMIN if args.role == "admin" else Role.REFEREE, remove=args.remove)
        case "token":
            _make_token(store, TOKEN_ROLES[args.role], args.name)
        case "revoke":
            token = store.revoke(args.id)
            print(f"The token {token.id} ({token.role}, {token.name}) opens nothing any more.")
        case _:
            _list(store)
    return 0


def _set_pin(store: "AccessStore", role: "PinRole", *, remove: bool) -> None:
    store.set_pin(role, None if remove else _ask_pin(role))
    print(f"The PIN of the {role} is {'removed' if remove else 'set'} ({store.path}).")


def _ask_pin(role: str) -> str:
    """A PIN typed twice without being shown; from a pipe, its first line."""
    import sys
    from getpass import getpass

    from controller.errors import AccessError

    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    pin = getpass(f"New PIN of the {role}: ")
    if getpass("Once more: ") != pin:
        raise AccessError("the two were not the same; nothing has been changed")
    return pin


def _make_token(store: "AccessStore", role: "TokenRole", name: str) -> None:
    from controller.access.roles import Role

    token, secret = store.add_token(role, name)
    print(f"Token {token.id} ({role}, {name}). It is shown this once; keep it safe:")
    print(secret)
    if token.role is Role.OVERLAY:
        print(f"Browser source of the broadcast: http://TABLE:8080/overlay#token={secret}")


def _list(store: "AccessStore") -> None:
    access = store.read()
    for role in ("referee", "admin"):
        print(f"PIN of the {role}: {'set' if role in access.pins else 'not set'}")
    for token in access.tokens:
        print(f"{token.id}  {token.role:<8} {token.created:%Y-%m-%d}  {token.name}")
    if not access.tokens:
        print("No tokens.")
