"""What the configuration says about this project's own boards."""

from typing import Literal

from pydantic import Field

from hal.options import DriverOptions, LayoutOptions


class BoardsOptions(DriverOptions):
    """Reader boards with seat panels, each on a serial line of its own."""

    layout: LayoutOptions = LayoutOptions()
    ports: Literal["auto"] | tuple[str, ...] = Field(
        "auto",
        description="Serial devices, with * and ? for parts of a name; `auto`: boards on USB, by /dev/serial/by-id. "
        "No other device is ever tried: name the adapters of boards on RS-485.",
    )
    names: dict[str, str] = Field(
        default_factory=dict,
        description="Boards that stand in for others, by the names they were flashed with: `spare1` = `seat2`.",
    )
    found_within: int = Field(
        5_000, ge=0, description="How long after the start a board may stay away before it is told missing."
    )
    sweep_ms: int = Field(120, ge=20, le=2_000, description="Air time of one board in a sweep over the table.")
    most_ms: int = Field(
        900, ge=100, le=5_000, description="Longest time a board's field may be on; an inventory of 80 tags takes 800."
    )
    machine: bool = Field(False, description="A table machine hangs on one of the boards.")
