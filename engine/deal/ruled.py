"""What rulings make of a deal (referee.md, Rulings): whose turn it is, how many tiles are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.deal import kans, passing
from engine.deal.state import Phase
from engine.errors import IllegalAction
from engine.events import DrawReason
from engine.tiles import Seat

if TYPE_CHECKING:
    from engine.deal.deal import Deal

_FULL = 2
"""A hand with its drawn tile has so many tiles more than sets of three."""


def with_turn(deal: Deal, seat: Seat) -> Deal:
    """It is this seat's turn: to discard if it holds a full hand, else to draw. A discard or kan that could be
    called has passed: a riichi deposit is booked, a missed win makes furiten.
    """
    if deal.phase is Phase.FLOWERS:
        raise IllegalAction("flower_first", "The flowers that were dealt are replaced first.")
    passed = kans.let_stand(deal) if deal.phase is Phase.ROB else passing.close_window(deal)
    if seat == passed.turn and passed.phase not in (Phase.CLAIM, Phase.OVER):
        return passed
    full = len(passed.players[seat].hand) % 3 == _FULL
    passed = passed._replace(
        turn=seat,
        phase=Phase.ACT if full else Phase.DRAW,
        last_discard=None,
        last_discarder=None,
        draw_due=None,
        rinshan=False,
        replacements_due=0,
        flower_replaced=False,
        forbidden=(),
    )
    return with_wall_left(passed, passed.wall_left)


def with_wall_left(deal: Deal, left: int) -> Deal:
    """So many live tiles are left. With none the deal is exhausted, unless a discard or a kan is still to be made."""
    due = deal.draw_due
    if due in (None, DrawReason.EXHAUSTIVE):
        due = None if left or deal.phase in (Phase.ACT, Phase.RIICHI) else DrawReason.EXHAUSTIVE
    return deal._replace(wall_left=left, draw_due=due)
