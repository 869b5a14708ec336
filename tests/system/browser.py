"""A real Chromium and a server in a thread, for tests that look at pages."""

import asyncio
import os
import shutil
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, sync_playwright

from controller.access.door import Door
from controller.web.server import UVICORN_OPTIONS
from tests.controller.web.sampledesk import SampleDesk
from tests.controller.web.samples import SampleControl, SampleHub, sample_app

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path() -> str:
    """Where Chromium is. Without one the test is skipped, but never where CI is set."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        advice = "no Chromium here: on Debian, sudo apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(advice)
        pytest.skip(advice)
    return path


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def free_port() -> int:
    """A port nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class SampleTable:
    """A server that shows what a test puts, and can be stopped and started again on its port."""

    def __init__(self, door: Door | None = None) -> None:
        """`door`: who may do what; without one nobody needs to sign in."""
        self.door = door
        self.port = free_port()
        self.hub = SampleHub()
        self.control = SampleControl()
        self.desk = SampleDesk()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server: uvicorn.Server | None = None
        self._serving: Any = None

    @property
    def url(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def serving(self) -> bool:
        """Whether it serves now."""
        return self._server is not None

    def start(self) -> None:
        """Serve."""
        app = sample_app(self.hub, self.control, self.door, self.desk)
        self._server = uvicorn.Server(uvicorn.Config(app, port=self.port, log_level="warning", **UVICORN_OPTIONS))
        self._serving = self.run_soon(self._server.serve())
        until = time.monotonic() + 10
        while not self._server.started:
            if time.monotonic() > until:
                raise TimeoutError("the server did not start")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop serving, as if the cable was pulled."""
        if self._server is not None:
            self._server.should_exit = True
            self._serving.result(10)
            self._server = None

    def put(self, audience: Any, view: Any) -> None:
        """Show a view."""
        self.run_soon(self.hub.put(audience, view)).result(5)

    def run_soon(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine on the server's loop; gives its future."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
