"""Sessions that outlive a restart of the service: a file beside the journal, for the service's user alone.

It opens nothing to whoever reads it: of a cookie and of what proved it (a PIN's hash, a token's id) only fingerprints
stand there. It is in no backup, export or bundle.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.access.roles import Role, Visitor
from controller.access.store import write_private

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
    """Reads and writes the file. Whatever is wrong with it costs only that people sign in once more."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path

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
        """Replace what is kept."""
        try:
            write_private(self._path, _File(sessions=tuple(sessions.values())).model_dump_json())
        except OSError as error:
            _log.warning("sessions_not_written", file=str(self._path), reason=error.strerror)
