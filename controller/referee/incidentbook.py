"""The book of incidents: opens one when a disagreement has lasted beyond its patience, closes it when it is gone."""

from dataclasses import replace
from typing import Any, Literal

from controller.effects import IncidentClosed, IncidentOpened, TunePlayed
from controller.referee.desk import Desk
from controller.referee.faults import find_faults
from controller.referee.incidents import KINDS, Fault
from controller.referee.names import names_of
from controller.referee.secondreading import put_off
from controller.referee.state import Incident, TablePhase
from engine.tiles import Tile
from hal.zones import ZoneKind


def keep_book(desk: Desk) -> None:
    """Compare what is wrong now with what is open."""
    faults = {fault.key: fault for fault in find_faults(desk)}
    open_keys = {incident.key: number for number, incident in desk.state.incidents.items()}
    for key, number in open_keys.items():
        if key not in faults:
            _close(desk, number)
        else:
            desk.state.incidents[number] = replace(desk.state.incidents[number], **_as_it_is(desk, faults[key]))
    since = {}
    for key, fault in faults.items():
        first = fault.since if fault.since is not None else desk.since.get(key, desk.state.now)
        since[key] = first
        patience = fault.patience if fault.patience is not None else desk.options.patience_of(fault.kind)
        if key not in open_keys and desk.reached("incident", first + patience):
            _open(desk, fault)
    desk.since = since
    desk.doubted = tuple(sorted({seat for fault in faults.values() for seat in fault.seats}))


def close_book(desk: Desk) -> None:
    """Close every incident; what is wrong still is opened anew."""
    for number in list(desk.state.incidents):
        _close(desk, number)
    desk.since = {}


def _open(desk: Desk, fault: Fault) -> None:
    desk.incident_count += 1
    number = desk.incident_count
    incident = Incident(
        number=number,
        kind=fault.kind,
        stops_clocks=KINDS[fault.kind].stops_clocks,
        opened_at=desk.state.now,
        key=fault.key,
        rule=fault.rule,
        **_as_it_is(desk, fault),
        penalty=fault.penalty or ("refused" if desk.state.rules is None else desk.state.rules.penalty_for(fault.kind)),
    )
    desk.state.incidents[number] = incident
    desk.emit(IncidentOpened(number, fault.kind, fault.seats, incident.sentence, desk.state.now))
    desk.emit(TunePlayed("incident"))
    put_off(desk)
    if desk.options.automatic_penalties and incident.penalty != "refused" and incident.seats:
        details = {"seat": incident.seats[0], "kind": incident.penalty, "why": incident.kind}
        desk.decided = ("the rules", "penalty", details)


def _as_it_is(desk: Desk, fault: Fault) -> dict[str, Any]:
    """What an incident says of a disagreement as it is now."""
    kind = KINDS[fault.kind]
    texts = {"seats": names_of(desk, fault.seats), "why": fault.why}
    return {
        "seats": fault.seats,
        "tiles": fault.tiles,
        "public_tiles": tuple(tile for tile in fault.tiles if _lies_open(desk, tile)),
        "sentence": kind.sentence.format(**texts).strip(),
        "remedy": kind.remedy.format(**texts).strip(),
        "why": fault.why.strip(),
    }


def _close(desk: Desk, number: int) -> None:
    incident = desk.state.incidents.pop(number)
    over = desk.state.phase not in (TablePhase.PLAYING, TablePhase.URA)
    how: Literal["cleared", "ruling", "deal_over"] = "ruling" if desk.ruling else "deal_over" if over else "cleared"
    desk.emit(IncidentClosed(number, incident.kind, how, desk.state.now))
    if how == "cleared":
        desk.emit(TunePlayed("cleared"))


def _lies_open(desk: Desk, tile: Tile) -> bool:
    """Whether everybody sees the tile's face: on racks and in the air nobody does."""
    return desk.place(tile).zone.kind not in (ZoneKind.HAND, ZoneKind.ELSEWHERE)
