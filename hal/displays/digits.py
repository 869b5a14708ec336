"""7-segment modules with a MAX7219: a seat's points, drawn by luma.led_matrix."""

from importlib import import_module
from typing import Any, Final, TypeAlias

from engine.tiles import SEATS, Seat
from hal.displays.oled import library
from hal.displays.options import DigitsOptions
from hal.displays.worker import DisplayWorker
from hal.tableports import SomePorts

DIGITS: Final = 8
"""Digits of one module."""

Points: TypeAlias = tuple[int | None, int | None, int | None, int | None]

_CHAIN: Final = 0
"""All modules hang on one chain, which is one display to the worker."""


class DigitsChain:
    """All modules of the table on one chain."""

    def __init__(self, device: Any, order: tuple[Seat, ...]) -> None:
        self._order: Final = order
        self._segments: Final = library("luma.core.virtual").sevensegment(device)
        self._device: Final = device

    def draw(self, points: Points) -> None:
        """Draw each seat's points on its module, right-aligned; None is dark."""
        self._segments.text = "".join(module_text(points[seat]) for seat in self._order)

    def close(self) -> None:
        """Go dark."""
        self._device.cleanup()


class DigitsDisplay:
    """A `ScoreDisplay` of 7-segment modules."""

    def __init__(self, worker: DisplayWorker[Points]) -> None:
        self.worker: Final = worker
        self._points: dict[Seat, int | None] = dict.fromkeys(SEATS)

    def score(self, seat: Seat, points: int | None) -> None:
        """Show a seat's points."""
        self._points[seat] = points
        first, second, third, fourth = (self._points[one] for one in SEATS)
        self.worker.show(_CHAIN, (first, second, third, fourth))


def module_text(points: int | None) -> str:
    """The eight characters of a module: `   25000`, `   -1200`; dashes for what does not fit."""
    if points is None:
        return " " * DIGITS
    text = f"{points:>{DIGITS}}"
    return text if len(text) == DIGITS else "-" * DIGITS


def open_digits(options: DigitsOptions, _tile_set: object) -> SomePorts:
    """The seats' digits; raises `DriverError` if the library is missing. A dark chain is tried again."""
    library("luma.led_matrix.device")

    def opener() -> DigitsChain:
        return DigitsChain(_device(options), options.order)

    worker = DisplayWorker[Points]({_CHAIN: opener}, {_CHAIN: "the chain of digits"})
    worker.start()
    return SomePorts(score=DigitsDisplay(worker), close=worker.close, problems=worker.problems)


def _device(options: DigitsOptions) -> Any:
    serials = import_module("luma.core.interface.serial")
    serial = serials.spi(port=options.port, device=options.device, bus_speed_hz=500_000, gpio=serials.noop())
    device = library("luma.led_matrix.device").max7219(
        serial, width=DIGITS * len(options.order), height=8, cascaded=len(options.order)
    )
    device.contrast(options.contrast)
    return device
