"""What the finished matches of a journal make of its players: ratings, ranks, season ratings (rules.md, doman and fan).

Everything starts anew from the first match, so the same journal always gives the same standings. Nothing is guessed:
a match of which a fact is missing changes nothing, and its account says which.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from controller.errors import JournalError
from controller.journal.rows import MatchRow
from controller.players.season import Season
from engine.absence import Absence, consequence, unrated_because
from engine.ranks import Standing, after_match, may_sit_at
from engine.rating import START, new_ratings, places_with_leavers
from engine.rules import RuleSet
from engine.seasons import SeasonMatch, season_refusal, season_weight
from engine.tiles import SEATS, Seat

_PLAYED_OUT: Final = "played_out"
_TIME_LIMIT: Final = "time_limit"


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match as the journal has it. Tuples of four are by seat."""

    number: int
    started: datetime
    ended: datetime
    rules: RuleSet
    names: tuple[str, ...]
    """A guest, and a seat whose name is not known, has an empty one."""
    places: tuple[int, ...]
    why: str
    """`played_out`, `time_limit`, or what a ruling ended it for."""
    deserted: tuple[Seat, ...] | None = ()
    """Seats whose owner has left the match; None: the journal does not say."""
    bots: tuple[Seat, ...] | None = ()
    """Seats no person played; None: the journal does not say."""
    minutes: float | None = None
    """How long it was played; None: it had no limit, or an older version wrote the journal."""


class PlayerKey(NamedTuple):
    """One player in all matches: by the name, apart for people and bots."""

    name: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Player:
    """Where a player stands after all matches so far."""

    key: PlayerKey
    matches: int = 0
    """Finished matches, ranked or not."""
    places: tuple[int, ...] = (0, 0, 0, 0)
    """How many matches ended in each place."""
    ranked: int = 0
    """Matches that counted for the rating."""
    rating: int = START
    standing: Standing = field(default_factory=Standing)
    season_matches: int = 0
    """Matches that counted for the season."""
    season_rating: int = START


@dataclass(frozen=True, slots=True)
class Account:
    """What one match has changed, and why. Tuples of four are by seat."""

    match: PlayedMatch
    refusal: str | None
    """Why it changes nothing; None if it counts."""
    left: tuple[Seat, ...]
    """Seats counted as fourth because their owner has left."""
    places: tuple[int, ...]
    """Places as they count."""
    weight: Fraction
    """The part of gains and losses that counts."""
    before: tuple[Player, ...]
    after: tuple[Player, ...]

    @property
    def for_season(self) -> bool:
        """Whether season ratings are what the match could change."""
        return self.match.rules.family == "fan"

    def ratings(self) -> tuple[tuple[int, int], ...]:
        """Rating (or season rating) of each seat before and after."""
        name = "season_rating" if self.for_season else "rating"
        return tuple((getattr(old, name), getattr(new, name)) for old, new in zip(self.before, self.after, strict=True))


class Standings:
    """Takes matches in the order in which they were played."""

    def __init__(self, season: Season | None = None) -> None:
        self._season: Final = season
        self._players: Final[dict[PlayerKey, Player]] = {}

    @classmethod
    def of(cls, matches: Iterable[PlayedMatch], season: Season | None = None) -> "Standings":
        """The standings after these matches."""
        standings = cls(season)
        for match in matches:
            standings.add(match)
        return standings

    def players(self) -> list[Player]:
        """All named players, the best first: by season rating with a season, else by rank, its points and rating."""
        return sorted(self._players.values(), key=self._order)

    def _order(self, player: Player) -> tuple[object, ...]:
        standing = player.standing
        by_season = -player.season_rating if self._season else 0
        return by_season, -standing.rank, -standing.points, -player.rating, player.key

    def add(self, match: PlayedMatch) -> Account:
        """Count a match and tell what it changes."""
        keys = [PlayerKey(name, seat in (match.bots or ())) for seat, name in enumerate(match.names)]
        before = tuple(self._players.get(key, Player(key)) for key in keys)
        fan = match.rules.family == "fan"
        refusal = _missing_fact(match, keys) or (self._season_refusal(match) if fan else _rating_refusal(match))
        left = () if fan or refusal else _counted_as_fourth(match)
        account = Account(
            match=match,
            refusal=refusal,
            left=left,
            places=places_with_leavers(match.places, left) if left else match.places,
            weight=season_weight(match.rules) if fan else Fraction(1),
            before=before,
            after=before,
        )
        players = [_tallied(player, place) for player, place in zip(before, account.places, strict=True)]
        if refusal is None:
            players = _after_season(account, players) if fan else _after_rated(account, players)
        self._players.update((player.key, player) for player in players if _is_one_player(player.key, keys))
        return replace(account, after=tuple(players))

    def _season_refusal(self, match: PlayedMatch) -> str | None:
        season = self._season
        if season is not None and not season.plays(match.rules.name):
            return f"the season {season.name} does not play by {match.rules.name}"
        return season_refusal(
            SeasonMatch(
                rules=match.rules,
                people=len(SEATS) - len(match.bots or ()),
                completed=match.why == _PLAYED_OUT and not match.deserted,
                recorded=True,
                in_season=season is not None and season.covers(match.started) and season.covers(match.ended),
            )
        )


