"""Bundles that are anything but sound: each is read and shown, or refused clearly; nothing else comes out."""

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.cli import main
from controller.errors import ControllerError
from controller.replay.bundled import read_bundle, replay_bundle
from engine.errors import EngineError
from tests.controller.operations.played import being_played

SETTINGS = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a bundle of one ended deal consists of."""
    folder = tmp_path_factory.mktemp("bundle")
    with being_played(folder / "j.sqlite", ended_deals=1):
        assert main(["bundle", str(folder / "bundle.zip"), "--journal", str(folder / "j.sqlite")]) == 0
    with zipfile.ZipFile(folder / "bundle.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist() if name in ("manifest.json", "journal.sqlite")}


def packed(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def shown(path: Path, data: bytes) -> int:
    """How many deals a bundle of these bytes shows; 0 if it is refused as it should be."""
    path.write_bytes(data)
    with suppress(ControllerError, EngineError):
        return len(list(replay_bundle(read_bundle(path))))
    return 0


SCRATCHES = st.tuples(
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=6),
    st.just(1.0) | st.floats(0, 1),
)
"""Which bytes are wrong, where (0 to 1 of the whole), and where the rest is cut off."""


def scratched(good: bytes, scratches: tuple[list[tuple[float, int]], float]) -> bytes:
    wrong, end = scratches
    data = bytearray(good)
    for place, value in wrong:
        data[int(place * len(data))] = value
    return bytes(data[: int(end * len(data))])


def test_the_whole_bundle_is_shown(files: dict[str, bytes], tmp_path: Path) -> None:
    assert shown(tmp_path / "bundle.zip", packed(files)) == 1


@SETTINGS
@given(scratches=SCRATCHES)
def test_wrong_bytes_in_the_zip_file(files: dict[str, bytes], tmp_path: Path, scratches: Any) -> None:
    whole = packed(files)
    tail = whole[-300:]  # the directory, where a zip file is most easily confused
    shown(tmp_path / "bundle.zip", whole[:-300] + scratched(tail, scratches))
    shown(tmp_path / "bundle.zip", scratched(whole, scratches))


@SETTINGS
@given(scratches=SCRATCHES)
def test_wrong_bytes_in_the_journal(files: dict[str, bytes], tmp_path: Path, scratches: Any) -> None:
    journal = scratched(files["journal.sqlite"], scratches)
    shown(tmp_path / "bundle.zip", packed(files | {"journal.sqlite": journal}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@SETTINGS
@given(manifest=JSON | st.fixed_dictionaries({"format": st.just("jantaku-bundle"), "version": JSON, "jantaku": JSON}))
def test_any_manifest(files: dict[str, bytes], tmp_path: Path, manifest: Any) -> None:
    shown(tmp_path / "bundle.zip", packed(files | {"manifest.json": json.dumps(manifest).encode()}))


def rows(text: str) -> Iterator[str]:
    """Statements that put something senseless where a row has its JSON."""
    for table, column in (("input", "body"), ("fact", "body"), ("stamp", "rules"), ("match", "final")):
        yield f"UPDATE {table} SET {column} = '{text}'"  # noqa: S608 - of this test


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", "7", '"x"', '{"type": "move"}', "[" * 3_000, "9" * 5_000])
def test_rows_that_hold_something_else(files: dict[str, bytes], tmp_path: Path, text: str) -> None:

    for number, statement in enumerate(rows(text)):
        journal = tmp_path / f"{number}.sqlite"
        journal.write_bytes(files["journal.sqlite"])
        with sqlite3.connect(journal) as database:
            database.execute(statement)
        database.close()
        shown(tmp_path / "bundle.zip", packed(files | {"journal.sqlite": journal.read_bytes()}))
