"""Ratings and ranks for the displays: how the players of a table stood before a match, and after it."""

from collections.abc import Sequence

from controller.players.archive import Archive
from controller.players.history import Chapter
from controller.players.standings import Player, PlayerKey
from controller.presenter.ratings import Rated, TableRatings
from engine.rules import RuleSet


def table_ratings(archive: Archive, people: Sequence[str | None], rules: RuleSet, *, over: bool) -> TableRatings:
    """How the people at the seats stand (None: a guest or a bot, who has no rating).

    `over`: their match is the last one in the journal, and has changed it or not. In the fan family the rating is the
    season's, if a season is running.
    """
    season = archive.running_season() if rules.family == "fan" else None
    if rules.family == "fan" and season is None:
        return TableRatings()
    chapters = archive.chapters(season)
    rows = archive.rows()
    keys = [None if name is None else PlayerKey(name, False) for name in people]
    last = chapters[-1] if over and chapters and chapters[-1].row.id == rows[-1].id else None
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
