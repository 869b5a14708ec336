"""The `when` lines of scenarios: motions, presses, time, rulings."""

from controller.inputs import (
    MoveRetracted,
    Pressed,
    Ruling,
    TileLost,
    UnknownTagSeen,
    ZoneReadable,
)
from engine.tiles import Tile, split_mpsz
from hal.ports import Button
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, hand_of, melds_of, river_of
from tests.controller.referee.runner import SEAT, STEP, TILES, WINDS, Command, Runner, seat_of, value_of

# ---- when


def _draws(run: Runner, seat: str, tile: str) -> None:
    run.table.move(run.table.fresh(tile), hand_of(seat_of(seat)))


def _discards(run: Runner, seat: str, tile: str, river: str | None) -> None:
    rack = hand_of(seat_of(seat))
    target = POOL if river == "pool" else river_of(seat_of(river or seat))
    run.table.move(run.table.named(tile, rack), target)


def _one_motion(run: Runner, seat: str, tile: str) -> None:
    run.table.move(run.table.fresh(tile), river_of(seat_of(seat)))


def _lays(run: Runner, seat: str, tiles: str, claimed: str | None) -> None:
    table, zone = run.table, melds_of(seat_of(seat))
    for name in split_mpsz(tiles):
        try:
            tile = table.named(name, hand_of(seat_of(seat)))
        except AssertionError:
            tile = table.fresh(name)
        table.move(tile, zone)
    if claimed:
        table.move(table.last_discard(claimed), zone)


def _racks(run: Runner, seat: str, tile: str) -> None:
    run.table.move(_lying(run, tile, except_zone=hand_of(seat_of(seat))), hand_of(seat_of(seat)))


def _takes(run: Runner, seat: str, tile: str) -> None:
    run.table.move(run.table.last_discard(tile), melds_of(seat_of(seat)))


def _puts_back(run: Runner, seat: str, tile: str) -> None:
    number = seat_of(seat)
    zones = (hand_of(number), river_of(number), melds_of(number))
    tiles = [other for other, zone in run.table.places.items() if zone in zones]
    deal = run.table.referee.state.deal
    known = set() if deal is None else {t for player in deal.players for t in player.hand}
    fresh = [other for other in tiles if run.rules.tile_set.name(other) == tile]
    fresh.sort(key=lambda other: other in known)
    assert fresh, f"{seat} has no {tile}"
    run.table.move(fresh[0], ELSEWHERE)


def _returns(run: Runner, seat: str, tile: str, river: str) -> None:
    taken = run.table.last_discard(tile)
    assert run.table.places[taken].seat == seat_of(seat), f"{seat} has not taken it"
    run.table.move(taken, river_of(seat_of(river)))


def _snatches(run: Runner, seat: str, tile: str, source: str) -> None:
    run.table.move(run.table.named(tile, hand_of(seat_of(source))), melds_of(seat_of(seat)))


def _lying(run: Runner, name: str, except_zone: Zone | None = None) -> Tile:
    tiles = [
        tile
        for tile, zone in run.table.places.items()
        if run.rules.tile_set.name(tile) == name and zone not in (ELSEWHERE, except_zone)
    ]
    assert tiles, f"there is no {name} on the table"
    state = run.table.referee.state
    return max(tiles, key=lambda tile: state.place(tile).order)


def _dora_pad(run: Runner, tile: str) -> None:
    run.table.move(run.table.fresh(tile), DORA_PAD)


def _presses(run: Runner, seat: str, button: str) -> None:
    run.table.tell(Pressed(at=run.table.now, seat=seat_of(seat), button=Button(button)))


def _own(run: Runner, tile: str, seat: str) -> Tile:
    """A tile of a seat: of its rack, else of its melds, else of its river."""
    number = seat_of(seat)
    for zone in (hand_of(number), melds_of(number), river_of(number)):
        for other, place in run.table.places.items():
            if place == zone and run.rules.tile_set.name(other) == tile:
                return other
    raise AssertionError(f"{seat} has no {tile}")


