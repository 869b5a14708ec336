"""What is wrong with this machine's ports, pins and buses for the configured drivers. Looks only, opens nothing."""

import os
from collections.abc import Iterator, Mapping
from glob import glob
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from hal.findings import Finding, Machine, Verdict, group_advice

_SERIAL: Final = ("boards", "pepper_c1")
"""Drivers that need serial ports."""

_GROUPS: Final[Mapping[str, str]] = {
    "boards": "dialout", "pepper_c1": "dialout", "gpio": "gpio", "oled": "i2c", "max7219": "spi"
}  # fmt: skip
"""The group whose members may use a driver's devices."""

_LIBRARIES: Final[Mapping[str, tuple[str, str]]] = {
    "boards": ("serial", "pyserial"),
    "pepper_c1": ("serial", "pyserial"),
    "gpio": ("RPi", "rpi-lgpio"),
    "oled": ("luma.oled", "luma.oled"),
    "max7219": ("luma.led_matrix", "luma.led_matrix"),
}
"""Module and package each driver needs."""

_GPIO_DRIVERS: Final = ("raspberrypi,rp1-gpio", "raspberrypi,bcm2835-gpio", "raspberrypi,bcm2711-gpio")
"""What the chip with the header's pins says it is; its number changes with model and kernel."""


def examine_hardware(drivers: Mapping[str, Mapping[str, Any]], machine: Machine) -> Iterator[Finding]:
    """Libraries, groups, serial ports, pins and buses, in the order in which one would put them right.

    `drivers` are those the configuration names, with their options.
    """
    yield from _libraries(drivers)
    yield from _groups(drivers, machine)
    yield from _serial_ports(drivers, machine)
    yield from _names(drivers, machine)
    yield from _brltty(machine)
    yield _gpio("gpio" in drivers, machine)
    yield from _buses(drivers, machine)
    yield from _power(machine)


def _libraries(drivers: Mapping[str, Any]) -> Iterator[Finding]:
    for driver in drivers:
        if driver not in _LIBRARIES:
            continue
        module, package = _LIBRARIES[driver]
        if _is_there(module):
            yield Finding("Driver", "ok", f"{driver}: {package} is installed")
        elif driver == "gpio":
            advice = "pip install 'jantaku[pi]', or with Python 3.13 sudo apt install python3-rpi-lgpio"
            yield Finding("Driver", "fault", f"{driver}: {package} is missing", advice)
        else:
            yield Finding("Driver", "fault", f"{driver}: {package} is missing", "pip install 'jantaku[pi]'")


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # of a package above it
        return False


def _groups(drivers: Mapping[str, Any], machine: Machine) -> Iterator[Finding]:
    wanted = sorted({_GROUPS[driver] for driver in drivers if driver in _GROUPS})
    missing = [group for group in wanted if group not in machine.groups]
    if machine.root:
        if wanted:
            yield Finding("Groups", "ok", "this is root, who may use everything; the service runs as user jantaku")
    elif missing:
        advice = f"sudo adduser $USER {missing[0]}, then log in again"
        if len(missing) > 1:
            advice = f"for each: {advice}"
        yield Finding("Groups", "warning", f"this user is not in {', '.join(missing)}", advice)
    elif wanted:
        yield Finding("Groups", "ok", ", ".join(wanted))


def _serial_ports(drivers: Mapping[str, Any], machine: Machine) -> Iterator[Finding]:
    ports = sorted(path for pattern in ("ttyACM*", "ttyUSB*") for path in machine.devices.glob(pattern))
    if not ports:
        needed = any(driver in drivers for driver in _SERIAL)
        advice = "plug the boards in and look again" if needed else ""
        yield Finding("Serial ports", "fault" if needed else "ok", "none plugged in", advice)
    by_id = _stable_names(machine)
    for path in ports:
        name = by_id.get(path.name)
        text = str(path) if name is None else f"{path} is {name}"
        if os.access(path, os.R_OK | os.W_OK):
            holder = _holder(path, machine)
            if holder is None:
                yield Finding("Serial ports", "ok", text)
            else:
                advice = "all right if that is the service; otherwise stop it, for a port serves one program"
                yield Finding("Serial ports", "warning", f"{text}: in use by {holder}", advice)
        else:
            yield Finding("Serial ports", "fault", f"{text}: may not be used by this user", group_advice(path))


def _holder(path: Path, machine: Machine) -> str | None:
    """The program that has a device open, as far as this user may see it."""
    for process in machine.processes.glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(link.readlink() == path for link in (process / "fd").iterdir()):
                return f"{(process / 'comm').read_text().strip()} (process {process.name})"
        except OSError:  # ended meanwhile, or somebody else's
            continue
    return None


def _stable_names(machine: Machine) -> dict[str, str]:
    """For each device the name that stays, by what it is or where it is plugged in."""
    found: dict[str, str] = {}
    for folder in ("serial/by-path", "serial/by-id", "jantaku"):
        for link in sorted((machine.devices / folder).glob("*")):
            found[link.resolve().name] = str(link)
    return found


