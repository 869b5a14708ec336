"""OLEDs of 128 × 64 pixels: four lines a seat, drawn by luma.oled."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from engine.tiles import Seat
from hal.displays.options import OledOptions, OledPlace
from hal.displays.worker import DisplayWorker
from hal.errors import DriverError
from hal.tableports import SomePorts

LINES: Final = 4
LINE_HEIGHT: Final = 16


class OledScreen:
    """One display: a luma device and the font. With `latin` what the font lacks is drawn as a question mark."""

    def __init__(self, device: Any, font: Any, *, latin: bool = True) -> None:
        self._device: Final = device
        self._font: Final = font
        self._latin: Final = latin

    def draw(self, lines: Sequence[str]) -> None:
        """Draw up to four lines, from the top."""
        canvas = import_module("luma.core.render").canvas
        with canvas(self._device) as draw:
            for number, line in enumerate(lines[:LINES]):
                text = _in_latin(line) if self._latin else line
                draw.text((1, number * LINE_HEIGHT + 1), text, fill="white", font=self._font)

    def close(self) -> None:
        """Go dark."""
        self._device.cleanup()


class OledDisplay:
    """A `SeatDisplay` of OLEDs."""

    def __init__(self, worker: DisplayWorker[tuple[str, ...]], *, latin_only: bool = True) -> None:
        self.worker: Final = worker
        self.latin_only: Final = latin_only

    def show(self, seat: Seat, lines: Sequence[str]) -> None:
        """Show up to four lines at a seat."""
        self.worker.show(seat, tuple(lines[:LINES]))


def open_oled(options: OledOptions, _tile_set: object) -> SomePorts:
    """The seats' OLEDs; raises `DriverError` if the library or the font is missing. A dark display is tried again."""
    library("luma.oled.device")
    font = load_font(options.font)

    def opener(place: OledPlace) -> Callable[[], OledScreen]:
        return lambda: OledScreen(_device(options, place), font, latin=options.font is None)

    places = options.places()
    names = {seat: f"the OLED of seat {seat}" for seat in places}
    worker = DisplayWorker[tuple[str, ...]]({seat: opener(place) for seat, place in places.items()}, names)
    worker.start()
    return SomePorts(
        display=OledDisplay(worker, latin_only=options.font is None), close=worker.close, problems=worker.problems
    )


def library(module: str) -> Any:
    """A module of luma; raises `DriverError` saying how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise DriverError(f"{module.partition('.device')[0]} is missing: pip install 'jantaku[pi]'") from error


def load_font(path: Path | None) -> Any:
    """The font of the lines: Pillow's 6 × 11 bitmap font, 21 characters a line, or a TrueType file's."""
    fonts = library("PIL.ImageFont")
    if path is None:
        return fonts.load_default_imagefont()
    try:
        return fonts.truetype(str(path), 13)
    except OSError as error:
        raise DriverError(f"[hal.oled] font: {path} cannot be read as a TrueType font ({error})") from error


def _device(options: OledOptions, place: OledPlace) -> Any:
    serial = import_module("luma.core.interface.serial").i2c(port=place.bus, address=place.address)
    device = getattr(library("luma.oled.device"), options.model)(serial, rotate=2 if options.turned else 0)
    device.contrast(options.contrast)
    return device


def _in_latin(line: str) -> str:
    return line.replace("–", "-").replace("×", "x").encode("latin-1", "replace").decode("latin-1")
