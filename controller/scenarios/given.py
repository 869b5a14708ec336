"""The `given` lines of scenarios: rules, layout, hands, points, wall."""

from typing import Final

from pydantic import ValidationError

from controller.referee.options import RefereeOptions
from controller.scenarios.runner import NO_CLOCKS, Command, Run
from controller.scenarios.words import SEAT, TILES, Unmet, expect, seat_of, value_of, zone_of
from engine.rules.load import load_rules, with_settings
from engine.tiles import split_mpsz
from hal.layout import scoring_pad, standard_layout


def _rules(run: Run, name: str, changes: str | None) -> None:
    run.rules = with_settings(load_rules(name).with_changes(**NO_CLOCKS), (changes or "").split())


def _has(run: Run, seat: str, tiles: str) -> None:
    run.hands[seat_of(seat)] = tiles


def _points(run: Run, seat: str, points: str) -> None:
    run.scores[seat_of(seat)] = int(points)


def _indicator(run: Run, tile: str) -> None:
    run.indicator = tile


def _wall(run: Run, count: str) -> None:
    run.live_tiles = int(count)


def _keeps(run: Run, tiles: str) -> None:
    run.kept += split_mpsz(tiles)


def _layout(run: Run, what: str) -> None:
    match what:
        case "no racks":
            run.layout = standard_layout(racks=False)
        case "no dora pad":
            run.layout = standard_layout(dora_pad=False)
        case "neither racks nor dora pad":
            run.layout = standard_layout(racks=False, dora_pad=False)
        case "a pool":
            run.layout = standard_layout(pool=True)
        case _:
            run.layout = scoring_pad()


def _unread(run: Run, zones: str) -> None:
    unread = tuple(str(zone_of(zone)) for zone in zones.split())
    run.options = run.options.model_copy(update={"unread": unread})


def _option(run: Run, name: str, value: str) -> None:
    expect(name in RefereeOptions.model_fields, f"there is no option {name} of the referee (docs/config.md)")
    try:
        run.options = RefereeOptions.model_validate(run.options.model_dump() | {name: value_of(value)})
    except ValidationError as error:
        raise Unmet(f"option {name}: {error.errors()[0]['msg']}") from error


def _undealt(run: Run) -> None:
    run.undealt = True


GIVEN: Final[list[Command]] = [
    (r"the table has (no racks|no dora pad|neither racks nor dora pad|a pool|nothing but a scoring pad)", _layout),
    (r"nobody reads ([\w: ]+)", _unread),
    (r"the option (\w+) is (\S+)", _option),
    (r"nothing is dealt", _undealt),
    (r"rules ([\w-]+)(?: with (.+))?", _rules),
    (f"{SEAT} has {TILES}", _has),
    (f"{SEAT} has (\\d+) points", _points),
    (f"the indicator is {TILES}", _indicator),
    (r"the wall has (\d+) tiles left", _wall),
    (f"the wall keeps {TILES}", _keeps),
]
"""Patterns of `given` lines, and what each does."""
