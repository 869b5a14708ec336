"""The roles, and a visitor: whoever stands behind a request or a page."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.tiles import Seat


class Role(StrEnum):
    """What a route or a message asks for at least. Everybody is `anyone`; an admin is a referee too."""

    ANYONE = "anyone"
    LOCAL = "local"
    """A browser on the table's own computer, as the one that fills its HDMI display."""
    SEAT = "seat"
    """The person at one seat, by the code that seat's panel has shown."""
    OVERLAY = "overlay"
    """A broadcast overlay: live hands, delayed."""
    REFEREE = "referee"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody, with the roles shown to be theirs."""

    roles: frozenset[Role] = frozenset()
    seat: Seat | None = None
    """Which seat, for the role `seat`."""
    everywhere: bool = False
    """The role `seat` is for whichever seat a page asks for: all people of a simulated table are at one computer."""
    name: str = ""
    """What the journal calls whoever rules."""

    def may(self, least: Role) -> bool:
        """Whether this visitor has a role that includes `least`."""
        if least is Role.ANYONE or least in self.roles:
            return True
        return least is Role.REFEREE and Role.ADMIN in self.roles

    def sits_at(self, seat: Seat) -> bool:
        """Whether this is the person at a seat."""
        return Role.SEAT in self.roles and (self.everywhere or self.seat == seat)

    def joined(self, other: "Visitor") -> "Visitor":
        """This visitor after signing in as another one as well; the newer seat and name count."""
        seat = self.seat if other.seat is None else other.seat
        return Visitor(
            self.roles | other.roles, seat, everywhere=self.everywhere or other.everywhere, name=other.name or self.name
        )


NOBODY: Final = Visitor()
"""Who has shown nothing."""


def resident() -> Visitor:
    """Who sits before a table simulated on their own machine: may do everything, at every seat."""
    roles = frozenset({Role.REFEREE, Role.ADMIN, Role.OVERLAY, Role.SEAT})
    return Visitor(roles, everywhere=True, name="Local user")
