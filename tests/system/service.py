"""Starting the real service as a process, for tests."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

COMMAND = [sys.executable, "-c", "import sys; from controller.cli import main; sys.exit(main())"]
ROOT = Path(__file__).parents[2]


class Service:
    """`jantaku` as a process; killed at the end of the `with` block if it still runs."""

    def __init__(
        self,
        *words: str,
        script: str = "",
        environment: dict[str, str] | None = None,
        within: Sequence[str] = (),
        command: Sequence[str] = (),
    ) -> None:
        """Start `jantaku` with these words, or a script or a command that starts it in its own way.

        `within` is the command line of a program that runs ours (in a namespace of its own, for one).
        """
        program = [sys.executable, "-c", script] if script else [*COMMAND, *words]
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*within, *(command or program)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
        )
        self.lines: list[str] = []
        self._address = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def address(self) -> str:
        """The page's address, as the service prints it."""
        if self._address:
            return self._address
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            found = re.search(r"http://[\w.\[\]:]+\d", line)
            if found:
                self._address = found[0]
                return self._address
        raise AssertionError(f"the service ended without an address: {''.join(self.lines)}")

    def problems(self) -> list[str]:
        """What the service says is wrong."""
        try:
            with urllib.request.urlopen(f"{self.address()}/health", timeout=5) as answer:  # noqa: S310 - http
                body = json.load(answer)
        except urllib.error.HTTPError as error:
            body = json.load(error)
        found: list[str] = body["problems"]
        return found

    def wait_until(self, so: Callable[[], bool], seconds: float = 60) -> None:
        """Wait for something to become so; fails with what the service says is wrong."""
        end = time.monotonic() + seconds
        while not so():
            assert time.monotonic() < end, f"never came; the service says: {self.problems()}"
            time.sleep(0.05)

    def view(self, seconds: float = 30) -> dict[str, Any]:
        """The public view, as soon as there is one."""
        address = self.address()
        end = time.monotonic() + seconds
        while True:
            try:
                with urllib.request.urlopen(f"{address}/api/view", timeout=5) as answer:  # noqa: S310
                    found: dict[str, Any] = json.load(answer)
                    return found
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """Send a signal; the exit code, and how many seconds the process took to end."""
        start = time.monotonic()
        self.process.send_signal(number)
        code = self.process.wait(timeout=10)
        return code, time.monotonic() - start


def jantaku(*words: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
        env={**os.environ, **(environment or {})},
    )


def labels(view: dict[str, Any]) -> Sequence[object]:
    """What identifies the deal and its scores in a public view."""
    return view["round"], [seat["score"] for seat in view["seats"]]
