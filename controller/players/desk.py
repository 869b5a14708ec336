"""What the pages of the people ask of the table: who sits where, the next match, cards. Models and the protocol."""

from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=3)]
"""A seat, counted from 0 counter-clockwise."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SitterView(_Model):
    """Somebody at a seat."""

    seat: SeatNumber
    name: str
    kind: Literal["person", "guest", "bot"]


class PresetView(_Model):
    """A rule set that a match may be started with."""

    name: str
    family: Literal["riichi", "fan"]
    ranked: bool
    level: Literal["novice", "advanced"] | None
    match_length: str
    match_minutes: float | None = Field(description="Time limit of a match; null: none.")


class TableView(_Model):
    """Who sits where, and what can be started."""

    playing: bool = Field(description="A match is being played.")
    rules: str | None = Field(description="Its rules, or those of the last one.")
    deals: int = Field(description="Deals of it that have ended.")
    now: tuple[SitterView, ...] = Field(description="Who plays in it; empty while none is played.")
    next: tuple[SitterView, ...] = Field(description="Who will play in the next one.")
    left: tuple[SeatNumber, ...] = Field(description="Seats whose owner left it: they start no other until it ends.")
    new_cards: tuple[SeatNumber, ...] = Field(description="Seats in whose zone a tag lies that may become a card.")
    simulated: bool
    presets: tuple[PresetView, ...]


class SignIn(_Model):
    """Sit down: by name, as a guest (under a name or none)."""

    name: str = Field("", max_length=64)
    guest: bool = Field(False, description="Play, but in no standings.")


class SeatPeople(_Model):
    """Who sits at several seats, at once."""

    seats: dict[SeatNumber, SignIn] = Field(min_length=1, max_length=4)


class Seated(_Model):
    """What became of signing in."""

    at_once: bool = Field(description="It holds for the match being played; otherwise from the next one on.")
    table: TableView


class StartMatch(_Model):
    """The next match."""

    rules: str | None = Field(None, max_length=64, description="Name of a rule set of `presets`; null: the last one's.")
    set: dict[str, Any] = Field(
        default_factory=dict, max_length=40, description="Fields of the rule set that differ (docs/rules.md)."
    )
    minutes: float | None = Field(None, ge=1, le=1440, description="Time limit; null: as the rules have it.")
    time_up: Literal["at_once", "finish_deal"] = Field(
        "finish_deal", description="What happens at the limit chosen: the deal being played is the last, or none."
    )
    first_dealer: SeatNumber | None = Field(None, description="Who is East first; null: the table rolls its dice.")
    instead: bool = Field(False, description="Break off the match being played.")


class Drawn(_Model):
    """Seats drawn by lot."""

    seed: int = Field(description="What the lot was made from; the journal keeps it.")
    table: TableView


class PeopleDesk(Protocol):
    """Satisfied by `controller.service.people.TablePeople`. Each raises `PlayerError` or `CommandRefused`."""

    async def look(self) -> TableView:
        """Who sits where."""
        ...

    async def seat(self, seats: dict[SeatNumber, SignIn]) -> Seated:
        """Seat people by name, or guests."""
        ...

    async def draw_seats(self) -> Drawn:
        """Draw the seats of the next match by lot."""
        ...

    async def start(self, match: StartMatch) -> TableView:
        """Start a match with who is seated."""
        ...

    async def give_card(self, seat: SeatNumber, name: str) -> Seated:
        """Make the tag that lies in a seat's zone the card of somebody, and sign them in."""
        ...
