"""The `given` lines of scenarios: rules, layout, hands, points, wall."""

from typing import Final

from controller.referee.options import RefereeOptions
from controller.scenarios.runner import NO_CLOCKS, Command, Run
from controller.scenarios.words import SEAT, TILES, expect, seat_of, value_of
from engine.rules import load_rules
from engine.tiles import split_mpsz
from hal.layout import scoring_pad, standard_layout


def _rules(run: Run, name: str, changes: str | None) -> None:
    run.rules = load_rules(name).with_changes(**NO_CLOCKS)
    if changes:
        fields = dict(part.split("=") for part in changes.split())
        run.rules = run.rules.with_changes(**{field: value_of(value) for field, value in fields.items()})


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
    run.options = run.options.model_copy(update={"unread": tuple(zones.split())})


def _option(run: Run, name: str, value: str) -> None:
    expect(name in RefereeOptions.model_fields, f"there is no option {name} of the referee (docs/config.md)")
    run.options = RefereeOptions.model_validate(run.options.model_dump() | {name: value_of(value)})


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
