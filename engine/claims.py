"""Which of several simultaneous wishes stands: win before pon and kan before chi, equals by turn order."""

from collections.abc import Mapping
from typing import Final

from engine.deal import Deal
from engine.events import Action, Chi, DrawnDeal, DrawReason, OpenKan, Pon, Win
from engine.tiles import SEATS, Seat

_RANK: Final[dict[type, int]] = {Win: 2, Pon: 1, OpenKan: 1, Chi: 0}


def resolve(deal: Deal, claims: Mapping[Seat, Action]) -> Action | None:
    """The claim that stands, by the rules, of those wished by each seat for the last discard or robbed kan.

    Several wins become one `Win` with all winners in turn order, or by the rules the nearest one's, or a
    `DrawnDeal` for three. None if nobody wishes anything. Who called first is not known here: where rules ask for
    it (`claim_order`), hand in only the claim that came first of those below a win. (rules.md, Riichi: claims)
    """
    wishes = [(seat, claims[seat]) for seat in _seats_in_turn(deal) if type(claims.get(seat)) in _RANK]
    winners = tuple(seat for seat, wish in wishes if isinstance(wish, Win))
    if len(winners) > 1 and deal.rules.multiple_ron == "head_bump":
        return Win(winners[:1])
    if len(winners) == 3 and deal.rules.triple_ron_draws:
        return DrawnDeal(DrawReason.TRIPLE_RON)
    if winners:
        return Win(winners)
    best = max(wishes, key=lambda wish: _RANK[type(wish[1])], default=None)
    return None if best is None else best[1]


def rank(claim: Action) -> int:
    """How strong a claim is: 2 a win, 1 pon and kan, 0 chi; raises `KeyError` for what is no claim."""
    return _RANK[type(claim)]


def _seats_in_turn(deal: Deal) -> tuple[Seat, ...]:
    """Seats from the one after the player whose tile is claimed."""
    owner = deal.last_kan.seat if deal.last_kan is not None else deal.last_discarder
    return SEATS if owner is None else tuple((owner + step) % 4 for step in (1, 2, 3))
