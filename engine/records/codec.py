"""Engine events as JSON and back, exactly: tiles are physical tile numbers (`engine.tiles`), seats 0-3.

The journal's facts and our own JSON record are written with it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.errors import RecordError
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    DrawReason,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.tiles import SEATS, Seat, Tile

_NAMES: Final[dict[type[Event], str]] = {
    Draw: "draw",
    Discard: "discard",
    Riichi: "riichi",
    Chi: "chi",
    Pon: "pon",
    OpenKan: "open_kan",
    ConcealedKan: "concealed_kan",
    AddedKan: "added_kan",
    Flower: "flower",
    Indicator: "indicator",
    Win: "win",
    DrawnDeal: "drawn_deal",
}


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as an object that `json.dumps` takes: `{"type": "draw", "seat": 0, "tile": 17}`."""
    data: dict[str, Any] = {"type": _NAMES[type(event)]}
    match event:
        case Draw(seat, tile) | Discard(seat, tile) | AddedKan(seat, tile) | Flower(seat, tile):
            data |= {"seat": seat, "tile": tile}
        case Riichi(seat):
            data |= {"seat": seat}
        case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
            data |= {"seat": seat, "tile": tile, "used": list(used)}
        case ConcealedKan(seat, tiles):
            data |= {"seat": seat, "tiles": list(tiles)}
        case Indicator(tile):
            data |= {"tile": tile}
        case Win(winners, ura):
            data |= {"winners": list(winners), "ura": list(ura)}
        case DrawnDeal(reason, declarer, noten):
            data |= {"reason": reason.value, "seat": declarer, "noten": list(noten)}
    return data


def event_from_json(data: object) -> Event:
    """The event of such an object; raises `RecordError` saying what is wrong with it."""
    if not isinstance(data, Mapping):
        raise RecordError(f"an event is an object, not {data!r}")
    read = _READERS.get(str(data.get("type", "")))
    if read is None:
        raise RecordError(f"{data.get('type')!r} is no event: known are {', '.join(sorted(_READERS))}")
    try:
        return read(data)
    except KeyError as error:
        raise RecordError(f"event {data['type']!r} lacks the field {error.args[0]!r}") from None
    except (TypeError, ValueError) as error:
        raise RecordError(f"event {data['type']!r}: {error}") from None


def _seat(data: Mapping[str, Any]) -> Seat:
    seat = data["seat"]
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in SEATS:
        raise ValueError(f"there is no seat {seat!r}")
    return seat


def _tile(value: object) -> Tile:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 144:
        raise ValueError(f"there is no tile {value!r}")
    return Tile(value)


def _tiles(values: object, count: int) -> tuple[Tile, ...]:
    if not isinstance(values, list) or (count >= 0 and len(values) != count):
        raise ValueError(f"{values!r} are not {count} tiles")
    return tuple(map(_tile, values))


def _chi(data: Mapping[str, Any]) -> Event:
    first, second = _tiles(data["used"], 2)
    return Chi(_seat(data), _tile(data["tile"]), (first, second))


def _pon(data: Mapping[str, Any]) -> Event:
    first, second = _tiles(data["used"], 2)
    return Pon(_seat(data), _tile(data["tile"]), (first, second))


def _open_kan(data: Mapping[str, Any]) -> Event:
    first, second, third = _tiles(data["used"], 3)
    return OpenKan(_seat(data), _tile(data["tile"]), (first, second, third))


def _concealed_kan(data: Mapping[str, Any]) -> Event:
    first, second, third, fourth = _tiles(data["tiles"], 4)
    return ConcealedKan(_seat(data), (first, second, third, fourth))


def _win(data: Mapping[str, Any]) -> Event:
    winners = tuple(_seat({"seat": seat}) for seat in data["winners"])
    if not winners:
        raise ValueError("somebody must win")
    return Win(winners, _tiles(data.get("ura", []), -1))


def _drawn_deal(data: Mapping[str, Any]) -> Event:
    declarer = None if data.get("seat") is None else _seat(data)
    return DrawnDeal(
        DrawReason(data["reason"]), declarer, tuple(_seat({"seat": seat}) for seat in data.get("noten", []))
    )


_READERS: Final[dict[str, Callable[[Mapping[str, Any]], Event]]] = {
    "draw": lambda data: Draw(_seat(data), _tile(data["tile"])),
    "discard": lambda data: Discard(_seat(data), _tile(data["tile"])),
    "riichi": lambda data: Riichi(_seat(data)),
    "chi": _chi,
    "pon": _pon,
    "open_kan": _open_kan,
    "concealed_kan": _concealed_kan,
    "added_kan": lambda data: AddedKan(_seat(data), _tile(data["tile"])),
    "flower": lambda data: Flower(_seat(data), _tile(data["tile"])),
    "indicator": lambda data: Indicator(_tile(data["tile"])),
    "win": _win,
    "drawn_deal": _drawn_deal,
}
