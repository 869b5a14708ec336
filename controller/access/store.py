"""The access file: hashes of PINs and tokens, beside the journal, readable by the service's user alone.

Nothing in it opens anything: PINs and tokens themselves are shown once and kept nowhere. The file is no part of the
journal, so exports and support bundles cannot hold it; `jantaku backup` takes it along, for its owner alone.
"""

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.access.roles import Role
from controller.access.secrets import check_pin, fingerprint, hash_pin, new_token
from controller.errors import AccessError
from controller.ownership import give_to_owner

PinRole = Literal[Role.REFEREE, Role.ADMIN]
TokenRole = Literal[Role.OVERLAY, Role.REFEREE, Role.ADMIN]

TOKEN_ROLES: Final[Mapping[str, TokenRole]] = {
    "overlay": Role.OVERLAY,
    "referee": Role.REFEREE,
    "admin": Role.ADMIN,
}
"""The roles a token can be made for, by name."""

MOST_TOKENS: Final = 50


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Token(_Kept):
    """What is kept of a token."""

    id: str = Field(description="Short name by which it is revoked.")
    role: TokenRole
    name: str = Field(description="What it is for, or whose it is.", max_length=64)
    hash: str
    created: datetime


class Access(_Kept):
    """The file's content."""

    version: Literal[1] = 1
    pins: dict[PinRole, str] = {}
    tokens: tuple[Token, ...] = ()


class AccessStore:
    """Reads and changes the access file; without a path it keeps everything in memory. May be used by several
    processes at once: the command line changes what the running service reads.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path: Final = path
        self._read = Access()
        self._stamp: tuple[int, int, int] | None = None

    @classmethod
    def beside(cls, journal: Path) -> "AccessStore":
        """The store of the table whose journal this is."""
        return cls(journal.with_name(journal.name + ".access"))

    @property
    def path(self) -> Path | None:
        """Where the file is."""
        return self._path

    def read(self) -> Access:
        """What the file says now; nothing if there is none. Raises `AccessError` for a broken file."""
        if self._path is None:
            return self._read
        try:
            found = self._path.stat()
        except FileNotFoundError:
            self._read, self._stamp = Access(), None
            return self._read
        stamp = found.st_mtime_ns, found.st_size, found.st_ino
        if stamp != self._stamp:
            self._read, self._stamp = _parse(self._path), stamp
        return self._read

    def set_pin(self, role: PinRole, pin: str | None) -> None:
        """Set or (None) remove the PIN of a role.

        Raises `AccessError` for one too easily guessed, and as every change does for a file that cannot be written.
        """
        if pin is not None:
            check_pin(pin)
        kept = None if pin is None else hash_pin(pin)

        def change(access: Access) -> Access:
            pins = {name: value for name, value in access.pins.items() if name != role}
            return access.model_copy(update={"pins": pins if kept is None else pins | {role: kept}})

        self._change(change)

    def add_token(self, role: TokenRole, name: str) -> tuple[Token, str]:
        """A new token: what is kept of it, and the token itself, which cannot be shown again."""
        secret = new_token()
        now = datetime.now(UTC).replace(microsecond=0)
        token = Token(id=token_hex(4), role=role, name=name[:64], hash=fingerprint(secret), created=now)

        def change(access: Access) -> Access:
            if len(access.tokens) >= MOST_TOKENS:
                raise AccessError(f"there are {MOST_TOKENS} tokens already; revoke some first")
            return access.model_copy(update={"tokens": (*access.tokens, token)})

        self._change(change)
        return token, secret

    def revoke(self, token_id: str) -> Token:
        """End a token; raises `AccessError` if there is none of this name."""
        found = next((token for token in self.read().tokens if token.id == token_id), None)
        if found is None:
            raise AccessError(f"there is no token {token_id!r}; `jantaku access tokens` lists them")
        self._change(
            lambda access: access.model_copy(
                update={"tokens": tuple(token for token in access.tokens if token.id != token_id)}
            )
        )
        return found

    def _change(self, change: Callable[[Access], Access]) -> None:
        if self._path is None:
            self._read = change(self._read)
            return
        try:
            with _locked(self._path):
                access = change(self.read())
                write_private(self._path, access.model_dump_json(indent=1))
                self._stamp = None
        except OSError as error:
            raise AccessError(
                f"the access file {self._path} cannot be written: {error.strerror}. Free some space, or check that "
                "this user may write there; nothing has been changed"
            ) from error


def _parse(path: Path) -> Access:
    try:
        return Access.model_validate_json(path.read_bytes())
    except (ValidationError, OSError) as error:
        # The text of a validation error would repeat values of the file.
        why = error.strerror if isinstance(error, OSError) else "it is not what `jantaku access` writes"
        raise AccessError(
            f"the access file {path} cannot be used: {why}. Put it right, or remove it and set the PINs anew"
        ) from None


def write_private(path: Path, text: str) -> None:
    """Replace a file as a whole, so that nobody ever reads half of it, readable by the service's user alone.

    Raises `OSError`.
    """
    new = path.with_name(path.name + ".new")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        give_to_owner(file.fileno(), path.parent)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One change at a time, of all processes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        give_to_owner(lock, path.parent)
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
