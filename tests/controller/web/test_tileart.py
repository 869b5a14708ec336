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


def test_all_pictures_of_a_set_differ_and_the_large_set_has_its_own() -> None:
    for style in STYLES:
        assert len({tile_svg(name, style) for name in NAMES}) == len(NAMES)
    assert [name for name in NAMES if tile_svg(name, "large") == tile_svg(name, "classic")] == ["back"]


def test_there_is_no_picture_of_what_is_no_tile() -> None:
    for name in ("0z", "9z", "9f", "", "1x"):
        with pytest.raises(KeyError):
            tile_svg(name)
