import pytest

from hal.errors import LayoutError
from hal.layout import Antenna, Layout, scoring_pad, standard_layout
from hal.zones import DORA_PAD, ELSEWHERE, POOL, ZoneKind, hand_of, melds_of, river_of


def test_reference_table_has_its_antennas() -> None:
    layout = standard_layout()
    assert layout.boards == ("seat0", "seat1", "seat2", "seat3", "centre")
    for seat in range(4):
        assert len(layout.antennas_of(hand_of(seat))) == 3
        assert [antenna.pad for antenna in layout.antennas_of(hand_of(seat))].count(True) == 1
        assert len(layout.antennas_of(river_of(seat))) == 2
        assert len(layout.antennas_of(melds_of(seat))) == 1
        assert len(layout.on_board(f"seat{seat}")) == 6
    assert len(layout.antennas_of(DORA_PAD)) == 2
    assert len(layout.antennas) == 26


def test_smaller_tables() -> None:
    assert not standard_layout(racks=False).reads(hand_of(0))
    assert not standard_layout(dora_pad=False).reads(DORA_PAD)
    pool = standard_layout(pool=True)
    assert not pool.reads(river_of(2))
    assert len(pool.antennas_of(POOL)) == 4
    assert {zone.kind for zone in scoring_pad().zones} == {ZoneKind.HAND, ZoneKind.MELDS}


def test_zones_nobody_reads_have_no_antennas() -> None:
    assert standard_layout().antennas_of(POOL) == ()


def test_unknown_antenna_names_the_known_ones() -> None:
    with pytest.raises(LayoutError, match=r"no antenna 'x'.*pad\.hand"):
        scoring_pad().antenna("x")


@pytest.mark.parametrize(
    ("antennas", "message"),
    [
        ((), "at least one antenna"),
        ((Antenna("a", "b", DORA_PAD), Antenna("a", "c", POOL)), "two antennas are called 'a'"),
        ((Antenna("a", "b", ELSEWHERE),), "reads 'elsewhere'"),
    ],
)
def test_impossible_layouts(antennas: tuple[Antenna, ...], message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        Layout(antennas)
