"""Walls: in what order the tiles stand, so that a deal falls as it was recorded, or as chance will have it."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from engine.errors import RecordError
from engine.events import AddedKan, ConcealedKan, Draw, Event, Flower, Indicator, OpenKan, Win
from engine.records.model import RecordedDeal
from engine.tiles import Seat, Tile, TileSet

_HANDFULS = (4, 4, 4, 1)
"""How many tiles each seat takes at a time when the tiles are dealt."""


def dealing_order(dealer: Seat) -> Iterator[tuple[Seat, int]]:
    """Who takes how many tiles, in order: three rounds of four, then one each; the dealer first."""
    for size in _HANDFULS:
        for turn in range(4):
            yield (dealer + turn) % 4, size


def random_wall(tile_set: TileSet, random: Random) -> tuple[Tile, ...]:
    """All tiles of a set, shuffled."""
    tiles = list(tile_set.tiles)
    random.shuffle(tiles)
    return tuple(tiles)


def wall_around(
    tile_set: TileSet, lying: Sequence[Tile], indicators: Sequence[Tile], kans: int, dead: int, random: Random
) -> tuple[Tile, ...]:
    """A wall for a deal that is being played, whose own is not known: what is not on the table stands by chance.

    `lying` are the tiles on the table but for the `indicators` turned so far; both stand where they have been taken
    from, so that as many tiles are left as there were. `kans` is how many replacements were drawn.
    """
    drawn = list(lying)
    rest = [tile for tile in random_wall(tile_set, random) if tile not in {*lying, *indicators}]
    if not dead:
        return (*drawn, *rest)
    replacements = [*_take(drawn, kans)]
    replacements += _take(rest, 4 - len(replacements))
    turned = [*indicators, *_take(rest, 5 - len(indicators))]
    pairs = [tile for pair in zip(turned, _take(rest, 5), strict=True) for tile in pair]
    return (*drawn, *rest, *replacements, *pairs)


def recorded_wall(deal: RecordedDeal, dead: int, random: Random) -> tuple[Tile, ...]:
    """The order in which `World.build_wall` gives the deal as recorded; unseen tiles stand where chance puts them.

    `dead` is the size of the dead wall: 14, or 0 where replacements come from the far end. Raises `RecordError`
    for a record that draws more than such a wall holds.
    """
    live = list(_dealt(deal))
    replacements: list[Tile] = []
    indicators = [] if deal.indicator is None else [deal.indicator]
    for event, is_replacement in _draws(deal.events):
        if isinstance(event, Draw):
            (replacements if is_replacement else live).append(event.tile)
        elif isinstance(event, Indicator):
            indicators.append(event.tile)
    ura = list(next((event.ura for event in deal.events if isinstance(event, Win)), ()))
    used = {*live, *replacements, *indicators, *ura}
    rest = [tile for tile in deal.tile_set.tiles if tile not in used]
    random.shuffle(rest)
    if not dead:
        return (*live, *rest, *reversed(replacements))
    if len(replacements) > 4 or len(indicators) > 5 or len(ura) > len(indicators):
        raise RecordError(f"deal {deal.label} takes more from the dead wall than it holds")
    if len(live) + len(replacements) > len(deal.tile_set.tiles) - dead:
        raise RecordError(f"deal {deal.label} draws more tiles than the wall has")
    replacements += _take(rest, 4 - len(replacements))
    indicators += _take(rest, 5 - len(indicators))
    ura += _take(rest, 5 - len(ura))
    pairs = [tile for pair in zip(indicators, ura, strict=True) for tile in pair]
    return (*live, *rest, *replacements, *pairs)


def _dealt(deal: RecordedDeal) -> Iterator[Tile]:
    hands = [list(hand) for hand in deal.hands]
    for seat, size in dealing_order(deal.dealer):
        yield from _take(hands[seat], size)


def _draws(events: Iterable[Event]) -> Iterator[tuple[Event, bool]]:
    """Each event, and whether the draw it may be is a replacement: one follows each kan and each flower."""
    due = 0
    for event in events:
        yield event, due > 0
        if isinstance(event, OpenKan | ConcealedKan | AddedKan | Flower):
            due += 1
        elif isinstance(event, Draw) and due:
            due -= 1


def _take(tiles: list[Tile], count: int) -> Sequence[Tile]:
    taken = tiles[:count]
    del tiles[:count]
    return taken
