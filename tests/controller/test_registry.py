"""The tag registry: which tag is in which tile."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.errors import RegistryError
from controller.registry import Registry, read_registry, registry_for, write_registry
from engine.tiles import Tile, TileSet
from hal.drivers import TablePorts, open_table

TAG = "E004015012345678"


def test_written_and_read_again(tmp_path: Path) -> None:
    registry = Registry().with_tag("green", TAG, Tile(17)).with_tag("blue", "E004015012345679", Tile(17))
    write_registry(tmp_path / "tags.json", registry)
    assert read_registry(tmp_path / "tags.json") == registry
    assert registry.all_tags() == {TAG: 17, "E004015012345679": 17}
    assert [path.name for path in tmp_path.iterdir()] == ["tags.json"]


@pytest.mark.parametrize(
    ("name", "tag", "tile", "message"),
    [
        ("blue", TAG, 18, "already in tile 17 of the set 'green'"),
        ("green", "E004015012345679", 17, "already has the tag"),
        ("green", "e004015012345679", 18, "is no tag"),
        ("green", "E0040150", 18, "is no tag"),
        ("green", "E004015012345679", 144, "is no tile"),
        ("green", "E004015012345679", -1, "is no tile"),
    ],
)
def test_doubles_and_nonsense_are_refused(name: str, tag: str, tile: int, message: str) -> None:
    registry = Registry().with_tag("green", TAG, Tile(17))
    with pytest.raises(RegistryError, match=message):
        registry.with_tag(name, tag, Tile(tile))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "cannot be read"),
        ("[]", "is no tag registry"),
        ({"format": "other"}, "is no tag registry"),
        ({"format": "jantaku-tags", "version": 9}, "of version 9"),
        ({"format": "jantaku-tags", "version": 1}, "is broken"),
        ({"format": "jantaku-tags", "version": 1, "sets": []}, "is broken"),
        ({"format": "jantaku-tags", "version": 1, "sets": {"a": {TAG: "x"}}}, "is wrong.*is no tile"),
        (
            {"format": "jantaku-tags", "version": 1, "sets": {"a": {TAG: 3}, "b": {TAG: 3}}},
            "is wrong.*already in tile 3",
        ),
    ],
)
def test_wrong_files(tmp_path: Path, content: Any, message: str) -> None:
    path = tmp_path / "tags.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(RegistryError, match=message):
        read_registry(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="enrol the tile set first"):
        read_registry(tmp_path / "tags.json")


def test_whose_tags_count(tmp_path: Path) -> None:
    simulated = open_table("simulated", {}, TileSet())
    assert registry_for(None, simulated) == simulated.registry
    write_registry(tmp_path / "tags.json", Registry().with_tag("green", TAG, Tile(17)))
    assert registry_for(tmp_path / "tags.json", simulated) == {TAG: 17}
    real = TablePorts(
        simulated.layout, simulated.reader, simulated.buttons, simulated.lamps, simulated.sound, simulated.display
    )
    with pytest.raises(RegistryError, match=r"\[table\] registry"):
        registry_for(None, real)


def test_two_sets_of_an_automatic_table(tmp_path: Path) -> None:
    path, other = tmp_path / "tags.json", "E004015012345679"
    write_registry(path, Registry().with_tag("green", TAG, Tile(17)).with_tag("blue", other, Tile(17)))
    ports = open_table("simulated", {}, TileSet())
    assert registry_for(path, ports, "green", "blue") == {TAG: 17, other: 17 + 144}
    for first in (None, "blue"):
        with pytest.raises(RegistryError, match="second_tile_set"):
            registry_for(path, ports, first, "blue")
