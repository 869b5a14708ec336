"""The journal's matches for pages and commands: read when asked for, computed once, kept while nothing changes.

A finished match never changes but for the names in it, unless a ruling goes back behind its end. So what it counts is
kept in a file; standings are summed anew when a match has ended or a name has changed. May be used by several threads.
"""

import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

import structlog

from controller.errors import ConfigError, PlayerError, UnknownName
from controller.journal import JournalReader, MatchRow
from controller.journal.copying import file_number
from controller.journal.matchrecord import game_from_facts, match_numbered
from controller.players.history import Chapter
from controller.players.season import Season, read_season
from controller.players.standings import Player, PlayerKey, Standings, played_match
from controller.players.tally import MatchTally, tally_match
from controller.players.tallyfile import kept_as, read_tallies, write_tallies
from engine.records.model import RecordedGame
from hal.ports import Millis

_GAMES_KEPT: Final = 4
"""Records of matches kept in memory: a page asks for the deals of one match, one after another."""

_log = structlog.get_logger("players")


class Archive:
    """The matches of the journal in a file. Its methods raise `JournalError`; `UsageError` for an unknown match."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._lock: Final = threading.RLock()
        self._opened: tuple[int, JournalReader] | None = None
        self._tallies: dict[str, MatchTally] | None = None
        self._chapters: dict[str, tuple[object, list[Chapter], list[Player]]] = {}
        self._told: Final[set[str]] = set()
        """Faults the log has told of already."""
        self._finished_game = lru_cache(_GAMES_KEPT)(self._read_game)

    @property
    def seasons_folder(self) -> Path:
        """Where the seasons' files are."""
        return self._path.parent / "seasons"

    def close(self) -> None:
        """Close the journal."""
        with self._lock:
            if self._opened is not None:
                self._opened[1].close()
                self._opened = None

    def rows(self) -> list[MatchRow]:
        """All matches, oldest first."""
        with self._lock:
            return self._reader().matches()

    def table_time(self) -> Millis:
        """Table time up to which the journal tells."""
        with self._lock:
            return self._reader().table_time()

    def row(self, number: int) -> MatchRow:
        """One match; raises `UsageError` if there is none of that number."""
        return match_numbered(self.rows(), number)

    def game(self, row: MatchRow) -> RecordedGame:
        """The finished deals of a match."""
        with self._lock:
            read = self._read_game if row.ended is None else self._finished_game
            return read(row.id, row.rules, tuple(sorted(row.players.items())), row.ended)

    def season_names(self) -> list[str]:
        """Names of the seasons there are."""
        return sorted(file.stem for file in self.seasons_folder.glob("*.toml"))

    def season(self, name: str) -> Season:
        """The season of a name; raises `UnknownName` if there is none, `PlayerError` for a broken file."""
        if name not in self.season_names():
            known = ", ".join(self.season_names()) or "none yet"
            raise UnknownName(f"there is no season {name!r} (there: {known})")
        try:
            return read_season(self.seasons_folder / f"{name}.toml")
        except ConfigError as error:
            raise PlayerError(str(error)) from error

    def running_season(self, when: datetime | None = None) -> str | None:
        """The season that runs now (or then); the first by name if there are several, None if there is none."""
        when = datetime.now(UTC) if when is None else when
        return next((name for name, season in self._sound_seasons() if season.covers(when)), None)

    def chapters(self, season: str | None = None) -> list[Chapter]:
        """All finished matches in order, with what each changed; with a season its ratings too."""
        return self._computed(season)[0]

    def by_number(self) -> dict[int, Chapter]:
        """Every finished match by its number, each with the season it counted for, if any."""
        chapters = {chapter.row.id: chapter for chapter in self.chapters()}
        if any(chapter.family == "fan" for chapter in chapters.values()):
            for season, _ in self._sound_seasons():
                counted = (chapter for chapter in self.chapters(season) if chapter.account.for_season)
                chapters |= {chapter.row.id: chapter for chapter in counted if chapter.account.refusal is None}
        return chapters

    def players(self, season: str | None = None) -> list[Player]:
        """Where every named player stands now, the best first."""
        return self._computed(season)[1]

    def player(self, key: PlayerKey, season: str | None = None) -> Player | None:
        """Where one player stands; None if no finished match has them."""
        return next((player for player in self.players(season) if player.key == key), None)

    def _sound_seasons(self) -> Iterator[tuple[str, Season]]:
        """The seasons whose files have no faults; of the others the log tells, and whoever asks for one by name."""
        for name in self.season_names():
            try:
                yield name, self.season(name)
            except PlayerError as error:
                if str(error) not in self._told:
                    self._told.add(str(error))
                    _log.warning("season_left_out", season=name, reason=str(error))

    def _computed(self, season: str | None) -> tuple[list[Chapter], list[Player]]:
        with self._lock:
            rows = [row for row in self.rows() if row.ended is not None]
            rules = None if season is None else self.season(season)
            state = ([(row.id, row.ended, row.final, sorted(row.players.items()), row.guests) for row in rows], rules)
            kept = self._chapters.get(season or "")
            if kept is None or kept[0] != state:
                kept = (state, *self._compute(rows, rules))
                self._chapters[season or ""] = kept
            return kept[1], kept[2]

    def _compute(self, rows: Sequence[MatchRow], season: Season | None) -> tuple[list[Chapter], list[Player]]:
        standings, chapters = Standings(season), []
        played = [(row, match) for row in rows if (match := played_match(row)) is not None]
        tallies = self._tallied([row for row, _ in played])
        for row, match in played:
            chapters.append(Chapter(row, standings.add(match), tallies[kept_as(row)]))
        return chapters, standings.players()

    def _tallied(self, rows: Sequence[MatchRow]) -> dict[str, MatchTally]:
        file = self._path.with_name(self._path.name + ".tallies")
        if self._tallies is None:
            self._tallies = read_tallies(file)
        missing = [row for row in rows if kept_as(row) not in self._tallies]
        for row in missing:
            self._tallies[kept_as(row)] = tally_match(self._read_game(row.id, row.rules, (), row.ended))
        if missing:
            write_tallies(file, self._tallies)
        return self._tallies

    def _read_game(
        self, number: int, rules: str, players: tuple[tuple[int, str], ...], _ended: str | None
    ) -> RecordedGame:
        row = MatchRow(number, "", None, rules, "", 0, None, dict(players))
        return game_from_facts(self._reader().facts(number), row)

    def _reader(self) -> JournalReader:
        # Opening checks the whole file, which takes a while on a large one: it is opened once. A journal that was
        # restored meanwhile is another file under the same name.
        file = file_number(self._path)
        if self._opened is not None and self._opened[0] != file:
            self._opened[1].close()
            self._opened = None
            self._tallies = None
            self._finished_game.cache_clear()
        if self._opened is None:
            self._opened = (file, JournalReader(self._path))
        return self._opened[1]
