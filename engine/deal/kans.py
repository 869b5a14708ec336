"""Kans declared on one's own turn, what stands after a kan, and when indicators are turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.deal import passing
from engine.deal.hands import hand_waits, without_tiles
from engine.deal.state import Phase, PlayerState
from engine.errors import IllegalAction
from engine.events import AddedKan, ConcealedKan, DrawReason, Indicator
from engine.melds import Meld, MeldType
from engine.scoring.checks import MAX_INDICATORS
from engine.shapes import decompositions
from engine.tiles import KIND_OF, Kind, Seat

if TYPE_CHECKING:
    from engine.deal.deal import Deal

MAX_KANS = 4


def apply_concealed_kan(deal: Deal, event: ConcealedKan) -> Deal:
    """Four equal tiles of the hand are shown. Raises `IllegalAction`."""
    player = check_own_kan(deal, event.seat)
    kind = KIND_OF[event.tiles[0]]
    if len(set(event.tiles)) != 4 or any(tile not in player.hand for tile in event.tiles):
        raise IllegalAction("not_in_hand", "A concealed kan needs four tiles of one's own hand.")
    if any(KIND_OF[tile] != kind for tile in event.tiles):
        raise IllegalAction("no_set", "The four tiles of a kan are all alike.")
    broken = riichi_kan_refusal(deal, player, kind)
    if broken is not None:
        raise IllegalAction(*broken)
    hand, counts = without_tiles(player, event.tiles)
    meld = Meld(MeldType.ANKAN, event.tiles)
    return _declare(deal, event, player._replace(hand=hand, counts=counts, melds=(*player.melds, meld), drawn=None))


def apply_added_kan(deal: Deal, event: AddedKan) -> Deal:
    """The fourth tile is added to an own pon; it may be robbed. Raises `IllegalAction`."""
    player = check_own_kan(deal, event.seat)
    if event.tile not in player.hand:
        raise IllegalAction("not_in_hand", "The tile added to a kan comes from one's own hand.")
    index = pon_index(player, KIND_OF[event.tile])
    if index is None:
        raise IllegalAction("no_set", "There is no pon this tile could be added to.")
    pon = player.melds[index]
    hand, counts = without_tiles(player, (event.tile,))
    kan = Meld(MeldType.KAKAN, (*pon.tiles, event.tile), pon.claimed, pon.source, event.tile)
    melds = (*player.melds[:index], kan, *player.melds[index + 1 :])
    return _declare(deal, event, player._replace(hand=hand, counts=counts, melds=melds, drawn=None))


def _declare(deal: Deal, event: ConcealedKan | AddedKan, player: PlayerState) -> Deal:
    player = player._replace(waits=hand_waits(deal.rules, player.counts, player.melds))
    player = player._replace(furiten_own=passing.waits_for_own_discard(deal.rules, player.waits, player.discarded))
    deal = deal._replace(players=passing.replace_player(deal.players, event.seat, player), rinshan=False)
    if isinstance(event, AddedKan) or deal.rules.kokushi_robs_concealed_kan:
        return deal._replace(phase=Phase.ROB, last_kan=event, draw_due=_draw_at_once(deal, (*deal.kans, event.seat)))
    return stand(deal, event.seat, concealed=True)


def stand(deal: Deal, seat: Seat, *, concealed: bool) -> Deal:
    """A kan can no longer be robbed: it ends ippatsu and the first go-round, and a replacement is due."""
    kans = (*deal.kans, seat)
    due, later = deal.indicators_due, deal.indicators_later
    if _has_indicator(deal):
        if concealed or deal.rules.kan_indicator == "at_once":
            due += 1
        else:
            later += 1
    return deal._replace(
        players=passing.without_ippatsu(deal.players),
        phase=Phase.REPLACE,
        turn=seat,
        called=True,
        kans=kans,
        indicators_due=due,
        indicators_later=later,
        draw_due=_draw_at_once(deal, kans),
        last_kan=None,
        replacements_due=1,
        forbidden=(),
    )


def _draw_at_once(deal: Deal, kans: tuple[Seat, ...]) -> DrawReason | None:
    if deal.rules.four_kans_draw == "at_once" and len(kans) == MAX_KANS and len(set(kans)) > 1:
        return DrawReason.FOUR_KANS
    if len(kans) > MAX_KANS and deal.rules.fifth_kan == "draw":
        return DrawReason.FOUR_KANS
    return None


def let_stand(deal: Deal) -> Deal:
    """Nobody robs the kan just declared."""
    kan = deal.last_kan
    if deal.phase is not Phase.ROB or kan is None:
        return deal
    return stand(passing.close_window(deal), kan.seat, concealed=isinstance(kan, ConcealedKan))


def _has_indicator(deal: Deal) -> bool:
    """Whether the next kan turns an indicator: where the rules have dora, while there is one left to turn."""
    turned = len(deal.indicators) + deal.indicators_due + deal.indicators_later
    return deal.rules.kan_dora and bool(deal.indicators) and turned < MAX_INDICATORS


def shows_at_once(deal: Deal) -> bool:
    """Whether the kan that may still be robbed has its indicator turned before the replacement is drawn."""
    if deal.phase is not Phase.ROB or not _has_indicator(deal):
        return False
    return isinstance(deal.last_kan, ConcealedKan) or deal.rules.kan_indicator == "at_once"


def apply_indicator(deal: Deal, event: Indicator) -> Deal:
    """A kan's dora indicator is turned. Turned at once, it shows that the kan stands. Raises `IllegalAction`."""
    if shows_at_once(deal):
        deal = let_stand(deal)
    if not deal.indicators_due or deal.phase is Phase.OVER:
        raise IllegalAction("no_indicator_due", "No dora indicator is to be turned now.")
    if not 0 <= event.tile < 136 or deal.seen >> event.tile & 1:
        raise IllegalAction("tile_in_use", "This tile lies elsewhere on the table already.")
    return deal._replace(
        indicators=(*deal.indicators, event.tile),
        indicators_due=deal.indicators_due - 1,
        seen=deal.seen | 1 << event.tile,
    )


