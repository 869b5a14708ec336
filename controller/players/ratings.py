"""Ratings and ranks for the displays: how the players of a table stood before a match, and after it."""

from collections.abc import Sequence

from controller.players.archive import Archive
from controller.players.history import Chapter
from controller.presenter.ratings import Rated, TableRatings
from controller.standings import Player, PlayerKey
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat


def table_ratings(
    archive: Archive, names: Sequence[str], bots: Sequence[Seat], rules: RuleSet, *, over: bool
) -> TableRatings:
    """How the people with these names stand. `over`: their match is the last one finished, and has changed it or not.

    In the fan family the rating is the season's, if a season is running. Guests and bots have none.
    """
    season = archive.running_season() if rules.family == "fan" else None
    if rules.family == "fan" and season is None:
        return TableRatings()
    chapters = archive.chapters(season)
    row = archive.rows()[-1:]
    guests = row[0].guests if row else ()
    keys = [None if seat in guests or seat in bots else PlayerKey(names[seat], False) for seat in SEATS]
    last = chapters[-1] if over and chapters and row and chapters[-1].row.id == row[0].id else None
    if last is not None:
        return _of_chapter(last, keys)
    players = {player.key: player for player in archive.players(season)}
    a, b, c, d = (None if key is None else _rated(players.get(key, Player(key)), rules.family) for key in keys)
    return TableRatings(before=(a, b, c, d))


def _of_chapter(chapter: Chapter, keys: Sequence[PlayerKey | None]) -> TableRatings:
    account = chapter.account
    before = [None if key is None else _rated(account.before[seat], chapter.family) for seat, key in enumerate(keys)]
    a, b, c, d = before
    if account.refusal is not None:
        return TableRatings(before=(a, b, c, d))
    after = [None if key is None else _rated(account.after[seat], chapter.family) for seat, key in enumerate(keys)]
    e, f, g, h = after
    return TableRatings(before=(a, b, c, d), after=(e, f, g, h))


def _rated(player: Player, family: str) -> Rated:
    if family == "fan":
        return Rated(player.season_rating)
    return Rated(player.rating, player.standing.rank)
