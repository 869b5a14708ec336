"""The Pi's pins through rpi-lgpio: found, claimed, and let go of, with errors that say what to do."""

from collections.abc import Callable
from contextlib import chdir
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

from hal.errors import DriverError


class Tone(Protocol):
    """A tone on an output."""

    def start(self, duty: float, /) -> None:
        """Begin."""
        ...

    def ChangeFrequency(self, frequency: float, /) -> None:  # noqa: N802 - the library's own name
        """Another pitch."""
        ...

    def stop(self) -> None:
        """End."""
        ...


class Pins:
    """Pins by their GPIO number, whatever the model: rpi-lgpio finds the chip by its driver's name.

    Raises `DriverError` when the library is missing, this is no Raspberry Pi, or a pin cannot be had.
    """

    def __init__(self) -> None:
        self._gpio: Final[Any] = _library()
        self._claimed: Final[list[int]] = []
        try:
            self._gpio.setwarnings(False)
            self._gpio.setmode(self._gpio.BCM)
        except Exception as error:  # lgpio.error is a bare Exception
            raise DriverError(_why_no_chip(error)) from error

    def input(self, pin: int, purpose: str) -> None:
        """Make a pin an input that is high unless something pulls it to ground."""
        self._claim(pin, purpose, lambda gpio: gpio.setup(pin, gpio.IN, pull_up_down=gpio.PUD_UP))

    def output(self, pin: int, purpose: str, *, high: bool) -> None:
        """Make a pin an output."""
        self._claim(pin, purpose, lambda gpio: gpio.setup(pin, gpio.OUT, initial=gpio.HIGH if high else gpio.LOW))

    def watch(self, pin: int, see: Callable[[int], None]) -> None:
        """Have `see(pin)` called at each edge of an input, from a thread of the library."""
        try:
            self._gpio.add_event_detect(pin, self._gpio.BOTH, callback=see)
        except Exception as error:  # lgpio.error is a bare Exception
            raise DriverError(f"GPIO {pin} cannot be watched: {error}. Restart the Pi, and update rpi-lgpio") from error

    def read(self, pin: int) -> bool:
        """Whether a pin is high."""
        return bool(self._gpio.input(pin))

    def write(self, pin: int, *, high: bool) -> None:
        """Set an output."""
        self._gpio.output(pin, self._gpio.HIGH if high else self._gpio.LOW)

    def tone(self, pin: int, frequency: float) -> Tone:
        """A tone on an output, not yet begun."""
        tone: Tone = self._gpio.PWM(pin, frequency)
        return tone

    def close(self) -> None:
        """Let go of all pins claimed here; may be called more than once."""
        if self._claimed:
            self._gpio.cleanup(list(self._claimed))
            self._claimed.clear()

    def _claim(self, pin: int, purpose: str, how: Callable[[Any], None]) -> None:
        try:
            how(self._gpio)
        except Exception as error:  # lgpio.error is a bare Exception
            self.close()
            raise DriverError(
                f"GPIO {pin} ({purpose}) cannot be used: {error}. Another program or an overlay in "
                "/boot/firmware/config.txt may have it (gpioinfo shows who)"
            ) from error
        self._claimed.append(pin)


def _library() -> Any:
    try:
        # lgpio makes a pipe in the working directory as it is imported, and a service may not write there. Once it is
        # open at both ends its name is not needed any more.
        with TemporaryDirectory(prefix="jantaku-gpio-") as folder, chdir(folder):
            return import_module("RPi.GPIO")
    except ImportError as error:
        raise DriverError(
            "rpi-lgpio is missing: pip install 'jantaku[pi]' (Python 3.11, 3.12), or on Raspberry Pi OS with Python "
            "3.13: sudo apt install python3-rpi-lgpio and an environment made with --system-site-packages"
        ) from error
    except RuntimeError as error:
        raise DriverError(f"the Pi's pins cannot be used here: {error} Choose another driver for this port") from error
    except OSError as error:
        raise DriverError(f"rpi-lgpio cannot start ({error}): make room on the disk, and /tmp writable") from error


def _why_no_chip(error: Exception) -> str:
    text = str(error).lower()
    if "permission" in text or "not permitted" in text or "can not open" in text:
        return f"the GPIO chip cannot be opened ({error}): sudo adduser $USER gpio, then log in again"
    return f"the GPIO chip cannot be opened: {error}; `jantaku doctor` shows the chips of this machine"