def check_own_kan(deal: Deal, seat: Seat) -> PlayerState:
    """The seat's state if it may declare a kan on its turn; raises `IllegalAction`."""
    if deal.phase is not Phase.ACT or deal.turn != seat:
        raise IllegalAction("not_your_turn", "A kan is declared on one's own turn, before the discard.")
    broken = own_kan_refusal(deal, seat)
    if broken is not None:
        raise IllegalAction(*broken)
    return deal.players[seat]


def own_kan_refusal(deal: Deal, seat: Seat) -> tuple[str, str] | None:
    """Why the seat in turn may not declare any kan (rule, message), or None if it may."""
    player = deal.players[seat]
    if player.barred:
        return "dead_hand", "By a ruling this hand may not declare a kan."
    if player.drawn is None and not deal.rules.kan_after_call:
        return "kan_after_call", "After a chi or pon a tile is discarded; a kan must wait for one's own draw."
    if player.drawn is not None and player.drawn >= 136:
        return "flower_first", "A flower is set aside first."
    return kan_refusal(deal, seat)


def kan_refusal(deal: Deal, seat: Seat) -> tuple[str, str] | None:
    """Why no kan at all is possible (rule, message): no replacement tile, or too many kans."""
    if not deal.wall_left:
        return "no_replacement", "A kan needs a tile left in the wall for its replacement."
    if len(deal.kans) >= MAX_KANS and deal.rules.fifth_kan == "forbidden":
        return "fifth_kan", "There are four kans already."
    return None


def riichi_kan_refusal(deal: Deal, player: PlayerState, kind: Kind) -> tuple[str, str] | None:
    """Why a concealed kan of `kind` is not allowed after riichi (rule, message), or None.

    rules.md, table: concealed kan after riichi. Only the drawn tile may complete it: the hand stays as it was.
    """
    if not player.riichi:
        return None
    rule = deal.rules.riichi_kan
    if rule == "forbidden":
        return "riichi_kan", "After riichi no kan may be declared."
    if player.drawn is None or KIND_OF[player.drawn] != kind:
        return "riichi_kan", "After riichi a kan needs the drawn tile."
    after = bytearray(player.counts)
    after[kind] = 0
    meld = Meld(MeldType.ANKAN, tuple(tile for tile in player.hand if KIND_OF[tile] == kind))
    if hand_waits(deal.rules, bytes(after), (*player.melds, meld)) != player.waits:
        return "riichi_kan", "After riichi a kan may not change the waits."
    if rule != "waits_unchanged" and not _is_always_a_triplet(player, kind):
        return "riichi_kan", "After riichi a kan may not change how the hand is read."
    return None


def _is_always_a_triplet(player: PlayerState, kind: Kind) -> bool:
    """Whether the three tiles held before the draw are a triplet in every reading of every finished hand."""
    for wait in player.waits:
        counts = bytearray(player.counts)
        counts[kind] = 3
        counts[wait] += 1
        if any(kind not in reading.triplets for reading in decompositions(counts)):
            return False
    return True


def pon_index(player: PlayerState, kind: Kind) -> int | None:
    """Where among its melds a seat has a pon of a kind."""
    for index, meld in enumerate(player.melds):
        if meld.type is MeldType.PON and meld.kind == kind:
            return index
    return None
