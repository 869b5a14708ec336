"""Who may win on which tile, and what the win is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine import scoring
from engine.deal.state import Phase, PlayerState
from engine.errors import IllegalAction
from engine.events import ConcealedKan
from engine.scoring.context import Refusal, Score, WinContext
from engine.tiles import KIND_OF, SEATS, TERMINALS_AND_HONOURS, Seat, Tile, seat_wind

if TYPE_CHECKING:
    from engine.deal.deal import Deal


def offered_tile(deal: Deal) -> tuple[Tile, Seat] | None:
    """The tile others may win on now, and whose it is: a discard, or the tile of a kan that may be robbed."""
    if deal.phase is Phase.CLAIM and deal.last_discard is not None and deal.last_discarder is not None:
        return deal.last_discard, deal.last_discarder
    if deal.phase is Phase.ROB and deal.last_kan is not None:
        kan = deal.last_kan
        return (kan.tiles[0] if isinstance(kan, ConcealedKan) else kan.tile), kan.seat
    return None


def completes(deal: Deal, seat: Seat) -> bool:
    """Whether the offered tile would finish the seat's hand, yaku and furiten apart."""
    offered = offered_tile(deal)
    if offered is None or offered[1] == seat:
        return False
    player = deal.players[seat]
    if player.barred or KIND_OF[offered[0]] not in player.waits:
        return False
    return not isinstance(deal.last_kan, ConcealedKan) or _waits_for_thirteen_orphans(player)


def _waits_for_thirteen_orphans(player: PlayerState) -> bool:
    return not player.melds and sum(player.counts[kind] > 0 for kind in TERMINALS_AND_HONOURS) >= 12


def win_refusal(deal: Deal, seat: Seat) -> tuple[str, str] | None:
    """Why a seat may not win now (rule, message), or None if it may."""
    player = deal.players[seat]
    if player.barred:
        return "dead_hand", "By a ruling this hand may not win."
    own_turn = deal.phase is Phase.ACT and deal.turn == seat
    broken = _own_draw_refusal(player) if own_turn else _claimed_tile_refusal(deal, seat)
    if broken is not None:
        return broken
    if not _surely_has_yaku(deal, player, own_turn) and not scoring.could_win(deal.rules, win_context(deal, seat)):
        score = evaluate(deal, seat)
        if isinstance(score, Refusal):
            return score.reason, score.message
    return None


def _own_draw_refusal(player: PlayerState) -> tuple[str, str] | None:
    if player.drawn is None:
        return "nothing_to_win_on", "After a call a tile is discarded first."
    if player.drawn >= 136:
        return "flower_first", "A flower is set aside first."
    if KIND_OF[player.drawn] not in player.waits:
        return "no_shape", "The hand is not complete."
    return None


def _claimed_tile_refusal(deal: Deal, seat: Seat) -> tuple[str, str] | None:
    offered = offered_tile(deal)
    if offered is None or offered[1] == seat:
        return "nothing_to_win_on", "There is no tile this seat could win on now."
    if not completes(deal, seat):
        return "no_shape", "The tile does not complete the hand."
    if deal.players[seat].furiten:
        return "furiten", "Furiten: this hand may only win on its own draw."
    return None


def may_win(deal: Deal, seat: Seat) -> bool:
    """Whether a seat may win now."""
    return win_refusal(deal, seat) is None


def _surely_has_yaku(deal: Deal, player: PlayerState, own_turn: bool) -> bool:
    """Whether a complete hand surely may win: riichi, or a closed hand on its own draw."""
    return deal.rules.family == "riichi" and bool(player.riichi or (own_turn and player.is_closed))


def evaluate(deal: Deal, seat: Seat, ura: tuple[Tile, ...] = ()) -> Score | Refusal:
    """What a win of the seat now is worth, by itself (nearest to honba and deposits); furiten is not looked at.

    Raises `IllegalAction` if there is no tile to win on.
    """
    return scoring.score_win(deal.rules, win_context(deal, seat, ura=ura))


def win_context(deal: Deal, seat: Seat, *, ura: tuple[Tile, ...] = (), first: bool = True) -> WinContext:
    """The circumstances of a win now. Only the first of several winners takes honba and deposits."""
    player = deal.players[seat]
    tsumo = deal.phase is Phase.ACT and deal.turn == seat and player.drawn is not None
    offered = offered_tile(deal)
    if tsumo and player.drawn is not None:
        hand, tile, source = player.hand, player.drawn, seat
    elif offered is not None and offered[1] != seat:
        tile, source = offered
        hand = (*player.hand, tile)
    else:
        raise IllegalAction("nothing_to_win_on", "There is no tile this seat could win on now.")
    rinshan = tsumo and deal.rinshan
    chankan = deal.phase is Phase.ROB
    # Riichi: haitei and rinshan exclude each other, the replacement tile counts as rinshan. Fan counts both.
    last_tile = deal.wall_left == 0 and not (rinshan and deal.rules.family == "riichi")
    # Only rulings (whose turn it is, tiles left) lead to a last tile, or a dealer's claim, in the first go-round.
    before_first_discard = not deal.called and not player.river and not last_tile
    shown = deal.indicators[: deal.rinshan_indicators] if rinshan else deal.indicators
    return WinContext(
        hand=hand,
        win_tile=tile,
        tsumo=tsumo,
        melds=player.melds,
        round_wind=deal.round_wind,
        seat_wind=seat_wind(seat, deal.dealer),
        riichi=player.riichi,
        ippatsu=player.ippatsu,
        rinshan=rinshan,
        chankan=chankan,
        last_tile=last_tile,
        first_draw=tsumo and before_first_discard,
        renhou=not tsumo and not chankan and before_first_discard and seat != deal.dealer,
        dora_indicators=shown,
        ura_indicators=ura[: len(shown)],
        honba=deal.honba if first else 0,
        deposits=deal.deposits if first else 0,
        flowers=player.flowers,
        liable=_liable_role(player, source, tsumo),
    )


def indicators_for(deal: Deal, seat: Seat) -> int:
    """How many dora indicators must be turned before the seat's win can be scored."""
    if deal.rinshan and deal.phase is Phase.ACT and deal.turn == seat:
        return deal.rinshan_indicators
    return len(deal.indicators) + deal.indicators_due


def ron_seats(deal: Deal) -> tuple[Seat, ...]:
    """The seats that may win on the offered tile, nearest after its owner first."""
    offered = offered_tile(deal)
    if offered is None:
        return ()
    return tuple(seat for step in (1, 2, 3) if may_win(deal, seat := (offered[1] + step) % 4))


def _liable_role(player: PlayerState, source: Seat, tsumo: bool) -> Literal["discarder", "other"] | None:
    if not player.liable:
        return None
    return "discarder" if not tsumo and player.liable[0][1] == source else "other"


def in_turn_order(seats: tuple[Seat, ...], source: Seat) -> tuple[Seat, ...]:
    """Seats in turn order, the one after `source` first."""
    return tuple(seat for step in range(1, 5) if (seat := (source + step) % 4) in seats and seat in SEATS)
