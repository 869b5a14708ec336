"""Who is signed in, by the cookie of their browser. With a file they outlive a restart of the service.

A power cut in mid-tournament signs nobody out. Whether what proved somebody still counts is asked at every request, so
a PIN changed or a token revoked while the service was down ends its sessions as well.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.access.roles import NOBODY, Visitor
from controller.access.secrets import fingerprint, new_token
from controller.access.sessionfile import KeptGrant, KeptSession, SessionFile

LIFE_SECONDS: Final = 14 * 3_600.0
"""A session ends so long after its last use: a long evening."""
MOST_SESSIONS: Final = 200
KEEP_SECONDS: Final = 900.0
"""A session in use is written down anew so often: its life is a little shorter after a restart, and the card is spared.
"""


@dataclass(slots=True)
class _Session:
    until: float
    kept_until: float = 0.0
    """The end of its life as the file has it."""
    grants: dict[str, Visitor] = field(default_factory=dict)
    """Each visitor this browser has signed in as, by what proved it."""


class Sessions:
    """`clock` gives monotonic seconds, `wall` the time of day; `still_good` tells whether a proof still counts, by its
    fingerprint (`proof_of`).
    """

    def __init__(
        self,
        clock: Callable[[], float],
        still_good: Callable[[str], bool],
        file: SessionFile | None = None,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._clock: Final = clock
        self._wall: Final = wall
        self._still_good: Final = still_good
        self._file: Final = file
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        if file is not None:
            self._take_up(file)

    def begin(self, visitor: Visitor, proof: str, present: str | None) -> str:
        """A session with these rights besides those of the present one, under a new cookie, which is returned."""
        now = self._clock()
        old = None if present is None else self._sessions.pop(fingerprint(present), None)
        grants = dict(old.grants) if old is not None and old.until > now else {}
        cookie = new_token()
        self._sessions[fingerprint(cookie)] = _Session(now + LIFE_SECONDS, grants=grants | {proof_of(proof): visitor})
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        self._keep()
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
        if session.until - session.kept_until > KEEP_SECONDS:
            self._keep()
        found = NOBODY
        for proof, visitor in session.grants.items():
            if self._still_good(proof):
                found = found.joined(visitor)
        return found

    def end(self, cookie: str) -> None:
        """Sign out."""
        if self._sessions.pop(fingerprint(cookie), None) is not None:
            self._keep()

    def flush(self) -> None:
        """Return when the file has it all. See `SessionFile.flush`."""
        if self._file is not None:
            self._file.flush()

    # ---- the file

    def _take_up(self, file: SessionFile) -> None:
        """The sessions of before. A clock that has lost its time (no battery) lengthens no life."""
        now, wall = self._clock(), self._wall()
        for kept in file.read():
            left = min(kept.until - wall, LIFE_SECONDS)
            if left > 0:
                grants = {grant.proof: grant.visitor() for grant in kept.grants}
                self._sessions[kept.cookie] = _Session(now + left, now + left, grants)

    def _keep(self) -> None:
        if self._file is None:
            return
        now, ahead = self._clock(), self._wall() - self._clock()
        kept = {}
        for key, session in self._sessions.items():
            if session.until > now:
                session.kept_until = session.until
                grants = tuple(KeptGrant.of(proof, visitor) for proof, visitor in session.grants.items())
                kept[key] = KeptSession(cookie=key, until=session.until + ahead, grants=grants)
        self._file.write(kept)


def proof_of(secret: str) -> str:
    """What is remembered of a proof (a PIN's hash, a token's id): enough to tell whether it still counts."""
    return fingerprint(secret)
