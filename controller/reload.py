"""A changed configuration against the one in force: what takes effect now, and what needs the service started again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from pydantic import BaseModel

from controller.config import Config


class When(Enum):
    """When a changed key takes effect."""

    NOW = "now"
    NEXT_MATCH = "next match"
    REOPENED = "table opened anew"
    RESTART = "restart"


_EFFECTS: Final[Mapping[str, When]] = {
    "logging": When.NOW,
    "referee": When.NOW,
    "table": When.NEXT_MATCH,
    "table.language": When.REOPENED,
    "table.registry": When.REOPENED,
    "table.tile_set": When.REOPENED,
    "table.second_tile_set": When.REOPENED,
    "perception": When.REOPENED,
    "journal.side_log_mb": When.REOPENED,
    "options": When.REOPENED,
    "other_ports": When.REOPENED,
}
"""By key or whole section. Whatever is not listed is read once, when the service starts."""

_HAL: Final = {
    "driver": "[hal] driver",
    "options": "[hal] the driver's options",
    "other_ports": "[hal] drivers of ports",
}


@dataclass(frozen=True, slots=True)
class Reload:
    """What a new configuration changes. `config` is in force from now on: keys that need a restart are as before.

    The lists name keys as the file has them (`[web] port`).
    """

    config: Config
    now: tuple[str, ...] = ()
    next_match: tuple[str, ...] = ()
    reopened: tuple[str, ...] = ()
    restart: tuple[str, ...] = ()


def compare(old: Config, new: Config) -> Reload:
    """What going over from one configuration to another means."""
    found: dict[When, list[str]] = {effect: [] for effect in When}
    config = new
    for section, key in _changed(old, new):
        effect = _EFFECTS.get(f"{section}.{key}", _EFFECTS.get(section, When.RESTART))
        name = _HAL.get(section, f"[{section}] {key}")
        if name not in found[effect]:
            found[effect].append(name)
        if effect is When.RESTART:
            before = getattr(old, section)
            if key:
                before = getattr(config, section).model_copy(update={key: getattr(before, key)})
            config = config.model_copy(update={section: before})
    return Reload(
        config,
        now=tuple(found[When.NOW]),
        next_match=tuple(found[When.NEXT_MATCH]),
        reopened=tuple(found[When.REOPENED]),
        restart=tuple(found[When.RESTART]),
    )


def _changed(old: Config, new: Config) -> Iterator[tuple[str, str]]:
    """Section and key of everything that differs."""
    for section in Config.model_fields:
        before, after = getattr(old, section), getattr(new, section)
        if before == after:
            continue
        if isinstance(before, BaseModel) and isinstance(after, BaseModel):
            values: tuple[dict[str, Any], dict[str, Any]] = (dict(before), dict(after))
            yield from ((section, key) for key in values[0] if values[0][key] != values[1][key])
        else:
            yield section, ""