def _zones_of(where: str) -> tuple[Zone, ...]:
    if where not in WINDS:
        return (DORA_PAD,)
    return hand_of(seat_of(where)), river_of(seat_of(where)), melds_of(seat_of(where))


def _lost(run: Runner, tile: str, seat: str) -> None:
    table = run.table
    lost = _own(run, tile, seat)
    table.left[lost] = max(0, table.now - 2_000)
    table.tell(TileLost(at=table.now, tile=lost, source=table.places[lost], after=table.left[lost]))


def _found(run: Runner, tile: str, seat: str) -> None:
    found = _own(run, tile, seat)
    run.table.move(found, run.table.places[found])


def _misread(run: Runner, tile: str, where: str) -> None:
    table = run.table
    zones = _zones_of(where)
    state = table.referee.state
    tiles = [t for t, zone in table.places.items() if zone in zones and run.rules.tile_set.name(t) == tile]
    wrong = max(tiles, key=lambda t: state.place(t).order)
    table.tell(MoveRetracted(at=table.now, tile=wrong))
    table.places[wrong] = state.place(wrong).zone


def _strange(run: Runner, what: str, zone: str) -> None:
    gone = what == "leaves"
    run.table.tell(UnknownTagSeen(at=run.table.now, tag="E0040150DEADBEEF", zone=Zone.parse(zone), gone=gone))


def _readable(run: Runner, zone: str, readable: str) -> None:
    can = readable == "can"
    run.table.tell(
        ZoneReadable(at=run.table.now, zone=Zone.parse(zone), readable=can, reason="" if can else "antenna_blind")
    )


def _pass_time(run: Runner, seconds: str) -> None:
    run.table.wait(round(float(seconds) * 1_000) - STEP)


def _ruling(run: Runner, what: str, details: str | None) -> None:
    pairs = dict(part.split("=") for part in (details or "").split())
    given = {key: value_of(value) for key, value in pairs.items()}
    if given.get("seat") in WINDS:
        given["seat"] = seat_of(given["seat"])
    if "incident" in given:
        given["incident"] = next(
            number for number, i in run.table.referee.state.incidents.items() if i.kind == given["incident"]
        )
    if "tile" in given:
        given["tile"] = _lying(run, given["tile"]) if given["tile"] != "new" else run.table.fresh("1z")
    run.table.tell(Ruling(at=run.table.now, who="organiser", what=what, details=given))


WHEN: list[Command] = [
    (f"{SEAT} draws {TILES}", _draws),
    (f"{SEAT} discards {TILES}(?: (?:in the river of|to the) (\\w+))?", _discards),
    (f"{SEAT} draws and discards {TILES}", _one_motion),
    (f"{SEAT} lays {TILES}(?: with {TILES})?", _lays),
    (f"{SEAT} racks {TILES}", _racks),
    (f"{SEAT} takes {TILES}", _takes),
    (f"{SEAT} puts back {TILES}", _puts_back),
    (f"{SEAT} returns {TILES} to the river of {SEAT}", _returns),
    (f"{SEAT} snatches {TILES} of {SEAT}", _snatches),
    (f"the dora pad gets {TILES}", _dora_pad),
    (f"{SEAT} presses (\\w+)", _presses),
    (f"{TILES} of {SEAT} is lost", _lost),
    (f"{TILES} of {SEAT} is found", _found),
    (f"{TILES} of (East|South|West|North|the dora pad) is misread", _misread),
    (r"a strange tag (comes to|leaves) ([\w:]+)", _strange),
    (r"([\w:]+) (cannot|can) be read", _readable),
    (r"([\d.]+) seconds? pass", _pass_time),
    (r"ruling (\w+)(?: (.+))?", _ruling),
]
"""Patterns of `when` lines, and what each does."""
