"""The referee as plain data: between two deals, so that a restart need not read the whole journal, and the table as a
match finds it, so that the match can be refereed again from its own inputs alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pydantic import TypeAdapter

from controller.referee.desk import Desk
from controller.referee.ledger import points_of
from controller.referee.options import RefereeOptions
from controller.referee.state import (
    Clock,
    Dice,
    Incident,
    LedgerEntry,
    Menu,
    Pad,
    Place,
    Proposal,
    TablePhase,
    WaitingPress,
)
from engine.match import Match
from engine.rules import RuleSet
from engine.tiles import Seat, Tile, Wind
from hal.ports import Button, Millis
from hal.zones import Zone

_UNDER_WAY: Final[Mapping[str, TypeAdapter[Any]]] = {
    "incidents": TypeAdapter(dict[int, Incident]),
    "comparing": TypeAdapter(dict[Seat, Millis]),
    "menus": TypeAdapter(dict[Seat, Menu]),
    "proposal": TypeAdapter(Proposal | None),
    "dice": TypeAdapter(Dice | None),
    "match_clock": TypeAdapter(Clock | None),
    "presses": TypeAdapter(list[WaitingPress]),
    "pad": TypeAdapter(Pad),
}
"""What is under way at the table whether a deal is being played or not: parts of `TableState`, by name."""

_IN_MIND: Final[Mapping[str, TypeAdapter[Any]]] = {
    "settled": TypeAdapter(Millis),
    "nearly_dealt": TypeAdapter(Millis | None),
    "since": TypeAdapter(dict[str, Millis]),
    "excused": TypeAdapter(set[tuple[Tile, str]]),
    "excused_tags": TypeAdapter(set[str]),
    "excused_faults": TypeAdapter(set[str]),
    "heard": TypeAdapter(list[WaitingPress]),
    "ruled_steps": TypeAdapter(int),
    "read_again_at": TypeAdapter(int),
    "read_again_last": TypeAdapter(Millis),
    "quiet_since": TypeAdapter(Millis),
    "win_refused_at": TypeAdapter(Millis),
}
"""What the referee has in mind then: parts of the `Desk`, by name."""


def take_snapshot(desk: Desk) -> dict[str, Any] | None:
    """JSON-able data; None while a deal is being played (then the journal is read from the snapshot before)."""
    state, options, match = desk.state, desk.options, desk.state.match
    if state.phase in (TablePhase.PLAYING, TablePhase.URA) or match is None or state.rules is None:
        return None
    return {
        "now": state.now,
        "phase": state.phase.value,
        "options": options.model_dump(mode="json", exclude_defaults=True),
        "rules": state.rules.model_dump(mode="json"),
        "players": list(state.players),
        "bots": list(state.bots),
        "absent": sorted(state.absent - state.returning),
        "left": sorted(state.left),
        "match": _match_data(match),
        "final_reason": state.final_reason,
        "ledger": [
            [entry.at, entry.deal, entry.cause, list(entry.deltas), list(entry.scores), entry.deposits]
            for entry in state.ledger
        ],
        "paused": state.paused,
        "adjourned": state.adjourned,
        "last_press": [[seat, button.value, at] for (seat, button), at in desk.last_press.items()],
        **{name: adapter.dump_python(getattr(state, name), mode="json") for name, adapter in _UNDER_WAY.items()},
        **{name: adapter.dump_python(getattr(desk, name), mode="json") for name, adapter in _IN_MIND.items()},
        # The last deal's tiles lie there still, and what is wrong with the readers is wrong still.
        **take_table(desk),
    }


def take_table(desk: Desk) -> dict[str, Any]:
    """What outlasts a match, JSON-able: the tiles that lie about, what cannot be read, and how the table is used."""
    state = desk.state
    return {
        "used": state.phase is not TablePhase.SETUP,
        "training": state.training,
        "tile_set": state.tile_set,
        "incident_count": desk.incident_count,
        "unread": sorted(str(zone) for zone in state.unread - desk.options.unread_zones),
        "places": _written(state.places),
        "stale": _written(desk.stale),
        "racked": _written(desk.racked),
        "previous": _written(desk.previous),
        "last_seen": _written(desk.last_seen),
        "leftover": sorted(desk.leftover),
        "touched": {str(zone): at for zone, at in desk.touched.items()},
        "arrivals": desk.arrivals,
        "unknown_tags": _with_names(state.unknown_tags),
        "duplicate_tags": _with_names(state.duplicate_tags),
        "failing": dict(state.failing),
        "unreadable": {str(zone): reason for zone, reason in state.unreadable.items()},
    }


def _with_names(tags: Mapping[str, Zone]) -> dict[str, str]:
    return {tag: str(zone) for tag, zone in tags.items()}


def _written(places: Mapping[Tile, Place]) -> list[list[Any]]:
    return [
        [
            tile,
            str(place.zone),
            place.after,
            place.before,
            place.order,
            place.lost_from and str(place.lost_from),
            place.moved,
        ]
        for tile, place in places.items()
    ]


def _match_data(match: Match) -> dict[str, Any]:
    return {
        "round_wind": int(match.round_wind),
        "dealer": match.dealer,
        "first_dealer": match.first_dealer,
        "honba": match.honba,
        "deposits": match.deposits,
        "scores": list(match.scores),
        "finished": match.finished,
        "deposit_owners": list(match.deposit_owners),
        "last_winner": match.last_winner,
        "penalties": list(match.penalties),
        "next_is_last": match.next_is_last,
    }


def restore_snapshot(desk: Desk, data: dict[str, Any]) -> None:
    """Put a referee where `take_snapshot` found it. A result that was on show is taken as seen: the next deal is
    dealt. Raises `KeyError` or `ValueError` for data of another kind.
    """
    state = desk.state
    rules = RuleSet.model_validate(data["rules"])
    stands = data["match"]
    match = Match(
        rules=rules,
        round_wind=Wind(stands["round_wind"]),
        dealer=stands["dealer"],
        first_dealer=stands["first_dealer"],
        honba=stands["honba"],
        deposits=stands["deposits"],
        scores=_four(stands["scores"]),
        finished=stands["finished"],
        deposit_owners=tuple(stands["deposit_owners"]),
        last_winner=stands["last_winner"],
        penalties=_four(stands["penalties"]),
        next_is_last=stands["next_is_last"],
    )
    first, second, third, fourth = data["players"]
    state.now = data["now"]
    state.rules, state.match, state.players = rules, match, (first, second, third, fourth)
    # Snapshots of older versions say neither who is absent or has left, which seats bots play, nor the options.
    state.bots, state.absent = tuple(data.get("bots", ())), set(data.get("absent", ()))
    state.left = set(data.get("left", ()))
    state.ledger = [
        LedgerEntry(at, deal, cause, _four(deltas), _four(scores), deposits)
        for at, deal, cause, deltas, scores, deposits in data["ledger"]
    ]
    if "options" in data:
        desk.use_options(RefereeOptions.model_validate(data["options"]))
    state.paused, state.adjourned = data.get("paused", False), data.get("adjourned")
    restore_table(desk, data)
    left, minutes = data.get("match_time_left"), rules.match_minutes
    if left is not None and minutes is not None:  # as older versions wrote it
        state.match_clock = Clock("match", round(minutes * 60_000), left)
    _restore_parts(state, _UNDER_WAY, data)
    _restore_parts(desk, _IN_MIND, data)
    desk.last_press = {(seat, Button(button)): at for seat, button, at in data.get("last_press", ())}
    desk.total = points_of(match)
    if match.finished:
        state.final, state.final_reason = match.final(), data["final_reason"]
        state.phase = TablePhase.FINISHED
    else:
        if data["phase"] == TablePhase.RESULT:  # what lies there are the tiles of a deal that is over
            desk.stale, state.places = state.places, {}
        state.phase = TablePhase.DEALING


def _restore_parts(owner: object, parts: Mapping[str, TypeAdapter[Any]], data: Mapping[str, Any]) -> None:
    """Set the parts that the data has; older versions do not tell all of them."""
    for name, adapter in parts.items():
        if name in data:
            setattr(owner, name, adapter.validate_python(data[name]))


def restore_table(desk: Desk, data: Mapping[str, Any]) -> None:
    """Find the table as `take_table` did. Older versions do not say all of it. Raises `KeyError` or `ValueError`."""
    state = desk.state
    state.training, state.tile_set = data["training"], data.get("tile_set", 0)
    desk.incident_count = data["incident_count"]
    state.unread = {Zone.parse(zone) for zone in data.get("unread", ())} | desk.options.unread_zones
    state.places, desk.stale = _read(data.get("places", ())), _read(data.get("stale", ()))
    desk.racked = _read(data.get("racked", ()))
    desk.previous, desk.last_seen = _read(data.get("previous", ())), _read(data.get("last_seen", ()))
    desk.touched = {Zone.parse(zone): at for zone, at in data.get("touched", {}).items()}
    desk.leftover = {Tile(tile) for tile in data.get("leftover", ())}
    desk.arrivals = data.get("arrivals", max((place.order for place in state.places.values()), default=0))
    state.unknown_tags = _zones(data.get("unknown_tags", {}))
    state.duplicate_tags = _zones(data.get("duplicate_tags", {}))
    state.failing = dict(data.get("failing", {}))
    state.unreadable = {Zone.parse(zone): reason for zone, reason in data.get("unreadable", {}).items()}


def _zones(names: Mapping[str, str]) -> dict[str, Zone]:
    return {tag: Zone.parse(zone) for tag, zone in names.items()}


def _read(rows: Iterable[Sequence[Any]]) -> dict[Tile, Place]:
    return {
        Tile(tile): Place(Zone.parse(zone), after, before, order, lost_from and Zone.parse(lost_from), *moved)
        for tile, zone, after, before, order, lost_from, *moved in rows
    }


def _four(values: list[int]) -> tuple[int, int, int, int]:
    a, b, c, d = values
    return a, b, c, d
