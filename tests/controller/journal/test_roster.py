"""People in the journal: they sign in under one name, are renamed everywhere, and forgotten without a trace."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from controller.errors import PlayerError
from controller.inputs import SetupChanged
from controller.journal import Journal
from controller.journal.copying import keep_copy
from controller.journal.roster import Roster, clean_name
from controller.players.standings import played_match
from engine.rules import PRESETS

RULES = {"name": "tenhou"}
CARD = "E004015012345678"


def play(
    path: Path, players: list[str], *, guests: tuple[int, ...] = (), bots: tuple[int, ...] = (), end: bool = True
) -> None:
    journal = Journal.open(path)
    details = {"rules": RULES, "players": players, "first_dealer": 0, "guests": guests, "bots": bots}
    journal.append(SetupChanged(at=0, what="match", details=details))
    journal.record([], 0, snapshot={"players": players})
    if end:
        journal.record([], 0, final={"final": {"places": [1, 2, 3, 4]}})
    journal.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "j.sqlite"
    play(path, ["Aki", "Guest", "Asa", "Dan"], guests=(1,), bots=(2,))
    return path


def everything(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_people_are_those_who_were_entered_and_those_who_played(path: Path) -> None:
    with Roster(path) as roster:
        assert roster.add("  Emi  ") == "Emi"
        assert [(person.name, person.matches) for person in roster.people()] == [("Aki", 1), ("Dan", 1), ("Emi", 0)]


def test_a_name_is_found_however_it_is_typed(path: Path) -> None:
    with Roster(path) as roster:
        assert roster.add("aki") == "Aki"
        assert roster.add("ＡＫＩ") == "Aki"
        assert roster.find("asa") is None, "a bot's name is nobody's"
        with pytest.raises(PlayerError, match="there is no player 'Fumi'"):
            roster.named("Fumi")


@pytest.mark.parametrize(
    ("text", "why"), [("  ", "write a name"), ("x" * 25, "at most 24"), ("a\x07b", "that can be seen")]
)
def test_what_is_no_name_is_refused(text: str, why: str) -> None:
    with pytest.raises(PlayerError, match=why):
        clean_name(text)


def test_renaming_changes_all_matches_and_never_makes_one_of_two(path: Path) -> None:
    with Roster(path) as roster:
        roster.give_card("Aki", CARD)
        with pytest.raises(PlayerError, match="a player 'Dan' already"):
            roster.rename("Aki", "dan")
        assert roster.rename("aki", "AKI") == "AKI"
        assert roster.cards() == {CARD: "AKI"}
    journal = Journal.open(path)
    (row,) = journal.matches()
    assert row.players == {0: "AKI", 1: "Guest", 2: "Asa", 3: "Dan"}
    assert (row.guests, row.bots) == ((1,), (2,))
    journal.close()


def test_a_deleted_player_is_nowhere_and_the_match_stays(path: Path) -> None:
    play(path, ["Zbigniew", "Ben", "Chie", "Dan"])
    with Roster(path) as roster:
        roster.give_card("Zbigniew", CARD)
        keep_copy(path)
        assert b"Zbigniew" in everything(path)
        assert roster.delete("zbigniew") == "Zbigniew"
        assert roster.cards() == {}
    assert b"Zbigniew" not in everything(path)
    journal = Journal.open(path)
    assert [row.players for row in journal.matches()][1] == {1: "Ben", 2: "Chie", 3: "Dan"}
    journal.close()


def test_who_sits_in_the_running_match_stays(path: Path) -> None:
    play(path, ["Aki", "Ben", "Chie", "Dan"], end=False)
    with Roster(path) as roster:
        with pytest.raises(PlayerError, match="Ben sits in the match being played"):
            roster.delete("Ben")
        with pytest.raises(PlayerError, match="Ben sits in the match being played"):
            roster.rename("Ben", "Bo")


def test_a_card_is_one_persons(path: Path) -> None:
    with Roster(path) as roster:
        assert roster.give_card("Emi", CARD) == "Emi"
        assert roster.give_card("Emi", CARD) == "Emi"
        with pytest.raises(PlayerError, match="this card is Emi's already"):
            roster.give_card("Dan", CARD)
        assert roster.owner(CARD) == "Emi"
        assert roster.take_cards("Emi") == 1
        assert roster.give_card("Dan", CARD) == "Dan"


def test_who_signs_in_during_a_match_is_its_player_and_the_input_names_nobody(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    details = {"rules": RULES, "players": ["Seat 1", "Seat 2", "Asa", "Seat 4"], "guests": [0, 1, 3], "bots": [2]}
    journal.append(SetupChanged(at=0, what="match", details=details))
    now = {"players": ["Seat 1", "Ben", "Impostor", "Seat 4"], "guests": [0, 3]}
    journal.append(SetupChanged(at=1, what="players", details=now))
    (row,) = journal.matches()
    assert row.players == {0: "Seat 1", 1: "Ben", 2: "Asa", 3: "Seat 4"}
    assert (row.guests, row.bots) == ((0, 3), (2,))
    found = journal.unfinished()
    assert found is not None
    again = [item.details["players"] for item in found.inputs if isinstance(item, SetupChanged)]
    assert again == [["Seat 1", "Ben", "Asa", "Seat 4"]] * 2
    journal.close()
    database = sqlite3.connect(path)
    assert not any("Ben" in body for (body,) in database.execute("SELECT body FROM input"))
    database.close()


def test_guests_are_in_no_standings(path: Path) -> None:
    journal = Journal.open(path)
    (row,) = journal.matches()
    journal.close()
    assert row.final is not None
    row.final["final"]["places"] = [1, 2, 3, 4]
    match = played_match(replace(row, rules=PRESETS["doman"].model_dump_json()))
    assert match is not None
    assert match.names == ("Aki", "", "Asa", "Dan")


@pytest.mark.parametrize("name", ["..", ".", "a/b", "\\\\table"])
def test_nobody_gets_a_name_that_no_address_of_a_page_can_hold(path: Path, name: str) -> None:
    with Roster(path) as roster:
        with pytest.raises(PlayerError, match="slash"):
            roster.add(name)
        roster.add("Aoi")
        with pytest.raises(PlayerError, match="slash"):
            roster.rename("Aoi", name)


def test_who_has_such_a_name_from_before_is_renamed(path: Path) -> None:
    play(path, ["a/b", "Botan", "Chidori", "Daigo"])
    with Roster(path) as roster:
        assert roster.rename("a/b", "Aoi") == "Aoi"