def played_match(row: MatchRow) -> PlayedMatch | None:
    """A match of the journal; None if it has not ended or was broken off.

    Raises `JournalError` for rules this version cannot read.
    """
    if row.ended is None or row.final is None:
        return None
    try:
        rules = RuleSet.model_validate_json(row.rules)
    except ValidationError as error:
        raise JournalError(f"match {row.id}: this version cannot read its rules ({error})") from None
    ending = row.final
    return PlayedMatch(
        number=row.id,
        started=datetime.fromisoformat(row.started),
        ended=datetime.fromisoformat(row.ended),
        rules=rules,
        names=tuple("" if seat in row.guests else row.players.get(seat, "") for seat in SEATS),
        places=tuple(ending["final"]["places"]),
        why=str(ending.get("why", "")),
        # Older versions told nobody who left apart from who was only away.
        deserted=_seats(ending, "left" if "left" in ending else "absent"),
        bots=_seats(ending, "bots"),
        minutes=ending.get("minutes"),
    )


def _seats(ending: Mapping[str, Any], name: str) -> tuple[Seat, ...] | None:
    return tuple(ending[name]) if name in ending else None


def _is_one_player(key: PlayerKey, table: Sequence[PlayerKey]) -> bool:
    return bool(key.name) and table.count(key) == 1


def _missing_fact(match: PlayedMatch, table: Sequence[PlayerKey]) -> str | None:
    if not any(match.names):
        return "the players' names are not in the journal"
    if any(key.name and not _is_one_player(key, table) for key in table):
        return "two seats have the same name"
    if match.deserted is None or match.bots is None:
        return "the journal does not say who had left and where bots sat; an older version wrote it"
    return None


def _rating_refusal(match: PlayedMatch) -> str | None:
    """Why a riichi match changes neither rating nor rank (rules.md, doman); None if it does."""
    rules = match.rules
    timed_out = match.why == _TIME_LIMIT
    least = rules.match_minutes if timed_out else None
    unrated = unrated_because(rules, max(match.minutes or 0, least or 0))
    if unrated is not None:
        return unrated
    if rules.level is None:
        return "its rules name no table (level: novice or advanced)"
    if match.why != _PLAYED_OUT and not (timed_out and rules.time_up == "finish_deal"):
        return f"it was ended before it was played out ({match.why})"
    return None


def _counted_as_fourth(match: PlayedMatch) -> tuple[Seat, ...]:
    """Who has left a table with other people at it."""
    others = len(SEATS) - len(match.bots or ()) - 1
    costs = consequence(Absence.ABANDONED, other_people=others).counts_as_fourth
    return (match.deserted or ()) if costs else ()


def _tallied(player: Player, place: int) -> Player:
    places = tuple(count + (number == place) for number, count in enumerate(player.places, 1))
    return replace(player, matches=player.matches + 1, places=places)


def _after_season(account: Account, players: Sequence[Player]) -> list[Player]:
    ratings = new_ratings([player.season_rating for player in players], account.places, account.weight)
    return [
        replace(player, season_matches=player.season_matches + 1, season_rating=rating)
        for player, rating in zip(players, ratings, strict=True)
    ]


def _after_rated(account: Account, players: Sequence[Player]) -> list[Player]:
    level = account.match.rules.level
    ratings = new_ratings([player.rating for player in players], account.places)
    changed = []
    for player, place, rating in zip(players, account.places, ratings, strict=True):
        standing = player.standing
        if level is not None and may_sit_at(level, standing.rank):
            standing = after_match(standing, level, place)
        changed.append(replace(player, ranked=player.ranked + 1, rating=rating, standing=standing))
    return changed
