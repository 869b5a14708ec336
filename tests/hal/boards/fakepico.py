"""A Raspberry Pi Pico as `jantaku flash` sees it: MicroPython's prompt on a device, or the firmware it was given.

The prompt's code runs in a real MicroPython (a process of the unix port) whose folder is the board's flash, and what
was flashed runs there too, by `hal.sim.program`.
"""

import os
import select
import subprocess
import threading
import time
from pathlib import Path
from random import Random

from firmware.settings import MAINTENANCE_FILE
from hal.sim.cable import Cable
from hal.sim.program import PICO, Program, micropython

_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_RUNNER = r"""
import sys, io
scope = {"__name__": "__main__"}
while True:
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        break
    code = sys.stdin.buffer.read(int.from_bytes(head, "little"))
    trouble = io.StringIO()
    try:
        exec(code, scope)
    except SystemExit:
        break
    except BaseException as error:
        sys.print_exception(error, trouble)
    sys.stdout.buffer.write(b"\x04" + trouble.getvalue().encode() + b"\x04>")
"""


class FakePico:
    """A board on a device in `folder`, until `unplug`; `flash` is its file system."""

    def __init__(self, folder: Path, device: str = "ttyACM0") -> None:
        self.flash = folder / "flash"
        self.flash.mkdir()
        (folder / "dev").mkdir()
        self._cable = Cable(folder / "dev", Random(1))
        self._cable.plug(device)
        self.port = str(folder / "dev" / device)
        self.prompts = 0
        """How often a program at the prompt was run."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Power off."""
        self._stop.set()
        self._thread.join(10)
        self._cable.unplug()

    def _run(self) -> None:
        while not self._stop.is_set():
            wanted = (self.flash / MAINTENANCE_FILE).exists()
            if (self.flash / "main.py").exists() and not wanted:
                self._serve()
            else:
                (self.flash / MAINTENANCE_FILE).unlink(missing_ok=True)
                self._prompt()

    # ---- the firmware

    def _serve(self) -> None:
        """Run what was flashed, in real time, until it resets itself."""
        program = Program(self.flash, 1, firmware=(self.flash,))
        started = time.monotonic()
        try:
            while not self._stop.is_set():
                answer = program.answer()
                if answer is None:
                    return
                if answer.written:
                    os.write(self._cable.master, answer.written)
                data = self._read(0.004)
                now = int((time.monotonic() - started) * 1000)
                program.grant(answer.reached if answer.due <= answer.reached else now, now, data, b"")
        finally:
            program.stop()

    # ---- the prompt

    def _prompt(self) -> None:
        """MicroPython's raw prompt, until the code run there resets the board."""
        child = subprocess.Popen(
            [micropython(), "-c", _RUNNER],
            cwd=self.flash,
            env={"MICROPYPATH": f"{PICO}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        code = b""
        try:
            while not self._stop.is_set():
                for byte in self._read(0.02):
                    if byte != 4:
                        code = self._control(code, bytes([byte]))
                    elif not code:
                        self._write(b"OK\r\nMPY: soft reboot\r\n" + _PROMPT)
                    else:
                        self._write(b"OK")
                        if not self._execute(child, code):
                            return
                        code = b""
        finally:
            child.kill()
            child.communicate()

    def _control(self, code: bytes, byte: bytes) -> bytes:
        if byte == b"\x01" and code != b"\x05A":
            self._write(_PROMPT)
            return b""
        if byte in (b"\x02", b"\x03") or (byte == b"\r" and not code):
            return b""
        code += byte
        if code == b"\x05A\x01":
            self._write(b"R\x00")  # the fast way of pasting is not offered
            return b""
        return code

    def _execute(self, child: "subprocess.Popen[bytes]", code: bytes) -> bool:
        self.prompts += 1
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(len(code).to_bytes(4, "little") + code)
        out = b""
        while not (out.endswith(b"\x04>") and out.count(b"\x04") >= 2):
            more = os.read(child.stdout.fileno(), 4096)
            if not more:
                return False  # machine.reset()
            out += more
        self._write(out)
        return True

    def _read(self, seconds: float) -> bytes:
        if select.select([self._cable.master], [], [], seconds)[0]:
            return os.read(self._cable.master, 4096)
        return b""

    def _write(self, data: bytes) -> None:
        while data and not self._stop.is_set():
            select.select([], [self._cable.master], [], 0.1)
            try:
                data = data[os.write(self._cable.master, data) :]
            except BlockingIOError:
                continue
