"""Writes a spare that was swapped in by ruling into the tag registry, so that the table knows it tomorrow too."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import structlog

from controller.effects import Effect, RulingApplied
from controller.errors import RegistryError
from controller.referee.state import TableState
from controller.registry import read_registry, write_registry
from engine.tiles import Tile
from hal.tags import parse_tag

_log = structlog.get_logger("registry")


class RegistryKeeper:
    """An observer of the runtime. `report` is given what could not be written (None: all is well)."""

    def __init__(self, path: Path, tile_set: str | None, report: Callable[[str | None], None]) -> None:
        self._path: Final = path
        self._tile_set: Final = tile_set
        self._report: Final = report

    def __call__(self, effects: Sequence[Effect], state: TableState) -> None:
        """Write down each spare among what was decided."""
        for effect in effects:
            if isinstance(effect, RulingApplied) and effect.what == "swap_tile":
                self._keep(str(effect.details["tag"]), Tile(effect.details["tile"]))

    def _keep(self, tag: str, tile: Tile) -> None:
        try:
            registry = read_registry(self._path).with_spare(parse_tag(tag), tile, self._tile_set)
            write_registry(self._path, registry)
        except (RegistryError, OSError, ValueError) as error:
            _log.error("spare_not_kept", reason=str(error))
            self._report(f"The spare is not in the tag registry: {error}")
        else:
            _log.info("spare_kept")
            self._report(None)
