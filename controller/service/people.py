"""The people of the table between pages, journal and the table's thread; and their ratings for the displays."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import structlog

from controller.config import Config, TableSection
from controller.effects import Effect, MatchEnded, MatchStarted, SeatsReady
from controller.errors import ControllerError, JournalError, PlayerError
from controller.inputs import SetupChanged, UnknownTagSeen
from controller.journal import Journal, MatchRow
from controller.journal.roster import clean_name
from controller.players.archive import Archive
from controller.players.desk import (
    Drawn,
    PresetView,
    Seated,
    SeatNumber,
    SignIn,
    SitterView,
    StartMatch,
    TableView,
)
from controller.players.lobby import Lobby, Seats, Sitter, guest_at
from controller.players.ratings import table_ratings
from controller.players.rosterbook import RosterBook
from controller.referee.state import TableState
from controller.runtime import TableRuntime
from controller.service.loop import STILL_OPENING, TableLoop, in_turn
from controller.service.simulated import SimulatedHouse, match_details
from controller.web.contract import CommandRefused
from engine.errors import RulesError
from engine.rules import PRESETS, RuleSet
from engine.rules.faults import build_rules
from engine.rules.table_rules import LIMITS
from engine.tiles import SEATS, Seat
from hal.ports import TagId

_log = structlog.get_logger("players")

T = TypeVar("T")


@dataclass(frozen=True)
class _Table:
    """A table that runs."""

    loop: TableLoop
    lobby: Lobby
    simulated: bool
    house_rules: RuleSet
    """Those of the configuration: always among the rule sets to choose from."""
    section: TableSection


class TablePeople:
    """See `controller.players.desk.PeopleDesk`. `attach` connects it once the table is there.

    `cards` is the table's own way to the roster: its thread never waits for what a page does to that.
    """

    def __init__(self, roster: RosterBook, archive: Archive, cards: RosterBook) -> None:
        self._roster: Final = roster
        self._archive: Final = archive
        self._cards: Final = cards
        self._table: _Table | None = None

    def attach(
        self, loop: TableLoop, runtime: TableRuntime, journal: Journal, house: SimulatedHouse | None, config: Config
    ) -> None:
        """Connect with a table that is about to start."""
        row = journal.unfinished_match()
        expected = _expected(house, config) if row is None else _sitters(row, runtime.state)
        lobby = Lobby(_Seats(runtime, house), expected, self._owner)
        lobby.go_on(0 if row is None else row.deals)
        runtime.recognise = lobby.card
        runtime.observe(lobby.observe)
        self._table = _Table(loop, lobby, house is not None, config.rules(), config.table)
        runtime.observe(self._notice)
        lobby.changed = lambda: self._rate(loop, lobby, runtime.state)
        lobby.changed()

    # ---- from the pages

    async def look(self) -> TableView:
        """Who sits where."""
        return await self._call(self._view)

    async def seat(self, seats: dict[SeatNumber, SignIn]) -> Seated:
        """Seat people by name, or guests."""
        sitters = {seat: await asyncio.to_thread(self._sitter, seat, wish) for seat, wish in seats.items()}
        return await self._call(lambda table: Seated(at_once=table.lobby.seat(sitters), table=self._view(table)))

    async def draw_seats(self) -> Drawn:
        """Draw the seats of the next match by lot."""
        return await self._call(lambda table: Drawn(seed=table.lobby.draw_seats(), table=self._view(table)))

    async def start(self, match: StartMatch) -> TableView:
        """Start a match with who is seated."""

        def do(table: _Table) -> TableView:
            rules = _rules(match, table.lobby.look().rules, table.house_rules)
            if table.simulated:  # whoever plays with a mouse takes their time, as in every match of a demo
                rules = rules.with_changes(**dict.fromkeys(LIMITS))
            table.lobby.start(rules, match.first_dealer, instead=match.instead)
            return self._view(table)

        return await self._call(do)

    async def give_card(self, seat: SeatNumber, name: str) -> Seated:
        """Make the tag that lies in a seat's zone the card of somebody, and sign them in."""
        tag = await self._call(lambda table: table.lobby.strange_tag(seat))
        if tag is None:
            raise PlayerError("Lay one new card into the zone of your seat, alone, and try again in a second.")
        await asyncio.to_thread(self._roster.do, lambda roster: roster.give_card(name, tag))

        def do(table: _Table) -> Seated:
            table.lobby.card_given(tag)
            return Seated(at_once=True, table=self._view(table))

        return await self._call(do)

    # ---- helpers

    async def _call(self, do: Callable[[_Table], T]) -> T:
        """See `controller.service.loop.in_turn`."""
        table = self._table
        if table is None:
            raise CommandRefused(STILL_OPENING)
        return await in_turn(table.loop, lambda: do(table))

    def _sitter(self, seat: Seat, wish: SignIn) -> Sitter:
        if wish.guest:
            return guest_at(seat, clean_name(wish.name) if wish.name.strip() else "")
        return Sitter(self._roster.do(lambda roster: roster.add(wish.name)))

    def _owner(self, tag: TagId) -> str | None:
        try:
            return self._cards.do(lambda roster: roster.owner(tag))
        except JournalError as error:
            _log.warning("cards_unreadable", reason=str(error))
            return None

    def _view(self, table: _Table) -> TableView:
        seats: Seats = table.lobby.look()
        presets = {rules.name: rules for rules in (*PRESETS.values(), table.house_rules)}
        return TableView(
            playing=bool(seats.now),
            rules=None if seats.rules is None else seats.rules.name,
            deals=seats.deals,
            now=_views(seats.now),
            next=_views(seats.next),
            left=seats.left,
            new_cards=seats.strange_tags,
            simulated=table.simulated,
            presets=tuple(map(_preset, presets.values())),
        )

    # ---- the next match by OK at every panel

    def _start_if_all_agree(self, table: _Table, ready: Sequence[Seat]) -> None:
        seats = table.lobby.look()
        waits = [seat for seat, sitter in enumerate(seats.next) if sitter.kind != "bot" and seat not in ready]
        if table.section.start != "ask" or waits or seats.now:
            return
        dealer = table.section.first_dealer
        try:
            table.lobby.start(seats.rules or table.house_rules, None if dealer == "dice" else dealer, instead=False)
        except PlayerError as error:
            _log.warning("match_not_started", reason=str(error))

    # ---- ratings beside the names

    def _notice(self, effects: Sequence[Effect], state: TableState) -> None:
        table = self._table
        ready = [effect for effect in effects if isinstance(effect, SeatsReady)]
        if table is not None and ready:
            self._start_if_all_agree(table, ready[-1].seats)
        if table is not None and any(isinstance(effect, MatchStarted | MatchEnded) for effect in effects):
            self._rate(table.loop, table.lobby, state)

    def _rate(self, loop: TableLoop, lobby: Lobby, state: TableState) -> None:
        """Read in a thread of its own what the journal says of the players: it may take a while on a Pi."""
        rules, over = state.rules, state.final is not None
        people = [sitter.name if sitter.kind == "person" else None for sitter in lobby.sitting]
        if rules is None:
            return

        def work() -> None:
            try:
                loop.rate(table_ratings(self._archive, people, rules, over=over))
            except ControllerError as error:
                _log.warning("ratings_not_read", reason=str(error))

        threading.Thread(target=work, name="ratings", daemon=True).start()


