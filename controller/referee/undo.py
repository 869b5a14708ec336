"""Going back to an earlier event of a deal: what it would give, and doing it.

An undo restores the position (tiles, scores, deposits, whose turn) and the time banks as they were then. The tiles
on the table still lie as they were; until people have put them back nothing is read as a move.
"""

from dataclasses import dataclass

from controller.effects import ResultWithdrawn
from controller.referee.board import compare, roles_of
from controller.referee.dealing import begin_dealing
from controller.referee.desk import Desk
from controller.referee.ends import reopen_deal
from controller.referee.faults import misplaced
from controller.referee.rulingfields import RulingError
from controller.referee.state import Step, TablePhase, TableState
from engine.deal import Deal, Phase
from engine.deal.state import Four
from engine.tiles import Seat

LAST_SHOWN = 4
"""So many of the last events that would remain are shown before an undo."""


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What the table would be after going back to `to` events. Holds no hidden face but in `last`, which is the
    referee's.
    """

    to: int
    taken_back: int
    """How many events would go."""
    turn: Seat
    phase: Phase
    scores: Four
    deposits: int
    last: tuple[Step, ...]
    """The last events that would remain, oldest first."""
    to_put_back: int
    """How many tiles people must put back."""


def preview_undo(state: TableState, to: int) -> UndoPreview:
    """What an undo to the position after `to` events would give; changes nothing. Raises `RulingError`."""
    deal = position_after(state, to)
    board = compare(deal, roles_of(deal), state.places)
    lies = sum(len(lying) for lying in (*board.fresh.values(), *board.thrown, *board.laid))
    return UndoPreview(
        to=to,
        taken_back=len(state.steps) - to,
        turn=deal.turn,
        phase=deal.phase,
        scores=deal.scores,
        deposits=deal.deposits,
        last=tuple(state.steps[max(0, to - LAST_SHOWN) : to]),
        to_put_back=lies + len(board.astray),
    )


def position_after(state: TableState, to: int) -> Deal:
    """The deal's position after its first `to` events; raises `RulingError` if it has not so many."""
    if state.start is None:
        raise RulingError("no deal is being played")
    if not 0 <= to <= len(state.steps):
        raise RulingError(f"the deal has {len(state.steps)} events; say to which of 0-{len(state.steps)} to go back")
    return state.steps[to - 1].deal if to else state.start


def undo(desk: Desk, to: int) -> None:
    """Go back to the position after `to` events, also behind a result. Raises `RulingError`."""
    state = desk.state
    position = position_after(state, to)
    reopen_deal(desk)
    if state.phase is TablePhase.URA:
        state.winners, state.ura = (), ()
        state.phase = TablePhase.PLAYING
    if to < len(state.steps):
        desk.withdraw(len(state.steps) - to, "ruling")
    elif state.deal is not position:  # a result that was entered by hand: no event led there
        desk.emit(ResultWithdrawn("ruling"))
        desk.book("undo", desk.deal.scores, position.scores, position.deposits, state.now)
        state.deal = position
    if not any(player.hand for player in position.players):
        begin_dealing(desk)  # the table knows no tiles of this deal: it waits for its result again
        return
    _restore_banks(desk)
    state.presses.clear()
    state.riichi_pressed.clear()
    state.noten.clear()
    state.timed_out = None
    state.showing.clear()
    state.declared.clear()
    desk.turn_key = None
    desk.raised.clear()
    desk.broken = ""
    desk.reopen_window()
    # The tiles still lie as they were; until they are put back nothing is a move.
    state.restoring = bool(misplaced(desk))


def _restore_banks(desk: Desk) -> None:
    """Each seat's bank holds what it held at the last event that remains; a full one before the first."""
    steps = desk.state.steps
    left = steps[-1].banks if steps else None
    for seat, bank in desk.state.banks.items():
        bank.running_since = None
        bank.left = bank.limit if left is None else left[seat]
