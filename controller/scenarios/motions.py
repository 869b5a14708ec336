"""The `when` lines of scenarios: motions, presses, time, rulings."""

import re
from typing import Any, Final

from controller.scenarios.runner import Command, Run
from controller.scenarios.tabletop import DOUBLED_TAG, STRANGE_TAG
from controller.scenarios.words import SEAT, SECONDS, TILES, WINDS, Unmet, expect, fields_of, seat_of, zone_of
from engine.tiles import Tile, split_mpsz
from hal.ports import Button
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, hand_of, melds_of, river_of


def _draws(run: Run, seat: str, tile: str) -> None:
    run.table.move(run.table.fresh(tile), hand_of(seat_of(seat)))


def _discards(run: Run, seat: str, tile: str, river: str | None) -> None:
    rack = hand_of(seat_of(seat))
    target = POOL if river == "pool" else river_of(seat_of(river or seat))
    run.table.move(_from_rack(run, tile, rack), target)


def _from_rack(run: Run, name: str, rack: Zone) -> Tile:
    """A tile of a rack; where nobody reads the rack, any that is left will have been on it."""
    try:
        return run.table.named(name, rack)
    except Unmet:
        if rack in run.table.state.unread:
            return run.table.fresh(name)
        raise


def _one_motion(run: Run, seat: str, tile: str) -> None:
    run.table.move(run.table.fresh(tile), river_of(seat_of(seat)))


def _lays(run: Run, seat: str, tiles: str, claimed: str | None) -> None:
    table, zone = run.table, melds_of(seat_of(seat))
    for name in split_mpsz(tiles):
        try:
            tile = table.named(name, hand_of(seat_of(seat)))
        except Unmet:
            tile = table.fresh(name)
        table.move(tile, zone)
    if claimed:
        table.move(table.last_discard(claimed), zone)


def _racks(run: Run, seat: str, tile: str) -> None:
    """Own tiles first: what lies before the seat, then what lies elsewhere."""
    rack, own = hand_of(seat_of(seat)), (melds_of(seat_of(seat)), river_of(seat_of(seat)))
    found = _lying(run, tile, except_zone=rack)
    before = [other for other in found if run.table.places[other] in own]
    run.table.move((before or found)[-1], rack)


def _takes(run: Run, seat: str, tile: str) -> None:
    run.table.move(run.table.last_discard(tile), melds_of(seat_of(seat)))


def _puts_back(run: Run, seat: str, tile: str) -> None:
    number = seat_of(seat)
    zones = (hand_of(number), river_of(number), melds_of(number))
    tiles = [other for other, zone in run.table.places.items() if zone in zones]
    deal = run.table.state.deal
    known = set() if deal is None else {t for player in deal.players for t in player.hand}
    fresh = [other for other in tiles if run.rules.tile_set.name(other) == tile]
    fresh.sort(key=lambda other: other in known)
    expect(fresh, f"{seat} has no {tile}")
    run.table.move(fresh[0], ELSEWHERE)


def _returns(run: Run, seat: str, tile: str, river: str) -> None:
    taken = run.table.last_discard(tile)
    expect(run.table.places[taken].seat == seat_of(seat), f"{seat} has not taken it")
    run.table.move(taken, river_of(seat_of(river)))


def _snatches(run: Run, seat: str, tile: str, source: str) -> None:
    run.table.move(run.table.named(tile, hand_of(seat_of(source))), melds_of(seat_of(seat)))


def _lying(run: Run, name: str, except_zone: Zone | None = None) -> list[Tile]:
    """The tiles of a name on the table, the one moved last at the end."""
    tiles = [
        tile
        for tile, zone in run.table.places.items()
        if run.rules.tile_set.name(tile) == name and zone not in (ELSEWHERE, except_zone)
    ]
    expect(tiles, f"there is no {name} on the table")
    return tiles


def _dora_pad(run: Run, tile: str) -> None:
    run.table.move(run.table.fresh(tile), DORA_PAD)


def _off_dora_pad(run: Run, tile: str) -> None:
    run.table.move(run.table.named(tile, DORA_PAD), ELSEWHERE)


def _to_pad(run: Run, what: str, tiles: str) -> None:
    zone = hand_of(0) if what == "hand" else melds_of(0)
    for name in split_mpsz(tiles):
        run.table.move(run.table.fresh(name), zone)


def _presses(run: Run, seat: str, button: str) -> None:
    expect(button in tuple(Button), f"there is no button {button}; there are {', '.join(Button)}")
    run.table.press(seat_of(seat), Button(button))


def _own(run: Run, tile: str, seat: str) -> Tile:
    """A tile of a seat: of its rack, else of its melds, else of its river."""
    number = seat_of(seat)
    lost = run.table.left
    for zone in (hand_of(number), melds_of(number), river_of(number)):
        lying = [t for t, place in run.table.places.items() if place == zone and run.rules.tile_set.name(t) == tile]
        if lying:
            return min(lying, key=lambda t: t in lost)
    raise Unmet(f"{seat} has no {tile}")


def _zones_of(where: str) -> tuple[Zone, ...]:
    if where not in WINDS:
        return (DORA_PAD,)
    return hand_of(seat_of(where)), river_of(seat_of(where)), melds_of(seat_of(where))


def _lost(run: Run, tile: str, seat: str) -> None:
    run.table.lose(_own(run, tile, seat))


