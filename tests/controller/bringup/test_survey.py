"""Surveying: spots, tallies, verdicts, and the command on a simulated table."""

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from controller.bringup.bench import Bench
from controller.bringup.chance import SELDOM, may_read
from controller.bringup.survey import GOOD_RATE, Spot, Tally, advice, judge, spots_of
from controller.bringup.tableplan import SIZE, Box, at_seat, plan_of, rate_colour
from controller.cli import main
from hal.drivers import DriverChoice
from hal.layout import scoring_pad, standard_layout
from hal.ports import Scan
from hal.zones import hand_of

TAG = "E004015000000001"
LAYOUT = standard_layout()


def test_every_antenna_has_its_place_and_none_overlap() -> None:
    boxes = plan_of(LAYOUT)
    assert set(boxes) == set(LAYOUT.by_name)
    placed = list(boxes.values())
    for number, one in enumerate(placed):
        assert 0 < one.x < one.x + one.width < SIZE
        assert 0 < one.y < one.y + one.height < SIZE
        for other in placed[:number]:
            apart_x = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
            apart_y = one.y + one.height <= other.y + 0.01 or other.y + other.height <= one.y + 0.01
            assert apart_x or apart_y, (one, other)
    assert set(plan_of(scoring_pad())) == {"pad.hand", "pad.melds"}
    assert len(plan_of(standard_layout(pool=True))) == len(standard_layout(pool=True).antennas)


def test_seats_follow_counter_clockwise() -> None:
    assert at_seat(450, 850, 1) == (850, 450)
    assert at_seat(450, 850, 2) == (450, 50)
    assert Box(10, 20, 30, 40).turned(4) == Box(10, 20, 30, 40)
    assert Box(240, 785, 330, 34).turned(1).middle == at_seat(405, 802, 1)


def tally(spot: Spot, rates: dict[str, float]) -> Tally:
    found = Tally(spot)
    for sequence in range(20):
        for name in LAYOUT.by_name:
            seen = sequence < round(20 * rates.get(name, 0))
            found.take(Scan(name, sequence, 0, 1, frozenset({TAG} if seen else ())), TAG)
    return found


@pytest.mark.parametrize(
    ("rates", "verdict", "strangers"),
    [
        ({"seat0.hand1": 1.0}, "good", set()),
        ({"seat0.hand1": 0.75, "seat0.hand2": 0.85}, "good", set()),
        ({"seat0.hand1": 0.75, "seat0.hand2": 0.8}, "weak", set()),
        ({"seat0.hand1": 0.5}, "dead", set()),
        ({}, "dead", set()),
        ({"seat0.hand1": 1.0, "seat0.river1": 0.15, "seat1.hand1": 0.1}, "good", {"seat0.river1"}),
    ],
)
def test_verdicts(rates: dict[str, float], verdict: str, strangers: set[str]) -> None:
    finding = judge(tally(Spot("rack", hand_of(0), 0, 0), rates), LAYOUT)
    assert finding.verdict == verdict
    assert set(finding.strangers) == strangers
    assert bool(advice([finding])) == (verdict != "good" or bool(strangers))


@pytest.mark.parametrize("trials", [10, 20, 50])
def test_a_good_antenna_is_seldom_blamed_and_a_bad_one_is_told(trials: int) -> None:
    """By lot: at 5 % misses a spot in fifty at most is called weak; at 40 %, four in five are."""
    random = Random(trials)

    def blamed(rate: float) -> float:
        seen = [sum(random.random() < rate for _ in range(trials)) for _ in range(2_000)]
        return sum(not may_read(hits, trials, GOOD_RATE) for hits in seen) / len(seen)

    assert blamed(0.95) < 1.5 * SELDOM
    assert blamed(0.6) > (0.6 if trials == 10 else 0.8)


def test_a_wall_should_not_be_read() -> None:
    wall = Spot("wall", None, 0, 0)
    assert judge(tally(wall, {}), LAYOUT).verdict == "quiet"
    overheard = judge(tally(wall, {"seat0.river1": 0.4}), LAYOUT)
    assert overheard.verdict == "overheard"
    assert "seat0.river1 reads a tile in the wall too (40%)" in advice([overheard])[0]


def test_a_survey_of_the_simulated_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "survey.json"
    words = ["survey", "--simulate", "--noise", "none", "--out", str(out), "--scans", "4", "--json"]
    assert main(words) == 0
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    survey = json.loads(out.read_text())
    assert survey["spots"] == rows
    assert (survey["format"], survey["version"], survey["scans"]) == ("jantaku-survey", 1, 4)
    assert [row["spot"] for row in rows] == [spot.name for spot in spots_of(LAYOUT)]
    assert {row["verdict"] for row in rows} == {"good", "quiet"}
    assert "82 of 82 spots are all right" in captured.err
    drawing = ElementTree.parse(tmp_path / "survey.svg").getroot()  # noqa: S314 - just written
    dots = drawing.findall("{http://www.w3.org/2000/svg}circle")
    assert len(dots) == 82 + 3
    assert rate_colour(0.94) != rate_colour(0.96) != rate_colour(None)


def test_one_board_of_a_table_that_is_being_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Bench.open

    def only_one_board(driver: DriverChoice) -> Bench:
        bench = whole(driver)
        assert bench.ports.simulation is not None
        for board in ("seat1", "seat2", "seat3", "centre"):
            bench.ports.simulation.faults.unplug(board)
        return bench

    monkeypatch.setattr(Bench, "open", only_one_board)
    words = ["survey", "--simulate", "--noise", "none", "--out", str(tmp_path / "s.json"), "--scans", "3", "--only"]
    assert main([*words, "seat0.hand"]) == 0
    assert "6 of 6 spots are all right" in capsys.readouterr().err


def test_part_of_a_survey(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["survey", "--simulate", "--out", str(tmp_path / "s.json"), "--scans", "2", "--only"]
    main([*words, "seat2.melds", "--noise", "none"])
    assert "3 of 3 spots" in capsys.readouterr().err
    assert main([*words, "seat7"]) == 2
    assert "no spot has 'seat7'" in capsys.readouterr().err
    assert main(words[:1]) == 2
    assert "--simulate" in capsys.readouterr().err
