"""What people can tell from the table's lamps and displays: nothing that a seat must not know."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from controller.effects import Effect, PressRefused
from controller.referee.board import compare, roles_of
from controller.referee.state import Incident, TablePhase, TableState
from engine.deal import Deal, Phase
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile
from hal.zones import ELSEWHERE, Zone, hand_of


class Glance:
    """A look at the displays. `state` gives the table's present state."""

    def __init__(self, state: Callable[[], TableState]) -> None:
        self._state: Final = state
        self._refused = [0, 0, 0, 0]

    def hear(self, effects: Iterable[Effect]) -> None:
        """Listen to what the table says aloud: a press that it refuses."""
        for effect in effects:
            if isinstance(effect, PressRefused):
                self._refused[effect.seat] += 1

    def refusals(self, seat: Seat) -> int:
        """How many presses of a seat the table has refused so far."""
        return self._refused[seat]

    def shows_riichi(self, seat: Seat) -> bool:
        """Whether the displays show the seat in riichi, or its lamp that the press was heard."""
        state = self._state()
        if seat in state.riichi_pressed:
            return True
        return state.deal is not None and state.deal.players[seat].riichi > 0

    @property
    def phase(self) -> TablePhase:
        """What the table is doing."""
        return self._state().phase

    @property
    def playing(self) -> bool:
        """Whether the table shows a deal being played."""
        return self.phase is TablePhase.PLAYING

    @property
    def paused(self) -> bool:
        """Whether the referee has paused the match: nothing is read as a move."""
        return self._state().paused

    @property
    def deal_over(self) -> bool:
        """Whether a result is shown."""
        return self.phase in (TablePhase.RESULT, TablePhase.FINISHED)

    @property
    def wants_ura(self) -> bool:
        """Whether the table asks for the ura indicators."""
        return self.phase is TablePhase.URA

    @property
    def wants_ok(self) -> bool:
        """Whether the table waits for OK presses."""
        return self.phase is TablePhase.RESULT

    def is_ready(self, seat: Seat) -> bool:
        """Whether a seat's OK is shown as pressed."""
        return seat in self._state().ready

    @property
    def restoring(self) -> bool:
        """Whether the displays ask for tiles to be put back after an undo."""
        return self._state().restoring

    @property
    def to_put_back(self) -> Mapping[Tile, Zone]:
        """While they do: where each misplaced tile lay, as people remember it; `elsewhere`: in the wall."""
        state = self._state()
        if state.deal is None or not state.restoring:
            return {}
        board = compare(state.deal, roles_of(state.deal), state.places)
        homes = {lying.tile: ELSEWHERE for tiles in board.fresh.values() for lying in tiles}
        for seat in SEATS:
            homes |= {lying.tile: hand_of(seat) for lying in (*board.thrown[seat], *board.laid[seat])}
        return homes | {lying.tile: Zone(role.kind, role.seat) for lying, role in board.astray}

    @property
    def trouble(self) -> tuple[Incident, ...]:
        """What the displays say is wrong, oldest first."""
        return tuple(self._state().incidents.values())

    @property
    def rules(self) -> RuleSet | None:
        """The rules of the match being played."""
        return self._state().rules

    @property
    def dealer(self) -> Seat:
        """Who deals now."""
        match = self._state().match
        return 0 if match is None else match.dealer

    @property
    def indicators_due(self) -> int:
        """How many kan indicators the displays ask for."""
        deal = self._state().deal
        return 0 if deal is None else deal.indicators_due

    @property
    def turn(self) -> tuple[Seat, Phase] | None:
        """Whose turn the displays show, and for what; None when no deal is being played."""
        deal = self._state().deal
        return None if deal is None or not self.playing else (deal.turn, deal.phase)


def is_as_before(deal: Deal | None, now: Deal | None) -> bool:
    """Whether the table shows the same position as when it showed `deal`.

    An indicator that somebody has turned since is no reason to think again: what was begun is still to be finished.
    """
    if now is deal or now is None or deal is None:
        return now is deal
    turned = len(now.indicators) > len(deal.indicators) and now.turn == deal.turn
    return turned and all(
        (player.hand, player.melds, player.river) == (before.hand, before.melds, before.river)
        for player, before in zip(now.players, deal.players, strict=True)
    )
