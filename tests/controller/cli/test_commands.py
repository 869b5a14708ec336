"""The console command itself, and the commands of the service: wrong input, exit codes, clean ends."""

import io
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.cli import COMMANDS, main
from controller.cli.demo import as_called
from controller.cli.run import with_rules
from controller.config import Config, TableSection
from controller.inputs import SetupChanged
from controller.journal import Journal
from engine.rules import PRESETS

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port: int = listening.getsockname()[1]
        yield port


def test_help_lists_every_command(capsys: Capture) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for name, summary in COMMANDS.items():
        assert f"{name}  " in text
        assert summary in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(capsys: Capture, name: str) -> None:
    assert main([name, "--help"]) == 0
    assert f"usage: jantaku {name}" in capsys.readouterr().out


def test_help_imports_none_of_the_heavy_parts() -> None:
    code = "import sys; from controller.cli import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for heavy in ("pydantic", "fastapi", "asyncio", "sqlite3", "numpy"):
        assert f"'{heavy}'" not in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "commands"),
        (["demp"], "did you mean `demo`?"),
        (["xyzzy"], "`jantaku --help` lists the commands"),
        (["--nonsense"], "unrecognized arguments"),
        (["config"], "required"),
        (["config", "chekc"], "invalid choice"),
        (["config", "check", "/nowhere/x.toml"], "there is no configuration file"),
        (["matches", "--journal", "/nowhere/j.sqlite"], "there is no journal"),
        (["run"], "[hal] driver"),
        (["run", "--config", "/nowhere/x.toml"], "there is no configuration file"),
        (["run", "--simulate", "deep"], "invalid choice"),
        (["run", "--simulate", "--port", "70000"], "70000 is no port"),
        (["run", "--simulate", "--speed", "0"], "write a factor from 0.25 to 50"),
        (["run", "--simulate", "--speed", "fast"], "'fast' is no number"),
        (["run", "--simulate", "--port", "x"], "invalid int value"),
        (["run", "--simulate", "--rules", "tenhuo"], "did you mean tenhou?"),
        (["run", "--simulate", "--set", "ranked=perhaps"], "ranked"),
        (["demo", "--rules", "tenhuo"], "did you mean tenhou?"),
        (["demo", "--set", "open_tanyao=perhaps"], "open_tanyao"),
        (["demo", "--set", "open_tanyao"], "FIELD=VALUE"),
        (["demo", "--level", "champion"], "invalid choice"),
        (["demo", "--port", "-1"], "-1 is no port"),
        (["demo", "--noise", "loud"], "invalid choice"),
        (["demo", "--host", "192.0.2.1", "--port", "0"], "cannot serve the page at 192.0.2.1"),
    ],
)
def test_wrong_usage(capsys: Capture, words: list[str], message: str) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("command", [["run", "--simulate"], ["demo"]])
def test_a_port_in_use(capsys: Capture, tmp_path: Path, command: list[str]) -> None:
    with taken_port() as port:
        assert main([*command, "--port", str(port), "--journal", str(tmp_path / "j.sqlite")]) == 2
    assert f"port {port}" in capsys.readouterr().err
    assert not (tmp_path / "j.sqlite").exists()


@pytest.mark.parametrize(
    ("called", "found", "printed"),
    [
        (".venv/bin/jantaku", None, ".venv/bin/jantaku"),
        (".venv/bin/jantaku", "/usr/local/bin/jantaku", ".venv/bin/jantaku"),
        ("/usr/local/bin/jantaku", "/usr/local/bin/jantaku", "jantaku"),
        ("/somewhere/__main__.py", None, "jantaku"),
    ],
)
def test_commands_are_printed_as_this_one_was_called(
    monkeypatch: pytest.MonkeyPatch, called: str, found: str | None, printed: str
) -> None:
    monkeypatch.setattr("sys.argv", [called, "demo"])
    monkeypatch.setattr("shutil.which", lambda _: found)
    assert as_called() == printed


