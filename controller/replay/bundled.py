"""A support bundle shown again: its inputs are refereed once more and compared, deal by deal, with what was decided."""

import json
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller.errors import UsageError
from controller.inputs import Input
from controller.journal import Fact, JournalReader, MatchRow
from controller.journal.facts import fact_of
from controller.journal.matchrecord import game_from_facts
from controller.operations.bundle import FORMAT, FORMAT_VERSION, JOURNAL, MANIFEST
from controller.operations.zips import BROKEN, refusing_broken
from controller.referee import Referee
from controller.referee.desk import SetupError
from controller.replay.outcome import record_facts
from controller.replay.session import ReplayedDeal
from controller.version import VERSION
from engine.records.model import RecordedDeal, RecordedGame

LARGEST: Final = 512 * 1024 * 1024
"""A journal that unpacks to more than this is no bundle of ours."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a bundle holds of a match."""

    jantaku: str
    inputs: Sequence[Input]
    facts: Sequence[Fact]
    game: RecordedGame
    row: MatchRow

    @property
    def same_version(self) -> bool:
        """Whether this version decided it; another one may decide otherwise where the rules were put right."""
        return self.jantaku == VERSION


def is_bundle(path: Path) -> bool:
    """Whether a file is a zip file, as bundles are; no record is one. Raises `OSError` if it is not there."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def read_bundle(path: Path) -> Bundle:
    """The match in a bundle; raises `UsageError` for a file that is none, or has no match in it."""
    with (
        refusing_broken(path, "bundle"),
        zipfile.ZipFile(path) as archive,
        TemporaryDirectory(prefix="jantaku-") as folder,
    ):
        manifest = json.loads(archive.read(MANIFEST))
        if manifest.get("format") != FORMAT:
            raise UsageError(f"{path} is no bundle (jantaku bundle makes one)")
        if manifest.get("version", 0) > FORMAT_VERSION:
            raise UsageError(f"{path} was made by a newer Jantaku ({manifest.get('jantaku')}): install that")
        if JOURNAL not in archive.namelist():
            raise UsageError(f"{path}: no deal had ended when this bundle was made; it has no game to show")
        if archive.getinfo(JOURNAL).file_size > LARGEST:
            raise UsageError(f"{path}: its journal is larger than any table's")
        with closing(JournalReader(Path(archive.extract(JOURNAL, folder)))) as reader:
            (row,) = reader.matches()
            facts = reader.facts(row.id)
            return Bundle(str(manifest.get("jantaku")), reader.inputs(row.id), facts, game_from_facts(facts, row), row)


def replay_bundle(bundle: Bundle) -> Iterator[ReplayedDeal]:
    """Referee the inputs again; each deal that has ended, compared with what the table had decided.

    Raises `UsageError` for inputs that no table can have taken.
    """
    try:
        again = game_from_facts(_facts_again(bundle), bundle.row)
    except BROKEN as error:
        raise UsageError(f"the inputs in this bundle cannot be refereed ({type(error).__name__}: {error})") from error
    note = "" if bundle.same_version else f"decided by version {bundle.jantaku}; this is {VERSION}"
    for index, deal in enumerate(bundle.game.deals):
        other = again.deals[index] if index < len(again.deals) else None
        yield ReplayedDeal(
            label=deal.label,
            events=len(deal.events),
            record=record_facts(deal),
            table={"end": None, "deltas": None, "wins": []} if other is None else record_facts(other),
            differs=("end",) if other is None else tuple(_differences(deal, other)),
            incidents=tuple(_incidents(other or deal)),
            note=note,
            took=deal.times[-1] - deal.times[0] if deal.times else 0,
        )


def _facts_again(bundle: Bundle) -> Iterator[Fact]:
    """What this referee decides, given the same inputs."""
    referee, seq = Referee(), 0
    for item in bundle.inputs:
        try:
            effects = referee.handle(item)
        except SetupError:
            continue  # the table refused it too, and said so
        for kind, body in filter(None, map(fact_of, effects)):
            seq += 1
            yield Fact(seq, 0, item.at, kind, json.loads(json.dumps(body)), VERSION, bundle.row.rules)


def _differences(deal: RecordedDeal, other: RecordedDeal) -> Iterator[str]:
    start = ("round_wind", "dealer", "honba", "deposits", "scores", "hands", "indicator")
    if any(getattr(deal, name) != getattr(other, name) for name in start):
        yield "start"
    for name in ("events", "times", "accepted", "result", "history"):
        if getattr(deal, name) != getattr(other, name):
            yield name


def _incidents(deal: RecordedDeal) -> Iterator[str]:
    """Identifiers of the incidents opened: in a record's history `kind` is the incident's own."""
    return (str(item["kind"]) for item in deal.history if "sentence" in item and "number" in item)
