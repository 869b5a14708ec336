"""Enrolling: what lies on the pad decides."""

import json
import shlex
from pathlib import Path

import pytest

from controller.bringup.bench import Bench
from controller.bringup.enrolment import (
    Enrolled,
    Enrolment,
    Hint,
    Outcome,
    Refused,
    Way,
    WhichTile,
    missing_kinds,
    tile_words,
)
from controller.bringup.enrolsession import EnrolSession, SpareSearch, pad_of
from controller.cli import main
from controller.errors import RegistryError
from controller.registry import Registry, read_registry, write_registry
from engine.tiles import Tile, TileSet
from hal.sim.tags import tags_of
from hal.tags import parse_tag

SET = TileSet(red_fives=3)
TAGS = [f"E0040150{n:08X}" for n in range(200)]


def lay(enrolment: Enrolment, *tags: str) -> list[Outcome]:
    """Two readings of the same tags."""
    return [*enrolment.see(frozenset(tags)), *enrolment.see(frozenset(tags))]


def test_a_row_of_four_is_enrolled_at_once() -> None:
    enrolment = Enrolment(Registry(), "green", SET)
    assert enrolment.wanted == "lay all four 1m on the pad"
    assert enrolment.see(frozenset(TAGS[:4])) == []
    outcomes = enrolment.see(frozenset(TAGS[:4]))
    assert [outcome.tile for outcome in outcomes if isinstance(outcome, Enrolled)] == [0, 1, 2, 3]
    assert (enrolment.done, enrolment.total) == (4, 136)
    assert enrolment.wanted == "lay all four 2m on the pad"
    assert lay(enrolment, *TAGS[:4]) == []
    assert len(lay(enrolment, *TAGS[:4], *TAGS[4:8])) == 4


def test_a_single_reading_is_not_believed() -> None:
    enrolment = Enrolment(Registry(), "green", SET, Way.ONE)
    for tag in TAGS[:10]:
        assert enrolment.see(frozenset({tag})) == []
    assert enrolment.done == 0


def test_too_few_and_too_many_are_told_once() -> None:
    enrolment = Enrolment(Registry(), "green", SET)
    assert lay(enrolment, *TAGS[:3]) == [Hint("3 of 4 read: spread the tiles a little, or turn them")]
    assert lay(enrolment, *TAGS[:3]) == []
    assert lay(enrolment, *TAGS[:5]) == [Hint("5 new tags: leave only all four 1m on the pad")]
    assert enrolment.done == 0


def test_duplicates_and_foreign_tags_are_refused_with_the_reason() -> None:
    registry = Registry().with_tag("blue", TAGS[100], Tile(7))
    enrolment = Enrolment(registry, "green", SET, Way.ONE)
    lay(enrolment, TAGS[0])
    lay(enrolment)
    (again,) = lay(enrolment, TAGS[0])
    assert isinstance(again, Refused)
    assert again.reason == "this tile is enrolled already, as 1m: put it away"
    assert lay(enrolment, TAGS[0]) == []
    (other,) = lay(enrolment, TAGS[100])
    assert isinstance(other, Refused)
    assert "belongs to the set 'blue'" in other.reason
    (foreign,) = lay(enrolment, "04A2243B91F68000")
    assert isinstance(foreign, Refused)
    assert "foreign tag" in foreign.reason
    assert enrolment.done == 1


def test_red_fives_are_asked_for_apart() -> None:
    enrolment = Enrolment(Registry(), "green", SET)
    asked = []
    tags = iter(TAGS)
    while not enrolment.finished:
        asked.append(enrolment.wanted)
        lay(enrolment, *(next(tags) for _ in enrolment.due))
    assert "lay the red 5p on the pad" in asked
    assert "lay all three 5p on the pad" in asked
    assert len(asked) == 37
    assert enrolment.wanted == "every tile has its tag"
    assert sorted(enrolment.registry.sets["green"].values()) == list(range(136))
    assert lay(enrolment, TAGS[199]) == []


