"""One's own turn: drawing, flowers, declaring riichi, discarding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.deal import kans, passing
from engine.deal.hands import full_hand_shanten, hand_waits, with_tile, without_tiles
from engine.deal.state import Phase, PlayerState, RiverTile
from engine.errors import IllegalAction
from engine.events import Discard, Draw, DrawReason, Flower, Riichi
from engine.tiles import FIRST_FLOWER, KIND_OF, SEATS, WINDS, Kind, Seat, Tile

if TYPE_CHECKING:
    from engine.deal.deal import Deal


def apply_draw(deal: Deal, event: Draw) -> Deal:
    """A tile from the wall, or a replacement. Closes an open call window. Raises `IllegalAction`."""
    _check_draw(deal, event.seat)
    if not 0 <= event.tile < 144 or deal.seen >> event.tile & 1:
        raise IllegalAction("tile_in_use", "This tile lies elsewhere on the table already.")
    if event.tile >= 136 and not deal.rules.flowers:
        raise IllegalAction("foreign_tile", "This game is played without flowers.")
    deal = kans.let_stand(deal) if deal.phase is Phase.ROB else passing.close_window(deal)
    player = deal.players[event.seat]
    hand, counts = with_tile(player, event.tile)
    seen, wall_left = deal.seen | 1 << event.tile, deal.wall_left - 1
    if deal.phase is Phase.FLOWERS:
        player = player._replace(hand=hand, counts=counts)
        players = passing.replace_player(deal.players, event.seat, player)
        due = deal.replacements_due - 1
        return next_flowers(deal._replace(players=players, replacements_due=due, seen=seen, wall_left=wall_left))
    replaces_kan = deal.phase is Phase.REPLACE and not deal.flower_replaced
    ends_furiten = player.furiten_temporary and deal.rules.temporary_furiten_until != "own_discard"
    if ends_furiten:
        player = player._replace(hand=hand, counts=counts, drawn=event.tile, furiten_temporary=False)
    else:
        player = player._replace(hand=hand, counts=counts, drawn=event.tile)
    return deal._replace(
        players=passing.replace_player(deal.players, event.seat, player),
        phase=Phase.ACT,
        wall_left=wall_left,
        seen=seen,
        last_discard=None,
        last_discarder=None,
        rinshan=replaces_kan,
        rinshan_indicators=len(deal.indicators) + deal.indicators_due if replaces_kan else 0,
        indicators_due=deal.indicators_due + deal.indicators_later,
        indicators_later=0,
        replacements_due=0,
        flower_replaced=False,
    )


def _check_draw(deal: Deal, seat: Seat) -> None:
    if deal.turn != seat or deal.phase in (Phase.ACT, Phase.RIICHI, Phase.OVER):
        raise IllegalAction("not_your_turn", "This seat may not draw now.")
    if deal.phase is Phase.FLOWERS and not deal.replacements_due:
        raise IllegalAction("not_your_turn", "A replacement is drawn after a flower was set aside.")
    if deal.draw_due is not None:
        raise IllegalAction("deal_drawn", "No tile is drawn any more: the deal ends here unless somebody wins.")


def next_flowers(deal: Deal) -> Deal:
    """Whose turn it is to replace dealt flowers: seat after seat from the dealer, then the dealer draws."""
    if deal.replacements_due:
        return deal
    for step in range((deal.turn - deal.dealer) % 4, 4):
        seat = (deal.dealer + step) % 4
        if deal.players[seat].hand[-1] >= 136:
            return deal._replace(turn=seat, phase=Phase.FLOWERS)
    players = tuple(p._replace(waits=hand_waits(deal.rules, p.counts, p.melds)) for p in deal.players)
    return deal._replace(players=(players[0], players[1], players[2], players[3]), turn=deal.dealer, phase=Phase.DRAW)


def apply_flower(deal: Deal, event: Flower) -> Deal:
    """A flower is set aside; its replacement follows. Raises `IllegalAction`."""
    if deal.turn != event.seat or deal.phase not in (Phase.FLOWERS, Phase.ACT):
        raise IllegalAction("not_your_turn", "A flower is set aside on one's own turn.")
    player = deal.players[event.seat]
    if event.tile not in player.hand or KIND_OF[event.tile] < FIRST_FLOWER:
        raise IllegalAction("no_flower", "Only a flower or season of one's own hand is set aside.")
    hand, _ = without_tiles(player, (event.tile,))
    player = player._replace(hand=hand, drawn=None, flowers=(*player.flowers, event.tile))
    deal = deal._replace(
        players=passing.replace_player(deal.players, event.seat, player),
        replacements_due=deal.replacements_due + 1,
        rinshan=False,
    )
    if deal.phase is Phase.FLOWERS:
        return deal
    return deal._replace(
        phase=Phase.REPLACE, flower_replaced=True, draw_due=None if deal.wall_left else DrawReason.EXHAUSTIVE
    )


def apply_riichi(deal: Deal, event: Riichi) -> Deal:
    """Riichi is declared; the discard follows. Raises `IllegalAction`."""
    if deal.turn != event.seat or deal.phase is not Phase.ACT:
        raise IllegalAction("not_your_turn", "Riichi is declared on one's own turn, before the discard.")
    broken = riichi_refusal(deal, event.seat)
    if broken is not None:
        raise IllegalAction(*broken)
    player = deal.players[event.seat]
    player = player._replace(riichi=1 if deal.called or player.river else 2)
    return deal._replace(players=passing.replace_player(deal.players, event.seat, player), phase=Phase.RIICHI)


def riichi_refusal(deal: Deal, seat: Seat) -> tuple[str, str] | None:
    """Why the seat in turn may not declare riichi (rule, message), or None if it may (rules.md, table: riichi needs).

    Where `riichi_check` is "at_draw" a hand that is not ready is not refused here.
    """
    rules, player = deal.rules, deal.players[seat]
    broken = _never_riichi(deal, player)
    if broken is not None:
        return broken
    if deal.wall_left < rules.riichi_min_wall:
        return "riichi_wall", f"Riichi needs {rules.riichi_min_wall} tiles left in the wall."
    if rules.riichi_min_points is not None and deal.scores[seat] < rules.riichi_min_points:
        return "riichi_points", f"Riichi needs {rules.riichi_min_points} points."
    if rules.riichi_check == "at_once" and not _is_ready_after_some_discard(deal, player):
        return "not_ready", "Riichi needs a hand that is ready after the discard."
    return None


def _never_riichi(deal: Deal, player: PlayerState) -> tuple[str, str] | None:
    if deal.rules.family != "riichi":
        return "no_riichi", "There is no riichi in this game."
    if player.barred:
        return "dead_hand", "By a ruling this hand may not declare riichi."
    if player.riichi:
        return "riichi_already", "Riichi is declared already."
    if player.drawn is None or not player.is_closed:
        return "open_hand", "Riichi needs a closed hand."
    return None


def may_riichi(deal: Deal, seat: Seat) -> bool:
    """Whether the seat in turn may declare riichi, its hand ready after some discard, however that is checked."""
    if riichi_refusal(deal, seat) is not None:
        return False
    return deal.rules.riichi_check == "at_once" or _is_ready_after_some_discard(deal, deal.players[seat])


def _is_ready_after_some_discard(deal: Deal, player: PlayerState) -> bool:
    if full_hand_shanten(deal.rules, player.counts, player.melds) > 0:
        return False
    return any(keeps_ready(deal, player, kind) for kind in dict.fromkeys(KIND_OF[tile] for tile in player.hand))


def keeps_ready(deal: Deal, player: PlayerState, kind: Kind) -> bool:
    """Whether a full hand is ready after discarding a tile of `kind`."""
    counts = bytearray(player.counts)
    counts[kind] -= 1
    return bool(hand_waits(deal.rules, bytes(counts), player.melds))


def apply_discard(deal: Deal, event: Discard) -> Deal:
    """A tile is laid in the river and may be claimed. Raises `IllegalAction`."""
    if deal.turn != event.seat or (deal.phase is not Phase.ACT and deal.phase is not Phase.RIICHI):
        raise IllegalAction("not_your_turn", "It is not this seat's turn to discard.")
    player = deal.players[event.seat]
    if event.tile not in player.hand:
        raise IllegalAction("not_in_hand", "This tile is not in the hand.")
    broken = discard_refusal(deal, player, event.tile)
    if broken is not None:
        raise IllegalAction(*broken)
    declares = deal.phase is Phase.RIICHI
    player = _after_discard(deal, player, event.tile, declares)
    deal = deal._replace(
        players=passing.replace_player(deal.players, event.seat, player),
        phase=Phase.CLAIM,
        turn=(event.seat + 1) % 4,
        last_discard=event.tile,
        last_discarder=event.seat,
        rinshan=False,
        forbidden=(),
    )
    due = _draw_due(deal, declares)
    return deal if due is None else deal._replace(draw_due=due)


def discard_refusal(deal: Deal, player: PlayerState, tile: Tile) -> tuple[str, str] | None:
    """Why the seat in turn may not discard this tile of its hand (rule, message), or None if it may."""
    if player.hand[-1] >= 136:
        return "flower_first", "A flower is set aside before the discard."
    kind = KIND_OF[tile]
    if deal.phase is Phase.RIICHI:
        if deal.rules.riichi_check == "at_once" and not keeps_ready(deal, player, kind):
            return "not_ready", "After declaring riichi a tile is discarded that leaves the hand ready."
    elif player.riichi and tile != player.drawn:
        return "riichi_discard", "After riichi only the drawn tile is discarded."
    if kind in deal.forbidden:
        return "kuikae", "Swap-calling: this tile may not be discarded right after the call."
    return None


def timed_discards(deal: Deal) -> tuple[Tile, ...]:
    """What the seat in turn may discard once its time is over: the drawn tile; after a call, by the rules, any tile or
    only the last one of the sorted hand (rules.md, Fan family: clock). Tiles of one kind are as good as each other.
    """
    player = deal.players[deal.turn]
    if player.drawn is not None:
        return (player.drawn,)
    allowed = tuple(tile for tile in player.hand if discard_refusal(deal, player, tile) is None)
    if deal.rules.time_out_after_claim == "any_tile":
        return allowed
    return tuple(tile for tile in allowed if KIND_OF[tile] == KIND_OF[allowed[-1]])


def _after_discard(deal: Deal, player: PlayerState, tile: Tile, declares: bool) -> PlayerState:
    hand, counts = without_tiles(player, (tile,))
    waits = hand_waits(deal.rules, counts, player.melds)
    discarded = player.discarded | 1 << KIND_OF[tile]
    return player._replace(
        hand=hand,
        counts=counts,
        waits=waits,
        drawn=None,
        river=(*player.river, RiverTile(tile, tile == player.drawn, declares)),
        ippatsu=declares,
        discarded=discarded,
        furiten_own=passing.waits_for_own_discard(deal.rules, waits, discarded),
        furiten_temporary=player.furiten_temporary and deal.rules.temporary_furiten_until != "own_discard",
    )


def _draw_due(deal: Deal, declares: bool) -> DrawReason | None:
    """Why the deal ends if nobody wins on the discard just made."""
    rules, players = deal.rules, deal.players
    if rules.four_winds_draw and not deal.called and all(len(player.river) == 1 for player in players):
        kinds = {KIND_OF[player.river[0].tile] for player in players}
        if len(kinds) == 1 and kinds.issubset(WINDS):
            return DrawReason.FOUR_WINDS
    if declares and rules.four_riichi_draw and all(players[seat].riichi for seat in SEATS):
        return DrawReason.FOUR_RIICHI
    if rules.four_kans_draw == "after_discard" and len(deal.kans) == kans.MAX_KANS and len(set(deal.kans)) > 1:
        return DrawReason.FOUR_KANS
    return None if deal.wall_left else DrawReason.EXHAUSTIVE
