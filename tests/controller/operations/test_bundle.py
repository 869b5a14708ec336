"""Support bundles: they show the same game again, and nothing that must not leave the table."""

import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.config import Config, JournalSection, TableSection
from controller.journal import Fact, JournalReader
from controller.operations.privacy import HIDDEN, _without_secrets, config_without_secrets, last_ended_deal
from controller.replay.bundled import read_bundle
from tests.controller.operations.played import NAMES, being_played


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of two ended deals, made while the third is being played."""
    folder = tmp_path_factory.mktemp("bundle")
    with being_played(folder / "j.sqlite"):
        assert main(["bundle", str(folder / "bundle.zip"), "--journal", str(folder / "j.sqlite")]) == 0
    return folder / "bundle.zip"


def text_of(bundle: Path, folder: Path) -> str:
    """Everything in a bundle that can be read, the database too."""
    found: list[str] = []
    with zipfile.ZipFile(bundle) as archive:
        for name in archive.namelist():
            if name.endswith(".sqlite"):
                database = sqlite3.connect(archive.extract(name, folder))
                found += database.iterdump()
                database.close()
            else:
                found.append(archive.read(name).decode())
    return "\n".join(found)


def test_a_bundle_shows_the_same_game(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(bundle), "--json"]) == 0
    *deals, summary = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [deal["deal"][:2] for deal in deals] == ["E1", deals[1]["deal"][:2]]
    assert all(deal["same"] and deal["record"] == deal["table"] for deal in deals)
    assert summary["summary"]["same"] == 2
    with JournalReader(bundle.parent / "j.sqlite") as reader:
        ended = [fact.body["result"]["deltas"] for fact in reader.facts(1) if fact.kind == "deal_ended"]
    assert [deal["record"]["deltas"] for deal in deals] == ended[:2]


def test_its_record_is_one_of_ours(bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(bundle) as archive:
        record = archive.extract("record.json", tmp_path)
        scans = archive.read("scans.jsonl").decode().splitlines()
    assert main(["replay", record]) == 0
    assert "2 of 2 deals the same" in capsys.readouterr().out
    assert len(scans) > 1_000
    assert json.loads(scans[0])[0] == "scan"


def test_a_game_that_was_tampered_with_differs(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(bundle) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    journal = tmp_path / "journal.sqlite"
    journal.write_bytes(files["journal.sqlite"])
    database = sqlite3.connect(journal)
    database.execute(
        "UPDATE fact SET body = json_set(body, '$.result.deltas[0]', 7) WHERE kind = 'deal_ended'"
        " AND seq = (SELECT min(seq) FROM fact WHERE kind = 'deal_ended')"
    )
    database.commit()
    database.close()
    files["journal.sqlite"] = journal.read_bytes()
    with zipfile.ZipFile(tmp_path / "changed.zip", "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    assert main(["replay", str(tmp_path / "changed.zip"), "--json"]) == 1
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first["differs"] == ["result"]


def test_no_name_and_no_tile_of_the_deal_being_played_leaves_the_table(bundle: Path, tmp_path: Path) -> None:
    everything = text_of(bundle, tmp_path)
    assert not any(name in everything for name in (*NAMES, "Mr Sakai"))
    found = read_bundle(bundle)
    assert [fact.kind for fact in found.facts].count("deal_started") == 2
    with JournalReader(bundle.parent / "j.sqlite") as reader:
        assert [fact.kind for fact in reader.facts(1)].count("deal_started") == 3
        hidden = next(fact for fact in reversed(reader.facts(1)) if fact.kind == "deal_started")
    last = max(item.at for item in found.inputs)
    assert last < hidden.at
    with zipfile.ZipFile(bundle) as archive:
        for line in archive.read("scans.jsonl").decode().splitlines():
            kind, *rest = json.loads(line)
            assert rest[{"scan": 3, "board": 2, "press": 2}[kind]] <= last


def test_a_deal_that_has_not_ended_shows_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with being_played(tmp_path / "j.sqlite", ended_deals=0):
        assert main(["bundle", str(tmp_path / "b.zip"), "--journal", str(tmp_path / "j.sqlite")]) == 0
    assert "no deal of match 1 has ended yet" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert set(archive.namelist()) - {"log.txt"} == {"config.json", "health.json", "manifest.json"}
    assert main(["replay", str(tmp_path / "b.zip")]) == 2
    assert "it has no game to show" in capsys.readouterr().err


def test_without_any_game_there_is_health_and_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bundle", str(tmp_path / "b.zip"), "--journal", str(tmp_path / "none.sqlite")]
    assert main(words) == 0
    assert "no match has been played yet" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        subjects = [finding["subject"] for finding in json.loads(archive.read("health.json"))]
    assert "Python" in subjects
    assert main([*words, "--match", "3"]) == 2


def test_what_is_no_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(tmp_path / "z.zip", "w") as archive:
        archive.writestr("hello", "there")
    assert main(["replay", str(tmp_path / "z.zip")]) == 2
    assert "is no bundle" in capsys.readouterr().err
    (tmp_path / "cut.zip").write_bytes((tmp_path / "z.zip").read_bytes()[:30])
    assert main(["replay", str(tmp_path / "cut.zip")]) == 2


def test_secrets_and_names_are_not_in_the_configuration(tmp_path: Path) -> None:
    config = Config(
        journal=JournalSection(path=tmp_path / "j"), table=TableSection(players=("Aki", "Ben", "Chie", "Dan"))
    )
    shown = json.dumps(config_without_secrets(config))
    assert not any(name in shown for name in NAMES)
    cleaned = _without_secrets({"a": {"admin_pin": "1234", "tokens": ["x"], "port": 80}, "b": [{"password": ""}]})
    assert cleaned == {"a": {"admin_pin": HIDDEN, "tokens": HIDDEN, "port": 80}, "b": [{"password": ""}]}


def facts(*kinds: str) -> list[Fact]:
    body: dict[str, Any] = {}
    return [Fact(seq, seq * 10, 0, kind, body, "", "null") for seq, kind in enumerate(kinds, 1)]


@pytest.mark.parametrize(
    ("kinds", "until"),
    [
        (("match_started", "deal_started", "event_accepted"), None),
        (("deal_started", "deal_ended"), 20),
        (("deal_started", "deal_ended", "match_ended"), 30),
        (("deal_started", "deal_ended", "deal_started", "event_accepted"), 20),
        (("deal_started", "deal_ended", "events_withdrawn", "event_accepted"), None),
        (("deal_started", "deal_ended", "events_withdrawn", "event_accepted", "deal_ended"), 50),
        (("deal_started", "deal_ended", "result_withdrawn", "event_accepted"), None),
        (("deal_started", "deal_ended", "deal_started", "deal_ended", "deal_abandoned", "deal_started"), 20),
        (("deal_started", "events_withdrawn", "deal_ended"), 30),
        (("deal_started", "deal_ended", "match_ended", "match_reopened", "events_withdrawn", "event_accepted"), None),
        (("deal_started", "deal_ended", "match_ended", "match_reopened", "match_ended"), 50),
    ],
)
def test_what_counts_as_ended(kinds: tuple[str, ...], until: int | None) -> None:
    assert last_ended_deal(facts(*kinds)) == until


def test_a_folder_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bundle", str(tmp_path / "nowhere" / "b.zip"), "--journal", str(tmp_path / "none.sqlite")]
    assert main(words) == 2
    assert "there is no folder" in capsys.readouterr().err
