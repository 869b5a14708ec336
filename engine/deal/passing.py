"""What happens when a discard or an added kan passes: deposits are booked, missed wins make furiten, ippatsu ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.deal import wins
from engine.deal.state import Four, Phase, PlayerState
from engine.rules import RuleSet
from engine.scoring.points import DEPOSIT
from engine.tiles import KIND_OF, SEATS, Kind, Seat

if TYPE_CHECKING:
    from engine.deal.deal import Deal

Players = tuple[PlayerState, PlayerState, PlayerState, PlayerState]


def close_window(deal: Deal) -> Deal:
    """The last discard (or kan that could be robbed) was not won: book the deposit, mark who missed a win."""
    if deal.phase is not Phase.CLAIM and deal.phase is not Phase.ROB:
        return deal
    deal = _mark_missed_wins(deal)
    source = deal.last_discarder
    if source is None or deal.phase is Phase.ROB:
        return deal
    player = deal.players[source]
    if not player.riichi or player.riichi_accepted:
        return deal
    return deal._replace(
        players=replace_player(deal.players, source, player._replace(riichi_accepted=True)),
        scores=add_points(deal.scores, source, -DEPOSIT),
        deposits=deal.deposits + 1,
    )


def _mark_missed_wins(deal: Deal) -> Deal:
    rules = deal.rules
    if not rules.furiten:
        return deal
    offered = wins.offered_tile(deal)
    if offered is None:
        return deal
    tile, source = offered
    kind = KIND_OF[tile]
    players = deal.players
    for seat in SEATS:
        player = players[seat]
        if seat == source or kind not in player.waits:
            continue
        missed = wins.may_win if rules.temporary_furiten_from == "legal_ron" else wins.completes
        if not missed(deal, seat):
            continue
        furiten = player._replace(furiten_riichi=True) if player.riichi else player._replace(furiten_temporary=True)
        players = replace_player(players, seat, furiten)
    return deal if players is deal.players else deal._replace(players=players)


def waits_for_own_discard(rules: RuleSet, waits: tuple[Kind, ...], discarded: int) -> bool:
    """Whether one of the waits was ever discarded, where the rules have furiten; bit k of `discarded`: kind k was."""
    return rules.furiten and any(discarded >> kind & 1 for kind in waits)


def without_ippatsu(players: Players) -> Players:
    """A call stands: nobody's next tile is ippatsu any more."""
    if not any(player.ippatsu for player in players):
        return players
    a, b, c, d = (player._replace(ippatsu=False) if player.ippatsu else player for player in players)
    return a, b, c, d


def replace_player(players: Players, seat: Seat, player: PlayerState) -> Players:
    """The players with one seat's state changed."""
    return (*players[:seat], player, *players[seat + 1 :])  # type: ignore[return-value]


def add_points(scores: Four, seat: Seat, points: int) -> Four:
    """The scores with one seat's points changed."""
    a, b, c, d = (score + points if index == seat else score for index, score in enumerate(scores))
    return a, b, c, d
