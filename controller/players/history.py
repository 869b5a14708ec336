"""What all finished matches say of a player: statistics, opponents, the way of the rating. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from controller.journal.rows import MatchRow
from controller.players.standings import Account, PlayerKey
from controller.players.statistics import Statistics, statistics
from controller.players.tally import MatchTally, total
from engine.tiles import SEATS, Seat

Family: TypeAlias = Literal["riichi", "fan"]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One finished match: how it ended, what it changed, what it counts."""

    row: MatchRow
    account: Account
    tally: MatchTally

    @property
    def family(self) -> Family:
        """Which rules it was played by."""
        return self.account.match.rules.family

    def seat_of(self, key: PlayerKey) -> Seat | None:
        """Where somebody sat; None if they did not, or if the table had two of the name."""
        seats = [seat for seat in SEATS if self.key_at(seat) == key]
        return seats[0] if len(seats) == 1 else None

    def key_at(self, seat: Seat) -> PlayerKey:
        """Who sat at a seat; a name of nothing for guests and deleted players."""
        return self.account.before[seat].key


@dataclass(frozen=True, slots=True)
class Opponent:
    """What one player's matches with another say. Points are from the first player's side."""

    key: PlayerKey
    matches: int
    above: int
    """Matches that ended in a better place than theirs."""
    below: int
    average_place: float
    their_average_place: float
    rons: int
    """Wins on their tiles."""
    ron_points: int
    deal_ins: int
    """Their wins on one's own tiles."""
    deal_in_points: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One match of a player, oldest first in a list."""

    number: int
    started: str
    rules: str
    family: Family
    seat: Seat
    place: int
    score: int
    points: float | None
    """Final points in thousands; None: the rules settle nothing."""
    rating: tuple[int, int]
    """Before and after; of the season for a match of the fan family."""
    rank: tuple[str, str]
    counts: bool
    """Whether it changed the rating or the season's."""


def matches_of(chapters: Iterable[Chapter], key: PlayerKey) -> list[Entry]:
    """All matches of a player."""
    return [_entry(chapter, seat) for chapter in chapters if (seat := chapter.seat_of(key)) is not None]


def _entry(chapter: Chapter, seat: Seat) -> Entry:
    account, final = chapter.account, (chapter.row.final or {}).get("final", {})
    scores, points = final.get("scores") or (0,) * len(SEATS), final.get("points")
    return Entry(
        number=chapter.row.id,
        started=chapter.row.started,
        rules=account.match.rules.name,
        family=chapter.family,
        seat=seat,
        place=account.places[seat],
        score=scores[seat],
        points=None if points is None else points[seat],
        rating=account.ratings()[seat],
        rank=(account.before[seat].standing.name, account.after[seat].standing.name),
        counts=account.refusal is None,
    )


def statistics_of(chapters: Iterable[Chapter], key: PlayerKey, family: Family) -> Statistics:
    """A player's statistics in the matches of one family."""
    places, tallies = [0, 0, 0, 0], []
    for chapter in chapters:
        seat = chapter.seat_of(key)
        if seat is not None and chapter.family == family:
            places[chapter.account.places[seat] - 1] += 1
            tallies.append(chapter.tally.seats[seat])
    return statistics(total(tallies), places)


def opponents_of(chapters: Sequence[Chapter], key: PlayerKey) -> list[Opponent]:
    """A player against everybody else with a name, most matches first. Both families count."""
    together: dict[PlayerKey, list[tuple[Chapter, Seat, Seat]]] = {}
    for chapter in chapters:
        own = chapter.seat_of(key)
        if own is None:
            continue
        for seat in SEATS:
            other = chapter.key_at(seat)
            if seat != own and other.name and chapter.seat_of(other) is not None:
                together.setdefault(other, []).append((chapter, own, seat))
    opponents = [_opponent(other, meetings) for other, meetings in together.items()]
    return sorted(opponents, key=lambda opponent: (-opponent.matches, opponent.key))


def _opponent(key: PlayerKey, meetings: Sequence[tuple[Chapter, Seat, Seat]]) -> Opponent:
    own = [chapter.account.places[seat] for chapter, seat, _ in meetings]
    theirs = [chapter.account.places[seat] for chapter, _, seat in meetings]
    won = [count for chapter, seat, other in meetings for count in chapter.tally.rons if count[:2] == (seat, other)]
    lost = [count for chapter, seat, other in meetings for count in chapter.tally.rons if count[:2] == (other, seat)]
    return Opponent(
        key=key,
        matches=len(meetings),
        above=sum(mine < other for mine, other in zip(own, theirs, strict=True)),
        below=sum(mine > other for mine, other in zip(own, theirs, strict=True)),
        average_place=sum(own) / len(meetings),
        their_average_place=sum(theirs) / len(meetings),
        rons=sum(count.wins for count in won),
        ron_points=sum(count.points for count in won),
        deal_ins=sum(count.wins for count in lost),
        deal_in_points=sum(count.points for count in lost),
    )
