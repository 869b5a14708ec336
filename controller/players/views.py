"""What the pages and the API tell of players, as plain models. Rates are 0 to 1."""

from pydantic import BaseModel, ConfigDict, Field

from controller.players.history import Entry, Family, Opponent
from controller.players.standings import Player
from controller.players.statistics import Statistics
from engine.ranks import points_needed
from engine.rating import is_shown, mark


class _View(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", from_attributes=True)


class PlayerView(_View):
    """Where one player stands."""

    name: str
    bot: bool = Field(description="A bot of that name, not a person.")
    matches: int = Field(description="Finished matches, ranked or not.")
    places: tuple[int, int, int, int] = Field(description="How many matches ended in each place.")
    average_place: float | None
    ranked: int = Field(description="Matches that counted for the rating.")
    rating: int
    rating_shown: bool = Field(description="Above 1,600: the rules have it shown beside the name.")
    marks: int = Field(description="Marks won at 1,600, 1,800 and 2,000: 0-3.")
    rank: str = Field(description="`Novice`, `9th kyu` ... `10th dan`, in English.")
    rank_number: int = Field(description="0 Novice, 1-9 for 9th to 1st kyu, 10-19 for 1st to 10th dan.")
    rank_points: int
    rank_needs: int | None = Field(description="Points that win the next rank; null: there is none.")
    season_matches: int
    season_rating: int


class StandingsView(_View):
    """All named players, the best first."""

    season: str | None = Field(description="The season asked for.")
    seasons: tuple[str, ...] = Field(description="Seasons there are.")
    players: tuple[PlayerView, ...]


class StatisticsView(_View):
    """Statistics in the matches of one family (docs/statistics.md); null where there is nothing to divide."""

    family: Family
    matches: int
    places: tuple[int, int, int, int]
    average_place: float | None
    deals: int
    win_rate: float | None = Field(description="Deals won.")
    tsumo_share: float | None = Field(description="Wins on one's own draw, of all wins.")
    deal_in_rate: float | None = Field(description="Deals in which another won on one's tile.")
    riichi_rate: float | None = Field(description="Deals with riichi declared.")
    call_rate: float | None = Field(description="Deals with a chi, pon or open kan.")
    average_win: float | None = Field(description="Points of a winning hand, without honba and deposits.")
    average_win_turn: float | None = Field(description="The turn of a win, counted in own discards.")
    average_deal_in: float | None = Field(description="Points dealing in cost, honba included.")
    riichi_win_rate: float | None = Field(description="Deals won, of those with riichi.")
    open_win_rate: float | None = Field(description="Deals won, of those with a call.")
    riichi_deal_in_rate: float | None = Field(description="Deal-ins, of the deals with riichi.")
    draw_rate: float | None = Field(description="Deals that ended with the wall.")
    ready_rate: float | None = Field(description="Of these the ones with one's hand shown ready.")
    limit_share: float | None = Field(description="Wins worth mangan (or the fan limit) or more, of all wins.")
    yakuman: int = Field(description="Yakuman won.")


class OpponentView(_View):
    """A player against another."""

    name: str
    bot: bool
    matches: int
    above: int = Field(description="Matches that ended in a better place than theirs.")
    below: int
    average_place: float
    their_average_place: float
    rons: int = Field(description="Wins on their tiles.")
    ron_points: int
    deal_ins: int = Field(description="Their wins on one's own tiles.")
    deal_in_points: int


class EntryView(_View):
    """One match of a player."""

    number: int
    started: str = Field(description="Wall clock, ISO 8601.")
    rules: str
    family: Family
    seat: int
    place: int
    score: int
    points: float | None = Field(description="Final points in thousands; null: the rules settle nothing.")
    rating: tuple[int, int] = Field(description="Before and after; of the season for the fan family.")
    rank: tuple[str, str] = Field(description="Before and after.")
    counts: bool = Field(description="Whether it changed the rating.")


class ProfileView(_View):
    """Everything the journal tells of a player."""

    player: PlayerView
    statistics: tuple[StatisticsView, ...] = Field(description="One entry a family played.")
    opponents: tuple[OpponentView, ...] = Field(description="Most matches first.")
    matches: tuple[EntryView, ...] = Field(description="Newest first.")


def player_view(player: Player) -> PlayerView:
    """A player's line in the standings."""
    standing, first = player.standing, player.places
    return PlayerView(
        name=player.key.name,
        bot=player.key.bot,
        matches=player.matches,
        places=(first[0], first[1], first[2], first[3]),
        average_place=sum(place * count for place, count in enumerate(first, 1)) / player.matches
        if player.matches
        else None,
        ranked=player.ranked,
        rating=player.rating,
        rating_shown=is_shown(player.rating),
        marks=mark(player.rating),
        rank=standing.name,
        rank_number=standing.rank,
        rank_points=standing.points,
        rank_needs=points_needed(standing.rank),
        season_matches=player.season_matches,
        season_rating=player.season_rating,
    )


def statistics_view(family: Family, numbers: Statistics) -> StatisticsView:
    """The statistics of one family."""
    return StatisticsView.model_validate(
        {"family": family} | {name: getattr(numbers, name) for name in Statistics.__slots__}
    )


def opponent_view(opponent: Opponent) -> OpponentView:
    """A line of the head-to-head table."""
    values = {name: getattr(opponent, name) for name in Opponent.__slots__ if name != "key"}
    return OpponentView(name=opponent.key.name, bot=opponent.key.bot, **values)


def entry_view(entry: Entry) -> EntryView:
    """A line of the list of matches."""
    return EntryView.model_validate(entry)