class _Seats:
    """See `controller.players.lobby.Table`: a runtime and, on a simulated table, its people."""

    def __init__(self, runtime: TableRuntime, house: SimulatedHouse | None) -> None:
        self._runtime: Final = runtime
        self._house: Final = house

    @property
    def state(self) -> TableState:
        return self._runtime.state

    def set_up(self, what: str, details: dict[str, Any]) -> None:
        self._runtime.submit(lambda now: SetupChanged(at=now, what=what, details=details))

    def start(self, rules: RuleSet, names: Sequence[str], first_dealer: Seat | None, more: dict[str, Any]) -> None:
        house = self._house
        if house is None:
            self.set_up("match", match_details(rules, names, first_dealer) | more)
            return
        persons = house.seating.persons
        first, second, third, fourth = (name if seat in persons else "" for seat, name in enumerate(names))
        house.seating = replace(house.seating, person_names=(first, second, third, fourth))
        house.start_match(rules, first_dealer, more)

    def withdraw(self, tag: TagId) -> None:
        zone = self.state.unknown_tags.get(tag)
        if zone is not None:
            self._runtime.submit(lambda now: UnknownTagSeen(at=now, tag=tag, zone=zone, gone=True))


def _sitters(row: MatchRow, state: TableState) -> list[Sitter]:
    """Who sits in a match that is gone on with."""
    out = []
    for seat in SEATS:
        name = row.players.get(seat, state.players[seat])
        guest = not name or seat in row.guests
        out.append(Sitter(name, "bot") if seat in row.bots else guest_at(seat, name) if guest else Sitter(name))
    return out


def _expected(house: SimulatedHouse | None, config: Config) -> list[Sitter]:
    """Who sits in the match that is about to begin."""
    if house is not None:
        bots = house.seating.bots()
        return [Sitter(name, "bot" if seat in bots else "person") for seat, name in enumerate(house.seating.names())]
    table = config.table
    return [Sitter(name) if table.is_named(seat) else guest_at(seat, name) for seat, name in enumerate(table.players)]


def _rules(match: StartMatch, last: RuleSet | None, house: RuleSet) -> RuleSet:
    """The rules a match is to be played by; raises `PlayerError`."""
    known = {house.name: house} | PRESETS
    base = (last or house) if match.rules is None else known.get(match.rules)
    if base is None:
        raise PlayerError(f"There are no rules {match.rules!r}; there are {', '.join(known)}.")
    changes = dict(match.set)
    if match.minutes is not None:
        changes |= {"match_minutes": match.minutes, "time_up": match.time_up}
    try:
        return build_rules(base, changes, "these rules do not fit") if changes else base
    except RulesError as error:
        raise PlayerError(str(error)) from error


def _preset(rules: RuleSet) -> PresetView:
    return PresetView(
        name=rules.name,
        family=rules.family,
        ranked=rules.ranked,
        level=rules.level,
        match_length=rules.match_length,
        match_minutes=rules.match_minutes,
    )


def _views(sitters: Sequence[Sitter]) -> tuple[SitterView, ...]:
    return tuple(SitterView(seat=seat, name=sitter.name, kind=sitter.kind) for seat, sitter in enumerate(sitters))
