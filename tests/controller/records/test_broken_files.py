"""Record files that are anything but records: each is read or refused as a `RecordError`; nothing else comes out."""

import gzip
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.records import files
from controller.records.files import read_games
from engine.errors import RecordError
from engine.records.mjai import read_mjai
from engine.records.own import write_own
from engine.records.tenhou_writer import write_tenhou
from engine.rules import load_rules

RULES = load_rules("tenhou")
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "tonpuusen.mjai.jsonl"
LINES = EXAMPLE.read_text("utf-8").splitlines()
LINES = LINES[: 1 + next(n for n, line in enumerate(LINES) if json.loads(line)["type"] == "end_kyoku")]
(GAME,) = read_mjai(LINES)
GOOD = {
    "mjai": "\n".join(LINES).encode(),
    "tenhou": write_tenhou(GAME).encode(),
    "own": write_own(GAME).encode(),
    "gz": gzip.compress("\n".join(LINES).encode(), mtime=0),
}


def read(path: Path, data: bytes) -> int:
    """How many games a file of these bytes holds; 0 if it is refused as it should be."""
    path.write_bytes(data)
    with suppress(RecordError):
        return len(list(read_games(path, RULES)))
    return 0


@pytest.mark.parametrize("name", GOOD)
def test_the_whole_files_are_read(tmp_path: Path, name: str) -> None:
    assert read(tmp_path / "record", GOOD[name]) == 1


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=400) | st.text(max_size=200).map(str.encode) | st.just(b"\x1f\x8b"))
def test_any_bytes_are_refused(tmp_path: Path, data: bytes) -> None:
    read(tmp_path / "record", data)


@pytest.mark.parametrize("name", GOOD)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_files_cut_off_and_with_wrong_bytes_are_read_or_refused(tmp_path: Path, name: str, data: st.DataObject) -> None:
    good = bytearray(GOOD[name])
    for _ in range(data.draw(st.integers(0, 4))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, len(good)) | st.just(len(good)))
    read(tmp_path / "record", bytes(good[:end]))


def test_a_small_file_that_unpacks_to_far_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 2**20)
    file = tmp_path / "record.gz"
    file.write_bytes(gzip.compress(b" " * 2**22))
    with pytest.raises(RecordError, match="more than 1 megabytes"):
        list(read_games(file, RULES))
