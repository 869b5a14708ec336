"""The units, and the installer in a throw-away root."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from controller.config import read_config

ROOT = Path(__file__).parents[2]
MOST_EXPOSED = 2.0

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing: sudo apt install systemd"
)


def filled_in(name: str, folder: Path) -> Path:
    """A unit as the installer writes it, but starting a program that exists here."""
    text = (ROOT / "systemd" / name).read_text()
    text = text.replace("@PREFIX@/bin/jantaku", shutil.which("true") or "/bin/true").replace("@CONFIG@", "/etc/jantaku")
    for program in ("/usr/bin/cage",):
        text = text.replace(program, shutil.which("true") or "/bin/true")
    unit = folder / name
    unit.write_text(text)
    return unit


@needs_analyze
@pytest.mark.parametrize("name", ["jantaku.service", "jantaku-kiosk.service"])
def test_systemd_finds_nothing_to_complain_of(name: str, tmp_path: Path) -> None:
    said = subprocess.run(
        ["systemd-analyze", "verify", filled_in(name, tmp_path)], capture_output=True, text=True, check=False
    )
    mine = [line for line in said.stderr.splitlines() if "jantaku" in line and "not-found" not in line]
    assert said.returncode == 0
    assert mine == []


@needs_analyze
def test_the_service_may_touch_little(tmp_path: Path) -> None:
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", filled_in("jantaku.service", tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    level = next(line for line in said.stdout.splitlines() if "Overall exposure level" in line)
    assert float(level.split(":")[1].split()[0]) <= MOST_EXPOSED


def test_the_installer_explains_itself_and_refuses_without_root() -> None:
    script = ROOT / "systemd" / "install"
    assert subprocess.run([script], capture_output=True, check=False).returncode == 2
    if os.geteuid() != 0:
        refused = subprocess.run([script, "install"], capture_output=True, text=True, check=False)
        assert refused.returncode == 1
        assert "sudo make install" in refused.stderr


FAKE_PYTHON = """#!/bin/sh
# Stands for Python and pip: notes what it is asked, and makes the files that they would make.
echo "$*" >> "$FAKE_LOG"
case "$*" in
    *"sys.version_info < (3, 13)"*) exit "${FAKE_BEFORE_313:-1}" ;;
    "-c import lgpio") exit 1 ;;
    -c*) exit 0 ;;
    "-m venv"*) for last; do :; done; mkdir -p "$last/bin"; cp "$0" "$last/bin/python" ;;
    *"$FAKE_FAILS_AT"*) [ -z "$FAKE_FAILS_AT" ] || exit 1 ;;
esac
case "$*" in
    *--no-deps*) printf '#!%s\n' "$(dirname "$0")/python" > "$(dirname "$0")/jantaku" ;;
