"""`Referee`: one input in, effects out. Deterministic: no I/O, no clock, no randomness.

After every input the referee settles: it judges waiting presses and reads events off the table until nothing more
is to be read, then compares what is still wrong with its book of incidents, and moves the clocks. It acts on a
time only when the deadline for it has come in, so that a late scan never loses to a clock.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.effects import Effect, LampSet
from controller.inputs import (
    Deadline,
    DeviceSeen,
    Input,
    MoveRetracted,
    MoveSeen,
    Pressed,
    Ruling,
    SetupChanged,
    TileLost,
    UnknownTagSeen,
    ZoneReadable,
)
from controller.perception.expectations import Expectations
from controller.referee import expect, lamps, setup, snapshot, unreadzones
from controller.referee.audit import audit
from controller.referee.clocks import update_clocks
from controller.referee.dealing import deal_anew_if_misread, read_deal
from controller.referee.desk import Desk, LedgerBreach
from controller.referee.ends import finish_deal, read_ready
from controller.referee.health import take_health
from controller.referee.incidentbook import keep_book
from controller.referee.indicators import read_first_indicator
from controller.referee.latecalls import reopen_for_laid
from controller.referee.menu import end_menus
from controller.referee.misread import correct_misread
from controller.referee.options import RefereeOptions
from controller.referee.places import take_loss, take_move, take_retraction
from controller.referee.presses import end_comparisons, judge_presses, take_press
from controller.referee.reading import read
from controller.referee.rereading import reread_late_draws
from controller.referee.rulings import rule
from controller.referee.secondreading import read_again
from controller.referee.showing import is_behind, read_shown
from controller.referee.stand_ins import give_way, hidden_hands
from controller.referee.state import TablePhase, TableState
from controller.referee.wins import read_ura
from engine.deal import Phase
from engine.rules import RuleSet
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.zones import ELSEWHERE, Zone


def _play(desk: Desk) -> bool:
    if desk.deal.phase is Phase.OVER:
        return finish_deal(desk)
    if desk.state.restoring:
        return setup.stop_restoring(desk)
    if read_first_indicator(desk) or (desk.state.unread and unreadzones.fill_in(desk)):
        return True
    if desk.state.showing:
        return read_shown(desk) or (is_behind(desk) and read(desk))
    if desk.stand_ins and hidden_hands(desk):  # what nobody knows cannot be read better
        return judge_presses(desk) or read(desk)
    return (
        deal_anew_if_misread(desk)
        or reread_late_draws(desk)
        or correct_misread(desk)
        or reopen_for_laid(desk)
        or judge_presses(desk)
        or read(desk)
        or read_again(desk)
    )


def _score(desk: Desk) -> bool:
    if read_first_indicator(desk) or (desk.stand_ins and give_way(desk)):
        return True
    return finish_deal(desk) if desk.deal.phase is Phase.OVER else read_ura(desk)


_STEPS: Final[Mapping[TablePhase, Callable[[Desk], bool]]] = {
    TablePhase.DEALING: read_deal,
    TablePhase.PLAYING: _play,
    TablePhase.URA: _score,
    TablePhase.RESULT: read_ready,
}
"""What is read off the table in each phase. Each gives True if it has taken a step and wants to be called again."""

_MOST_STEPS: Final = 400
"""A settling that does not end after so many steps is a fault of the program."""


class Referee:
    """The referee of one table. With `rules` a match is set up at once, otherwise by `SetupChanged("match")`."""

    def __init__(self, rules: RuleSet | None = None, options: RefereeOptions | None = None) -> None:
        self._desk = Desk(options or RefereeOptions())
        self._lit: frozenset[tuple[Seat, Button]] = frozenset()
        if rules is not None:
            setup.start_match(self._desk, rules, ("", "", "", ""), first_dealer=0)
        self._opening: list[Effect] = self._desk.effects
        self._desk.effects = []

    @property
    def state(self) -> TableState:
        """Everything known about the table. To be read, not changed."""
        return self._desk.state

    @property
    def options(self) -> RefereeOptions:
        """How the table is refereed now: as given, or by the last set-up change that says so."""
        return self._desk.options

    def handle(self, event: Input) -> list[Effect]:
        """Take one input and say what it has led to, in order."""
        desk = self._desk
        desk.effects, self._opening = self._opening, []
        desk.state.now = max(desk.state.now, event.at)
        desk.ruling = isinstance(event, Ruling)
        if not isinstance(event, Deadline):
            desk.quiet_since = desk.state.now
        told = unreadzones.screened(desk, event) if desk.state.unread else event
        if told is not None:
            self._take(told)
        self._come_to_rest()
        self._light()
        return desk.effects

    def next_deadline(self) -> tuple[str, Millis] | None:
        """The next time the referee wants to be told of by a `Deadline` of that name; None if it waits for none."""
        wakes = self._desk.wakes
        return min(wakes.items(), key=lambda wake: (wake[1], wake[0])) if wakes else None

    def expectations(self) -> Expectations:
        """What perception should expect now."""
        desk = self._desk
        return expect.expectations(desk.state, desk.doubted, nearly_dealt=desk.nearly_dealt is not None)

    def lying(self) -> dict[Tile, Zone]:
        """Where each tile was last seen to lie, those too that were not cleared away after the last deal."""
        places = {**self._desk.stale, **self._desk.state.places}
        return {tile: place.zone for tile, place in places.items() if place.zone != ELSEWHERE}

    def snapshot(self) -> dict[str, Any] | None:
        """The referee as JSON-able data; None while a deal is being played."""
        return snapshot.take_snapshot(self._desk)

    def table(self) -> dict[str, Any]:
        """The table as a match that begins now finds it, JSON-able: the detail `table` of its set-up change."""
        return snapshot.take_table(self._desk)

    @classmethod
    def restore(cls, data: dict[str, Any], options: RefereeOptions | None = None) -> "Referee":
        """A referee where a snapshot was taken. Raises `ValueError` for data it cannot read."""
        referee = cls(options=options)
        try:
            snapshot.restore_snapshot(referee._desk, data)
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"this is no snapshot of the referee: {error}") from error
        referee._come_to_rest()
        referee._desk.effects = []
        return referee

    # ---- one input

    def _take(self, event: Input) -> None:
        desk = self._desk
        match event:
            case MoveSeen():
                take_move(desk, event)
            case MoveRetracted(tile=tile):
                take_retraction(desk, tile)
            case TileLost():
                take_loss(desk, event)
            case UnknownTagSeen() | DeviceSeen() | ZoneReadable():
                take_health(desk, event)
            case Pressed(seat=seat, button=button, at=at):
                take_press(desk, seat, button, at)
            case Deadline(timer=timer):
                due = desk.wakes.get(timer)
                if due is not None:
                    desk.settled = max(desk.settled, due)
            case Ruling(who=who, what=what, details=details):
                self._rule(who, what, details)
            case SetupChanged(what=what, details=details):
                setup.change(desk, what, details)

    def _rule(self, who: str, what: str, details: dict[str, Any]) -> None:
        """A ruling settles what has been read so far; what was pressed for events it takes back counts no more."""
        desk, read_so_far = self._desk, len(self._desk.state.steps)
        rule(desk, who, what, details)
        desk.in_doubt_since = desk.state.now
        desk.ruled_steps = len(desk.state.steps)
        if desk.ruled_steps < read_so_far:
            desk.heard.clear()

    def _come_to_rest(self) -> None:
        """Everything that follows from what is known now; `wakes` has the times that are waited for."""
        desk = self._desk
        self._settle()
        self._carry_out()
        audit(desk)
        if desk.broken:
            keep_book(desk)
        end_comparisons(desk)
        end_menus(desk)

    def _carry_out(self) -> None:
        """What the players have agreed on at their panels, and penalties that follow by the rules themselves."""
        desk = self._desk
        while desk.decided is not None:
            decided, desk.decided = desk.decided, None
            desk.ruling = True
            rule(desk, *decided)
            self._settle()

    def _settle(self) -> None:
        desk = self._desk
        for _ in range(_MOST_STEPS):
            desk.wakes.clear()
            if not self._step():
                break
        else:
            raise RuntimeError("the referee found no rest: the same table is read again and again")
        keep_book(desk)
        if update_clocks(desk):
            self._settle()

    def _step(self) -> bool:
        """Take one step of what the table shows; False at rest."""
        desk = self._desk
        step = _STEPS.get(desk.state.phase)
        if step is None or desk.state.paused or desk.broken:
            return False
        try:
            return step(desk)
        except LedgerBreach as breach:
            desk.broken = str(breach)
            return False

    def _light(self) -> None:
        """Say which lamps have changed."""
        lit = lamps.lit(self._desk.state)
        if lit != self._lit:
            for seat, button in sorted(lit ^ self._lit):
                self._desk.emit(LampSet(seat, button, (seat, button) in lit))
            self._lit = lit
