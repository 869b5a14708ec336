"""Everybody who may knock at the web server, with the key each holds."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.access.door import Door
from controller.access.roles import Role, Visitor
from controller.access.store import AccessStore

AFAR = ("192.0.2.7", 50_000)
"""An address in the network, not on the table's own computer."""
CHANGES = {"X-Jantaku": "1"}
"""What a page of the table sends with whatever changes something."""
SEAT = 2
"""The seat of `seat`."""


@dataclass
class Knocker:
    """A visitor and the headers by which they are known."""

    name: str
    visitor: Visitor
    headers: Mapping[str, str] = field(default_factory=dict)


def door_with_keys() -> tuple[Door, list[Knocker]]:
    """A door, and one visitor of every role: nobody, a seat, an overlay, a referee, an admin."""
    store = AccessStore()
    door = Door(store)
    knockers = [Knocker("nobody", Visitor())]
    shown: dict[int, str | None] = {}
    door.codes.attach(lambda seat, code: shown.update({seat: code}))
    door.codes.show_seat(SEAT)
    cookie = door.sign_in_at_seat("test", SEAT, shown[SEAT] or "", None)
    knockers.append(Knocker("seat", Visitor(frozenset({Role.SEAT}), SEAT), {"Cookie": f"jantaku={cookie}"}))
    _, secret = store.add_token(Role.OVERLAY, "OBS")
    overlay = Visitor(frozenset({Role.OVERLAY}), name="OBS")
    knockers.append(Knocker("overlay", overlay, {"Authorization": f"Bearer {secret}"}))
    store.set_pin(Role.REFEREE, "482917")
    store.set_pin(Role.ADMIN, "715283")
    pins: list[tuple[Role, str]] = [(Role.REFEREE, "482917"), (Role.ADMIN, "715283")]
    for role, pin in pins:
        cookie = asyncio.run(door.sign_in_by_pin("test", "Aki", pin, None))
        visitor = Visitor(frozenset({role}), name="Aki")
        knockers.append(Knocker(role.value, visitor, {"Cookie": f"jantaku={cookie}"}))
    return door, knockers
