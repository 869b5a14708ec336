"""Scenarios: short texts of what people do at the table and what the referee must make of it.

A scenario file holds scenarios, each under a `# title`. Lines begin with `given`, `when`, `then` or `and` (as the
line before). Seats are named by their winds, East (seat 0) deals; tiles are mpsz. Every `when` takes 0.4 s.

    given rules tenhou with turn_seconds=5  no clocks but those named; without this line tenhou
    given East has 123m 456p 789s 1112z     13 tiles; what is not said is dealt from the rest of the set
    given the indicator is 5z
    given West has 20000 points
    given the wall has 4 tiles left         so many live tiles
    given the wall keeps 3z                 no hand is dealt it

    when East draws 3z                      from the wall to the rack
    when East discards 3z                   from the rack to the river [of West | to the pool]
    when East draws and discards 3z         from the wall straight to the river
    when West lays 33z with 3z              own tiles, and the last discard, to the melds zone
    when West racks 3z / takes 3z           the tile, from where it lies, to the rack / to the melds zone
    when West puts back 3z                  off the table
    when West returns 3z to the river of East
    when West snatches 3z of East           from East's rack to West's melds: nobody saw it in the river
    when the dora pad gets 4s               from the wall
    when West presses PON
    when 3z of West is lost / is found / is misread
    when a strange tag comes to hand:0 / leaves hand:0
    when river:1 cannot be read / can be read
    when 2.5 seconds pass
    when ruling undo to=3

    then the last event is West pon 333z    see `event_text`
    then there are 5 events
    then it is West's turn to act           draw, act, claim, rob, replace, over
    then incident tile_missing [of West]    it is open; `then no incident` that none is
    then West's WIN was refused [no_yaku]
    then East pays 8000 / West gains 8000   against the start of the deal
    then West wins [from East] / the deal is drawn as suufon_renda
    then the clocks stand / run
    then East's score is 24000
"""

from engine.rules import load_rules
from engine.tiles import split_mpsz
from tests.controller.referee.findings import THEN
from tests.controller.referee.motions import WHEN
from tests.controller.referee.runner import NO_CLOCKS, SEAT, TILES, Command, Runner, Scenario, seat_of, value_of

# ---- given


def _rules(run: Runner, name: str, changes: str | None) -> None:
    run.rules = load_rules(name).with_changes(**NO_CLOCKS)
    if changes:
        fields = dict(part.split("=") for part in changes.split())
        run.rules = run.rules.with_changes(**{field: value_of(value) for field, value in fields.items()})


def _has(run: Runner, seat: str, tiles: str) -> None:
    run.hands[seat_of(seat)] = tiles


def _points(run: Runner, seat: str, points: str) -> None:
    run.scores[seat_of(seat)] = int(points)


def _indicator(run: Runner, tile: str) -> None:
    run.indicator = tile


def _wall(run: Runner, count: str) -> None:
    run.live_tiles = int(count)


def _keeps(run: Runner, tiles: str) -> None:
    run.kept += split_mpsz(tiles)


GIVEN: list[Command] = [
    (r"rules ([\w-]+)(?: with (.+))?", _rules),
    (f"{SEAT} has {TILES}", _has),
    (f"{SEAT} has (\\d+) points", _points),
    (f"the indicator is {TILES}", _indicator),
    (r"the wall has (\d+) tiles left", _wall),
    (f"the wall keeps {TILES}", _keeps),
]

COMMANDS: dict[str, list[Command]] = {"given": GIVEN, "when": WHEN, "then": THEN}


def run_scenario(scenario: Scenario) -> Runner:
    """Run a scenario; raises `AssertionError` with what had happened so far."""
    runner = Runner(scenario)
    runner.run(COMMANDS)
    return runner
