"""Opens the ports that hang on the Pi's own pins."""

from collections.abc import Callable

from hal.errors import DriverError
from hal.gpio.buttons import MatrixButtons, PinButtons, wiring_of
from hal.gpio.machine import PinMachine
from hal.gpio.options import GpioOptions, MachinePins, MatrixPins
from hal.gpio.outputs import PinBuzzers, PinLamps, buzzers_of, lamps_of
from hal.gpio.pins import Pins
from hal.tableports import SomePorts


def open_gpio(options: GpioOptions, _tile_set: object) -> SomePorts:
    """The ports whose pins the options name; raises `DriverError` saying what to do, with all pins let go of."""
    pins = Pins()
    closers: list[Callable[[], None]] = []

    def close() -> None:
        for end in closers:
            end()
        pins.close()

    try:
        buttons = _buttons(pins, options)
        lamps, buzzers = lamps_of(options), buzzers_of(options)
        ports = SomePorts(
            buttons=buttons,
            lamps=PinLamps(pins, lamps, lit_high=options.lamps_on == "high") if lamps else None,
            machine=None if options.machine is None else _machine(pins, options, options.machine),
            sound=PinBuzzers(pins, buzzers) if buzzers else None,
            close=close,
        )
    except DriverError:
        close()
        raise
    if isinstance(ports.sound, PinBuzzers):
        closers.append(ports.sound.close)
    if isinstance(ports.machine, PinMachine):
        closers.append(ports.machine.close)
        ports.machine.run()
    if isinstance(buttons, MatrixButtons):
        closers.append(buttons.close)
        buttons.start()
    return ports


def _buttons(pins: Pins, options: GpioOptions) -> PinButtons | MatrixButtons | None:
    if options.matrix is not None:
        return _matrix(pins, options, options.matrix)
    wiring = wiring_of(options)
    return PinButtons(pins, wiring) if wiring else None


def _matrix(pins: Pins, options: GpioOptions, matrix: MatrixPins) -> MatrixButtons:
    rows = [_checked(options, pin) for pin in matrix.rows]
    return MatrixButtons(pins, rows, {_checked(options, pin): button for button, pin in matrix.columns.items()})


def _machine(pins: Pins, options: GpioOptions, machine: MachinePins) -> PinMachine:
    return PinMachine(
        pins,
        _checked(options, machine.start),
        ready=None if machine.ready is None else _checked(options, machine.ready),
        jam=None if machine.jam is None else _checked(options, machine.jam),
        start_ms=machine.start_ms,
        active_high=machine.active == "high",
    )


def _checked(options: GpioOptions, pin: int) -> int:
    gpio = options.gpio(pin)
    if gpio is None:  # the options' own check has refused it
        raise DriverError(f"pin {pin} is no GPIO")
    return gpio
