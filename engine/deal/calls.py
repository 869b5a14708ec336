"""Claims that take a discard for a set: chi, pon, open kan; swap-calling and liability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.deal import kans, passing
from engine.deal.hands import without_tiles
from engine.deal.state import Phase, PlayerState
from engine.errors import IllegalAction
from engine.events import Chi, DrawReason, OpenKan, Pon
from engine.melds import Meld, MeldType
from engine.tiles import DRAGONS, KIND_OF, WINDS, Kind, Seat, Tile

if TYPE_CHECKING:
    from engine.deal.deal import Deal

_TYPES: Final = {Chi: MeldType.CHI, Pon: MeldType.PON, OpenKan: MeldType.DAIMINKAN}
_LIABLE_SETS: Final = (("daisangen", DRAGONS), ("daisuushii", WINDS))


def apply_call(deal: Deal, event: Chi | Pon | OpenKan) -> Deal:
    """A seat takes the last discard. Raises `IllegalAction`."""
    source = check_call(deal, event)
    deal = passing.close_window(deal)
    caller = deal.players[event.seat]
    hand, counts = without_tiles(caller, event.used)
    melds = (*caller.melds, called_meld(event, source))
    forbidden = () if isinstance(event, OpenKan) else forbidden_after(deal.rules.swap_calling, event)
    players = list(passing.without_ippatsu(deal.players))
    players[event.seat] = caller._replace(
        hand=hand,
        counts=counts,
        melds=melds,
        drawn=None,
        ippatsu=False,
        furiten_temporary=caller.furiten_temporary and deal.rules.temporary_furiten_until != "own_draw_or_call",
        liable=caller.liable + _new_liability(deal, caller, melds, source),
    )
    giver = players[source]
    river = (*giver.river[:-1], giver.river[-1]._replace(claimed_by=event.seat))
    players[source] = giver._replace(river=river)
    deal = deal._replace(
        players=(players[0], players[1], players[2], players[3]),
        turn=event.seat,
        phase=Phase.ACT,
        last_discard=None,
        draw_due=None,
        called=True,
        forbidden=forbidden,
    )
    return kans.stand(deal, event.seat, concealed=False) if isinstance(event, OpenKan) else deal


def called_meld(call: Chi | Pon | OpenKan, source: Seat | None) -> Meld:
    """The meld a call makes of the discard of `source`."""
    return Meld(_TYPES[type(call)], (call.tile, *call.used), claimed=call.tile, source=source)


def check_call(deal: Deal, event: Chi | Pon | OpenKan) -> Seat:
    """The seat whose discard the call takes; raises `IllegalAction` naming the rule broken."""
    source = deal.last_discarder
    if deal.phase is not Phase.CLAIM or deal.last_discard is None or source is None:
        raise IllegalAction("nothing_to_call", "There is no discard that may be called now.")
    broken = call_refusal(deal, event.seat)
    if broken is not None:
        raise IllegalAction(*broken)
    if event.tile != deal.last_discard:
        raise IllegalAction("wrong_tile", "Only the last discard may be called.")
    caller = deal.players[event.seat]
    if len(set(event.used)) != len(event.used) or any(tile not in caller.hand for tile in event.used):
        raise IllegalAction("not_in_hand", "A call needs tiles of one's own hand.")
    _check_set(event, source)
    if isinstance(event, OpenKan):
        broken = kans.kan_refusal(deal, event.seat)
        if broken is not None:
            raise IllegalAction(*broken)
    elif not leaves_a_discard(caller, event.used, forbidden_after(deal.rules.swap_calling, event)):
        raise IllegalAction("kuikae", "After this call no tile could be discarded: swap-calling is forbidden.")
    return source


def call_refusal(deal: Deal, seat: Seat) -> tuple[str, str] | None:
    """Why a seat may not call the last discard for any set (rule, message), or None if it may."""
    if seat == deal.last_discarder:
        return "own_discard", "Nobody calls their own discard."
    if deal.players[seat].barred:
        return "dead_hand", "By a ruling this hand may not call."
    if deal.players[seat].riichi:
        return "riichi", "After riichi only a win may be called."
    due = deal.draw_due
    if due is not None and not (due is DrawReason.EXHAUSTIVE and deal.rules.calls_on_last_discard):
        return "last_discard", "This discard may only be called to win."
    return None


def _check_set(event: Chi | Pon | OpenKan, source: Seat) -> None:
    kinds = sorted(KIND_OF[tile] for tile in (event.tile, *event.used))
    if isinstance(event, Chi):
        if event.seat != (source + 1) % 4:
            raise IllegalAction("chi_from_left", "Chi is only called on the discard of the player before.")
        low = kinds[0]
        if kinds != [low, low + 1, low + 2] or low >= 27 or low % 9 > 6:
            raise IllegalAction("no_set", "These tiles make no sequence.")
    elif kinds[0] != kinds[-1]:
        raise IllegalAction("no_set", "These tiles are not all alike.")


def forbidden_after(swap_calling: str, event: Chi | Pon) -> tuple[Kind, ...]:
    """Kinds that may not be discarded after a chi or pon (rules.md, table: swap-calling)."""
    if swap_calling == "allowed":
        return ()
    kind = KIND_OF[event.tile]
    if isinstance(event, Pon) or swap_calling == "same_tile":
        return (kind,)
    low, high = sorted(KIND_OF[tile] for tile in event.used)
    if kind == low - 1 and high % 9 < 8:
        return (kind, high + 1)
    if kind == high + 1 and low % 9 > 0:
        return (kind, low - 1)
    return (kind,)


def leaves_a_discard(caller: PlayerState, used: tuple[Tile, ...], forbidden: tuple[Kind, ...]) -> bool:
    """Whether some tile could still be discarded after the call."""
    if not forbidden:
        return True
    left = len(caller.hand) - len(used)
    for kind in forbidden:
        left -= caller.counts[kind] - sum(1 for tile in used if KIND_OF[tile] == kind)
    return left > 0


def _new_liability(
    deal: Deal, before: PlayerState, melds: tuple[Meld, ...], source: Seat
) -> tuple[tuple[str, Seat], ...]:
    """Pao: the call showed the third dragon, fourth wind or fourth kan (rules.md, Riichi: pao)."""
    pao = deal.rules.pao_yakuman
    if not pao:
        return ()
    new = melds[-1]
    shown = {meld.kind for meld in melds}
    found = [
        (name, source) for name, kinds in _LIABLE_SETS if name in pao and new.kind in kinds and shown.issuperset(kinds)
    ]
    if "suukantsu" in pao and new.is_kan and sum(meld.is_kan for meld in before.melds) == 3:
        found.append(("suukantsu", source))
    return tuple(found)