def _names(drivers: Mapping[str, Any], machine: Machine) -> Iterator[Finding]:
    """Configured ports that are not there, or whose names change with the order of plugging in.

    Boards say themselves who they are: their ports may have any names.
    """
    ports = drivers.get("boards", {}).get("ports", "auto")
    for pattern in () if ports == "auto" else ports:
        if not glob(pattern):  # noqa: PTH207 - patterns are absolute
            advice = "plug it in, or name it as `ls /dev/serial/by-path` shows it"
            yield Finding("Serial ports", "fault", f"[hal.boards] {pattern} is not there", advice)
    readers = drivers.get("pepper_c1", {}).get("readers", ())
    for port in sorted({str(reader["port"]) for reader in readers if "port" in reader}):
        if not Path(port).exists():
            advice = "plug it in, or name it as `ls /dev/serial/by-path` shows it"
            yield Finding("Serial ports", "fault", f"[hal.pepper_c1] {port} is not there", advice)
        elif Path(port).name.startswith(("ttyUSB", "ttyACM")) and not Path(port).is_symlink():
            stable = _stable_names(machine).get(Path(port).name, "/dev/serial/by-path/...")
            advice = f"write {stable}: these numbers change with every start"
            yield Finding("Serial ports", "warning", f"[hal.pepper_c1] {port} is no name that stays", advice)


def _brltty(machine: Machine) -> Iterator[Finding]:
    for folder in machine.udev_rules:
        for rules in sorted(folder.glob("*brltty*.rules")):
            advice = "if no braille display is used: sudo apt remove brltty"
            yield Finding("Serial ports", "warning", f"{rules}: brltty takes USB serial adapters (CH340) away", advice)


def _gpio(needed: bool, machine: Machine) -> Finding:
    bad: Verdict = "fault" if needed else "warning"
    chips = sorted(machine.devices.glob("gpiochip*"))
    if not chips:
        if needed:
            return Finding(
                "GPIO", "fault", "there is no GPIO chip on this machine", "use a Raspberry Pi, or the boards"
            )
        return Finding("GPIO", "ok", "no GPIO chip here: buttons and lamps must hang on the boards")
    header = _header_chip(machine)
    model = _model(machine)
    if header is None:
        text = f"{', '.join(chip.name for chip in chips)}: none of them has the pins of a Raspberry Pi's header"
        advice = (
            "update the kernel (sudo apt full-upgrade), or set RPI_LGPIO_CHIP to the chip's number" if needed else ""
        )
        return Finding("GPIO", bad if needed else "ok", text, advice)
    path = machine.devices / header
    if not os.access(path, os.R_OK | os.W_OK):
        return Finding("GPIO", bad, f"{path} ({model}) may not be used by this user", group_advice(path))
    return Finding("GPIO", "ok", f"{path} has the header's pins ({model})")


def _header_chip(machine: Machine) -> str | None:
    """The chip with the header's pins, told by its driver: numbers differ between models and kernels."""
    for chip in sorted((machine.sys / "bus/gpio/devices").glob("gpiochip*")):
        try:
            says = (chip / "of_node/compatible").read_text().split("\0")
        except OSError:
            continue
        if any(driver in says for driver in _GPIO_DRIVERS):
            return chip.name
    return None


def _model(machine: Machine) -> str:
    try:
        return (machine.device_tree / "model").read_text().rstrip("\0\n")
    except OSError:
        return "no Raspberry Pi"


def _buses(drivers: Mapping[str, Any], machine: Machine) -> Iterator[Finding]:
    for place in drivers.get("oled", {}).get("seats", {}).values():
        advice = "sudo raspi-config nonint do_i2c 0, then restart; other buses need a dtoverlay"
        yield _bus(machine.devices / f"i2c-{place.get('bus', 1)}", "I2C", advice)
    if "max7219" in drivers:
        options = drivers["max7219"]
        path = machine.devices / f"spidev{options.get('port', 0)}.{options.get('device', 0)}"
        yield _bus(path, "SPI", "sudo raspi-config nonint do_spi 0, then restart")


def _bus(path: Path, subject: str, advice: str) -> Finding:
    if not path.exists():
        return Finding(subject, "fault", f"{path} is not there", advice)
    if not os.access(path, os.R_OK | os.W_OK):
        return Finding(subject, "fault", f"{path} may not be used by this user", group_advice(path))
    return Finding(subject, "ok", str(path))


def _power(machine: Machine) -> Iterator[Finding]:
    """The Raspberry Pi's own word on its supply."""
    for monitor in sorted((machine.sys / "class/hwmon").glob("hwmon*")):
        try:
            if (monitor / "name").read_text().strip() != "rpi_volt":
                continue
            low = (monitor / "in0_lcrit_alarm").read_text().strip() != "0"
        except OSError:
            continue
        advice = "use the Pi's own supply and a short cable; give the USB hub a supply of its own"
        text = "the supply's voltage has been too low" if low else "the supply's voltage is high enough"
        yield Finding("Power", "warning" if low else "ok", text, advice if low else "")
