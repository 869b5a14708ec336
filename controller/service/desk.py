"""Rulings from a page: handed to the table's thread, answered with what the referee said of them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from controller.effects import Effect, RulingApplied, RulingRefused
from controller.inputs import Pressed, Ruling
from controller.journal import Journal
from controller.presenter.referee import undo_view
from controller.presenter.refereeviews import UndoView
from controller.referee.rulingfields import FieldType, RulingError
from controller.referee.rulingforms import FORMS
from controller.referee.state import TablePhase, TableState
from controller.referee.undo import preview_undo
from controller.runtime import TableRuntime
from controller.service.loop import PATIENCE_SECONDS, STILL_OPENING, TableLoop, in_turn
from controller.web.contract import Audited, CommandRefused
from engine.errors import TileTextError
from engine.tiles import Seat, Tile, TileSet
from hal.ports import Button
from hal.zones import ELSEWHERE

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A ruling on its way, and where its outcome goes: empty, or why it was refused."""

    who: str
    what: str
    outcome: "Future[str]"


class RefereeDesk:
    """See `controller.web.contract.TableDesk`. `attach` connects it once the table is there."""

    def __init__(self) -> None:
        self._table: tuple[TableLoop, TableRuntime, Journal] | None = None
        self._waiting: list[_Waiting] = []
        """Oldest first; touched by the table's thread alone."""

    def attach(self, loop: TableLoop, runtime: TableRuntime, journal: Journal) -> None:
        """Connect the pages with a table that is about to start."""
        self._waiting = []
        self._table = loop, runtime, journal
        runtime.observe(self._notice)

    async def rule(self, who: str, what: str, details: Mapping[str, Any]) -> None:
        """Have a ruling carried out; returns once it is in the journal. Raises `CommandRefused`."""
        outcome: Future[str] = Future()
        await self._call(lambda runtime, _: self._submit(runtime, _Waiting(who, what, outcome), details))
        try:
            refusal = await asyncio.wait_for(asyncio.wrap_future(outcome), PATIENCE_SECONDS)
        except TimeoutError:
            raise CommandRefused("The ruling waits: the journal cannot be written at present.") from None
        if refusal:
            raise CommandRefused(refusal)

    async def press(self, seat: Seat, button: Button) -> None:
        """Press a button of a seat."""
        await self._call(
            lambda runtime, _: runtime.submit(lambda now: Pressed(at=now, seat=seat, button=button, origin="page"))
        )

    async def undo_preview(self, to: int) -> UndoView:
        """What an undo to the position after `to` events would give."""
        return await self._call(lambda runtime, _: undo_view(runtime.state, preview_undo(runtime.state, to)))

    async def audit(self, limit: int) -> list[Audited]:
        """The newest decisions of the match, newest first."""
        lines = await self._call(lambda _, journal: journal.audit(limit))
        return [
            Audited(
                at=line.at, when=line.when, who=line.who, what=line.what, details=line.details, refused=line.refused
            )
            for line in lines
        ]

    # ---- in the table's thread

    def _submit(self, runtime: TableRuntime, waiting: _Waiting, details: Mapping[str, Any]) -> None:
        named = with_tile_numbers(runtime.state, waiting.what, details)
        when = datetime.now(UTC).isoformat(timespec="seconds")
        self._waiting.append(waiting)
        runtime.submit(lambda now: Ruling(at=now, who=waiting.who, what=waiting.what, details=named, when=when))

    def _notice(self, effects: Sequence[Effect], _state: TableState) -> None:
        for effect in effects:
            match effect:
                case RulingApplied(who, what):
                    self._answer(who, what, "")
                case RulingRefused(who, what, message):
                    self._answer(who, what, message)
                case _:
                    continue

    def _answer(self, who: str, what: str, refusal: str) -> None:
        for waiting in self._waiting:
            if (waiting.who, waiting.what) == (who, what):
                self._waiting.remove(waiting)
                if waiting.outcome.set_running_or_notify_cancel():
                    waiting.outcome.set_result(refusal)
                return

    # ---- from the pages

    async def _call(self, do: Callable[[TableRuntime, Journal], T]) -> T:
        """Have something done in the table's thread, between two steps."""
        if self._table is None:
            raise CommandRefused(STILL_OPENING)
        loop, runtime, journal = self._table
        try:
            return await in_turn(loop, lambda: do(runtime, journal))
        except RulingError as error:
            raise CommandRefused(str(error)) from error


def with_tile_numbers(state: TableState, what: str, details: Mapping[str, Any]) -> dict[str, Any]:
    """The details with every tile that is named in mpsz turned into a physical tile. Raises `RulingError`.

    Of the copies of a tile the one is meant that the table misses: first one the game has and nobody sees, then one
    that an open incident is about, then one that has not been dealt.
    """
    form = FORMS.get(what)
    given = dict(details)
    for field in () if form is None else form.fields:
        value = given.get(field.name)
        if field.type is FieldType.TILE and isinstance(value, str):
            given[field.name] = _copy_meant(state, value)
    return given


def _copy_meant(state: TableState, name: str) -> Tile:
    tile_set = TileSet(flowers=True) if state.rules is None else state.rules.tile_set
    try:
        tile_set.parse(name)
    except TileTextError as error:
        raise RulingError(f"name a tile in mpsz, 5p: {error}") from error
    copies = [tile for tile in tile_set.tiles if tile_set.name(tile) == name]
    if not copies:
        raise RulingError(f"this set has no tile {name!r}; name one tile in mpsz, 5p")
    concerned = {tile for incident in state.incidents.values() for tile in incident.tiles}
    dealt = _dealt(state)

    def unlikeliness(tile: Tile) -> tuple[int, Tile]:
        lies = state.place(tile).zone != ELSEWHERE
        if tile in dealt and not lies:
            return 0, tile
        if tile in concerned:
            return 1, tile
        return (3 if lies else 2), tile

    return min(copies, key=unlikeliness)


def _dealt(state: TableState) -> frozenset[Tile]:
    """The tiles of the deal being played, wherever they lie."""
    deal = state.deal
    if deal is None or state.phase is TablePhase.DEALING:
        return frozenset()
    known = set(deal.indicators)
    for player in deal.players:
        known.update(player.hand, player.flowers, (discard.tile for discard in player.river))
        known.update(tile for meld in player.melds for tile in meld.tiles)
    return frozenset(known)