def _found(run: Run, tile: str, seat: str) -> None:
    run.table.find(_own(run, tile, seat))


def _misread(run: Run, tile: str, where: str) -> None:
    table, zones = run.table, _zones_of(where)
    tiles = [t for t, zone in table.places.items() if zone in zones and run.rules.tile_set.name(t) == tile]
    expect(tiles, f"there is no {tile} of {where}")
    table.misread(tiles[-1])


def _tag(run: Run, which: str, what: str, zone: str) -> None:
    change = run.table.lay_tag if what == "comes to" else run.table.take_tag
    change(DOUBLED_TAG if which == "doubled" else STRANGE_TAG, zone_of(zone))


def _foreign(run: Run, what: str, zone: str) -> None:
    run.table.lay_foreign(zone_of(zone) if what == "comes to" else ELSEWHERE)


def _readable(run: Run, zone: str, readable: str, by_board: str | None) -> None:
    if readable == "can":
        run.table.uncover(zone_of(zone))
    else:
        run.table.cover(zone_of(zone), by_board=by_board is not None)


def _panel(run: Run, seat: str, what: str) -> None:
    change = run.table.restore_panel if what == "answers" else run.table.silence_panel
    change(seat_of(seat))


def _machine(run: Run, what: str) -> None:
    if what == "jams":
        run.table.jam()
    else:
        run.table.clear_jam()


def _points_lost(run: Run, points: str, seat: str) -> None:
    run.table.lose_points(seat_of(seat), int(points))


def _pass_time(run: Run, seconds: str) -> None:
    run.table.wait(max(0, round(float(seconds) * 1_000) - run.table.step))


def _ruling(run: Run, what: str, details: str | None) -> None:
    given = fields_of(details or "")
    if given.get("seat") in WINDS:
        given["seat"] = seat_of(given["seat"])
    if "incident" in given:
        numbers = [n for n, i in run.table.state.incidents.items() if i.kind == given["incident"]]
        expect(numbers, f"no incident {given['incident']} is open")
        given["incident"] = numbers[0]
    if "tile" in given and what in ("place", "swap_tile"):
        given["tile"] = run.table.foreign if given["tile"] == "foreign" else _lying(run, given["tile"])[-1]
    _rule(run, what, given)


def _rule(run: Run, what: str, details: dict[str, Any]) -> None:
    run.table.rule("organiser", what, details)


def _entered_win(run: Run, seat: str, source: str | None, worth: str) -> None:
    win: dict[str, Any] = {"seat": seat_of(seat), "source": None if source is None else seat_of(source)}
    _rule(run, "score", {"end": "win", "wins": [win | _worth(worth)]})


def _worth(text: str) -> dict[str, Any]:
    """`3 han 30 fu`, `2 yakuman`, `8000 points`, or `123m456p789s1112z on 2z [riichi ippatsu]`."""
    han = re.fullmatch(r"(\d+) (?:han|fan)(?: (\d+) fu)?", text)
    if han is not None:
        return {"han": int(han[1])} | ({"fu": int(han[2])} if han[2] else {})
    other = re.fullmatch(r"(\d+) (yakuman|points)", text)
    if other is not None:
        return {other[2]: int(other[1])}
    hand = re.fullmatch(r"([0-9mpszf]+) on ([0-9mpszf]+)(?: and ([\w :]+))?", text)
    if hand is None:
        raise Unmet(f"{text!r} is no worth: write 3 han 30 fu, 2 yakuman, 8000 points or 123m... on 2z")
    words = (hand[3] or "").split()
    melds = [word for word in words if ":" in word]
    flags = [word for word in words if ":" not in word]
    return {"hand": hand[1], "win_tile": hand[2], "melds": " ".join(melds), "yaku": flags}


def _entered_draw(run: Run, reason: str, ready: str | None) -> None:
    seats = [seat_of(word) for word in (ready or "").split() if word in WINDS]
    _rule(run, "score", {"end": reason, "tenpai": seats})


WHEN: Final[list[Command]] = [
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
    (f"{TILES} goes back from the dora pad", _off_dora_pad),
    (f"the (hand|melds) {TILES} comes? to the pad", _to_pad),
    (f"{SEAT} presses (\\w+)", _presses),
    (f"{TILES} of {SEAT} is lost", _lost),
    (f"{TILES} of {SEAT} is found", _found),
    (f"{TILES} of (East|South|West|North|the dora pad) is misread", _misread),
    (r"a (strange|doubled) tag (comes to|leaves) ([\w:]+)", _tag),
    (r"a tile of another set (comes to|leaves) ([\w:]+)", _foreign),
    (r"([\w:]+) (cannot|can) be read( by its board)?", _readable),
    (f"the panel of {SEAT} (falls silent|answers)", _panel),
    (r"the machine (jams|runs)", _machine),
    (f"(\\d+) points of {SEAT} vanish", _points_lost),
    (f"the result is entered: {SEAT} wins (?:from {SEAT}|by draw) with (.+)", _entered_win),
    (r"the result is entered: drawn as (\w+)(?:, ready are (.+))?", _entered_draw),
    (f"{SECONDS} seconds? pass", _pass_time),
    (r"ruling (\w+)(?: (.+))?", _ruling),
]
"""Patterns of `when` lines, and what each does."""
