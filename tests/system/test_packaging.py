"""The wheel: complete, and installed alone it gives the console command, its pages and its rules."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.service import ROOT, Service

PYTHONS = ("3.11", "3.12", "3.13")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, ROOT)
    subprocess.run([sys.executable, "-m", "pip", *build], check=True)
    (found,) = folder.glob("jantaku-*.whl")
    return found


def environment(folder: Path, python: str = sys.executable) -> Path:
    """A new environment without anything in it; its interpreter."""
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    return folder / "bin" / "python"


def pip(python: Path, *words: str | Path) -> None:
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    subprocess.run([*command, *words], check=True)


def fetched(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310 - http
        content: bytes = answer.read()
        return content


def works(python: Path, folder: Path) -> None:
    """The console command does what it says, away from the checkout."""
    command = python.with_name("jantaku")
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def said(*words: str) -> str:
        done = subprocess.run(
            [command, *words], cwd=folder, env=clean, capture_output=True, text=True, check=True, timeout=60
        )
        return done.stdout

    assert re.fullmatch(r"jantaku \d+\.\d+\.\d+\S*\n", said("--version"))
    assert "backup" in said("--help")
    assert "tenhou" in said("rules", "list")
    journal = folder / "j.sqlite"
    words = (str(command), "demo", "--auto", "--speed", "50", "--port", "0", "--journal", str(journal))
    with Service(command=("env", "-C", str(folder), *words)) as service:
        assert len(service.view(20)["seats"]) == 4
        page = fetched(service.address()).decode()
        for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
            assert fetched(service.address() + address)
        assert json.loads(fetched(f"{service.address()}/static/text/ja.json"))
        assert service.stop()[0] == 0


def test_everything_that_pages_load_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    static = ROOT / "controller" / "web" / "static"
    files = subprocess.run(
        ["git", "ls-files", "controller", "engine", "hal", "firmware"], cwd=ROOT, capture_output=True, check=False
    )
    tracked = files.stdout.decode().split() or [
        str(path.relative_to(ROOT)) for path in static.rglob("*") if path.is_file()
    ]
    assert [name for name in tracked if (ROOT / name).exists() and name not in packed] == []
    assert not any(name.startswith("tests/") for name in packed)


def test_the_installed_wheel_works(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own; the libraries it needs are lent by this one."""
    python = environment(tmp_path / "venv")
    pip(python, "--no-index", "--no-deps", wheel)
    (site,) = (tmp_path / "venv").glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = subprocess.run(
        [python, "-c", "import controller; print(controller.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert where.stdout.startswith(str(site))
    works(python, tmp_path)


def interpreters() -> Iterator[tuple[str, str]]:
    """Each supported Python on this machine: on the path, or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in PYTHONS:
        beside = sorted(kept.glob(f"{version}.*/bin/python"))
        found = str(beside[-1]) if beside else shutil.which(f"python{version}")
        if found is not None:
            yield version, found


@pytest.mark.long
@pytest.mark.parametrize(("version", "interpreter"), list(interpreters()))
def test_the_wheel_and_what_it_needs_from_the_package_index(
    wheel: Path, tmp_path: Path, version: str, interpreter: str
) -> None:
    """As somebody installs it who has nothing of ours, with the versions of the lock file."""
    python = environment(tmp_path / "venv", interpreter)
    pip(python, "--require-hashes", "-r", ROOT / "requirements.lock")
    pip(python, "--no-deps", wheel)
    works(python, tmp_path)


@pytest.mark.long
def test_the_extra_for_a_pi_can_be_had(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv")
    pip(python, f"jantaku[pi] @ {wheel.as_uri()}")
    subprocess.run([python, "-c", "import luma.oled, luma.led_matrix, controller"], cwd=tmp_path, check=True)