esac
"""


class Root:
    """A throw-away root, installed into by the real script with a Python that only pretends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "root"
        self._python, self._log = folder / "python3", folder / "log"
        self._python.write_text(FAKE_PYTHON)
        self._python.chmod(0o755)

    def run(self, what: str, **environment: str) -> subprocess.CompletedProcess[str]:
        self._log.write_text("")
        settings = {"DESTDIR": str(self.folder), "PYTHON": str(self._python), "FAKE_LOG": str(self._log)}
        return subprocess.run(
            [ROOT / "systemd" / "install", what],
            env={**os.environ, "FAKE_FAILS_AT": "", **settings, **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def asked(self) -> str:
        """What Python and pip were asked in the last run."""
        return self._log.read_text()

    def __truediv__(self, path: str) -> Path:
        return self.folder / path

    def files(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return Root(tmp_path)


def test_everything_is_installed_where_it_belongs(root: Root) -> None:
    assert root.run("install").returncode == 0
    assert "requirements.lock" in root.asked()
    assert "--require-hashes" in root.asked()
    assert "--system-site-packages" not in root.asked()
    assert (root / "opt/jantaku/venv/bin/jantaku").read_text() == "#!/opt/jantaku/venv/bin/python\n"
    assert (root / "usr/local/bin/jantaku").readlink() == Path("/opt/jantaku/venv/bin/jantaku")
    unit = (root / "etc/systemd/system/jantaku.service").read_text()
    assert "ExecStart=/opt/jantaku/venv/bin/jantaku run --config /etc/jantaku/jantaku.toml" in unit
    assert "@" not in unit.split("ExecStart=")[1].splitlines()[0]
    assert read_config(root / "etc/jantaku/jantaku.toml").driver == "simulated"
    assert (root / "etc/udev/rules.d/60-jantaku.rules").exists()
    assert (root / "etc/systemd/system/jantaku-kiosk.service").exists()
    assert not (root / "opt/jantaku/venv.new").exists()


def test_python_3_13_sees_the_systems_packages(root: Root) -> None:
    """There is no lgpio wheel for it: Debian's own package serves."""
    done = root.run("install", FAKE_BEFORE_313="0", PI="1")
    assert done.returncode == 0
    assert "--system-site-packages" in root.asked()
    assert "sudo apt install python3-rpi-lgpio" in done.stdout


def test_on_a_pi_its_pins_and_displays_are_served(root: Root) -> None:
    assert root.run("install", PI="1").returncode == 0
    assert "requirements-pi.lock" in root.asked()
    pinned = (ROOT / "requirements-pi.lock").read_text()
    plain = (ROOT / "requirements.lock").read_text()
    for name in ("luma-oled==", "luma-led-matrix==", "rpi-lgpio=="):
        assert name in pinned
        assert name not in plain
    versions = {line.split()[0] for line in plain.splitlines() if "==" in line and not line.startswith(" ")}
    assert versions <= {line.split()[0] for line in pinned.splitlines() if "==" in line and not line.startswith(" ")}


def test_an_upgrade_keeps_configuration_and_games(root: Root) -> None:
    root.run("install")
    settings = root / "etc/jantaku/jantaku.toml"
    settings.write_text(settings.read_text() + "\n# mine\n")
    games = root / "var/lib/jantaku/journal.sqlite"
    games.parent.mkdir(parents=True)
    games.write_bytes(b"games")
    (root / "opt/jantaku/venv/old").write_text("version")
    done = root.run("install")
    assert "kept /etc/jantaku/jantaku.toml" in done.stdout
    assert settings.read_text().endswith("# mine\n")
    assert games.read_bytes() == b"games"
    assert not (root / "opt/jantaku/venv/old").exists()
    assert not (root / "opt/jantaku/venv.old").exists()


@pytest.mark.parametrize("fails_at", ["--require-hashes", "--no-deps"])
def test_an_upgrade_that_fails_changes_nothing(root: Root, fails_at: str) -> None:
    root.run("install")
    before = {name: data for name, data in root.files().items() if "venv.new" not in name}
    done = root.run("install", FAKE_FAILS_AT=fails_at)
    assert done.returncode == 1
    assert "the old version is untouched" in done.stderr
    assert {name: data for name, data in root.files().items() if "venv.new" not in name} == before
    assert root.run("install").returncode == 0


def test_uninstalling_leaves_configuration_and_games(root: Root) -> None:
    root.run("install")
    games = root / "var/lib/jantaku/journal.sqlite"
    games.parent.mkdir(parents=True)
    games.write_bytes(b"games")
    done = root.run("uninstall")
    assert "Configuration stays in /etc/jantaku, games in /var/lib/jantaku" in done.stdout
    left = {str(path.relative_to(root.folder)) for path in root.folder.rglob("*") if path.is_file()}
    assert left == {"etc/jantaku/jantaku.toml", "var/lib/jantaku/journal.sqlite"}
    assert not (root / "usr/local/bin/jantaku").is_symlink()
    assert root.run("uninstall").returncode == 0


def test_somebody_elses_command_is_not_taken_away(root: Root) -> None:
    root.run("install")
    (root / "usr/local/bin/jantaku").unlink()
    (root / "usr/local/bin/jantaku").write_text("mine")
    root.run("uninstall")
    assert (root / "usr/local/bin/jantaku").read_text() == "mine"


def test_the_groups_of_the_unit_are_made_by_the_installer() -> None:
    unit = (ROOT / "systemd" / "jantaku.service").read_text()
    script = (ROOT / "systemd" / "install").read_text()
    rules = (ROOT / "systemd" / "60-jantaku.rules").read_text()
    (groups,) = re.findall(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    (made,) = re.findall(r"for group in (.*); do", script)
    assert groups.split() == made.split()
    assert set(re.findall(r'GROUP="(\w+)"', rules)) <= set(groups.split())


@pytest.mark.long
def test_install_upgrade_and_uninstall_in_a_root_of_its_own(tmp_path: Path) -> None:
    script = ROOT / "systemd" / "install"
    environment = os.environ | {"DESTDIR": str(tmp_path)}

    def run(what: str) -> str:
        done = subprocess.run([script, what], env=environment, capture_output=True, text=True, check=True, timeout=600)
        return done.stdout

    run("install")
    console = tmp_path / "opt/jantaku/venv/bin/jantaku"
    assert console.read_text().startswith("#!/opt/jantaku/venv/bin/")
    python = tmp_path / "opt/jantaku/venv/bin/python"
    said = subprocess.run(
        [python, "-c", "import sys; from controller.cli import main; sys.exit(main(['--version']))"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert said.stdout.startswith("jantaku ")
    unit = (tmp_path / "etc/systemd/system/jantaku.service").read_text()
    assert "/opt/jantaku/venv/bin/jantaku run --config /etc/jantaku/jantaku.toml" in unit
    settings = tmp_path / "etc/jantaku/jantaku.toml"
    settings.write_text(settings.read_text() + "\n# mine\n")
    assert "kept" in run("install")
    assert settings.read_text().endswith("# mine\n")
    run("uninstall")
    assert not (tmp_path / "opt/jantaku").exists()
    assert settings.exists()
