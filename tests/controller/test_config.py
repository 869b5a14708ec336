"""The configuration: every wrong key is named with its section, and the documents list every key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from controller.config import Config, default_journal, read_config
from controller.errors import ConfigError
from hal.drivers import DRIVERS

ROOT = Path(__file__).parents[2]


def written(folder: Path, text: str) -> Path:
    path = folder / "jantaku.toml"
    path.write_text(text)
    return path


def test_an_empty_file_is_the_defaults(tmp_path: Path) -> None:
    config = read_config(written(tmp_path, ""))
    assert config.web == Config().web
    assert config.driver is None
    assert config.rules().name == "tenhou"


def test_the_example_is_right() -> None:
    config = read_config(ROOT / "examples" / "jantaku.toml")
    assert config.driver == "simulated"
    assert config.journal.path == default_journal()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[web]\nport = 99999", r"\[web\] port: 99999 is not possible: it must be less than or equal to 65535"),
        ("[web]\nprot = 1", r"\[web\] prot: there is no such key; did you mean port\?"),
        ("[webb]\nport = 1", r"\[webb\]: there is no such section; did you mean web\?"),
        ("web = 3", r"\[web\]: this must be a section"),
        ("hal = 3", r"\[hal\]: this must be a section"),
        ('driver = "simulated"', r"\[driver\]: there is no such section"),
        ('[hal]\ndriver = "simulatd"', r"\[hal\] driver: there is no driver 'simulatd'; write one of: .*simulated"),
        ("[hal]\ndriver = 3", r"\[hal\] driver: there is no driver 3"),
        ('[hal]\ndrivre = "x"', r"\[hal\] drivre: there is no such key or driver; did you mean driver\?"),
        ("[hal.simulated]\nnoise = 3", r"\[hal.simulated\].*noise"),
        ('[table]\nrules = "tenhuo"', r"\[table\] rules: .*did you mean tenhou"),
        ('[table.set]\nopen_tanyao = "x"', r"\[table.set\] open_tanyao: \"x\" is not possible"),
        ('[table]\nplayers = ["Aki", "Ben", "aki", "Dan"]', "two seats have the same name"),
        ('[table]\nplayers = ["Aki", "", "Chie", "Dan"]', "write a name"),
        ('[table]\nplayers = ["Aki", "Ben", "Chie", "a/b"]', "slash"),
        ('[web]\nproxies = ["caddy"]', "possible: 'caddy' does not .*write 127.0.0.1"),
        ('[hal]\ndriver = "oled"', "driver 'oled', seats: it is missing"),
        ('[web]\nport = "http"', r"\[web\] port: 'http' is not possible: it must be a whole number"),
        ('[web]\nnames = "table.club.example"', "it must be a list"),
        ('[web]\nnames = ["http://table.club.example"]', "is no host name; write table.club.example, without http://"),
        ('[web]\nnames = ["table.club.example:8080"]', "is no host name"),
        ('[table]\nsecond_tile_set = "blue"', "name the first set, another one, as tile_set"),
        ('[table]\ntile_set = "blue"\nsecond_tile_set = "blue"', "name the first set, another one, as tile_set"),
        ('[journal]\npath = "."', r"\[journal\] path: .* is a folder; name a file in it"),
        ('[hal]\ndriver = "simulated"\n[hal.simulated]\nnoise = "loud"', "choose none, typical, harsh"),
        ('[table]\nplayers = ["a"]', r"\[table\] players\.1: it is missing"),
        ("[table]\nfirst_dealer = 4", r"\[table\] first_dealer: 4 is not possible"),
        ("[referee]\ngrace = -1", r"\[referee\] grace: -1 is not possible"),
        ("[referee.patience]\ntile_missing = -5", r"\[referee\] patience.tile_missing: -5 is not possible"),
        (
            "[referee.patience]\ndraw_out_of_trun = 5",
            r"\[referee\] patience.draw_out_of_trun: .*did you mean draw_out_of_turn",
        ),
        ("[perception]\nexpected_hits = 0", r"\[perception\] expected_hits: 0 is not possible"),
        ('[logging]\nlevel = "loud"', r"\[logging\] level: 'loud' is not possible: .*'debug'"),
        ("[journal]\nside_log_mb = -1", r"\[journal\] side_log_mb: -1 is not possible"),
        ("[web", r"is not valid TOML"),
        ("a = " + "[" * 50_000, r"is not valid TOML"),
        ("a = " + "9" * 5_000, r"is not valid TOML"),
    ],
)
def test_faults_name_the_key(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError, match=message) as found:
        read_config(path)
    assert str(path) in str(found.value)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, '[web]\nport = 0\n[table]\nrules = "x"\n[hal]\ndriver = "y"\n[logging]\nlevel = 1\n')
    with pytest.raises(ConfigError) as found:
        read_config(path)
    for key in ("[web] port", "[hal] driver", "[logging] level"):
        assert key in str(found.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no configuration file"):
        read_config(tmp_path / "nothing.toml")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "bytes.toml")


def test_paths_are_meant_from_the_files_folder(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('base = "tenhou"\nopen_tanyao = false\n')
    path = written(tmp_path, '[table]\nrules = "house.toml"\nregistry = "tags.json"\n[journal]\npath = "j.sqlite"\n')
    config = read_config(path)
    assert config.rules().name == "house"
    assert config.rules().open_tanyao is False
    assert config.table.registry == tmp_path / "tags.json"
    assert config.journal.path == tmp_path / "j.sqlite"


def test_the_journals_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/home/a/state")
    assert default_journal() == Path("/home/a/state/jantaku/journal.sqlite")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/jantaku:/other")
    assert default_journal() == Path("/var/lib/jantaku/journal.sqlite")


def keys(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield name
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from keys(field.annotation)


def test_every_key_is_described() -> None:
    text = (ROOT / "docs" / "config.md").read_text()
    wanted = {*keys(Config), *(key for driver in DRIVERS.values() for key in keys(driver.options))}
    wanted -= {"options", *Config.model_fields} - {"driver"}
    assert [key for key in sorted(wanted) if f"`{key}`" not in text] == []
    for section in (*Config.model_fields, *(f"hal.{name}" for name in DRIVERS)):
        assert section in ("driver", "options", "other_ports") or f"`[{section}]`" in text, section
