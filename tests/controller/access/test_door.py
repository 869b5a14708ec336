"""The door: signing in by PIN, token and code, and what ends it again."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from controller.access.codes import LIFE_SECONDS, TRIES
from controller.access.door import Door
from controller.access.roles import NOBODY, Role, Visitor, resident
from controller.access.sessions import LIFE_SECONDS as SESSION_SECONDS
from controller.access.sessions import MOST_SESSIONS
from controller.access.store import AccessStore
from controller.access.throttle import FREE_TRIES
from controller.errors import AccessError, AccessRefused

REFEREE_PIN, ADMIN_PIN = "482917", "715283"


class Table:
    """A door with a clock that a test moves, and displays it reads."""

    def __init__(self, path: Path) -> None:
        self.now = 1_000.0
        self.shown: dict[int, str | None] = {}
        self.store = AccessStore(path)
        self.door = Door(self.store, clock=lambda: self.now)
        self.door.codes.attach(lambda seat, code: self.shown.update({seat: code}))

    def who(self, cookie: str | None = None, bearer: str | None = None, *, local: bool = False) -> Visitor:
        return self.door.visitor(cookie=cookie, bearer=bearer, local=local)

    def pin(self, pin: str, name: str = "Aki", client: str = "a", cookie: str | None = None) -> str:
        return asyncio.run(self.door.sign_in_by_pin(client, name, pin, cookie))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path / "access")
    table.store.set_pin(Role.REFEREE, REFEREE_PIN)
    table.store.set_pin(Role.ADMIN, ADMIN_PIN)
    return table


def test_a_pin_gives_its_role_and_the_name_that_signs(table: Table) -> None:
    referee = table.who(table.pin(REFEREE_PIN))
    assert referee.roles == {Role.REFEREE}
    assert referee.name == "Aki"
    admin = table.who(table.pin(ADMIN_PIN))
    assert admin.roles == {Role.ADMIN}
    assert admin.may(Role.REFEREE)
    assert not referee.may(Role.ADMIN)
    assert not admin.may(Role.OVERLAY)
    assert not admin.may(Role.SEAT)


def test_a_cookie_nobody_was_given_is_nobody(table: Table) -> None:
    assert table.who("jantaku_made-up") == NOBODY
    assert table.who(None, "jantaku_made-up") == NOBODY


def test_a_session_ends_by_time_sign_out_and_a_new_pin(table: Table) -> None:
    first, second, third = table.pin(REFEREE_PIN), table.pin(REFEREE_PIN), table.pin(ADMIN_PIN)
    asyncio.run(table.door.sign_out(first))
    assert table.who(first) == NOBODY
    table.now += SESSION_SECONDS - 1
    assert table.who(second) != NOBODY, "use keeps it alive"
    table.now += SESSION_SECONDS - 1
    assert table.who(second) != NOBODY
    assert table.who(third) == NOBODY
    table.store.set_pin(Role.REFEREE, "one-other")
    assert table.who(second) == NOBODY


def test_signing_in_as_another_adds_the_role_under_a_new_cookie(table: Table) -> None:
    token, secret = table.store.add_token(Role.OVERLAY, "OBS")
    first = table.pin(REFEREE_PIN)
    both = table.door.sign_in_by_token("a", secret, first)
    assert table.who(both).roles == {Role.REFEREE, Role.OVERLAY}
    assert table.who(first) == NOBODY, "a cookie that was fixed beforehand gains nothing"
    table.store.revoke(token.id)
    assert table.who(both).roles == {Role.REFEREE}


def test_a_token_opens_as_bearer_too_until_it_is_revoked(table: Table) -> None:
    token, secret = table.store.add_token(Role.REFEREE, "A program")
    assert table.who(None, secret).roles == {Role.REFEREE}
    assert table.who(None, secret).name == "A program"
    table.store.revoke(token.id)
    assert table.who(None, secret) == NOBODY


def test_a_guesser_is_slowed_down_and_the_owner_is_not(table: Table) -> None:
    for _ in range(FREE_TRIES):
        with pytest.raises(AccessRefused, match="not the PIN"):
            table.pin("000000", client="guesser")
    with pytest.raises(AccessRefused, match="Wait 1 s"):
        table.pin(REFEREE_PIN, client="guesser")
    assert table.who(table.pin(REFEREE_PIN, client="owner")).may(Role.REFEREE)
    table.now += 1
    assert table.who(table.pin(REFEREE_PIN, client="guesser")).may(Role.REFEREE)


def test_tries_at_once_count_as_well(table: Table) -> None:
    async def guess() -> list[BaseException | str]:
        guesses = (table.door.sign_in_by_pin("guesser", "x", f"{n:06}", None) for n in range(20))
        return await asyncio.gather(*guesses, return_exceptions=True)

    told = [str(answer) for answer in asyncio.run(guess())]
    assert sum("not the PIN" in text for text in told) == FREE_TRIES
    assert sum("Too many" in text for text in told) == 20 - FREE_TRIES


def test_a_seats_code_is_shown_at_that_seat_and_opens_it_once(table: Table) -> None:
    with pytest.raises(AccessRefused, match="ask for one"):
        table.door.sign_in_at_seat("a", 2, "1234", None)
    table.door.codes.show_seat(2)
    code = table.shown[2]
    assert code is not None
    assert set(table.shown) == {2}
    cookie = table.door.sign_in_at_seat("a", 2, code, None)
    assert table.who(cookie).sits_at(2)
    assert not table.who(cookie).sits_at(1)
    assert table.shown[2] is None
    with pytest.raises(AccessRefused):
        table.door.sign_in_at_seat("b", 2, code, None)


def test_a_referee_can_read_a_seats_code_out(table: Table) -> None:
    table.door.codes.show_seat(3)
    table.door.codes.show_seat(1)
    assert table.door.codes.seat_codes() == {1: table.shown[1], 3: table.shown[3]}
    table.now += LIFE_SECONDS
    assert table.door.codes.seat_codes() == {}


def test_a_seats_code_is_no_other_seats(table: Table) -> None:
    table.door.codes.show_seat(1)
    table.door.codes.show_seat(2)
    code = table.shown[1]
    assert code is not None
    if code != table.shown[2]:
        with pytest.raises(AccessRefused, match="not the code"):
            table.door.sign_in_at_seat("a", 2, code, None)


def test_a_code_is_gone_after_wrong_tries_and_after_its_time(table: Table) -> None:
    table.door.codes.show_seat(0)
    for n in range(TRIES):
        with pytest.raises(AccessRefused, match="not the code"):
            table.door.sign_in_at_seat(f"client {n}", 0, "none", None)
    assert table.shown[0] is None
    table.door.codes.show_seat(0)
    code = table.shown[0]
    table.now += LIFE_SECONDS
    table.door.codes.tidy()
    assert table.shown[0] is None
    with pytest.raises(AccessRefused, match="ask for one"):
        table.door.sign_in_at_seat("z", 0, code or "", None)


def test_a_code_that_is_shown_stays_until_it_is_used(table: Table) -> None:
    table.door.codes.show_seat(0)
    code = table.shown[0]
    table.door.codes.show_seat(0)
    assert table.shown[0] == code


def test_nobody_keeps_codes_on_the_panels_by_asking_again_and_again(table: Table) -> None:
    def ask(client: str) -> bool:
        """Ask for the code of a seat that shows none."""
        table.now += LIFE_SECONDS
        table.door.codes.tidy()
        assert table.shown.get(0) is None
        with suppress(AccessRefused):
            table.door.show_code(client, 0)
        return table.shown.get(0) is not None

    asked = [ask("spoiler") for _ in range(40)]
    assert all(asked[:FREE_TRIES])
    assert asked[20:].count(True) <= 6, "one in ten minutes at most, each shown for two"
    with pytest.raises(AccessRefused, match="Codes were asked for too often"):
        table.door.show_code("spoiler", 1)
    assert ask("somebody else")
    assert [ask(f"client {n}") for n in range(10)] == [True] * 10


def test_who_uses_the_codes_may_ask_for_more(table: Table) -> None:
    for _ in range(5):
        for seat in range(4):
            table.door.show_code("a tablet", seat)
            table.door.sign_in_at_seat("a tablet", seat, table.shown[seat] or "", None)


def set_up(table: Table, code: str, admin: str = ADMIN_PIN, referee: str | None = None) -> None:
    asyncio.run(table.door.set_up("a", code, admin, referee))


def test_first_start_needs_the_code_on_the_tables_displays(tmp_path: Path) -> None:
    table = Table(tmp_path / "access")
    assert table.door.needs_setup()
    assert table.door.codes.setup_code() is None
    with pytest.raises(AccessRefused, match="ask for one"):
        set_up(table, "12345678")
    code = table.door.codes.show_setup()
    assert table.shown == dict.fromkeys(range(4), code)
    with pytest.raises(AccessError, match="easily guessed"):
        set_up(table, code, "111111")
    with pytest.raises(AccessRefused, match="not the set-up code"):
        set_up(table, "00000000")
    set_up(table, code, ADMIN_PIN, REFEREE_PIN)
    assert table.shown == dict.fromkeys(range(4))
    assert not table.door.needs_setup()
    assert table.who(table.pin(ADMIN_PIN)).may(Role.ADMIN)
    assert table.who(table.pin(REFEREE_PIN)).may(Role.REFEREE)
    with pytest.raises(AccessRefused, match="set up already"):
        set_up(table, code)


def test_a_broken_access_file_opens_nothing_and_is_told(table: Table) -> None:
    cookie = table.pin(REFEREE_PIN)
    assert table.store.path is not None
    table.store.path.write_text("{")
    assert table.who(cookie) == NOBODY
    assert not table.door.needs_setup(), "whoever breaks the file must not be asked for new PINs"
    assert "cannot be used" in (table.door.trouble() or "")
    with pytest.raises(AccessRefused):
        table.pin(REFEREE_PIN)


def test_at_home_nobody_signs_in_but_only_on_that_computer() -> None:
    door = Door(at_home=resident())
    here = door.visitor(cookie=None, bearer=None, local=True)
    assert all(here.may(role) for role in Role)
    assert all(here.sits_at(seat) for seat in range(4))
    assert door.visitor(cookie=None, bearer=None, local=False) == NOBODY
    assert not door.needs_setup()


def test_no_number_of_sessions_fills_the_memory(table: Table) -> None:
    _, secret = table.store.add_token(Role.OVERLAY, "OBS")
    cookies = [table.door.sign_in_by_token("a", secret, None) for _ in range(MOST_SESSIONS + 20)]
    assert table.who(cookies[0]) == NOBODY
    assert table.who(cookies[-1]).may(Role.OVERLAY)


def test_the_role_local_alone_gives_no_other(table: Table) -> None:
    here = table.who(None, None, local=True)
    granted: Callable[[Role], bool] = here.may
    assert [role for role in Role if granted(role)] == [Role.ANYONE, Role.LOCAL]
