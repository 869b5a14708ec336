"""A match and some moves, as the journal's tests store them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from controller.inputs import Input, MoveSeen, SetupChanged
from engine.tiles import Tile
from hal.zones import ELSEWHERE, hand_of

NAMES = ["Aki", "Ben", "Chie", "Dan"]
RULES = {"name": "tenhou"}


def start(at: int = 0) -> SetupChanged:
    return SetupChanged(at=at, what="match", details={"rules": RULES, "players": NAMES, "first_dealer": 2})


def moves(count: int, at: int = 100) -> list[Input]:
    return [
        MoveSeen(at=at + n, tile=Tile(n), source=ELSEWHERE, target=hand_of(n % 4), after=at + n - 50, before=at + n)
        for n in range(count)
    ]


def forget_names(path: Path) -> None:
    """Nobody's name is in a journal any more, as when all have been deleted."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM player")
        database.commit()
