"""`jantaku players`: the people in the journal: list, rename, delete, cards."""

import json
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from controller.cli.matches import add_journal_argument, journal_path

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from controller.journal.roster import Person, Roster


def add_parser(subparsers: "Subparsers") -> None:
    """Add `players` and what can be done with them."""
    parser: ArgumentParser = subparsers.add_parser(
        "players",
        help="the people in the journal: list, add, rename, delete, cards",
        description="The people who may sign in at the table, and those who have played. Without an action: list them. "
        "May be used while the service runs.",
        epilog="exit codes: 0 done, 2 there is no such player, or it cannot be done",
    )
    # Before the action or after it: what is left out there (SUPPRESS) leaves what stood before it.
    options = ArgumentParser(add_help=False, argument_default=SUPPRESS)
    for place in (parser, options):
        add_journal_argument(place)
        place.add_argument("--json", action="store_true", help="list as one JSON object a line")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("list", help="everybody, by name (also without an action)", parents=[options])
    add = actions.add_parser("add", help="enter somebody", parents=[options])
    add.add_argument("name", metavar="NAME")
    rename = actions.add_parser("rename", help="give somebody another name, in all matches too", parents=[options])
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("new", metavar="NEW")
    delete = actions.add_parser(
        "delete", help="forget name and cards; the matches stay, without the name", parents=[options]
    )
    delete.add_argument("name", metavar="NAME")
    card = actions.add_parser(
        "card", help="make a tag somebody's card, or (without a tag) take their cards", parents=[options]
    )
    card.add_argument("name", metavar="NAME")
    card.add_argument("tag", metavar="TAG", nargs="?", help="the tag's UID: 16 hexadecimal digits (E0...)")


def run(args: Namespace) -> int:
    """Do what was asked. Raises `PlayerError`, `JournalError`."""
    from controller.journal.roster import Roster

    actions: dict[str, Callable[[Roster, Namespace], str]] = {
        "add": lambda roster, asked: f"{roster.add(asked.name)} may sign in",
        "rename": lambda roster, asked: f"{asked.name} is now {roster.rename(asked.name, asked.new)}",
        "delete": lambda roster, asked: f"{roster.delete(asked.name)} is forgotten; the matches stay",
        "card": _card,
    }
    with Roster(journal_path(args)) as roster:
        action = actions.get(args.action or "list")
        if action is not None:
            print(action(roster, args))
            return 0
        people = roster.people()
    if args.json:
        for person in people:
            print(json.dumps(_object(person), ensure_ascii=False))
    else:
        print("\n".join(_lines(people)) or "nobody has signed in yet")
    return 0


def _card(roster: "Roster", args: Namespace) -> str:
    if args.tag is None:
        count = roster.take_cards(args.name)
        return f"{args.name} has no card any longer ({count} taken)"
    tag = args.tag.upper()
    return f"{tag} is a card of {roster.give_card(args.name, tag)}"


def _object(person: "Person") -> dict[str, object]:
    return {"player": person.name, "since": person.since, "matches": person.matches, "cards": person.cards}


def _lines(people: "Sequence[Person]") -> list[str]:
    if not people:
        return []
    width = max(len("player"), *(len(person.name) for person in people))
    return [
        f"{'player':<{width}}  matches  cards  since",
        *(f"{person.name:<{width}}  {person.matches:>7}  {person.cards:>5}  {person.since[:10]}" for person in people),
    ]
