import pytest

from engine.tiles import TileSet
from hal.drivers import DRIVERS, Driver, check_options, open_table
from hal.errors import DriverError
from hal.layout import scoring_pad
from hal.options import DriverOptions
from hal.ports import Scan
from hal.sim.panels import Panels
from hal.tableports import SomePorts
from hal.zones import hand_of


def test_the_configuration_alone_chooses_and_tunes_the_driver() -> None:
    ports = open_table(
        "simulated", {"noise": "typical", "seed": 3, "machine": True, "layout": {"racks": False}}, TileSet()
    )
    assert ports.simulation is not None
    assert ports.machine is not None
    assert not ports.layout.reads(hand_of(0))
    assert ports.registry is not None
    assert len(ports.registry) == 136
    ports.simulation.advance(500)
    assert any(isinstance(item, Scan) for item in ports.reader.poll(500))


def test_defaults_are_a_perfect_reference_table() -> None:
    ports = open_table("simulated", {}, TileSet())
    assert len(ports.layout.antennas) == 26
    assert ports.machine is None


def test_a_scoring_pad_is_a_table_too() -> None:
    ports = open_table("simulated", {"layout": {"scoring_pad": True}}, TileSet())
    assert ports.layout == scoring_pad()


@pytest.mark.parametrize(
    ("driver", "options", "message"),
    [
        ("simulation", {}, "no driver 'simulation'; write one of: .*simulated"),
        ("simulated", {"noise": "loud"}, "choose none, typical, harsh"),
        ("simulated", {"nois": "none"}, "nois: there is no such key"),
        ("simulated", {"seed": "many"}, "seed: "),
        ("simulated", {"layout": {"rack": True}}, r"layout\.rack: "),
        ("simulated", {"seed": "many", "nois": "none"}, r"seed: .*; nois: "),
        ("boards", {"ports": 5, "sweep_ms": 1}, r"ports: .*'auto', or .*; sweep_ms: "),
    ],
)
def test_wrong_configuration_names_the_key(driver: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(DriverError, match=message):
        open_table(driver, options, TileSet())


def test_a_port_may_have_a_driver_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    panels = Panels()

    def bare(options: DriverOptions, tile_set: TileSet) -> SomePorts:
        return SomePorts(lamps=panels, close=lambda: closed.append("bare"))

    monkeypatch.setitem(DRIVERS, "bare", Driver(DriverOptions, bare, ("lamps", "sound")))
    ports = open_table("simulated", {}, TileSet(), {"lamps": ("bare", {})})
    assert ports.lamps is panels
    assert ports.simulation is not None
    assert ports.sound is ports.simulation.panels
    ports.close()
    assert closed == ["bare"]
    with pytest.raises(DriverError, match="'bare' has no sound by its options"):
        open_table("simulated", {}, TileSet(), {"sound": ("bare", {})})
    assert closed == ["bare", "bare"]
    with pytest.raises(DriverError, match=r"'bare' has no buttons; for this port write one of: .*simulated"):
        open_table("simulated", {}, TileSet(), {"buttons": ("bare", {})})
    with pytest.raises(DriverError, match=r"reads no tiles: name a \[hal\] reader: .*simulated"):
        open_table("bare", {}, TileSet())
    quiet = open_table("bare", {}, TileSet(), {"reader": ("simulated", {})})
    assert list(quiet.buttons.poll(100)) == []
    quiet.sound.play(None, "win")
    quiet.display.show(0, ["nothing to show it on"])


def test_options_can_be_checked_without_opening() -> None:
    assert check_options("simulated", {"seed": 5}).model_dump()["seed"] == 5
