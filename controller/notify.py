"""Telling the service manager how the service is: systemd's notify protocol (sd_notify(3))."""

import os
import socket
import time
from collections.abc import Mapping


class Notifier:
    """Sends state lines to the socket the service manager names in `NOTIFY_SOCKET`; without one it does nothing.

    A message that cannot be delivered is dropped: the game never waits for the manager.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]

    def ready(self, status: str) -> None:
        """The service has started; `status` is one line for `systemctl status`."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Feed the watchdog. Called by the main loop only, many times within the unit's `WatchdogSec`."""
        self._send("WATCHDOG=1")

    def status(self, status: str) -> None:
        """Change the line shown by `systemctl status`."""
        self._send(f"STATUS={status}")

    def reloading(self) -> None:
        """The configuration is being read anew; `ready` says when that is done."""
        self._send(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1_000}")

    def stopping(self) -> None:
        """The service is about to end."""
        self._send("STOPPING=1")

    def _send(self, lines: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.setblocking(False)
            try:
                sender.sendto(lines.encode(), self._address)
            except OSError:
                # The manager is gone or its queue is full: it will miss one sign of life, the game none of its moves.
                return
