"""What must always add up: points with the deposits, and tiles."""

from typing import TYPE_CHECKING

from engine.deal import Deal
from engine.match import Match
from engine.scoring.points import DEPOSIT
from engine.tiles import Tile

if TYPE_CHECKING:
    from controller.referee.desk import Desk


def total_of(deal: Deal) -> int:
    """All points at the table: the four scores and the deposits."""
    return sum(deal.scores) + DEPOSIT * deal.deposits


def points_of(match: Match) -> int:
    """All points at the table between two deals: the four scores and the deposits."""
    return sum(match.scores) + DEPOSIT * match.deposits


def breach(deal: Deal, total: int) -> str:
    """What does not add up in a position, in words; empty if all does. `total` are the points at the deal's start."""
    result = deal.result
    points = total_of(deal) if result is None else sum(result.scores_after) + DEPOSIT * result.deposits_after
    if points != total:
        return f"scores and deposits make {points:,} points instead of {total:,}"
    tiles = list(tiles_known(deal))
    if len(tiles) != len(set(tiles)):
        doubled = {tile for tile in tiles if tiles.count(tile) > 1}
        return f"{len(doubled)} tiles are at two places of the deal at once"
    if len(tiles) + deal.wall_left > len(deal.rules.tile_set.tiles):
        return "hands, rivers, melds and wall hold more tiles than the set"
    return ""


def accept_books(desk: "Desk") -> None:
    """By a ruling the points stand as they are: from now on they must add up to what they make now."""
    state = desk.state
    desk.broken = ""
    if state.deal is not None and state.deal.result is None:
        desk.total = total_of(state.deal)
    elif state.match is not None:
        desk.total = points_of(state.match)


def tiles_known(deal: Deal) -> list[Tile]:
    """Every tile the deal knows of, each as often as it occurs."""
    tiles = list(deal.indicators)
    for player in deal.players:
        tiles += player.hand
        tiles += player.flowers
        for meld in player.melds:
            tiles += meld.tiles
        tiles += (discard.tile for discard in player.river if discard.claimed_by is None)
    return tiles
