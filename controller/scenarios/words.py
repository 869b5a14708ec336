"""The words of scenarios: seats, tiles, values, events as text; and what is said when something does not hold."""

import re
from typing import Any, Final

from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.tiles import Seat, Tile, TileSet
from hal.zones import Zone

WINDS: Final = ("East", "South", "West", "North")
SEAT: Final = "(East|South|West|North)"
TILES: Final = "([0-9mpszf ]+?)"
SECONDS: Final = r"(\d+(?:\.\d+)?)"


class Unmet(Exception):
    """A line of a scenario cannot be done, or does not hold; the text says why."""


def expect(holds: object, otherwise: str) -> None:
    """Raise `Unmet` with these words unless something holds."""
    if not holds:
        raise Unmet(otherwise)


def event_text(event: Event, tile_set: TileSet) -> str:
    """An event as a scenario writes it: `East draws 3z`, `West pon 333z`, `indicator 4s`, `drawn exhaustive`."""
    tiles: tuple[Tile, ...] = ()
    match event:
        case Riichi(seat):
            what = f"{WINDS[seat]} riichi"
        case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
            what, tiles = f"{WINDS[seat]} {_VERBS[type(event)]}", tuple(sorted((tile, *used)))
        case ConcealedKan(seat, four):
            what, tiles = f"{WINDS[seat]} concealed kan", tuple(sorted(four))
        case Draw(seat, tile) | Discard(seat, tile) | AddedKan(seat, tile) | Flower(seat, tile):
            what, tiles = f"{WINDS[seat]} {_VERBS[type(event)]}", (tile,)
        case Indicator(tile):
            what, tiles = "indicator", (tile,)
        case Win(winners, ura):
            what = " and ".join(WINDS[seat] for seat in winners) + " wins" + (f" ura {len(ura)}" if ura else "")
        case DrawnDeal(reason):
            what = f"drawn {reason.value}"
    return f"{what} {tile_set.text(tiles)}".strip()


_VERBS = {
    Chi: "chi",
    Pon: "pon",
    OpenKan: "kan",
    Draw: "draws",
    Discard: "discards",
    AddedKan: "added kan",
    Flower: "flower",
}


def seat_of(word: str) -> Seat:
    """The seat of a wind: East deals."""
    return WINDS.index(word)


def zone_of(text: str) -> Zone:
    """The zone a text names (`river:3`); raises `Unmet` if there is none."""
    try:
        return Zone.parse(text)
    except ValueError as error:
        raise Unmet(str(error)) from error


def fields_of(text: str) -> dict[str, Any]:
    """`field=value` by field; raises `Unmet` for a part that is none."""
    parts = [part.partition("=") for part in text.split()]
    for name, equals, _ in parts:
        expect(name and equals, f"{name!r} is no field=value")
    return {name: value_of(value) for name, _, value in parts}


def value_of(text: str) -> Any:
    """A number, a list of numbers in brackets, or the text itself."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("["):
        return [value_of(part) for part in text[1:-1].split(",")]
    return text
