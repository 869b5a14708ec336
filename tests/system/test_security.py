"""The real service against strangers: who may do what, and that no secret is ever written where others read."""

import gzip
import json
import re
import sqlite3
import subprocess
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.access.roles import Role
from controller.access.store import AccessStore
from tests.system.browser import free_port
from tests.system.service import COMMAND, ROOT, Service, jantaku

REFEREE_PIN, ADMIN_PIN = "48-29-17", "71-52-83"


class Answer:
    """What a request got."""

    def __init__(self, status: int, body: str, cookie: str) -> None:
        self.status, self.body, self.cookie = status, body, cookie

    def json(self) -> Any:
        return json.loads(self.body)


def ask(address: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Answer:
    """A request as a page of the table makes it."""
    sent = {"X-Jantaku": "1", "Content-Type": "application/json", **(headers or {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address}{path}", data, sent)  # noqa: S310 - http
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            cookie = (answer.headers.get("Set-Cookie") or "").split(";")[0]
            return Answer(answer.status, answer.read().decode(), cookie)
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.read().decode(), "")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def tables(journal: Path) -> Iterator[Service]:
    """A real service (its table simulated, its rights those of a real one) that has PINs."""
    store = AccessStore.beside(journal)
    store.set_pin(Role.REFEREE, REFEREE_PIN)
    store.set_pin(Role.ADMIN, ADMIN_PIN)
    with Service("run", "--simulate", "--speed", "8", "--port", str(free_port()), "--journal", str(journal)) as service:
        service.view()
        yield service


def set_pin(journal: Path, role: str, pin: str) -> None:
    words = ["access", "--journal", str(journal), "pin", role]
    subprocess.run([*COMMAND, *words], input=f"{pin}\n", text=True, check=True, capture_output=True, cwd=ROOT)


def signed_in(address: str, pin: str) -> dict[str, str]:
    answer = ask(address, "/api/access/pin", {"name": "Aki", "pin": pin})
    assert answer.status == 200, answer.body
    return {"Cookie": answer.cookie}


def test_a_real_table_lets_nobody_rule_who_has_not_signed_in(tables: Service) -> None:
    address = tables.address()
    assert ask(address, "/api/referee/rule", {"what": "pause"}).status == 401
    assert ask(address, "/api/access", headers={}).json()["roles"] == ["local"]
    assert ask(address, "/api/access/pin", {"name": "Eve", "pin": "00-00-00"}).status == 403
    referee = signed_in(address, REFEREE_PIN)
    assert ask(address, "/api/referee/rule", {"what": "pause"}, referee).status == 200
    assert ask(address, "/api/access/tokens", headers=referee).status == 403
    foreign = {**referee, "Origin": "http://evil.example"}
    assert ask(address, "/api/referee/rule", {"what": "resume"}, foreign).status == 403
    assert ask(address, "/api/referee/rule", {"what": "resume"}, {**referee, "X-Jantaku": "0"}).status == 403
    audit = ask(address, "/api/referee/audit", headers=referee).json()
    assert [(line["who"], line["what"]) for line in audit] == [("Aki", "pause")]


def test_a_changed_pin_and_a_revoked_token_work_at_once(tables: Service, journal: Path) -> None:
    address = tables.address()
    referee = signed_in(address, REFEREE_PIN)
    made = jantaku("access", "--journal", str(journal), "token", "referee", "A program")
    secret = made.stdout.splitlines()[1]
    bearer = {"Authorization": f"Bearer {secret}"}
    assert ask(address, "/api/referee/rulings", headers=bearer).status == 200
    token = made.stdout.split()[1]
    assert jantaku("access", "--journal", str(journal), "revoke", token).returncode == 0
    assert ask(address, "/api/referee/rulings", headers=bearer).status == 401
    assert ask(address, "/api/referee/rulings", headers=referee).status == 200
    set_pin(journal, "referee", "other-pin")
    assert ask(address, "/api/referee/rulings", headers=referee).status == 401


def test_no_secret_is_written_where_others_read(tables: Service, journal: Path, tmp_path: Path) -> None:
    address = tables.address()
    admin = signed_in(address, ADMIN_PIN)
    ask(address, "/api/access/pin", {"name": "Eve", "pin": "guess-guess"})
    token = ask(address, "/api/access/tokens", {"role": "overlay", "name": "OBS"}, admin).json()["token"]
    overlay = ask(address, "/api/access/token", {"token": token}).cookie
    assert overlay
    ask(address, "/api/access/codes", {"seat": 2})
    ask(address, "/api/referee/rule", {"what": "points", "details": {"deltas": [100, -100, 0, 0]}}, admin)
    secrets = [REFEREE_PIN, ADMIN_PIN, "guess-guess", token]
    secrets += [cookie.split("=", 1)[1] for cookie in (admin["Cookie"], overlay)]
    secrets += re.findall(r"scrypt\$[^\"]+", (journal.with_name(journal.name + ".access")).read_text())
    public = "".join(ask(address, path).body for path in ("/", "/referee", "/api/view", "/health", "/openapi.json"))
    public += ask(address, "/api/access/tokens", headers=admin).body + ask(address, "/api/access").body
    bundle = tmp_path / "bundle.zip"
    made = jantaku("bundle", "--journal", str(journal), str(bundle))
    assert made.returncode == 0, made.stderr
    tables.stop()
    assert tables.process.stdout is not None
    log = "".join(tables.lines) + tables.process.stdout.read()
    exported = jantaku("export", "--journal", str(journal), "1", "--format", "json").stdout
    written = {"log": log, "pages": public, "export": exported, "journal": everything(journal)}
    with zipfile.ZipFile(bundle) as packed:
        assert not [name for name in packed.namelist() if "access" in name]
        written["bundle"] = "".join(content(packed.read(name)) for name in packed.namelist())
    for where, text in written.items():
        for secret in secrets:
            assert secret not in text, f"{where} holds a secret"
    readable = [path.name for path in journal.parent.glob("games.sqlite*") if path.stat().st_mode & 0o007]
    assert readable == [], "hidden tiles are for nobody else on this machine"


def everything(journal: Path) -> str:
    """Every file beside the journal but the access file, and every row of it."""
    files = [path for path in journal.parent.iterdir() if path.is_file() and ".access" not in path.name]
    text = "".join(content(path.read_bytes()) for path in files)
    with sqlite3.connect(journal) as database:
        return text + "\n".join(database.iterdump())


def content(data: bytes) -> str:
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("latin-1")


def test_the_demo_on_this_computer_needs_no_pin_and_says_so(journal: Path) -> None:
    with Service("demo", "--port", str(free_port()), "--journal", str(journal)) as service:
        service.view()
        address = service.address()
        me = ask(address, "/api/access").json()
        assert me["home"] is True
        assert {"referee", "admin", "seat", "overlay"} <= set(me["roles"])
        assert ask(address, "/api/referee/rule", {"what": "pause"}).status == 200
        through_a_proxy = ask(address, "/api/access", headers={"X-Forwarded-For": "192.0.2.1"}).json()
        assert through_a_proxy["roles"] == []
        assert ask(address, "/api/access", headers={"Host": "evil.example"}).status == 421


def test_the_demo_in_the_network_asks_for_pins_and_shows_its_codes_at_the_terminal(journal: Path) -> None:
    port = free_port()
    with Service("demo", "--host", "0.0.0.0", "--port", str(port), "--journal", str(journal)) as service:  # noqa: S104
        service.address()
        address = f"http://127.0.0.1:{port}"
        service.view()
        assert ask(address, "/api/access").json() == {
            "roles": ["local"],
            "seat": None,
            "name": "",
            "home": False,
            "setup": True,
        }
        assert ask(address, "/api/referee/rule", {"what": "pause"}).status == 401
        assert ask(address, "/api/access/codes", {"seat": 0}).status == 204
        assert service.process.stdout is not None
        code = ""
        for line in service.process.stdout:
            if found := re.match(r"Code at seat 1: (\d{6})$", line):
                code = found[1]
                break
        mine = ask(address, "/api/access/seat", {"seat": 0, "code": code})
        assert (mine.status, mine.json()["seat"]) == (200, 0)
        assert ask(address, "/api/access/codes", {"seat": None}).status == 204
        shown = ask(address, "/api/access/setup-code").json()["code"]
        done = ask(address, "/api/access/setup", {"code": shown, "admin_pin": ADMIN_PIN})
        assert (done.status, done.json()["setup"]) == (200, False)
        assert "admin" in ask(address, "/api/access", headers=signed_in(address, ADMIN_PIN)).json()["roles"]


def test_behind_a_named_proxy_the_cookie_is_secure_and_the_client_is_the_proxys(journal: Path, tmp_path: Path) -> None:
    store = AccessStore.beside(journal)
    store.set_pin(Role.REFEREE, REFEREE_PIN)
    config = tmp_path / "jantaku.toml"
    port = free_port()
    config.write_text(
        f'[hal]\ndriver = "simulated"\n[web]\nport = {port}\nnames = ["table.club.example"]\nproxies = ["127.0.0.1"]\n'
        f'[journal]\npath = "{journal}"\n'
    )
    with Service("run", "--config", str(config)) as service:
        service.view()
        address = service.address()
        proxied = {
            "Host": "table.club.example",
            "Origin": "https://table.club.example",
            "X-Forwarded-For": "192.0.2.9",
            "X-Forwarded-Proto": "https",
        }
        entered = ask(address, "/api/access/pin", {"name": "Aki", "pin": REFEREE_PIN}, proxied)
        assert entered.cookie.startswith("__Host-jantaku=")
        mine = {**proxied, "Cookie": entered.cookie}
        assert ask(address, "/api/access", headers=mine).json()["roles"] == ["referee"], (
            "not local, though it comes from here"
        )
        assert ask(address, "/api/referee/rule", {"what": "pause"}, mine).status == 200
        assert ask(address, "/api/access", headers={"Cookie": entered.cookie}).json()["roles"] == ["local"]
