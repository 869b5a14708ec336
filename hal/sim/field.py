"""Which tags stand in which antenna's field: the part of the physics that every depth of simulation shares."""

from random import Random
from typing import Final

from engine.tiles import Tile
from hal.errors import WorldError
from hal.layout import Antenna, Layout
from hal.ports import Millis, TagId
from hal.sim.noise import NoiseProfile
from hal.sim.world import Change, Place, TileMoved, World
from hal.zones import Zone, ZoneKind

_RIVER_ROWS: Final = 12
"""Tiles of a river that lie over its first antenna: two rows of six."""


class Coil:
    """One antenna and the tags within its reach."""

    __slots__ = ("antenna", "changes", "edge", "neighbours", "order", "tags", "whole")

    def __init__(self, antenna: Antenna) -> None:
        self.antenna: Final = antenna
        self.tags: dict[TagId, None] = {}
        """Tags that lie squarely over the antenna."""
        self.order: tuple[TagId, ...] = ()
        """The same, for picking by number."""
        self.whole: frozenset[TagId] = frozenset()
        """The same, as a perfect scan reports it; one object as long as nothing changes."""
        self.edge: dict[TagId, None] = {}
        """Tags of another zone that lie so near that this antenna sees them now and then."""
        self.changes: list[tuple[Millis, TagId, bool]] = []
        """Tags that came (True) or went since the scan now under way began, with the time."""
        self.neighbours: tuple[Coil, ...] = ()
        """Antennas of other zones whose tags may be heard here."""

    def put(self, tag: TagId, at: Millis) -> None:
        """A tag comes into reach."""
        self.tags[tag] = None
        self._renew(at, tag, came=True)

    def drop(self, tag: TagId, at: Millis) -> None:
        """A tag leaves."""
        del self.tags[tag]
        self._renew(at, tag, came=False)

    def _renew(self, at: Millis, tag: TagId, *, came: bool) -> None:
        self.order = tuple(self.tags)
        self.whole = frozenset(self.order)
        self.changes.append((at, tag, came))


