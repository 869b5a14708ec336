"""Standings in words: the table of all players, and what one match has changed and why."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from controller.players.season import Season
from controller.players.standings import Account, Player
from engine.ranks import Level, Standing, may_sit_at, points_change, points_needed
from engine.rating import BASE, mark, rating_sum
from engine.tiles import SEATS, Seat

_ORDINALS = ("1st", "2nd", "3rd", "4th")
_LEFT_ALIGNED = ("player", "rank")


def table_lines(players: Sequence[Player], season: Season | None) -> list[str]:
    """A table with a head and a line a player; with a season its columns too. A star is a rating's mark."""
    head = ["player", "matches", "1st", "2nd", "3rd", "4th", "ranked", "rating", "rank", "points"]
    rows = [head, *(_cells(player) for player in players)]
    if season is not None:
        rows[0] += ["season matches", "season rating"]
        for row, player in zip(rows[1:], players, strict=True):
            row += [str(player.season_matches), f"{player.season_rating:,}"]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_aligned(rows[0], row, widths)).rstrip() for row in rows]


def _cells(player: Player) -> list[str]:
    return [
        player.key.name + (" (bot)" if player.key.bot else ""),
        str(player.matches),
        *map(str, player.places),
        str(player.ranked),
        f"{player.rating:,}{'*' * mark(player.rating)}",
        player.standing.name,
        _points(player.standing),
    ]


def _aligned(head: Sequence[str], row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for name, cell, width in zip(head, row, widths, strict=True):
        yield cell.ljust(width) if name in _LEFT_ALIGNED else cell.rjust(width)


def _points(standing: Standing) -> str:
    needed = points_needed(standing.rank)
    return f"{standing.points:,}" if needed is None else f"{standing.points:,}/{needed:,}"


def account_lines(account: Account) -> Iterator[str]:
    """What a match has changed: a heading, then each player from first to fourth place."""
    match = account.match
    heading = f"Match {match.number}, {match.started:%Y-%m-%d}, {match.rules.name}"
    if account.refusal is not None:
        yield f"{heading}: changes nothing, because {account.refusal}."
        return
    if account.for_season:
        yield f"{heading}: counts for the season, {_weight(account.weight)}."
    else:
        yield f"{heading}, {match.rules.level} table: changes rating and rank."
    for seat in sorted(SEATS, key=lambda seat: account.places[seat]):
        name = account.before[seat].key.name or f"Seat {seat + 1} (no name: counted as a new player)"
        place = _ORDINALS[account.places[seat] - 1]
        yield f"{name}: {place}{' for having left the match' if seat in account.left else ''}"
        yield f"  rating {_rating(account, seat)}"
        if not account.for_season and match.rules.level is not None:
            yield f"  rank {_rank(account, seat, match.rules.level)}"


def _weight(weight: Fraction) -> str:
    halvings = weight.denominator.bit_length() - 1
    if halvings == 0:
        return "in full"
    return f"gains and losses halved {('once', 'twice', 'three times')[halvings - 1]} (x {weight})"


def _rating(account: Account, seat: Seat) -> str:
    ratings = account.ratings()
    before, after = ratings[seat]
    table = [rating for rating, _ in ratings]
    place = account.places[seat]
    total = rating_sum(place, before, table, account.weight)
    formula = f"base {BASE[place - 1]:+d} + (average {_decimal(Fraction(sum(table), 4))} - own {before:,}) / 40"
    if account.weight != 1:
        formula = f"({formula}) x {account.weight}"
    dropped = "" if total.denominator == 1 else ", the fraction dropped"
    return f"{before:,} -> {after:,}: {formula} = {_decimal(total)}{dropped}: {after - before:+d}"


def _rank(account: Account, seat: Seat, level: Level) -> str:
    before, after = account.before[seat].standing, account.after[seat].standing
    if not may_sit_at(level, before.rank):
        return f"{before.name} {_points(before)}: unchanged, the {level} table is for dan ranks"
    change = points_change(before.rank, level, account.places[seat])
    stands = f"{before.name} {_points(before)}, {change:+d}"
    if after.rank == before.rank:
        return f"{stands}: {_points(after)}"
    moved = "promoted to" if after.rank > before.rank else "demoted to"
    return f"{stands}: {moved} {after.name}, which starts with {_points(after)}"


def _decimal(value: Fraction) -> str:
    """All digits: sums of ratings by 160 and halvings always end."""
    return f"{float(value):,.6f}".rstrip("0").rstrip(".")
