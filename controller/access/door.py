"""The door: tells who a visitor is, and lets people sign in by PIN, token or a code read at the table."""

import asyncio
import hmac
import math
import time
from collections.abc import Callable
from typing import Final

from controller.access.codes import Codes
from controller.access.roles import NOBODY, Role, Visitor
from controller.access.secrets import check_pin, fingerprint, pin_matches
from controller.access.sessionfile import SessionFile
from controller.access.sessions import Sessions, proof_of
from controller.access.store import Access, AccessStore, PinRole, Token
from controller.access.throttle import Throttle
from controller.errors import AccessError, AccessRefused
from engine.tiles import Seat

_SEAT_PROOF: Final = "seat"
_IS_SET_UP: Final = "This table is set up already; an admin changes its PINs."
_PIN_ROLES: Final[tuple[PinRole, ...]] = (Role.ADMIN, Role.REFEREE)


class Door:
    """Belongs to the web server's event loop. `clock` gives monotonic seconds.

    `at_home` is who everybody on this computer is without signing in: for a table simulated on one's own laptop, and
    nowhere else.
    """

    def __init__(
        self,
        store: AccessStore | None = None,
        *,
        at_home: Visitor | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store: Final = AccessStore() if store is None else store
        self.codes: Final = Codes(clock)
        self.at_home: Final = at_home
        self._clock: Final = clock
        self._throttle: Final = Throttle()
        self._asking: Final = Throttle()
        path = self.store.path
        kept = None if path is None else SessionFile(path.with_name(path.name + ".sessions"))
        self._sessions: Final = Sessions(clock, self._still_good, kept)
        self._hashing: Final = asyncio.Lock()

    # ---- who is it

    def visitor(self, *, cookie: str | None, bearer: str | None, local: bool) -> Visitor:
        """Who stands behind a request with this session cookie and bearer token; `local`: on this very computer."""
        found = NOBODY if cookie is None else self._sessions.visitor(cookie)
        if bearer is not None:
            token = self._token(bearer)
            found = found if token is None else found.joined(_holder(token))
        if local:
            found = found.joined(Visitor(frozenset({Role.LOCAL})))
            if self.at_home is not None:
                found = found.joined(self.at_home)
        return found

    def needs_setup(self) -> bool:
        """Whether nobody has set an admin PIN yet."""
        return self.at_home is None and Role.ADMIN not in self._access().pins

    # ---- signing in; each returns the session's new cookie and raises `AccessRefused`

    async def sign_in_by_pin(self, client: str, name: str, pin: str, cookie: str | None) -> str:
        """As referee or admin, whichever PIN it is. `name` signs the rulings."""
        self._admit(client)
        async with self._hashing:  # one at a time: each takes 16 MB
            for role in _PIN_ROLES:
                kept = self._access().pins.get(role)
                if kept is not None and await asyncio.to_thread(pin_matches, pin, kept):
                    self._throttle.right(client)
                    return self._sessions.begin(Visitor(frozenset({role}), name=name), kept, cookie)
        raise AccessRefused("This is not the PIN of this table's referee or admin.")

    def sign_in_by_token(self, client: str, secret: str, cookie: str | None) -> str:
        """With the role the token was made for."""
        self._admit(client)
        token = self._token(secret)
        if token is None:
            raise AccessRefused("This token is not known here, or it was revoked.")
        self._throttle.right(client)
        return self._sessions.begin(_holder(token), token.id, cookie)

    def sign_in_at_seat(self, client: str, seat: Seat, code: str, cookie: str | None) -> str:
        """As the person at a seat, by the code its panel shows."""
        self._admit(client)
        self.codes.take_seat(seat, code)
        self._throttle.right(client)
        self._asking.right(client)
        return self._sessions.begin(Visitor(frozenset({Role.SEAT}), seat), _SEAT_PROOF, cookie)

    def show_code(self, client: str, seat: Seat | None) -> None:
        """Have the code of a seat, or (None) the set-up code, shown at the table.

        While it is shown its panel tells nothing of the game: nobody has it shown again and again without using it.
        """
        if seat is None and not self.needs_setup():
            raise AccessRefused(_IS_SET_UP)
        wait = self._asking.wait(client, self._clock())
        if wait > 0:
            raise AccessRefused(f"Codes were asked for too often. Wait {math.ceil(wait)} s.")
        if seat is None:
            self.codes.show_setup()
        else:
            self.codes.show_seat(seat)
        self._asking.tried(client, self._clock())

    async def set_up(self, client: str, code: str, admin_pin: str, referee_pin: str | None) -> None:
        """First start: whoever reads the code at the table sets the PINs. Raises `AccessError` for a weak PIN."""
        if not self.needs_setup():
            raise AccessRefused(_IS_SET_UP)
        for pin in (admin_pin, referee_pin):
            if pin is not None:
                check_pin(pin)
        self._admit(client)
        self.codes.take_setup(code)
        self._throttle.right(client)
        self._asking.right(client)
        async with self._hashing:
            await asyncio.to_thread(self.store.set_pin, Role.ADMIN, admin_pin)
            if referee_pin is not None:
                await asyncio.to_thread(self.store.set_pin, Role.REFEREE, referee_pin)

    async def sign_out(self, cookie: str) -> None:
        """End a session, so that no restart brings it back."""
        self._sessions.end(cookie)
        await asyncio.to_thread(self._sessions.flush)

    def close(self) -> None:
        """The service ends: who is signed in now is so at the next start."""
        self._sessions.flush()

    # ---- inside

    def _admit(self, client: str) -> None:
        wait = self._throttle.wait(client, self._clock())
        if wait > 0:
            raise AccessRefused(f"Too many wrong tries. Wait {math.ceil(wait)} s.")
        self._throttle.tried(client, self._clock())

    def _token(self, secret: str) -> Token | None:
        wanted = fingerprint(secret)
        found = None
        for token in self._access().tokens:
            if hmac.compare_digest(token.hash, wanted):
                found = token
        return found

    def _still_good(self, proof: str) -> bool:
        access = self._access()
        proofs = (_SEAT_PROOF, *access.pins.values(), *(token.id for token in access.tokens))
        return proof in map(proof_of, proofs)

    def _access(self) -> Access:
        """What the file says. A broken file opens nothing: the service says so (`trouble`) and plays on."""
        try:
            return self.store.read()
        except AccessError:
            return Access(pins={Role.ADMIN: "unreadable"})

    def trouble(self) -> str | None:
        """What is wrong with the access file; None if nothing is."""
        try:
            self.store.read()
        except AccessError as error:
            return str(error)
        return None


def _holder(token: Token) -> Visitor:
    return Visitor(frozenset({token.role}), name=token.name)