def test_in_any_order_a_person_says_which_tile_it_is() -> None:
    enrolment = Enrolment(Registry(), "green", SET, Way.ANY)
    (question,) = lay(enrolment, TAGS[9])
    assert question == WhichTile(TAGS[9])
    assert enrolment.say(TAGS[9], "0p") == Enrolled(Tile(52), TAGS[9])
    (question,) = lay(enrolment, TAGS[10])
    with pytest.raises(RegistryError, match="all 1 0p have their tags already"):
        enrolment.say(TAGS[10], "0p")
    with pytest.raises(RegistryError, match="no tile '9z'"):
        enrolment.say(TAGS[10], "9z")
    assert lay(enrolment, TAGS[10], TAGS[11]) == [Hint("2 new tags: leave one tile on the pad")]


def test_it_goes_on_where_it_stopped() -> None:
    first = Enrolment(Registry(), "green", SET, Way.ONE)
    for tag in TAGS[:6]:
        lay(first, tag)
        lay(first)
    second = Enrolment(first.registry, "green", SET)
    assert second.done == 6
    assert second.wanted == "lay the other two 2m on the pad"


def test_words_for_tiles() -> None:
    assert tile_words(SET, [Tile(0)]) == "one 1m"
    assert tile_words(SET, [Tile(52)]) == "the red 5p"
    assert tile_words(TileSet(flowers=True), [Tile(136)]) == "the 1f"
    assert missing_kinds(SET, SET.tiles[2:]) == {"1m": 2}


# ---- spares


def full(name: str = "green", first: int = 0) -> Registry:
    return Registry({name: {TAGS[first + tile]: Tile(tile) for tile in range(136)}})


def test_a_spare_takes_the_place_of_the_copy_that_is_missing() -> None:
    search = SpareSearch(full(), "green", SET, "3m")
    assert search.wanted == "lay the spare 3m on the pad together with the other 3 3m"
    assert search.judge(frozenset({*TAGS[8:10], TAGS[150]})) == "2 of the other 3 3m lie on the pad"
    assert search.judge(frozenset({*TAGS[8:11]})) == "0 new tags on the pad: there must be one, the spare's"
    assert search.judge(frozenset({*TAGS[8:11], TAGS[150], TAGS[20]})) == "another tile lies on the pad: put it away"
    registry = search.judge(frozenset({*TAGS[8:11], TAGS[150]}))
    assert isinstance(registry, Registry)
    assert registry.place_of(TAGS[150]) == ("green", 11)
    assert registry.place_of(TAGS[11]) is None
    assert len(registry.sets["green"]) == 136


def test_a_spare_for_a_single_tile() -> None:
    registry = SpareSearch(full(), "green", SET, "0s").judge(frozenset({TAGS[150]}))
    assert isinstance(registry, Registry)
    assert registry.place_of(TAGS[150]) == ("green", 88)
    with pytest.raises(RegistryError, match="no tile '1f'"):
        SpareSearch(full(), "green", SET, "1f").judge(frozenset())


def test_a_spare_by_ruling_in_play() -> None:
    two = Registry({**full().sets, "blue": {TAGS[190]: Tile(5)}})
    assert full().with_spare(TAGS[150], Tile(5)).place_of(TAGS[150]) == ("green", 5)
    assert two.with_spare(TAGS[150], Tile(6)).place_of(TAGS[150]) == ("green", 6)
    with pytest.raises(RegistryError, match="which tile set"):
        two.with_spare(TAGS[150], Tile(5))
    with pytest.raises(RegistryError, match="already in tile 7"):
        full().with_spare(TAGS[7], Tile(5))
    assert full().with_spare(TAGS[5], Tile(5)) == full()


@pytest.mark.parametrize(
    ("text", "tag"), [("e0:04:01:50:00:00:00:01", TAGS[1]), ("E004 0150 0000 0001", TAGS[1]), (TAGS[1], TAGS[1])]
)
def test_tags_as_people_write_them(text: str, tag: str) -> None:
    assert parse_tag(text) == tag
    for wrong in ("E0040150", "not a tag", "0100000050010 4E0"):
        with pytest.raises(ValueError, match=r"is no (tag|UID)"):
            parse_tag(wrong)


# ---- the command, on a simulated table


def enroll(path: Path, *words: str) -> int:
    return main(["enroll", "--registry", str(path), *words])


