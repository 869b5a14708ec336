"""Who is signed in, by the cookie of their browser. Sessions live in memory: a restart of the service ends them."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.access.roles import NOBODY, Visitor
from controller.access.secrets import fingerprint, new_token

LIFE_SECONDS: Final = 14 * 3_600.0
"""A session ends so long after its last use: a long evening."""
MOST_SESSIONS: Final = 200


@dataclass(slots=True)
class _Session:
    until: float
    grants: dict[str, Visitor] = field(default_factory=dict)
    """Each visitor this browser has signed in as, by what proved it."""


class Sessions:
    """`clock` gives monotonic seconds; `still_good` tells whether a proof (a PIN's hash, a token's id) still counts."""

    def __init__(self, clock: Callable[[], float], still_good: Callable[[str], bool]) -> None:
        self._clock: Final = clock
        self._still_good: Final = still_good
        self._sessions: OrderedDict[str, _Session] = OrderedDict()

    def begin(self, visitor: Visitor, proof: str, present: str | None) -> str:
        """A session with these rights besides those of the present one, under a new cookie, which is returned."""
        now = self._clock()
        old = None if present is None else self._sessions.pop(fingerprint(present), None)
        grants = dict(old.grants) if old is not None and old.until > now else {}
        cookie = new_token()
        self._sessions[fingerprint(cookie)] = _Session(now + LIFE_SECONDS, grants | {proof: visitor})
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return cookie

    def visitor(self, cookie: str) -> Visitor:
        """Who holds this cookie; its life begins anew."""
        key = fingerprint(cookie)
        session = self._sessions.get(key)
        if session is None:
            return NOBODY
        if session.until <= self._clock():
            del self._sessions[key]
            return NOBODY
        session.until = self._clock() + LIFE_SECONDS
        self._sessions.move_to_end(key)
        found = NOBODY
        for proof, visitor in session.grants.items():
            if self._still_good(proof):
                found = found.joined(visitor)
        return found

    def end(self, cookie: str) -> None:
        """Sign out."""
        self._sessions.pop(fingerprint(cookie), None)
