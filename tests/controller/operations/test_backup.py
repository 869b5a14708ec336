"""Backup and restore: everything comes back, nothing is lost by a mistake, and a running service is not touched."""

import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from controller.cli import main
from controller.journal import Journal, JournalReader
from controller.operations.backup import sha256
from controller.registry import Registry, write_registry
from engine.tiles import Tile
from tests.controller.operations.played import being_played


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table's folder with everything that is to be kept."""
    folder = tmp_path / "table"
    (folder / "state").mkdir(parents=True)
    (folder / "jantaku.toml").write_text(
        '[hal]\ndriver = "simulated"\n[journal]\npath = "state/j.sqlite"\n[table]\nregistry = "tags.json"\n'
    )
    write_registry(folder / "tags.json", Registry().with_tag("green", "E004015012345678", Tile(0)))
    (folder / "state" / "j.sqlite.access").write_text('{"keys": "hashed"}')
    (folder / "state" / "seasons").mkdir()
    (folder / "state" / "seasons" / "spring 2026.toml").write_text("# a season\n")
    return folder


def command(*words: object) -> int:
    return main([str(word) for word in words])


def test_what_is_backed_up_while_the_service_runs_comes_back(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, journal = table / "jantaku.toml", table / "state" / "j.sqlite"
    backup = tmp_path / "backup.zip"
    with being_played(journal, ended_deals=1) as running:
        assert command("backup", backup, "--config", config) == 0
        matches, inputs, facts = running.matches(), running.inputs(1), running.facts(1)
        assert command("restore", backup, "--config", config) == 2
        assert "another Jantaku is writing this journal" in capsys.readouterr().err
    assert backup.stat().st_mode & 0o077 == 0
    journal.write_bytes(b"lost")
    (table / "tags.json").unlink()
    (table / "state" / "seasons" / "spring 2026.toml").unlink()
    (table / "state" / "j.sqlite.access").write_text("{}")
    config.write_text(config.read_text() + "# changed\n")
    assert command("restore", backup, "--config", config) == 0
    out = capsys.readouterr().out
    assert "jantaku.toml was kept" in out
    assert config.read_text().endswith("# changed\n")
    with JournalReader(journal) as reader:
        assert reader.matches() == matches
        assert reader.inputs(1) == inputs
        assert reader.facts(1) == facts
    assert "E004015012345678" in (table / "tags.json").read_text()
    assert (table / "state" / "seasons" / "spring 2026.toml").read_text() == "# a season\n"
    assert (table / "state" / "j.sqlite.access").read_text() == '{"keys": "hashed"}'
    (kept,) = (table / "state").glob("j.sqlite.before-restore-*")
    assert kept.read_bytes() == b"lost"
    assert command("restore", backup, "--config", config, "--with-config") == 0
    assert not config.read_text().endswith("# changed\n")


def test_time_played_after_the_backup_is_not_held_against_the_restored_match(table: Path, tmp_path: Path) -> None:
    config, path = table / "jantaku.toml", table / "state" / "j.sqlite"
    with being_played(path, ended_deals=0, more=0) as running:
        assert command("backup", tmp_path / "b.zip", "--config", config) == 0
        stood_at = running.inputs(1)[-1].at
        running.observe([], stood_at + 7_200_000)
    assert command("restore", tmp_path / "b.zip", "--config", config) == 0
    journal = Journal.open(path)
    assert journal.at == stood_at
    journal.close()


def test_a_table_without_a_journal_has_nothing_to_back_up(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("backup", tmp_path / "b.zip", "--config", table / "jantaku.toml") == 2
    assert "there is no journal" in capsys.readouterr().err
    assert not (tmp_path / "b.zip").exists()


def altered(backup: Path, name: str, content: bytes) -> None:
    """Put other bytes into a backup, as a bad medium does."""
    with zipfile.ZipFile(backup) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
    files[name] = content
    with zipfile.ZipFile(backup, "w") as archive:
        for part, data in files.items():
            archive.writestr(part, data)


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("tags.json", b"{}", "tags.json in it is damaged"),
        ("manifest.json", b"{}", "no backup of a table"),
        ("manifest.json", b"not json", "no backup of a table"),
        ("manifest.json", b'{"format": "jantaku-backup", "version": 9, "files": {}}', "made by a newer Jantaku"),
    ],
)
def test_a_backup_that_is_not_sound_changes_nothing(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, complaint: str
) -> None:
    config, journal = table / "jantaku.toml", table / "state" / "j.sqlite"
    with being_played(journal, ended_deals=0, more=0):
        assert command("backup", tmp_path / "b.zip", "--config", config) == 0
    before = {path: path.read_bytes() for path in table.rglob("*") if path.is_file()}
    altered(tmp_path / "b.zip", name, content)
    assert command("restore", tmp_path / "b.zip", "--config", config) == 2
    assert complaint in capsys.readouterr().err
    assert {path: path.read_bytes() for path in table.rglob("*") if path.is_file()} == before


def test_something_else_is_no_backup(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.zip").write_text("hello")
    assert command("restore", tmp_path / "b.zip", "--config", table / "jantaku.toml") == 2
    assert "no backup of a table" in capsys.readouterr().err
    assert command("restore", tmp_path / "nowhere.zip", "--config", table / "jantaku.toml") == 2


def test_a_newer_journal_in_a_backup_is_refused(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, journal = table / "jantaku.toml", table / "state" / "j.sqlite"
    with being_played(journal, ended_deals=0, more=0):
        assert command("backup", tmp_path / "b.zip", "--config", config) == 0
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        newer = Path(archive.extract("journal.sqlite", tmp_path))
    database = sqlite3.connect(newer)
    database.execute("PRAGMA user_version = 999")
    database.close()
    altered(tmp_path / "b.zip", "journal.sqlite", newer.read_bytes())
    manifest["files"]["journal.sqlite"] = sha256(newer)
    altered(tmp_path / "b.zip", "manifest.json", json.dumps(manifest).encode())
    assert command("restore", tmp_path / "b.zip", "--config", config) == 2
    assert "written by a newer Jantaku" in capsys.readouterr().err


def test_a_backup_puts_nothing_where_it_does_not_belong(table: Path, tmp_path: Path) -> None:
    config, journal = table / "jantaku.toml", table / "state" / "j.sqlite"
    with being_played(journal, ended_deals=0, more=0):
        assert command("backup", tmp_path / "b.zip", "--config", config) == 0
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
    outside = ("seasons/../../evil.toml", "../evil.toml", "seasons/.hidden.toml", "other.txt")
    for name in outside:
        altered(tmp_path / "b.zip", name, b"evil")
        manifest["files"][name] = "0"
    altered(tmp_path / "b.zip", "manifest.json", json.dumps(manifest).encode())
    assert command("restore", tmp_path / "b.zip", "--config", config) == 0
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.read_bytes() == b"evil"]


@pytest.mark.parametrize(("place", "said"), [("nowhere/out.zip", "there is no folder"), ("", "is a folder")])
def test_a_backup_goes_into_a_folder_that_is_there(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, said: str
) -> None:
    Journal.open(table / "state" / "j.sqlite").close()
    assert command("backup", "--config", table / "jantaku.toml", tmp_path / place) == 2
    assert said in capsys.readouterr().err
