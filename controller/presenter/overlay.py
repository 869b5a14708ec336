"""What a broadcast shows: the public view and the hands of that moment.

It holds every hidden tile: whoever publishes it asks for the overlay's token, and sends it later than the game.
"""

from controller.presenter.tiles import names
from controller.presenter.views import LiveHandView, OverlayView, PublicView, WaitView
from controller.referee.state import TablePhase, TableState
from engine.deal import Deal
from engine.tiles import KIND_NAMES, KIND_OF, SEATS, Seat

_HAND_PHASES = (TablePhase.PLAYING, TablePhase.URA, TablePhase.RESULT)


def overlay_view(state: TableState, public: PublicView) -> OverlayView:
    """The overlay's view of a state; `public` is the public view of the same state."""
    deal = state.deal
    if deal is None or state.phase not in _HAND_PHASES:
        return OverlayView(public=public)
    unseen = _in_nobodys_hand(deal)
    return OverlayView(public=public, hands=tuple(_hand(deal, seat, unseen) for seat in SEATS))


def _hand(deal: Deal, seat: Seat, unseen: list[int]) -> LiveHandView:
    player, tile_set = deal.players[seat], deal.rules.tile_set
    drawn = player.drawn
    complete = drawn is None and len(player.hand) % 3 == 2
    waits = () if complete else player.waits
    return LiveHandView(
        seat=seat,
        hand=names(tile_set, (tile for tile in player.hand if tile != drawn)),
        drawn=None if drawn is None else tile_set.name(drawn),
        waits=tuple(WaitView(tile=KIND_NAMES[kind], left=max(0, unseen[kind])) for kind in waits),
        furiten=bool(waits) and player.furiten,
    )


def _in_nobodys_hand(deal: Deal) -> list[int]:
    """How many of each kind are still in the wall: a broadcast sees all hands."""
    left = [4] * len(KIND_NAMES)
    for tile in deal.indicators:
        left[KIND_OF[tile]] -= 1
    for player in deal.players:
        shown = [entry.tile for entry in player.river if entry.claimed_by is None]
        melded = [tile for meld in player.melds for tile in meld.tiles]
        for tile in (*player.hand, *shown, *melded):
            left[KIND_OF[tile]] -= 1
    return left
