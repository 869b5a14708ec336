"""`jantaku backup` and `restore`: everything a table has to keep, in one zip file.

A backup holds the journal, the seasons, the tag registry, the keys of referees and the configuration, each with its
SHA-256 in `manifest.json`. It may be made while the service runs. Restoring is refused while it runs; what was there
before is kept beside it.
"""

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from controller.access.store import AccessStore
from controller.config import Config
from controller.errors import JournalError, UsageError
from controller.journal.clockmark import ClockMark
from controller.journal.copying import back_up, flush
from controller.journal.schema import connect
from controller.operations.zips import check_place, refusing_broken
from controller.version import VERSION

FORMAT: Final = "jantaku-backup"
FORMAT_VERSION: Final = 1
MANIFEST: Final = "manifest.json"

JOURNAL, REGISTRY, ACCESS, CONFIG = "journal.sqlite", "tags.json", "access.json", "jantaku.toml"
"""The files of a backup, by their names in it."""

SEASONS: Final = "seasons"
_SEASON: Final = re.compile(SEASONS + r"/[\w-][\w .-]*\.toml")

_PIECE: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Places:
    """Where a table keeps each of the files of a backup; None where it has none."""

    journal: Path
    registry: Path | None
    access: Path
    config: Path | None

    @classmethod
    def of(cls, config: Config, config_file: Path | None) -> "Places":
        """The places a configuration names."""
        journal = config.journal.path
        access = AccessStore.beside(journal).path or journal.with_name(journal.name + ".access")
        return cls(journal, config.table.registry, access, config_file)

    def by_name(self) -> dict[str, Path | None]:
        """The place of each file by its name in a backup; the seasons as far as there are any."""
        seasons = {f"{SEASONS}/{file.name}": file for file in sorted((self.journal.parent / SEASONS).glob("*.toml"))}
        return {JOURNAL: self.journal, REGISTRY: self.registry, ACCESS: self.access, CONFIG: self.config, **seasons}

    def of_names(self, names: Iterable[str]) -> dict[str, Path | None]:
        """The places of those names in a backup that this version knows."""
        fixed = self.by_name()
        seasons = {name: self.journal.parent / name for name in names if _SEASON.fullmatch(name)}
        return {name: fixed[name] for name in (JOURNAL, REGISTRY, ACCESS, CONFIG) if name in names} | seasons


def make_backup(places: Places, target: Path) -> dict[str, int]:
    """Write a backup; gives the sizes of its files by name. The service may run meanwhile.

    Raises `JournalError` for a journal that is missing or unsound, `UsageError` for a place where no file can be,
    `OSError` if the backup cannot be written.
    """
    if not places.journal.is_file():
        raise JournalError(f"there is no journal {places.journal}: name it with --config or --journal")
    check_place(target)
    new = target.with_name(target.name + ".new")
    sizes: dict[str, int] = {}
    with TemporaryDirectory(prefix="jantaku-", dir=target.parent) as folder:
        copy = Path(folder) / JOURNAL
        with closing(connect(places.journal, read_only=True)) as database:
            back_up(database, copy)
        files = {name: place for name, place in places.by_name().items() if place is not None and place.is_file()}
        files[JOURNAL] = copy
        # It holds people's names and hashed keys: nobody else may read it.
        raw = os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
        with raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, place in files.items():
                archive.write(place, name)
                sizes[name] = place.stat().st_size
            hashes = {name: sha256(place) for name, place in files.items()}
            archive.writestr(MANIFEST, json.dumps(_manifest(hashes), indent=1) + "\n")
    flush(new)
    new.replace(target)
    return sizes


def restore_backup(source: Path, places: Places, *, with_config: bool = False) -> list[str]:
    """Put a backup's files in their places; gives a sentence for each thing done or left.

    What was there is renamed to `NAME.before-restore-TIME`. The configuration is only restored where there is none, or
    `with_config`. Raises `UsageError` for a file that is no sound backup, `JournalError` while the service runs or for
    a journal of a newer version.
    """
    with _opened(source) as (archive, manifest), _stopped(places.journal) as mark:
        found = places.of_names(manifest["files"])
        with TemporaryDirectory(prefix="jantaku-", dir=places.journal.parent) as folder:
            for name in found:
                archive.extract(name, folder)
                if sha256(Path(folder) / name) != manifest["files"][name]:
                    raise UsageError(f"{source}: {name} in it is damaged; take another backup")
            connect(Path(folder) / JOURNAL).close()
            stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
            done = [_put(name, Path(folder) / name, place, stamp, with_config) for name, place in found.items()]
            mark.forget()  # or clocks would go on as if the restored match had been played ever since
            return done


def _put(name: str, file: Path, place: Path | None, stamp: str, with_config: bool) -> str:
    if place is None:
        return f"{name}: left out, as the configuration names no place for it"
    if name == CONFIG and place.exists() and not with_config:
        return f"{name}: {place} was kept (--with-config restores it)"
    kept = ""
    place.parent.mkdir(parents=True, exist_ok=True)
    owner = (place if place.exists() else place.parent).stat()
    for ending in ("", "-wal", "-shm", ".copy", ".wall") if name == JOURNAL else ("",):
        old = place.with_name(place.name + ending)
        if old.exists():
            aside = old.with_name(f"{old.name}.before-restore-{stamp}")
            old.replace(aside)
            kept = kept or f"; what was there is kept as {aside.name}"
    new = place.with_name(place.name + ".new")
    new.write_bytes(file.read_bytes())
    new.chmod(0o600 if name == ACCESS else 0o640)
    if os.geteuid() == 0:  # restored by root, used by the service's own user
        os.chown(new, owner.st_uid, owner.st_gid)
    flush(new)
    new.replace(place)
    flush(place.parent)
    return f"{name}: restored to {place}{kept}"


@contextmanager
def _opened(source: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any]]]:
    with refusing_broken(source, "backup of a table"), zipfile.ZipFile(source) as archive:
        manifest = json.loads(archive.read(MANIFEST))
        if manifest.get("format") != FORMAT or not isinstance(manifest.get("files"), dict):
            raise UsageError(f"{source} is no backup of a table (jantaku backup makes one)")
        if manifest.get("version", 0) > FORMAT_VERSION or JOURNAL not in manifest["files"]:
            raise UsageError(f"{source} was made by a newer Jantaku ({manifest.get('jantaku')}): install that")
        yield archive, manifest


@contextmanager
def _stopped(journal: Path) -> Iterator[ClockMark]:
    """Holds the journal's lock, so that no service can begin meanwhile; gives it."""
    journal.parent.mkdir(parents=True, exist_ok=True)
    mark = ClockMark(journal.with_name(journal.name + ".clock"))
    try:
        yield mark
    finally:
        mark.release()


def _manifest(hashes: Mapping[str, str]) -> dict[str, Any]:
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return {"format": FORMAT, "version": FORMAT_VERSION, "jantaku": VERSION, "made": made, "files": dict(hashes)}


def sha256(path: Path) -> str:
    """A file's SHA-256 as hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
