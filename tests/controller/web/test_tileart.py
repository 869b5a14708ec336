"""Tile pictures: one for every tile, well formed, self-contained, all different."""

from xml.etree import ElementTree

import pytest

from controller.web.tileart import NAMES, STYLES, Style, tile_svg
from engine.tiles import TileSet


@pytest.mark.parametrize("style", STYLES)
def test_every_tile_of_every_set_has_a_picture_of_its_own(style: Style) -> None:
    for tile_set in (TileSet(red_fives=3), TileSet(red_fives=4), TileSet(red_fives=0, flowers=True)):
        for tile in tile_set.tiles:
            assert tile_set.name(tile) in NAMES
    pictures = {name: tile_svg(name, style) for name in NAMES}
    assert len(set(pictures.values())) == len(NAMES) == 34 + 8 + 3 + 1


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_well_formed_and_needs_neither_font_nor_other_files(name: str, style: Style) -> None:
    root = ElementTree.fromstring(tile_svg(name, style))  # noqa: S314 - our own text
    assert root.attrib["viewBox"] == "0 0 60 80"
    tags = {element.tag.split("}")[1] for element in root.iter()}
    assert not tags & {"text", "image", "use", "script", "style"}


def test_the_index_set_names_suits_and_winds_in_the_corner() -> None:
    for name in ("3m", "3p", "3s", "1z", "0p"):
        assert tile_svg(name, "index") != tile_svg(name, "classic")
    assert tile_svg("5z", "index") == tile_svg("5z", "classic")


def test_there_is_no_picture_of_what_is_no_tile() -> None:
    for name in ("0z", "9z", "9f", "", "1x"):
        with pytest.raises(KeyError):
            tile_svg(name)
