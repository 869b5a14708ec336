"""What a ruling takes: the fields of its form, and the check of what somebody has written into them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from reprlib import repr as shortened
from typing import Any, Final

from engine.tiles import SEATS
from hal.zones import Zone

MOST_POINTS: Final = 1_000_000
"""No correction of a score is larger."""

LONGEST_TEXT: Final = 200
"""Characters of a text in a form: a hand with all its tiles has fewer."""


class RulingError(Exception):
    """A ruling that cannot be carried out; the text tells the person what would do."""


class FieldType(StrEnum):
    """What a field of a ruling holds, so that a form knows what to show for it."""

    SEAT = "seat"
    """0-3."""
    SEATS = "seats"
    """A list of different seats."""
    SEAT_ORDER = "seat_order"
    """Four seats, each once."""
    TILE = "tile"
    """A physical tile, 0-143."""
    ZONE = "zone"
    """`hand:0`, `river:3`, `melds:1`, `dora`, `pool`, `elsewhere`."""
    TEXT = "text"
    NUMBER = "number"
    """A whole number from `least` to `most`."""
    SEED = "seed"
    """A whole number from `least` to `most` by which chance decides: a form may choose it by itself."""
    POINTS = "points"
    """Four whole numbers, by seat."""
    CHOICE = "choice"
    """One of `choices`."""
    FLAG = "flag"
    INCIDENT = "incident"
    """The number of an open incident."""
    EVENT = "event"
    """How many events of the deal remain: 0 is the deal as dealt."""
    CHOICES = "choices"
    """A list of different ones of `choices`."""
    FACE = "face"
    """A tile by its face in mpsz, whichever copy it is: `0p`."""
    TILES = "tiles"
    """Tiles in mpsz: `123m055p`."""
    MELDS = "melds"
    """Sets laid open in mpsz: `chi:123m pon:555z`."""
    WINS = "wins"
    """One to three winners, each an object with the field's own `fields`."""


@dataclass(frozen=True, slots=True)
class RulingField:
    """One particular of a ruling. `help` is a sentence for the person at the form.

    The last four say when a form asks for it; the referee takes it at any time and says what does not fit.
    """

    name: str
    type: FieldType
    help: str
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    fields: tuple["RulingField", ...] = ()
    """What each object of a list holds."""
    asked_with: tuple[str, ...] = ()
    """The choices of the form's first field with which it is asked for; with all of them if empty."""
    way: str = ""
    """One of several ways to say the same: a form asks for the fields of one way."""
    riichi_only: bool = False
    """It is asked for where riichi is played, not in the fan family."""
    riichi_choices: tuple[str, ...] = ()
    """Those of `choices` that only riichi knows."""


def checked(where: str, fields: tuple[RulingField, ...], details: Mapping[str, Any]) -> dict[str, Any]:
    """What was written into these fields, checked; what is None is left out. `where` begins the `RulingError`."""
    known = {field.name: field for field in fields}
    given = {name: value for name, value in details.items() if value is not None}
    for name in given:
        if name not in known:
            takes = ", ".join(known) or "nothing"
            raise RulingError(f"{where}: there is no {name!r}; it takes {takes}")
    for field in fields:
        if field.name in given:
            given[field.name] = _value(f"{where}: {field.name}", field, given[field.name])
        elif field.required:
            raise RulingError(f"{where}: {field.name} is missing. {field.help}")
    return given


def _value(where: str, field: RulingField, value: Any) -> Any:
    """A field's value as it is meant; raises `RulingError`."""
    return _READERS[field.type](where, field, value)


def _choice(where: str, field: RulingField, value: Any) -> str:
    if value not in field.choices:
        raise RulingError(f"{where}: {shortened(value)} is none of {', '.join(field.choices)}")
    return str(value)


def _choices(where: str, field: RulingField, value: Any) -> list[str]:
    if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
        raise RulingError(f"{where}: {shortened(value)} is no list of different choices, {list(field.choices[:2])}")
    return [_choice(where, field, choice) for choice in value]


def _order(where: str, value: Any) -> list[int]:
    order = _seats(where, value)
    if len(order) != len(SEATS):
        raise RulingError(f"{where}: name each of the four seats once, [1, 0, 2, 3]")
    return order


def _number(where: str, value: Any, least: int, most: int, takes: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RulingError(f"{where}: {shortened(value)} is not {takes}")
    return value


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise RulingError(f"{where}: write a text of at most {LONGEST_TEXT} characters")
    return value


def _flag(where: str, value: Any) -> bool:
    # Nothing is read into other values: the text "false" would be a yes.
    if not isinstance(value, bool):
        raise RulingError(f"{where}: {shortened(value)} is neither true nor false")
    return value


def _seats(where: str, value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
        raise RulingError(f"{where}: {shortened(value)} is no list of different seats, [0, 2]")
    return [_number(where, seat, 0, 3, "a seat, 0-3") for seat in value]


def _points(where: str, value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != len(SEATS):
        raise RulingError(f"{where}: give the points of each of the four seats, [0, 1000, 0, -1000]")
    return [_number(where, points, -MOST_POINTS, MOST_POINTS, "a number of points") for points in value]


def _zone(where: str, value: Any) -> str:
    try:
        return str(Zone.parse(str(value)))
    except ValueError as error:
        raise RulingError(f"{where}: {error}") from error


def _wins(where: str, field: RulingField, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 3 or not all(isinstance(w, dict) for w in value):
        raise RulingError(f"{where}: give one to three winners, [{{'seat': 0, 'source': 2, 'han': 3, 'fu': 40}}]")
    return [checked(f"{where} {number}", field.fields, win) for number, win in enumerate(value, 1)]


_READERS: Final[Mapping[FieldType, Callable[[str, RulingField, Any], Any]]] = {
    FieldType.SEAT: lambda where, _, value: _number(where, value, 0, 3, "a seat, 0-3"),
    FieldType.SEATS: lambda where, _, value: _seats(where, value),
    FieldType.SEAT_ORDER: lambda where, _, value: _order(where, value),
    FieldType.TILE: lambda where, _, value: _number(where, value, 0, 143, "a tile by its number, 0-143"),
    FieldType.ZONE: lambda where, _, value: _zone(where, value),
    FieldType.TEXT: lambda where, _, value: _text(where, value),
    FieldType.NUMBER: lambda where, field, value: _number(
        where, value, field.least, field.most, f"a whole number, {field.least} to {field.most}"
    ),
    FieldType.SEED: lambda where, field, value: _number(where, value, field.least, field.most, "a seed"),
    FieldType.POINTS: lambda where, _, value: _points(where, value),
    FieldType.CHOICE: _choice,
    FieldType.FLAG: lambda where, _, value: _flag(where, value),
    FieldType.INCIDENT: lambda where, _, value: _number(where, value, 0, 2**31, "the number of an incident"),
    FieldType.EVENT: lambda where, _, value: _number(where, value, 0, 2**31, "a number of events"),
    FieldType.CHOICES: _choices,
    FieldType.FACE: lambda where, _, value: _text(where, value),
    FieldType.TILES: lambda where, _, value: _text(where, value),
    FieldType.MELDS: lambda where, _, value: _text(where, value),
    FieldType.WINS: _wins,
}
