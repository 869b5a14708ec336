"""How often somebody may try a PIN: a few times at once, then after waits that double; and all together not too often.

A client is an address. The limit over all clients stops a guesser with many addresses. Six digits at 30 tries in ten
minutes take half a year on average.
"""

from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Final

FREE_TRIES: Final = 4
"""So many wrong tries of one client cost no wait."""
LONGEST_WAIT: Final = 600.0
FORGET_AFTER: Final = 3_600.0
"""A client that has not tried for so long begins anew, seconds."""
ALL_TRIES: Final = 30
ALL_WITHIN: Final = 600.0
"""All clients together may be wrong `ALL_TRIES` times in so many seconds."""
MOST_CLIENTS: Final = 1_000


@dataclass(slots=True)
class _Client:
    wrong: int = 0
    last: float = 0.0


class Throttle:
    """Counts wrong tries. Times are seconds of a monotonic clock, handed in."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, _Client] = OrderedDict()
        self._welcome: OrderedDict[str, None] = OrderedDict()
        """Clients that were right once: a guesser elsewhere does not lock them out."""
        self._all: deque[float] = deque(maxlen=ALL_TRIES)

    def wait(self, client: str, now: float) -> float:
        """Seconds until this client may try again; 0: now."""
        while self._all and self._all[0] <= now - ALL_WITHIN:
            self._all.popleft()
        crowded = len(self._all) >= ALL_TRIES and client not in self._welcome
        together = self._all[0] + ALL_WITHIN - now if crowded else 0.0
        known = self._clients.get(client)
        if known is None or now - known.last >= FORGET_AFTER:
            return together
        beyond = known.wrong - FREE_TRIES
        own = 0.0 if beyond < 0 else known.last + min(2.0 ** min(beyond, 10), LONGEST_WAIT) - now
        return max(own, together, 0.0)

    def tried(self, client: str, now: float) -> None:
        """A try begins: it counts as wrong until `right` says otherwise, so that tries at once count too."""
        known = self._clients.pop(client, None)
        if known is None or now - known.last >= FORGET_AFTER:
            known = _Client()
        known.wrong += 1
        known.last = now
        self._clients[client] = known
        self._all.append(now)
        while len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)

    def right(self, client: str) -> None:
        """The last try was right: nothing is held against this client any more, nor what others try."""
        self._welcome[client] = None
        self._welcome.move_to_end(client)
        while len(self._welcome) > MOST_CLIENTS:
            self._welcome.popitem(last=False)
        if self._clients.pop(client, None) is not None and self._all:
            self._all.pop()
