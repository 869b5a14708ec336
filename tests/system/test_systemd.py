"""The units, and the installer in a throw-away root."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

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
    assert not (tmp_path / "etc/systemd/system/jantaku.service").exists()
    assert settings.exists()
