"""The configuration: one TOML file, every section a checked model, every fault told with its key and what to do.

`docs/config.md` lists all sections and keys. Without a file everything has its default, except that a real table's
driver must be named: the service never falls back to a simulated table by itself.
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from reprlib import repr as shortened
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from controller.errors import ConfigError, PlayerError
from controller.journal.roster import alike, new_name
from controller.perception.settings import PerceptionSettings
from controller.referee.options import RefereeOptions
from controller.texts import Language
from engine.errors import RulesError
from engine.rules import RuleSet, load_rules
from engine.rules.faults import build_rules
from hal.drivers import DRIVERS, DriverChoice, check_options, check_port
from hal.errors import DriverError
from hal.optionwords import in_words
from hal.tableports import PORTS

MEGABYTE: Final = 1024 * 1024

_HOST_NAME: Final = re.compile(r"[\w-]+(\.[\w-]+)*\.?")


def default_journal() -> Path:
    """The journal's place: systemd's state directory, or the user's."""
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if state:
        return Path(state) / "journal.sqlite"
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "jantaku" / "journal.sqlite"


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class TableSection(_Section):
    """What is played, and by whom."""

    rules: str = Field("tenhou", description="Rule set for new matches: a preset's name, or a rules file.")
    set: dict[str, Any] = Field(
        default_factory=dict, description="Fields of the rule set to change, as `[table.set]` with a line a field."
    )
    players: tuple[str, str, str, str] = Field(
        ("Seat 1", "Seat 2", "Seat 3", "Seat 4"), description="Names at the seats, counter-clockwise."
    )
    first_dealer: Literal["dice", 0, 1, 2, 3] = Field(
        "dice", description="Who is East first: a seat 0-3, or rolled by the table."
    )
    start: Literal["at_once", "ask"] = Field(
        "at_once",
        description="Whether the service begins a match as it starts, or waits until one is started at `/players`, "
        "or by OK at every panel.",
    )
    language: Language = Field("en", description="Language of the seats' displays; each page speaks its reader's own.")
    registry: Path | None = Field(
        None, description="File that says which tag is in which tile; a simulated table needs none."
    )
    tile_set: str | None = Field(
        None, description="The registry's tile set that is played with, where it holds several."
    )
    second_tile_set: str | None = Field(
        None, description="The other set of an automatic table that deals two in turn; which is dealt it sees itself."
    )

    @field_validator("players")
    @classmethod
    def _are_different_people(cls, players: tuple[str, str, str, str]) -> tuple[str, str, str, str]:
        """Their games and ratings are kept by name: it must be one that could be given at the table too."""
        try:
            a, b, c, d = (new_name(name) for name in players)
        except PlayerError as error:
            raise ValueError(str(error)) from error
        if len({alike(name) for name in (a, b, c, d)}) < len(players):
            raise ValueError("two seats have the same name; four different people play")
        return a, b, c, d

    @field_validator("second_tile_set")
    @classmethod
    def _comes_after_a_first(cls, second: str | None, info: ValidationInfo) -> str | None:
        if second is not None and info.data.get("tile_set") in (None, second):
            raise ValueError("name the first set, another one, as tile_set")
        return second

    def is_named(self, seat: int) -> bool:
        """Whether somebody is named for a seat; otherwise a guest plays there until somebody signs in."""
        return bool(self.players[seat] != type(self).model_fields["players"].default[seat])


