"""What the configuration says about the Pi's own pins."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from engine.tiles import SEATS, Seat
from hal.options import DriverOptions
from hal.ports import Button

HEADER: Final = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""GPIO number of each pin of the 40-pin header, the same on every Raspberry Pi since the B+."""

Pin = Annotated[int, Field(ge=1, le=40)]


class MatrixPins(DriverOptions):
    """Buttons as a matrix: a row a seat, a column a button, a diode at each button (twelve pins for 32 buttons)."""

    rows: tuple[Pin, Pin, Pin, Pin] = Field(description="Row pins of seats 0 to 3.")
    columns: dict[Button, Pin] = Field(min_length=1, description="Column pin of each button.")


class PanelPins(DriverOptions):
    """The pins of one seat's panel."""

    buttons: dict[Button, Pin] = Field(default_factory=dict, description="Pin of each button, closing to ground.")
    lamps: dict[Button, Pin] = Field(default_factory=dict, description="Pin of the lamp in each button.")
    buzzer: Pin | None = Field(None, description="Pin of the seat's buzzer (passive, driven by a tone).")


class MachinePins(DriverOptions):
    """The pins of a table machine (shuffler, lift)."""

    start: Pin = Field(description="Output that starts the machine.")
    ready: Pin | None = Field(None, description="Input that says the next set stands ready.")
    jam: Pin | None = Field(None, description="Input that says the machine is jammed.")
    start_ms: int = Field(200, ge=20, le=5_000, description="How long the start output is on.")
    active: Literal["low", "high"] = Field("low", description="Level at which the machine's inputs mean yes.")


class GpioOptions(DriverOptions):
    """Buttons, lamps, buzzers and a table machine on the Pi's own pins."""

    numbering: Literal["bcm", "board"] = Field(
        "bcm", description="How pins are numbered: `bcm` GPIO numbers 2 to 27, `board` places 1 to 40 on the header."
    )
    seats: dict[Literal["0", "1", "2", "3"], PanelPins] = Field(
        default_factory=dict, description="The panels, as [hal.gpio.seats.0] to [hal.gpio.seats.3]."
    )
    matrix: MatrixPins | None = Field(None, description="Buttons of all seats as a matrix instead of a pin each.")
    buzzer: Pin | None = Field(None, description="One buzzer for the whole table.")
    machine: MachinePins | None = Field(None, description="A table machine.")
    lamps_on: Literal["high", "low"] = Field("high", description="Level that lights a lamp.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        faults: list[str] = []
        users: dict[int, str] = {}
        for purpose, pin in self.uses():
            gpio = self.gpio(pin)
            if gpio is None:
                faults.append(f"{purpose}: {self._no_such(pin)}")
            elif gpio in users:
                faults.append(f"{purpose}: pin {pin} is already {users[gpio]}")
            else:
                users[gpio] = purpose
        if self.matrix is not None and any(panel.buttons for panel in self.seats.values()):
            faults.append("matrix: buttons are wired as a matrix or with a pin each, not both")
        if faults:
            raise ValueError("; ".join(faults))
        return self

    def panel(self, seat: Seat) -> PanelPins:
        """The panel of a seat; one without pins if the configuration has none."""
        for name, panel in self.seats.items():
            if int(name) == seat:
                return panel
        return PanelPins()

    def gpio(self, pin: int) -> int | None:
        """The GPIO number of a pin as the configuration numbers it; None if there is no such GPIO."""
        if self.numbering == "board":
            return HEADER.get(pin)
        return pin if pin in HEADER.values() else None

    def uses(self) -> Iterator[tuple[str, int]]:
        """Every pin with what it is for."""
        for seat in SEATS:
            panel = self.panel(seat)
            for button, pin in panel.buttons.items():
                yield f"button {button} of seat {seat}", pin
            for button, pin in panel.lamps.items():
                yield f"lamp {button} of seat {seat}", pin
            if panel.buzzer is not None:
                yield f"buzzer of seat {seat}", panel.buzzer
        if self.matrix is not None:
            for seat, pin in zip(SEATS, self.matrix.rows, strict=True):
                yield f"matrix row of seat {seat}", pin
            for button, pin in self.matrix.columns.items():
                yield f"matrix column {button}", pin
        if self.buzzer is not None:
            yield "buzzer of the table", self.buzzer
        if self.machine is not None:
            for name in ("start", "ready", "jam"):
                pin = getattr(self.machine, name)
                if pin is not None:
                    yield f"machine {name}", pin

    def _no_such(self, pin: int) -> str:
        if self.numbering == "board":
            return f"place {pin} of the header is no GPIO (power, ground, or reserved)"
        return f"there is no GPIO {pin} on the header; GPIO 2 to 27 are"
