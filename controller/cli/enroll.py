"""`jantaku enroll`: give each tag its tile."""

import json
import shlex
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.bringup.bench import Bench
    from controller.bringup.enrolment import Enrolled, Enrolment, Hint, Refused
    from controller.cli import Subparsers
    from controller.config import Config
    from controller.registry import Registry
    from engine.tiles import TileSet
    from hal.ports import TagId


def add_parser(subparsers: "Subparsers") -> None:
    """Add `enroll` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "enroll",
        help="give each tag its tile, with progress",
        description="Give each tile of a set its tag: lay the tiles on a pad of the table as you are told. What is "
        "enrolled is kept after each tile, so that you may stop (Ctrl-C) and go on another day. Tags that are enrolled "
        "already and tags that are none of the kind are refused. The service must not run meanwhile.",
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="configuration file: table and registry")
    parser.add_argument("--registry", metavar="FILE", type=Path, help="registry file, instead of the configured one")
    parser.add_argument("--set", metavar="NAME", dest="name", help="the tile set (default: the registry's only one)")
    way = parser.add_argument_group("how the tiles are laid")
    way.add_argument(
        "--way",
        choices=("row", "one", "any"),
        default="row",
        help="row: all tiles of a kind together, in order (default); one: one after the other, in order; any: one "
        "after the other as they come to hand, and you say which it is",
    )
    way.add_argument("--antenna", metavar="NAME", help="the antenna to lay them on (default: the first meld pad)")
    way.add_argument("--tiles", type=int, choices=(136, 144), help="size of the set (default: as the rules play)")
    way.add_argument(
        "--red-fives", type=int, choices=range(5), help="red fives in the set (default: as the rules play)"
    )
    way.add_argument("--simulate", action="store_true", help="try it on a simulated table, whose hands lay the tiles")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--list", action="store_true", help="what is enrolled, and what is missing")
    other.add_argument("--export", metavar="FILE", type=Path, help="write the set named by --set to a file")
    other.add_argument("--import", metavar="FILE", type=Path, dest="import_", help="add the sets of an exported file")
    other.add_argument("--spare", metavar="TILE", help="a spare takes the place of this tile, whose tag is broken")
    other.add_argument("--forget", metavar="TILE", help="the tags of all tiles of this name are forgotten")
    other.add_argument("--remove", action="store_true", help="forget the set named by --set")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: Namespace) -> int:
    """Enrol, or one of the other actions. Raises `RegistryError`, `ConfigError`, `UsageError`."""
    from controller.config import Config, read_config
    from controller.registry import Registry, read_registry

    config = Config() if args.config is None else read_config(args.config)
    path = _registry_path(args, config)
    registry = read_registry(path) if path.exists() else Registry()
    name = args.name or (next(iter(registry.sets)) if len(registry.sets) == 1 else None)
    tile_set = _tile_set(args, config)
    if args.list:
        return _list(registry, tile_set, as_json=args.json)
    if args.export or args.import_ or args.remove or args.forget:
        return _change(args, path, registry, name, tile_set)
    return _at_the_table(args, config, path, registry, name, tile_set)


def _registry_path(args: Namespace, config: "Config") -> Path:
    from controller.config import default_journal

    if args.registry is not None:
        return Path(args.registry)
    if args.simulate:
        return default_journal().parent / "simulated-tags.json"
    return config.table.registry or default_journal().parent / "tags.json"


def _tile_set(args: Namespace, config: "Config") -> "TileSet":
    from engine.tiles import TileSet

    rules = config.rules()
    flowers = rules.flowers if args.tiles is None else args.tiles == 144
    return TileSet(red_fives=rules.red_fives if args.red_fives is None else args.red_fives, flowers=flowers)


def _list(registry: "Registry", tile_set: "TileSet", *, as_json: bool) -> int:
    from controller.bringup.enrolment import missing_kinds

    for name, tags in registry.sets.items():
        missing = missing_kinds(tile_set, tags.values())
        if as_json:
            print(json.dumps({"set": name, "tiles": len(tags), "missing": missing}, ensure_ascii=False))
        else:
            lacks = ", ".join(f"{count} × {tile}" for tile, count in missing.items()) or "nothing"
            print(f"{name}: {len(tags)} tiles; of a set of {len(tile_set.tiles)} it lacks {lacks}")
    if not registry.sets and not as_json:
        print("no tile set is enrolled yet")
    return 0


def _change(args: Namespace, path: Path, registry: "Registry", name: str | None, tile_set: "TileSet") -> int:
    from controller.errors import RegistryError, UsageError
    from controller.registry import read_registry, write_registry

    if args.import_:
        joined = registry.joined(read_registry(args.import_))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_registry(path, joined)
        print(f"{path} has now: {', '.join(joined.sets)}", file=sys.stderr)
        return 0
    if name is None:
        raise UsageError(f"which set? Name it with --set; there are: {', '.join(registry.sets) or 'none'}")
    if args.export:
        write_registry(args.export, registry.only(name))
        return 0
    if args.remove:
        write_registry(path, registry.without_set(name))
        return 0
    gone = [tile for tile in registry.tags_of(name).values() if tile_set.name(tile) == args.forget]
    if not gone:
        raise RegistryError(f"no tile {args.forget!r} of the set {name!r} has a tag")
    for tile in gone:
        registry = registry.without_tile(name, tile)
    write_registry(path, registry)
    print(f"{len(gone)} × {args.forget} forgotten: enrol them again", file=sys.stderr)
    return 0


def _at_the_table(
    args: Namespace, config: "Config", path: Path, registry: "Registry", name: str | None, tile_set: "TileSet"
) -> int:
    from controller.bringup.enrolment import Enrolment, Way
    from controller.bringup.enrolsession import EnrolSession, SpareSearch, find_spare, pad_of
    from controller.errors import UsageError
    from controller.registry import write_registry

    if args.spare and args.simulate:
        raise UsageError("--spare: a simulated table has no spares to lay; give a real one with --config")
    if len(registry.sets) > 1 and name is None:
        raise UsageError(f"which set? Name it with --set; there are: {', '.join(registry.sets)}")
    name = name or "tiles"
    path.parent.mkdir(parents=True, exist_ok=True)
    with _bench(args, config, tile_set) as bench:
        antenna = pad_of(bench.ports.layout, args.antenna)
        if args.spare:
            search = SpareSearch(registry, name, tile_set, args.spare)
            write_registry(path, find_spare(bench, antenna, search, lambda text: print(text, file=sys.stderr)))
            print(f"the spare is the set's {args.spare} from now on", file=sys.stderr)
            return 0
        enrolment = Enrolment(registry, name, tile_set, Way(args.way))
        if enrolment.done:
            print(f"to forget what is enrolled and begin anew: {_removal(args, name)}", file=sys.stderr)
        with _Terminal(enrolment, as_json=args.json) as person:
            EnrolSession(bench, enrolment, antenna, path, person, tile_set).run()
    print(f"all {enrolment.total} tiles of the set {name!r} have their tags: {path}", file=sys.stderr)
    if config.table.registry is None and not args.simulate:
        print(f'now name it in the configuration: [table] registry = "{path}"', file=sys.stderr)
    return 0


def _removal(args: Namespace, name: str) -> str:
    """The command that forgets the set which these options enrol."""
    words = ["--simulate"] if args.simulate else []
    if args.config is not None:
        words += ["--config", str(args.config)]
    if args.registry is not None:
        words += ["--registry", str(args.registry)]
    return shlex.join(["jantaku", "enroll", *words, "--set", name, "--remove"])


def _bench(args: Namespace, config: "Config", tile_set: "TileSet") -> "Bench":
    from controller.bringup.bench import Bench
    from controller.errors import UsageError

    if args.simulate:
        options = config.options if config.driver == "simulated" else {}
        return Bench.open(("simulated", options), tile_set=tile_set)
    if config.driver is None:
        raise UsageError("which table? Name its driver in a configuration file (--config), or try it with --simulate")
    return Bench.open((config.driver, config.options), config.other_ports, tile_set)


class _Terminal:
    """The person at the terminal: a bar where standard error is one, else a line a step; with --json on stdout."""

    def __init__(self, enrolment: "Enrolment", *, as_json: bool) -> None:
        from tqdm import tqdm

        self._json = as_json
        self._bar: tqdm[Any] | None = None
        if sys.stderr.isatty():
            self._bar = tqdm(total=enrolment.total, initial=enrolment.done, unit=" tiles", file=sys.stderr)
        elif enrolment.done:
            print(f"{enrolment.done} of {enrolment.total} are enrolled already", file=sys.stderr)

    def __enter__(self) -> "_Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def wanted(self, text: str) -> None:
        self._say(text)

    def told(self, outcome: "Enrolled | Refused | Hint") -> None:
        from controller.bringup.enrolment import Enrolled, Refused

        row: dict[str, Any]
        match outcome:
            case Enrolled(tile, tag):
                row = {"tile": int(tile), "tag": tag}
                if self._bar is not None:
                    self._bar.update()
            case Refused(tag, reason):
                row = {"refused": tag, "reason": reason}
                self._say(f"{tag}: {reason}")
            case _:
                row = {"hint": outcome.text}
                self._say(outcome.text)
        if self._json:
            print(json.dumps(row, ensure_ascii=False), flush=True)

    def asked(self, tag: "TagId") -> str:
        try:
            return input(f"which tile has the tag {tag}? (like 3m, 0p, 5z; Enter passes it over) ").strip()
        except EOFError:
            raise KeyboardInterrupt from None

    def _say(self, text: str) -> None:
        if self._bar is not None:
            self._bar.write(text, file=sys.stderr)  # above the bar
        else:
            print(text, file=sys.stderr)
