"""The ledger's audit: after every input points and tiles must still add up, whatever changed them.

`Desk.accept` refuses an event that would break them. This looks at the outcome of everything else too (rulings,
results, a deal broken off, a match that goes on) and stops play with an incident at the first breach.
"""

from controller.referee.desk import Desk
from controller.referee.ledger import breach, points_of
from controller.referee.state import TablePhase


def audit(desk: Desk) -> None:
    """Compare the books with the table's start; a breach is kept in `desk.broken` until a ruling."""
    state = desk.state
    match, deal = state.match, state.deal
    books = (match, deal, len(state.ledger), desk.total)
    if match is None or desk.broken or books == desk.audited:
        return
    desk.audited = books
    playing = deal is not None and deal.result is None and state.phase in (TablePhase.PLAYING, TablePhase.URA)
    if deal is not None and playing:
        desk.broken = breach(deal, desk.total)
        scores, deposits = deal.scores, deal.deposits
    else:
        points = points_of(match)
        desk.broken = "" if points == desk.total else f"the match has {points:,} points instead of {desk.total:,}"
        scores, deposits = match.scores, match.deposits
    if state.ledger and not desk.broken:
        last = state.ledger[-1]
        if (last.scores, last.deposits) != (scores, deposits):
            desk.broken = "points have changed without a line in the ledger"