def test_a_journal_that_is_none(capsys: Capture, tmp_path: Path) -> None:
    """The service would go on trying and say so on its page; the demo ends."""
    path = tmp_path / "j.sqlite"
    path.write_text("not a database, but long enough to look at " * 5)
    before = path.read_bytes()
    assert main(["demo", "--port", "0", "--journal", str(path)]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_config_check(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text('[hal]\ndriver = "simulated"\n')
    assert main(["config", "check", str(path)]) == 0
    assert "is all right" in capsys.readouterr().out
    path.write_text("[web]\nport = 99999\n")
    assert main(["config", "check", str(path)]) == 1
    assert "[web] port: 99999" in capsys.readouterr().err
    path.write_text("[web\n")
    assert main(["config", "check", str(path)]) == 2
    assert "not valid TOML" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "font", "told"), [("ja", "", True), ("en", "", False), ("ja", 'font = "/fonts/cjk.ttc"\n', False)]
)
def test_config_check_says_where_the_displays_lack_the_letters(
    capsys: Capture, tmp_path: Path, language: str, font: str, told: bool
) -> None:
    path = tmp_path / "jantaku.toml"
    hal = f'[hal]\ndriver = "simulated"\ndisplay = "oled"\n[hal.oled]\n{font}[hal.oled.seats.0]\nbus = 1\n'
    path.write_text(f'[table]\nlanguage = "{language}"\n{hal}')
    assert main(["config", "check", str(path)]) == 0
    assert ("displays speak English" in capsys.readouterr().out) == told


def test_run_with_a_wrong_configuration(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text('[hal]\ndriver = "simulated"\n[web]\nport = -1\n')
    assert main(["run", "--config", str(path)]) == 2
    assert "[web] port: -1" in capsys.readouterr().err


def test_matches(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    details = {"rules": PRESETS["tenhou"].model_dump(mode="json"), "players": ["Aki", "Ben", "Chie", "Dan"]}
    for number in range(3):
        journal.append(SetupChanged(at=number, what="match", details=details))
        if number == 1:
            final = {"final": {"places": [2, 1, 3, 4], "scores": [30_000, 40_000, 20_000, 10_000], "points": None}}
            journal.record([("deal_ended", {})], number, final=final)
    journal.close()
    assert main(["matches", "--journal", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert "broken off" in lines[0]
    assert "1 deal " in lines[1]
    assert lines[1].endswith("ended      Ben 40,000, Aki 30,000, Chie 20,000, Dan 10,000")
    assert "unfinished" in lines[2]
    assert main(["matches", "--json", "--journal", str(path)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["state"] for row in rows] == ["broken off", "ended", "unfinished"]
    assert rows[1]["scores"] == [30_000, 40_000, 20_000, 10_000]
    assert rows[1]["players"] == ["Aki", "Ben", "Chie", "Dan"]


def test_no_match_yet(capsys: Capture, tmp_path: Path) -> None:
    Journal.open(tmp_path / "j.sqlite").close()
    assert main(["matches", "--journal", str(tmp_path / "j.sqlite")]) == 0
    assert "no match has been played yet" in capsys.readouterr().out
    assert main(["matches", "--json", "--journal", str(tmp_path / "j.sqlite")]) == 0
    assert capsys.readouterr().out == ""


def test_ctrl_c_is_no_traceback(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("controller.cli.matches.run", interrupted)
    assert main(["matches"]) == 130
    assert capsys.readouterr().err == "stopped\n"


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    command = f"{sys.executable} -c 'import sys; from controller.cli import main; sys.exit(main())' rules show tenhou"
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1; echo ${{PIPESTATUS[0]}}"], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] in ("0", "141")


def test_files_that_are_not_there_are_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object) -> int:
        raise FileNotFoundError(2, "No such file or directory", "/nowhere/hands.jsonl")

    monkeypatch.setattr("controller.cli.matches.run", unreadable)
    assert main(["matches"]) == 2
    assert capsys.readouterr().err == "jantaku matches: /nowhere/hands.jsonl: No such file or directory\n"


def test_standard_output_on_a_full_disk(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    assert main(["rules", "list"]) == 1
    assert capsys.readouterr().err == "jantaku: No space left on device\n"


def test_run_takes_rules_and_settings_for_new_matches() -> None:
    configured = Config(table=TableSection(rules="doman", set={"match_length": "tonpuusen"}))
    party = with_rules(configured, None, ["ranked=false", "level=none"]).rules()
    assert (party.name, party.match_length, party.ranked, party.level) == ("doman", "tonpuusen", False, None)
    assert with_rules(configured, "doman", ["level=advanced"]).rules() == PRESETS["doman"].with_changes(
        level="advanced"
    )
    assert with_rules(configured, None, []) is configured


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "said"), [("rules list", ""), ("score", "there is no hand to score")])
def test_closed_standard_streams(words: str, said: str, closed: str) -> None:
    python = f"{sys.executable} -c 'import sys; from controller.cli import main; sys.exit(main())'"
    done = subprocess.run(
        ["bash", "-c", f"{python} {words} {closed}"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    lines = done.stderr.splitlines()
    assert len(lines) == (1 if said and "2>&-" not in closed else 0)
    assert all(said in line for line in lines)