class Field:
    """Follows the world and keeps every antenna's coil up to date.

    Tags in a shadow are in no coil. `shade`, `lay_tag` and their opposites are for faults made by hand; shadows by
    noise end by themselves when `pass_time` is called with a later time.
    """

    def __init__(self, world: World, layout: Layout, noise: NoiseProfile, seed: int) -> None:
        self.world: Final = world
        self.coils: Final = {antenna.name: Coil(antenna) for antenna in layout.antennas}
        self._noise = noise
        self._random: Final = Random(f"field {seed}")
        self._zone_coils: dict[Place, list[Coil]] = {}
        for coil in self.coils.values():
            self._zone_coils.setdefault(coil.antenna.zone, []).append(coil)
        self._neighbour_coils()
        self._coil_of: dict[Tile, Coil] = {}
        self._edge_of: dict[Tile, Coil] = {}
        self._loose: dict[TagId, Coil] = {}
        """Tags that are in no tile of this world: a card, a tile of another set."""
        self._shadows: dict[Tile, Millis | None] = {}
        self._next_light: Millis | None = None
        for tile in world.tags:
            self._land(tile, world.where(tile), at=world.now, pad=world.on_pad(tile))
        world.watch(self._see)

    # ---- faults by hand

    def disturb(self, noise: NoiseProfile) -> None:
        """From now on tags fall into shadows and come near neighbours as often as `noise` says."""
        self._noise = noise

    def shade(self, tile: Tile) -> None:
        """No antenna sees the tile, wherever it lies, until `unshade`; raises `WorldError` for an unknown tile."""
        self.world.where(tile)
        self._take_up(tile, self.world.now)
        self._shadows[tile] = None

    def unshade(self, tile: Tile) -> None:
        """The tile can be seen again; no effect if it was in no shadow."""
        if tile in self._shadows:
            del self._shadows[tile]
            self._land(tile, self.world.where(tile), at=self.world.now, pad=self.world.on_pad(tile))

    def lay_tag(self, tag: TagId, zone: Zone) -> None:
        """A tag that is in no tile of this world is laid in a zone; raises `WorldError` for a zone without antenna."""
        coils = self._zone_coils.get(zone)
        if not coils:
            raise WorldError(f"no antenna reads {zone}; lay the tag where one does")
        self.take_tag(tag)
        coil = self._loose[tag] = _coil_under(coils, pad=False)
        coil.put(tag, self.world.now)

    def take_tag(self, tag: TagId) -> None:
        """Such a tag is taken away; no effect if it lies nowhere."""
        coil = self._loose.pop(tag, None)
        if coil is not None:
            coil.drop(tag, self.world.now)

    def pass_time(self, now: Millis) -> None:
        """End the shadows whose time is over."""
        if self._next_light is None or now < self._next_light:
            return
        for tile in [tile for tile, end in self._shadows.items() if end is not None and end <= now]:
            del self._shadows[tile]
            self._land(tile, self.world.where(tile), at=now, pad=self.world.on_pad(tile))
        self._next_light = min((end for end in self._shadows.values() if end is not None), default=None)

    # ---- following the world

    def _see(self, change: Change) -> None:
        if not isinstance(change, TileMoved):
            return
        self._take_up(change.tile, change.at)
        if isinstance(change.target, Zone):
            if self._shadows.get(change.tile, 0) is not None:
                self._shadows.pop(change.tile, None)
                self._fall_into_shadow(change.tile, change.at)
            self._land(change.tile, change.target, at=change.at, pad=change.pad)

    def _fall_into_shadow(self, tile: Tile, at: Millis) -> None:
        noise, random = self._noise, self._random
        if noise.shadow and random.random() < noise.shadow:
            end = at + random.randint(*noise.shadow_for)
            self._shadows[tile] = end
            self._next_light = end if self._next_light is None else min(end, self._next_light)

    def _take_up(self, tile: Tile, at: Millis) -> None:
        tag = self.world.tags[tile]
        coil = self._coil_of.pop(tile, None)
        if coil is not None:
            coil.drop(tag, at)
        edge = self._edge_of.pop(tile, None)
        if edge is not None:
            del edge.edge[tag]

    def _land(self, tile: Tile, place: Place, *, at: Millis, pad: bool) -> None:
        coils = self._zone_coils.get(place)
        if not coils or tile in self._shadows or self.world.lies_across(tile):
            return
        coil = _coil_under(coils, pad=pad)
        tag = self.world.tags[tile]
        self._coil_of[tile] = coil
        coil.put(tag, at)
        if self._noise.edge and coil.neighbours and self._random.random() < self._noise.edge:
            edge = self._random.choice(coil.neighbours)
            self._edge_of[tile] = edge
            edge.edge[tag] = None

    def _neighbour_coils(self) -> None:
        for coil in self.coils.values():
            here = coil.antenna
            coil.neighbours = tuple(
                other for other in self.coils.values() if other.antenna.zone != here.zone and _near(here, other.antenna)
            )


def _near(one: Antenna, other: Antenna) -> bool:
    """Whether two antennas are close enough to hear each other's tags: same board, or both in the middle."""
    middle = (ZoneKind.RIVER, ZoneKind.DORA, ZoneKind.POOL)
    return one.board == other.board or (one.zone.kind in middle and other.zone.kind in middle)


def _coil_under(coils: list[Coil], *, pad: bool) -> Coil:
    """Which of a zone's antennas a tile comes to lie on."""
    if pad:
        for coil in coils:
            if coil.antenna.pad:
                return coil
    plain = [coil for coil in coils if not coil.antenna.pad] or coils
    if plain[0].antenna.zone.kind is ZoneKind.RIVER:
        for coil in plain:
            if len(coil.tags) < _RIVER_ROWS:
                return coil
    return min(plain, key=lambda coil: len(coil.tags))
