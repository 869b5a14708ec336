"""What a table can see: the zones its antennas read, as the referee needs to know them.

A smaller table leaves antennas out. What cannot be seen cannot be enforced; `unenforced` says what that is, for the
person who configures the table.
"""

from collections.abc import Collection, Iterator

from controller.referee.options import RefereeOptions
from engine.tiles import SEATS
from hal.layout import Layout
from hal.zones import DORA_PAD, POOL, Zone, ZoneKind, hand_of, melds_of, river_of


def fitted(options: RefereeOptions, layout: Layout) -> RefereeOptions:
    """The options with what the layout cannot read. Where there is a pool, no river is missed."""
    zones = [zone(seat) for zone in (hand_of, melds_of) for seat in SEATS]
    if not layout.reads(POOL):
        zones += [river_of(seat) for seat in SEATS]
    racks = sum(layout.reads(hand_of(seat)) for seat in SEATS)
    discards = layout.reads(POOL) or any(layout.reads(river_of(seat)) for seat in SEATS)
    if racks == 1 and not discards:
        return options.model_copy(update={"scoring_pad": True})
    unread = {str(zone) for zone in (*zones, DORA_PAD) if not layout.reads(zone)}
    return options.model_copy(update={"unread": tuple(sorted(unread | set(options.unread)))})


def unenforced(options: RefereeOptions) -> list[str]:
    """What a table that sees no more than this cannot enforce, a sentence each; empty for a whole table."""
    if options.scoring_pad:
        return [
            "A scoring pad scores finished hands and keeps the standings: turns, calls, discards, furiten, riichi "
            "and clocks are the players' own matter.",
            "Dora indicators are entered by hand.",
        ]
    return [*_by_kind(options.unread_zones)]


def _by_kind(zones: Collection[Zone]) -> Iterator[str]:
    unread = {kind: sum(zone.kind is kind for zone in zones) for kind in ZoneKind}
    if unread[ZoneKind.HAND]:
        which = "The racks are" if unread[ZoneKind.HAND] == len(SEATS) else "Some racks are"
        yield (
            f"{which} not read: draws, the number of tiles in a hand and the turn's time before the discard are not "
            "checked, nor whether a riichi is ready or a call possible before its tiles are laid."
        )
        yield (
            "A winner without a read rack lays the hand open in the melds zone (the winning tile last), or the score "
            "is entered; ready hands at a draw are declared with OK/MENU, the others press PASS."
        )
    if unread[ZoneKind.RIVER]:
        yield (
            "Discards are not read: a tile that has left its rack for 2.5 s counts as discarded; what is taken back "
            "must be undone by a ruling."
        )
    if unread[ZoneKind.HAND] and unread[ZoneKind.RIVER]:
        yield (
            "With neither rack nor river nothing of a turn is seen: each discard is entered by hand (ruling place), or "
            "only the score at the end."
        )
    if unread[ZoneKind.MELDS]:
        yield "Shown sets are not read: a call stands 2.5 s after its tiles have left the rack; flowers are not seen."
    if unread[ZoneKind.DORA]:
        yield "There is no dora pad: indicators, also of kans and after a riichi win, are entered by hand."
