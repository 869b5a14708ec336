"""Who sits at a simulated table: people in web pages and bots, seat by seat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from controller.people.bots import BOT_NAMES
from engine.bots.levels import Level
from engine.tiles import SEATS, Seat

_Any = TypeVar("_Any")

SeatChoice: TypeAlias = Level | Literal["person"]
"""Who plays a seat: a person in a web page, or a bot of a level."""
FourChoices: TypeAlias = tuple[SeatChoice, SeatChoice, SeatChoice, SeatChoice]


@dataclass(frozen=True)
class Seating:
    """Who sits at the simulated table, seat by seat."""

    choices: FourChoices = ("intermediate", "intermediate", "intermediate", "intermediate")
    seed: int = 0
    person_names: tuple[str, str, str, str] = ("", "", "", "")
    """What the people at the seats are called, where they have said so."""
    bot_names: tuple[str, str, str, str] = BOT_NAMES
    """What a bot at each seat is called."""

    @classmethod
    def against_bots(cls, person: Seat | None, level: Level = "intermediate", seed: int = 0) -> "Seating":
        """A person at one seat (None: nobody) and bots of one level elsewhere."""
        choices: list[SeatChoice] = ["person" if seat == person else level for seat in SEATS]
        first, second, third, fourth = choices
        return cls((first, second, third, fourth), seed)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats people play."""
        return tuple(seat for seat in SEATS if self.choices[seat] == "person")

    def names(self) -> list[str]:
        """A name for each seat."""
        persons = self.persons
        nameless = {seat: "You" if len(persons) == 1 else f"Player {seat + 1}" for seat in persons}
        return [
            self.person_names[seat] or nameless[seat] if seat in persons else self.bot_names[seat] for seat in SEATS
        ]

    def bots(self) -> list[Seat]:
        """The seats bots play."""
        return [seat for seat in SEATS if seat not in self.persons]

    def moved(self, sources: Sequence[Seat]) -> "Seating":
        """After a change of places: who sits at seat 0-3 came from the seat named there, and takes their name along."""
        numbered = len(self.persons) > 1  # who has given no name keeps the number of the seat they came from
        given = self.names() if numbered else self.person_names
        return replace(
            self,
            choices=_in_order(self.choices, sources),
            person_names=_in_order([given[seat] if seat in self.persons else "" for seat in SEATS], sources),
            bot_names=_in_order(self.bot_names, sources),
        )

    def as_named(self, players: Sequence[str]) -> "Seating":
        """The same people where these names sit: in the match gone on with they may have changed places."""
        names = self.names()
        return self.moved([names.index(name) for name in players]) if sorted(names) == sorted(players) else self


def _in_order(values: Sequence[_Any], sources: Sequence[Seat]) -> tuple[_Any, _Any, _Any, _Any]:
    first, second, third, fourth = (values[source] for source in sources)
    return first, second, third, fourth
