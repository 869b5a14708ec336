"""What a page may do to a simulated table, carried out in the table's thread."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.errors import ControllerError
from controller.people.remote import RemotePerson
from controller.service.clock import TableClock
from controller.service.loop import TableLoop
from controller.service.simulated import SimulatedHouse
from controller.web.contract import (
    Command,
    CommandRefused,
    MoveTiles,
    NewMatch,
    PressButton,
    PutBack,
    SetPaused,
    SetSpeed,
    SetTraining,
    TakeTile,
)
from engine.errors import RulesError
from engine.rules import PRESETS, load_rules
from engine.tiles import Seat, Tile
from hal.zones import Zone

PATIENCE_SECONDS: Final = 2.0
"""How long a page waits for the table's thread."""


class PageControl:
    """See `controller.web.contract.TableControl`. `attach` connects it once the table is there."""

    def __init__(self, seat: Seat | None) -> None:
        self._seat: Final = seat
        self._table: tuple[TableLoop, SimulatedHouse, TableClock] | None = None

    def attach(self, loop: TableLoop, house: SimulatedHouse, clock: TableClock) -> None:
        """Connect the pages with a table that runs."""
        self._table = loop, house, clock

    @property
    def seat(self) -> Seat | None:
        """The person's seat; None: four bots."""
        return self._seat

    @property
    def rule_names(self) -> tuple[str, ...]:
        """Rule sets a new match may be started with."""
        return tuple(PRESETS)

    async def command(self, command: Command) -> None:
        """Carry out a command; raises `CommandRefused`."""
        if self._table is None:
            raise CommandRefused("The table is still being set up; try again in a moment.")
        loop, house, clock = self._table
        done = asyncio.wrap_future(loop.call(_doing(command, house, clock)))
        try:
            await asyncio.wait_for(done, PATIENCE_SECONDS)
        except TimeoutError:
            raise CommandRefused("The table does not answer; try again in a moment.") from None
        except CommandRefused:
            raise
        except ControllerError as error:
            raise CommandRefused(str(error)) from error


def _doing(command: Command, house: SimulatedHouse, clock: TableClock) -> Callable[[], object]:
    match command:
        case TakeTile():
            return lambda: _take(house, command)
        case PutBack():
            return lambda: _put_back(house)
        case MoveTiles(tiles=tiles, target=target):
            return lambda: _person(house).move([Tile(tile) for tile in tiles], Zone.parse(target))
        case PressButton(button=button):
            return lambda: _person(house).press(button)
        case NewMatch():
            return lambda: _new_match(house, command)
        case SetSpeed() | SetPaused() | SetTraining():
            return lambda: _adjust(command, house, clock)


def _take(house: SimulatedHouse, command: TakeTile) -> None:
    person = _person(house)
    if command.only_if_due and (person.drawing or house.look(person.seat).may_draw != command.source):
        raise CommandRefused("There is no tile for you to draw now.")
    person.take(command.source)


def _put_back(house: SimulatedHouse) -> None:
    person = _person(house)
    surplus = house.look(person.seat).surplus
    if not surplus:
        raise CommandRefused("You hold no tile that has to go back to the wall.")
    person.put_back([Tile(tile) for tile in surplus])


def _adjust(command: SetSpeed | SetPaused | SetTraining, house: SimulatedHouse, clock: TableClock) -> None:
    match command:
        case SetSpeed(factor=factor):
            clock.speed = factor
        case SetPaused(paused=paused):
            clock.paused = paused
        case SetTraining(on=on):
            _person(house)
            house.train(on=on)


def _person(house: SimulatedHouse) -> RemotePerson:
    if house.person is None:
        raise CommandRefused("Four bots play at this table; start `jantaku demo` without --auto to play yourself.")
    return house.person


def _new_match(house: SimulatedHouse, command: NewMatch) -> None:
    try:
        rules = house.state.rules if command.rules is None else load_rules(command.rules)
    except RulesError as error:
        raise CommandRefused(str(error)) from error
    if rules is None:
        raise CommandRefused("Name the rules of the match.")
    if command.level is not None:
        house.seating = replace(house.seating, level=command.level)
    house.start_match(rules)