class WebSection(_Section):
    """Where the pages are served."""

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for the whole network.")
    port: int = Field(8080, ge=1, le=65535, description="Port of the pages.")
    names: tuple[str, ...] = Field(
        (), description="Further host names the table is called by in a browser, as a proxy's; its own are known."
    )
    overlay_delay: int = Field(
        300, ge=0, le=7_200, description="Seconds by which a broadcast overlay's live hands come later than the game."
    )
    proxies: tuple[str, ...] = Field(
        (), description="Addresses of the TLS proxies before it: what they say of client and TLS is believed."
    )

    @field_validator("names")
    @classmethod
    def _are_names(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if not _HOST_NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no host name; write table.club.example, without http:// and port")
        return names

    @field_validator("proxies")
    @classmethod
    def _are_addresses(cls, proxies: tuple[str, ...]) -> tuple[str, ...]:
        for proxy in proxies:
            try:
                ip_network(proxy)
            except ValueError as error:
                raise ValueError(f"{error}; write 127.0.0.1 or 10.0.0.0/24") from error
        return proxies


class JournalSection(_Section):
    """Where games are kept."""

    path: Path = Field(default_factory=default_journal, description="The journal's database file.")
    side_log_mb: int = Field(
        32, ge=0, le=10_000, description="Most megabytes of raw scans kept for diagnosis; 0 keeps none."
    )


class LoggingSection(_Section):
    """What is logged to standard error."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least important messages shown. Hidden tiles appear at debug alone."
    )
    format: Literal["auto", "human", "json"] = Field(
        "auto", description="`auto` is for people on a terminal and JSON elsewhere."
    )


class Config(_Section):
    """The whole configuration of one table."""

    driver: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    other_ports: dict[str, DriverChoice] = Field(default_factory=dict)
    """Ports that have another driver than the table's."""
    table: TableSection = TableSection()
    web: WebSection = WebSection()
    journal: JournalSection = Field(default_factory=JournalSection)
    logging: LoggingSection = LoggingSection()
    referee: RefereeOptions = RefereeOptions()
    perception: PerceptionSettings = PerceptionSettings()

    def rules(self) -> RuleSet:
        """The rule set for new matches; raises `ConfigError`."""
        try:
            base = load_rules(self.table.rules)
        except RulesError as error:
            raise ConfigError(f"[table] rules: {error}") from error
        try:
            return build_rules(base, self.table.set, "[table.set] has wrong values")
        except RulesError as error:
            faults = [f"[table.set] {field}: {message}" for field, message in error.faults]
            raise ConfigError("\n  ".join(faults)) from error


def read_config(path: Path) -> Config:
    """The configuration in a file, checked as a whole; raises `ConfigError` naming every key that is wrong.

    Relative paths in the file are meant from its own folder.
    """
    return check_config(load_toml(path), str(path), path.parent)


def load_toml(path: Path, what: str = "configuration file") -> dict[str, Any]:
    """What a TOML file says; raises `ConfigError` if it cannot be read, calling it `what`."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"there is no {what} {path}") from None
    except OSError as error:
        raise ConfigError(f"the {what} {path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"the {what} {path} cannot be read: it is no text in UTF-8") from error
    except (ValueError, RecursionError) as error:  # nested too deeply, or a number of thousands of digits
        raise ConfigError(f"{path} is not valid TOML: {error}") from error


def check_config(values: Mapping[str, Any], where: str, folder: Path) -> Config:
    """Check values as a TOML file in `folder` has them; `where` begins the message of the `ConfigError`."""
    values = dict(values)
    faults, hal = _check_hal(values.pop("hal", {}))
    known = set(Config.model_fields) - {"driver", "options", "other_ports"}
    for name in [name for name in values if name not in known]:
        faults.append(f"[{name}]: there is no such section; {_instead(name, sorted({*known, 'hal'}))}")
        del values[name]
    try:
        config = Config.model_validate(values | hal)
    except ValidationError as error:
        faults += [
            _fault(detail["loc"], str(detail["type"]), detail["msg"], detail["input"]) for detail in error.errors()
        ]
        raise _config_error(where, faults) from None
    faults += _check_patience(config.referee)
    config = _from_folder(config, folder)
    if config.journal.path.is_dir():
        faults.append(f"[journal] path: {config.journal.path} is a folder; name a file in it, as journal.sqlite")
    try:
        config.rules()
    except ConfigError as error:
        faults.append(str(error))
    if faults:
        raise _config_error(where, faults)
    return config


def _check_hal(section: Any) -> tuple[list[str], dict[str, Any]]:
    """Faults of `[hal]`; the driver with its options, which stand in a section named after it; ports with their own."""
    if not isinstance(section, dict):
        return ["[hal]: this must be a section"], {}
    faults = [
        f"[hal] {name}: there is no such key or driver; {_instead(name, ['driver', *PORTS, *DRIVERS])}"
        for name in section
        if name not in ("driver", *PORTS) and name not in DRIVERS
    ]
    chosen = {port: section[port] for port in ("driver", *PORTS) if port in section}
    for port, driver in chosen.items():
        if not isinstance(driver, str) or driver not in DRIVERS:
            faults.append(f"[hal] {port}: there is no driver {driver!r}; write one of: {', '.join(sorted(DRIVERS))}")
        elif port != "driver":
            try:
                check_port(port, driver)
            except DriverError as error:
                faults.append(f"[hal] {port}: {error}")
    for name in DRIVERS:
        if name not in section and name not in chosen.values():
            continue
        try:
            check_options(name, section.get(name, {}))
        except DriverError as error:
            faults.append(f"[hal.{name}]: {error}")
    if faults or "driver" not in chosen:
        return faults, {}
    driver = chosen.pop("driver")
    others = {port: (name, section.get(name, {})) for port, name in chosen.items() if name != driver}
    return faults, {"driver": driver, "options": section.get(driver, {}), "other_ports": others}


def _check_patience(referee: RefereeOptions) -> list[str]:
    known = RefereeOptions().patience
    return [
        f"[referee] patience.{name}: there is no such incident; {_instead(name, sorted(known))}"
        for name in referee.patience
        if name not in known
    ]


def _fault(loc: Sequence[int | str], kind: str, message: str, value: Any) -> str:
    section, *keys = map(str, loc)
    key = ".".join(keys)
    if not key:
        return f"[{section}]: this must be a section with keys of its own"
    if kind == "extra_forbidden":
        return f"[{section}] {key}: there is no such key; {_instead(keys[0], _keys_of(section))}"
    if kind == "missing":
        return f"[{section}] {key}: {in_words(kind, message)}"
    return f"[{section}] {key}: {shortened(value)} is not possible: {in_words(kind, message)}"


def _keys_of(section: str) -> list[str]:
    model = Config.model_fields[section].annotation
    return list(model.model_fields) if isinstance(model, type) and issubclass(model, BaseModel) else []


def _instead(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def _config_error(where: str, faults: Sequence[str]) -> ConfigError:
    return ConfigError(f"{where} has {len(faults)} fault{'s' if len(faults) > 1 else ''}:\n  " + "\n  ".join(faults))


def _from_folder(config: Config, folder: Path) -> Config:
    """The same configuration with every relative path turned into one from the file's own folder."""
    changes: dict[str, object] = {}
    if config.table.registry is not None:
        changes["registry"] = folder / config.table.registry
    if (folder / config.table.rules).is_file():
        changes["rules"] = str(folder / config.table.rules)
    table = config.table.model_copy(update=changes)
    journal = config.journal.model_copy(update={"path": folder / config.journal.path})
    return config.model_copy(update={"table": table, "journal": journal})
