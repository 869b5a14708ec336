"""The simulated wall that is kept beside the journal."""

from pathlib import Path

import pytest

from controller.service.simulated import WallFile
from engine.tiles import TileSet


def test_the_wall_is_read_back_as_it_stood(tmp_path: Path) -> None:
    walls = WallFile(tmp_path / "wall.json")
    assert walls.read() is None
    walls.store(TileSet().tiles)
    assert walls.read() == TileSet().tiles


@pytest.mark.parametrize("text", [b"", b"[1, 2", b"{}", b'["a"]', b"[true]", b"null", b"\x00\xff"])
def test_a_broken_file_is_no_wall(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "wall.json"
    file.write_bytes(text)
    assert WallFile(file).read() is None
