"""What the configuration says about small displays on the computer's own buses."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.tiles import Seat
from hal.options import DriverOptions

SeatName = Literal["0", "1", "2", "3"]


class OledPlace(DriverOptions):
    """Where one seat's OLED is."""

    bus: int = Field(1, ge=0, le=63, description="I2C bus: N of /dev/i2c-N; a multiplexer's channels are buses too.")
    address: int = Field(0x3C, ge=0x08, le=0x77, description="Address on the bus, 0x3C or 0x3D as sold.")


class OledOptions(DriverOptions):
    """OLEDs of 128 × 64 pixels on I2C, four lines a seat."""

    seats: dict[SeatName, OledPlace] = Field(min_length=1, description="The displays, as [hal.oled.seats.0] to .3.")
    model: Literal["ssd1306", "sh1106"] = Field("ssd1306", description="The display's controller chip.")
    turned: bool = Field(False, description="Mounted upside down.")
    contrast: int = Field(160, ge=1, le=255, description="Brightness; less lets an OLED live longer.")
    font: Path | None = Field(None, description="TrueType font for texts beyond Latin letters; default: built in.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        places = [(place.bus, place.address) for place in self.seats.values()]
        for bus, address in places:
            if places.count((bus, address)) > 1:
                raise ValueError(f"two displays have bus {bus}, address {address:#04x}: move one (0x3D), or its bus")
        return self

    def places(self) -> dict[Seat, OledPlace]:
        """The displays by seat."""
        return {int(name): place for name, place in self.seats.items()}


class DigitsOptions(DriverOptions):
    """7-segment modules with a MAX7219 on SPI, eight digits a seat, chained."""

    order: tuple[Annotated[int, Field(ge=0, le=3)], ...] = Field(
        (0, 1, 2, 3), min_length=1, max_length=4, description="Seats of the modules, from the computer outwards."
    )
    port: int = Field(0, ge=0, le=6, description="SPI port: N of /dev/spidevN.M.")
    device: int = Field(0, ge=0, le=2, description="Chip select: M of /dev/spidevN.M.")
    contrast: int = Field(80, ge=0, le=255, description="Brightness.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(set(self.order)) != len(self.order):
            raise ValueError("order: a seat has one module")
        return self
