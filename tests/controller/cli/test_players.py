"""`jantaku players` on a small journal."""

import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.inputs import SetupChanged
from controller.journal import Journal

Capture = pytest.CaptureFixture[str]
CARD = "E004015012345678"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    details = {"rules": {}, "players": ["Aki", "Ben", "Chie", "Gast"], "guests": [3]}
    journal.append(SetupChanged(at=0, what="match", details=details))
    journal.record([], 0, final={"final": {"places": [1, 2, 3, 4]}})
    journal.close()
    return path


def run(journal: Path, *words: str) -> int:
    return main(["players", "--journal", str(journal), *words])


def people(capsys: Capture, journal: Path) -> list[dict[str, object]]:
    capsys.readouterr()
    assert run(journal, "--json", "list") == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_everybody_but_guests_is_listed(capsys: Capture, journal: Path) -> None:
    assert [person["player"] for person in people(capsys, journal)] == ["Aki", "Ben", "Chie"]
    assert run(journal) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["Aki", "1", "0"]


def test_add_rename_card_delete(capsys: Capture, journal: Path) -> None:
    assert run(journal, "add", "Emi") == 0
    assert run(journal, "rename", "aki", "Akiko") == 0
    assert run(journal, "card", "Emi", CARD.lower()) == 0
    assert [(person["player"], person["cards"]) for person in people(capsys, journal)] == [
        ("Akiko", 0),
        ("Ben", 0),
        ("Chie", 0),
        ("Emi", 1),
    ]
    assert run(journal, "card", "Emi") == 0
    assert run(journal, "delete", "Akiko") == 0
    assert "forgotten" in capsys.readouterr().out
    assert b"Akiko" not in journal.read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["delete", "Nobody"], "there is no player 'Nobody'"),
        (["rename", "Aki", "ben"], "there is a player 'Ben' already"),
        (["card", "Aki", "12"], "'12' is no tag"),
        (["add", " "], "write a name"),
        (["fly"], "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_said(capsys: Capture, journal: Path, words: list[str], message: str) -> None:
    assert run(journal, *words) == 2
    assert message in capsys.readouterr().err


def test_nobody_yet(capsys: Capture, tmp_path: Path) -> None:
    Journal.open(tmp_path / "new.sqlite").close()
    assert run(tmp_path / "new.sqlite") == 0
    assert capsys.readouterr().out == "nobody has signed in yet\n"


def test_options_may_stand_after_the_action(capsys: Capture, journal: Path) -> None:
    assert main(["players", "add", "Dan", "--journal", str(journal)]) == 0
    assert main(["players", "list", "--json", "--journal", str(journal)]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()[1:]]
    assert "Dan" in [person["player"] for person in listed]
