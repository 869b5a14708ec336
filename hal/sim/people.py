"""The people of the simulated table, as the table knows them.

Who they are (bots, a script, a recorded game, a person in a web page) is decided elsewhere and injected. A person
sees the world, and the table's lamps and displays in `hal.sim.panels.Panels`, and acts by `World.move` and
`World.press`. What of the world a person may look at is a matter of the person's honesty: the own rack and all
that lies open.
"""

from typing import Protocol

from hal.ports import Millis
from hal.sim.world import World


class Player(Protocol):
    """One person, or several who act in concert."""

    def wake(self, world: World, now: Millis) -> Millis | None:
        """Look at the table and act by `world.move` and `world.press`; called at `now` = `world.now`.

        Called when the time has come that the last call asked for, and after everything a person would notice:
        a tile lifted or set down, a press, a lamp, a tune, a display. Gives the time of the next wish to be
        called, or None to wait for something to happen.
        """
        ...
