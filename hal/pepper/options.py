"""What the configuration says about Pepper C1 readers: which reader reads which antennas."""

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from hal.layout import Layout
from hal.options import DriverOptions, LayoutOptions
from hal.pepper.codec import DEFAULT_ADDRESS, DialectName

Uid = Annotated[str, StringConstraints(pattern=r"^[0-9A-F]{16}$")]


class ReaderOptions(DriverOptions):
    """One reader and the antennas on it."""

    board: str = Field(description="Board the reader stands for: seat0 to seat3, centre, or pad.")
    port: str = Field(description="Serial port, by a name that stays: /dev/serial/by-path/... or /dev/jantaku/port-...")
    antennas: tuple[str, ...] = Field(
        min_length=1, max_length=8, description="Antennas of the layout on sockets 1, 2, ... in order."
    )
    dialect: DialectName = Field("plain", description="plain: USB, UART; rs485: the model with a bus address.")
    address: int = Field(DEFAULT_ADDRESS, ge=0, le=255, description="Bus address of an RS-485 model.")
    name: str | None = Field(
        None,
        min_length=1,
        max_length=32,
        description="Name given to the reader with the maker's tool: another reader on this port is refused.",
    )
    antenna_code: int | None = Field(
        None, ge=1, le=0xFD, description="Command code that switches antennas, if not the dialect's own."
    )
    references: dict[str, Uid] = Field(
        default_factory=dict, description="UID of each antenna's fixed reference tag, by antenna."
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.dialect == "rs485" and self.antenna_code is None and len(self.antennas) > 1:
            raise ValueError(
                "an RS-485 reader has one antenna; for a model that switches several give its command as antenna_code"
            )
        strange = sorted(set(self.references) - set(self.antennas))
        if strange:
            raise ValueError(f"references: {', '.join(strange)} is no antenna of this reader")
        return self


class PepperOptions(DriverOptions):
    """Eccel Pepper C1 readers."""

    layout: LayoutOptions = LayoutOptions()
    readers: tuple[ReaderOptions, ...] = Field(
        min_length=1, description="The readers, each a [[hal.pepper_c1.readers]]."
    )
    baud: int = Field(115_200, ge=4_800, le=921_600, description="Speed of the lines.")
    reply_ms: int = Field(300, ge=20, le=5_000, description="A reader that has not answered so long did not hear.")
    afi: int = Field(0, ge=0, le=255, description="Application family of the tags; 0 is any.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        layout = self.layout.build()
        faults = [*_antenna_faults(self.readers, layout), *_line_faults(self.readers)]
        if faults:
            raise ValueError("; ".join(faults))
        return self


def _antenna_faults(readers: tuple[ReaderOptions, ...], layout: Layout) -> list[str]:
    faults: list[str] = []
    named = [(antenna, reader.board) for reader in readers for antenna in reader.antennas]
    names = [antenna for antenna, _ in named]
    for antenna, board in named:
        known = layout.by_name.get(antenna)
        if known is None:
            faults.append(f"the layout has no antenna {antenna!r}; it has {', '.join(layout.by_name)}")
        elif known.board != board:
            faults.append(f"antenna {antenna!r} belongs to board {known.board!r}, not {board!r}")
    faults += [f"antenna {name!r} is on two sockets" for name in sorted({n for n in names if names.count(n) > 1})]
    missing = [name for name in layout.by_name if name not in names]
    if missing and not faults:
        faults.append(f"no reader reads {', '.join(missing)}: give them a socket, or leave them out by the layout")
    return faults


def _line_faults(readers: tuple[ReaderOptions, ...]) -> list[str]:
    faults: list[str] = []
    seen: dict[tuple[str, int], ReaderOptions] = {}
    for reader in readers:
        others = [other for (port, _), other in seen.items() if port == reader.port]
        if any(other.dialect == "plain" or reader.dialect == "plain" for other in others):
            faults.append(f"two readers on {reader.port}: only RS-485 readers share a line")
        elif (reader.port, reader.address) in seen:
            faults.append(f"two readers on {reader.port} have the address {reader.address:#04x}: give one another")
        seen[reader.port, reader.address] = reader
    return faults
