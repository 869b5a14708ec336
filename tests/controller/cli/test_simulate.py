"""`jantaku simulate`: what it says of its matches."""

import json
from pathlib import Path

import pytest

from controller.cli import main

ONE_DEAL = ["simulate", "--rules", "riichi-single-deal", "--level", "novice", "--seed", "3"]


def test_the_summary_counts_incidents_by_kind_and_tells_the_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ONE_DEAL, "--matches", "3", "--noise", "typical", "--json"]) == 0
    *matches, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    summary = last["summary"]
    assert [match["match"] for match in matches] == [1, 2, 3]
    assert (summary["matches"], summary["deals"], summary["broken"]) == (3, 3, 0)
    assert summary["incidents"] == sum(summary["incidents_by_kind"].values())
    assert summary["table_seconds"] == pytest.approx(sum(match["table_seconds"] for match in matches))
    memory = summary["memory_mb"]
    assert set(memory) == {"first", "half", "last"}
    assert not Path("/proc/self/statm").exists() or min(memory.values()) > 1


def test_for_people_it_ends_with_what_they_came_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ONE_DEAL, "--matches", "1"]) == 0
    first, summary, *memory = capsys.readouterr().out.splitlines()
    assert first.startswith("match 1: 1 deal,")
    assert summary.startswith("1 match, 1 deal, 0 broken, 0 incidents; ")
    assert all(line.startswith("memory: ") for line in memory)


def test_a_kept_journal_tells_bots_from_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = ["--journal", str(tmp_path / "j.sqlite")]
    assert main([*ONE_DEAL, "--matches", "1", *kept]) == 0
    capsys.readouterr()
    assert main(["standings", "--json", *kept]) == 0
    players = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [player["bot"] for player in players] == [True] * 4
    assert main(["players", "--json", *kept]) == 0
    assert capsys.readouterr().out == ""
