"""What the service is to run."""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from controller.access.roles import Visitor, resident
from controller.config import Config
from controller.service.seating import Seating


@dataclass(frozen=True)
class Plan:
    """What to run. `seating` is for a simulated table.

    `go_on` with an unfinished match of the journal: always, only if it is the `same` game (rules and people as asked
    for now), or never.
    """

    config: Config
    seating: Seating | None = None
    speed: float = 1.0
    go_on: Literal["always", "same", "never"] = "always"
    demo: bool = False
    """A table on one's own laptop: whoever uses the laptop needs no PIN, as long as it serves no other address."""

    tell_code: Callable[[str], None] | None = None
    """Told of sign-in codes, on a simulated table that has no displays to show them; never a log."""

    patient: bool = True
    """Whether a journal that cannot be opened is told on the page and tried again; otherwise the service ends."""
    reread: Callable[[], Config] | None = None
    """Reads the configuration anew, with what the command line changes; None: no file. Raises as `run` does."""

    def with_config(self, config: Config) -> "Plan":
        """The same plan under another configuration."""
        return replace(self, config=config)

    def at_home(self) -> Visitor | None:
        """Who everybody on this computer is without signing in."""
        if not self.demo or not is_loopback(self.config.web.host):
            return None
        return resident()


def is_loopback(host: str) -> bool:
    """Whether an address to listen on is reached from this computer alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
