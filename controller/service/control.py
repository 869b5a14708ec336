"""What a page may do to a simulated table, carried out in the table's thread."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.errors import ControllerError
from controller.people.remote import RemotePerson
from controller.service.clock import TableClock
from controller.service.loop import STILL_OPENING, TableLoop, in_turn
from controller.service.simulated import SimulatedHouse
from controller.web.contract import (
    Command,
    CommandRefused,
    Habits,
    MakeFault,
    MoveTiles,
    NewMatch,
    PressButton,
    PutBack,
    SetPace,
    SetPaused,
    SetSpeed,
    SetTraining,
    TakeTile,
)
from engine.errors import RulesError
from engine.rules import PRESETS, load_rules
from engine.rules.table_rules import LIMITS
from engine.tiles import Seat, Tile
from hal.errors import HalError
from hal.zones import Zone


class PageControl:
    """See `controller.web.contract.TableControl`. `attach` connects it once the table is there."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._seats: Final = seats
        self._table: tuple[TableLoop, SimulatedHouse, TableClock] | None = None

    def attach(self, loop: TableLoop, house: SimulatedHouse, clock: TableClock) -> None:
        """Connect the pages with a table that runs."""
        self._table = loop, house, clock

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats people play; none: four bots."""
        return self._seats if self._table is None else self._table[1].seating.persons

    @property
    def rule_names(self) -> tuple[str, ...]:
        """Rule sets a new match may be started with."""
        return tuple(PRESETS)

    @property
    def habits(self) -> Habits:
        """How the simulated table runs."""
        if self._table is None:
            return Habits()
        house = self._table[1]
        return Habits(pace=house.pace, noise=house.noise)

    async def command(self, command: Command, seat: Seat | None) -> None:
        """Carry out a command of the page of a seat; raises `CommandRefused`."""
        if self._table is None:
            raise CommandRefused(STILL_OPENING)
        loop, house, clock = self._table
        try:
            await in_turn(loop, _doing(command, seat, house, clock))
        except CommandRefused:
            raise
        except ControllerError as error:
            raise CommandRefused(str(error)) from error


def _doing(command: Command, seat: Seat | None, house: SimulatedHouse, clock: TableClock) -> Callable[[], object]:
    match command:
        case NewMatch():
            return lambda: _new_match(house, command)
        case MakeFault(kind=kind, seat=at):
            return lambda: house.faults.make(kind, at)
        case SetSpeed() | SetPaused() | SetPace() | SetTraining():
            return lambda: _adjust(command, house, clock)
        case _:
            return lambda: _play(command, house, _person(house, seat))


def _play(command: TakeTile | PutBack | MoveTiles | PressButton, house: SimulatedHouse, person: RemotePerson) -> None:
    match command:
        case TakeTile():
            _take(house, person, command)
        case PutBack():
            _put_back(house, person)
        case MoveTiles(tiles=tiles, target=target):
            person.move([Tile(tile) for tile in tiles], Zone.parse(target))
        case PressButton(button=button):
            person.press(button)


def _take(house: SimulatedHouse, person: RemotePerson, command: TakeTile) -> None:
    if command.only_if_due and (person.drawing or house.look(person.seat).may_draw != command.source):
        raise CommandRefused("There is no tile for you to draw now.")
    person.take(command.source)


def _put_back(house: SimulatedHouse, person: RemotePerson) -> None:
    surplus = house.look(person.seat).surplus
    if not surplus:
        raise CommandRefused("You hold no tile that has to go back to the wall.")
    person.put_back([Tile(tile) for tile in surplus])


def _adjust(command: SetSpeed | SetPaused | SetPace | SetTraining, house: SimulatedHouse, clock: TableClock) -> None:
    match command:
        case SetSpeed(factor=factor):
            clock.speed = factor
        case SetPaused(paused=paused):
            clock.paused = paused
        case SetPace(pace=pace):
            house.pace = pace
        case SetTraining(on=on):
            house.train(on=on)


def _person(house: SimulatedHouse, seat: Seat | None) -> RemotePerson:
    person = None if seat is None else house.persons.get(seat)
    if person is None:
        raise CommandRefused("A bot plays this seat; choose who sits where with a new match.")
    return person


def _new_match(house: SimulatedHouse, command: NewMatch) -> None:
    try:
        rules = house.state.rules if command.rules is None else load_rules(command.rules)
        if rules is None:
            raise CommandRefused("Name the rules of the match.")
        changes = command.changes | ({} if command.clocks else dict.fromkeys(LIMITS))
        rules = rules.with_changes(**changes)
        if command.noise is not None:
            house.noise = command.noise
    except (RulesError, HalError) as error:
        raise CommandRefused(str(error)) from error
    if command.seats is not None:
        house.seating = replace(house.seating, choices=command.seats)
    house.start_match(rules)
