"""`jantaku standings`: ratings, ranks and season ratings from the matches in the journal."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from controller.cli.matches import add_journal_argument, journal_path

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from controller.journal import MatchRow
    from controller.players.season import Season
    from controller.players.standings import Account, Player


def add_parser(subparsers: "Subparsers") -> None:
    """Add `standings` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "standings",
        help="ratings, ranks and season ratings of the players in the journal",
        description="Ratings and ranks of all named players, from the finished matches in the journal; with a season "
        "(docs/standings.md) the season's ratings too.",
    )
    add_journal_argument(parser)
    parser.add_argument(
        "--season",
        metavar="NAME|FILE",
        help="a season's file, or its name: NAME.toml in the folder `seasons` beside the journal",
    )
    parser.add_argument("--match", metavar="N", type=int, help="what match N has changed, and why")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: Namespace) -> int:
    """Print the standings, or the account of one match. Raises `JournalError`, `ConfigError`, `UsageError`."""
    from controller.journal import JournalReader
    from controller.players.season import find_season

    path = journal_path(args)
    season = None if args.season is None else find_season(args.season, path.parent / "seasons")
    with JournalReader(path) as reader:
        rows = reader.matches()
    lines = _standings(rows, season, args.json) if args.match is None else _match(rows, season, args.match, args.json)
    for line in lines:
        print(line)
    return 0


def _standings(rows: "Sequence[MatchRow]", season: "Season | None", as_json: bool) -> Iterator[str]:
    from controller.players.standings import Standings, played_match
    from controller.players.standingstext import table_lines

    matches = [match for row in rows if (match := played_match(row)) is not None]
    players = Standings.of(matches, season).players()
    if as_json:
        yield from (json.dumps(_player(player, season), ensure_ascii=False) for player in players)
    elif players:
        yield from table_lines(players, season)
    else:
        yield "no match with named players has been finished yet"


def _match(rows: "Sequence[MatchRow]", season: "Season | None", number: int, as_json: bool) -> Iterator[str]:
    from controller.errors import UsageError
    from controller.journal.matchrecord import match_numbered
    from controller.players.standings import Standings, played_match
    from controller.players.standingstext import account_lines

    asked = played_match(match_numbered(rows, number))
    if asked is None:
        raise UsageError(f"match {number} has not been finished, so it changes nothing (jantaku matches lists them)")
    earlier = (played_match(row) for row in rows if row.id < number)
    account = Standings.of((match for match in earlier if match is not None), season).add(asked)
    if as_json:
        yield from (json.dumps(part, ensure_ascii=False) for part in _account(account))
    else:
        yield from account_lines(account)


def _player(player: "Player", season: "Season | None") -> dict[str, Any]:
    from engine.ranks import points_needed
    from engine.rating import is_shown, mark

    standing = player.standing
    line: dict[str, Any] = {
        "player": player.key.name,
        "bot": player.key.bot,
        "matches": player.matches,
        "places": player.places,
        "ranked": player.ranked,
        "rating": player.rating,
        "shown": is_shown(player.rating),
        "marks": mark(player.rating),
        "rank": standing.name,
        "rank_points": standing.points,
        "rank_needs": points_needed(standing.rank),
    }
    if season is not None:
        line |= {
            "season": season.name,
            "season_matches": player.season_matches,
            "season_rating": player.season_rating,
        }
    return line


def _account(account: "Account") -> Iterator[dict[str, Any]]:
    """One object a seat."""
    for seat, (before, after) in enumerate(account.ratings()):
        old, new = account.before[seat], account.after[seat]
        yield {
            "match": account.match.number,
            "counts_for": None if account.refusal else "season" if account.for_season else "rating",
            "reason": account.refusal,
            "seat": seat,
            "player": old.key.name or None,
            "place": account.places[seat],
            "left": seat in account.left,
            "weight": float(account.weight),
            "rating": [before, after],
            "rank": [old.standing.name, new.standing.name],
            "rank_points": [old.standing.points, new.standing.points],
        }