@pytest.mark.parametrize(("way", "already"), [("row", 0), ("one", 120), ("any", 120)])
def test_a_set_on_the_simulated_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str, already: int
) -> None:
    path, tiles = tmp_path / "tags.json", TileSet(flowers=True)
    write_registry(path, Registry({"green": tags_of(tiles.tiles[:already])}))
    assert enroll(path, "--simulate", "--set", "green", "--way", way, "--json", "--tiles", "144") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sorted(row["tile"] for row in rows if "tile" in row) == list(range(already, 144))
    enrolled = read_registry(path).sets["green"]
    assert {tag: tiles.name(tile) for tag, tile in enrolled.items()} == {
        tag: tiles.name(tile) for tag, tile in tags_of(tiles.tiles).items()
    }


def test_sets_by_name_travel_and_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other, away = tmp_path / "tags.json", tmp_path / "other.json", tmp_path / "green.json"
    assert enroll(path, "--simulate", "--set", "green") == 0
    assert enroll(path, "--set", "green", "--export", str(away)) == 0
    assert enroll(other, "--import", str(away)) == 0
    assert read_registry(other).sets == read_registry(path).sets
    capsys.readouterr()
    assert enroll(other, "--import", str(away)) == 2
    assert "there is a tile set 'green' already" in capsys.readouterr().err
    assert enroll(other, "--forget", "3m") == 0
    assert enroll(other, "--list", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"set": "green", "tiles": 132, "missing": {"3m": 4}}
    assert enroll(other, "--simulate") == 0
    anew = capsys.readouterr().err.splitlines()[0]
    assert read_registry(other).sets == read_registry(path).sets
    words = shlex.split(anew.removeprefix("to forget what is enrolled and begin anew: jantaku "))
    assert main(words) == 0
    assert read_registry(other).sets == {}
    assert enroll(other, "--simulate", "--set", "green") == 0
    assert "begin anew" not in capsys.readouterr().err, "nothing was enrolled"
    assert read_registry(other).sets == read_registry(path).sets
    assert enroll(other, "--set", "green", "--remove") == 0
    assert enroll(other, "--list") == 0
    assert "no tile set is enrolled" in capsys.readouterr().out
    assert enroll(other, "--set", "red", "--remove") == 2
    assert "no tile set 'red'" in capsys.readouterr().err


class Impatient:
    """Notes what it is told, and leaves at the second hint."""

    def __init__(self) -> None:
        self.hints: list[str] = []

    def wanted(self, text: str) -> None:
        assert text.startswith("lay ")

    def told(self, outcome: Enrolled | Refused | Hint) -> None:
        assert isinstance(outcome, Hint)
        self.hints.append(outcome.text)
        if len(self.hints) == 2:
            raise KeyboardInterrupt

    def asked(self, tag: str) -> str:
        raise AssertionError(tag)


def test_a_pad_that_falls_silent_is_told(tmp_path: Path) -> None:
    with Bench.open(("simulated", {})) as bench:
        assert bench.ports.simulation is not None
        pad = pad_of(bench.ports.layout, None)
        bench.ports.simulation.faults.unplug(pad.board)
        person = Impatient()
        session = EnrolSession(bench, Enrolment(Registry(), "green", SET), pad, tmp_path / "t", person, SET)
        with pytest.raises(KeyboardInterrupt):
            session.run()
    assert person.hints == ["board seat0: unplugged", "nothing comes from antenna seat0.melds: jantaku doctor says why"]


def test_what_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tags.json"
    assert enroll(path) == 2
    assert "--simulate" in capsys.readouterr().err
    assert enroll(path, "--simulate", "--antenna", "seat9.hand") == 2
    assert "no antenna 'seat9.hand'; it has seat0.drawn" in capsys.readouterr().err
    config = tmp_path / "jantaku.toml"
    config.write_text(
        '[hal]\ndriver = "simulated"\ndisplay = "oled"\n[hal.oled]\nfont = "none.ttf"\n[hal.oled.seats.0]\n'
    )
    assert enroll(path, "--config", str(config)) == 2
    assert "none.ttf cannot be read as a TrueType font" in capsys.readouterr().err
    assert enroll(path, "--simulate", "--spare", "3m") == 2
    assert "no spares" in capsys.readouterr().err
    assert enroll(path, "--export", str(tmp_path / "x")) == 2
    assert "which set?" in capsys.readouterr().err
