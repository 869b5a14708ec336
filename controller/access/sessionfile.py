"""Sessions that outlive a restart of the service: a file beside the journal, for the service's user alone.

It opens nothing to whoever reads it: of a cookie and of what proved it (a PIN's hash, a token's id) only fingerprints
stand there. It is in no backup, export or bundle.
"""

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.access.roles import Role, Visitor
from controller.access.store import write_private

WAIT_SECONDS: Final = 0.5
"""How long `flush` waits for a medium that does not answer."""

_log = structlog.get_logger("access")


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class KeptGrant(_Kept):
    """What a browser has signed in as, by the fingerprint of what proved it."""

    proof: str
    roles: frozenset[Role]
    seat: Literal[0, 1, 2, 3] | None = None
    name: str = Field("", max_length=64)

    @classmethod
    def of(cls, proof: str, visitor: Visitor) -> "KeptGrant":
        """The grant as it is kept."""
        return cls.model_validate(
            {"proof": proof, "roles": visitor.roles, "seat": visitor.seat, "name": visitor.name[:64]}
        )

    def visitor(self) -> Visitor:
        """Who signed in."""
        return Visitor(self.roles, self.seat, name=self.name)


class KeptSession(_Kept):
    """One session, by the fingerprint of its cookie. `until` is the wall clock's, in seconds."""

    cookie: str
    until: float
    grants: tuple[KeptGrant, ...]


class _File(_Kept):
    version: Literal[1] = 1
    sessions: tuple[KeptSession, ...] = ()


class SessionFile:
    """Reads and writes the file. Whatever is wrong with it costs only that people sign in once more.

    A thread of its own waits for the medium, so that no page does; what is newer takes the place of what still waits.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._lock: Final = threading.Lock()
        self._waiting: str | None = None
        self._thread: threading.Thread | None = None

    def read(self) -> Sequence[KeptSession]:
        """The sessions in the order in which they were last used."""
        try:
            return _File.model_validate_json(self._path.read_bytes()).sessions
        except FileNotFoundError:
            return ()
        except (ValidationError, OSError) as error:
            _log.warning("sessions_unreadable", file=str(self._path), reason=type(error).__name__)
            return ()

    def write(self, sessions: Mapping[str, KeptSession]) -> None:
        """Have what is kept replaced soon."""
        text = _File(sessions=tuple(sessions.values())).model_dump_json()
        with self._lock:
            self._waiting = text
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sessions", daemon=True)
                self._thread.start()

    def flush(self) -> None:
        """Return when what was to be written is on the medium, or has waited for it for `WAIT_SECONDS`."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(WAIT_SECONDS)

    def _run(self) -> None:
        while True:
            with self._lock:
                text, self._waiting = self._waiting, None
                if text is None:
                    self._thread = None
                    return
            try:
                write_private(self._path, text)
            except OSError as error:
                _log.warning("sessions_not_written", file=str(self._path), reason=error.strerror)
