"""The doctor's tests of buttons and displays: a person presses, looks and listens; the doctor keeps the list."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from controller.bringup.bench import Bench
from engine.tiles import SEATS, Seat
from hal.findings import Finding
from hal.ports import BoardStatus, Button, Millis, Press

QUIET: Final[Millis] = 20_000
"""The buttons test ends when nothing was pressed for so long."""


@dataclass
class ButtonTest:
    """Which buttons were pressed, of those that a table has."""

    pressed: dict[tuple[Seat, Button], int] = field(default_factory=dict)

    def take(self, press: Press) -> str:
        """A press; gives what to say."""
        key = press.seat, press.button
        self.pressed[key] = self.pressed.get(key, 0) + 1
        left = len(SEATS) * len(Button) - len(self.pressed)
        return f"seat {press.seat}: {press.button} ({left} left)"

    @property
    def finished(self) -> bool:
        """Whether all buttons of all seats were pressed."""
        return len(self.pressed) == len(SEATS) * len(Button)

    def findings(self) -> Iterable[Finding]:
        """A finding a seat."""
        for seat in SEATS:
            missing = [button for button in Button if (seat, button) not in self.pressed]
            if not missing:
                yield Finding("Buttons", "ok", f"seat {seat}: all {len(Button)}")
            elif len(missing) == len(Button):
                yield Finding(
                    "Buttons", "fault", f"seat {seat}: none was heard", "is its board there, and its panel plugged in?"
                )
            else:
                text = f"seat {seat}: not heard: {', '.join(missing)}"
                yield Finding("Buttons", "warning", text, "press them again; check the wire of each, and ground")


def check_buttons(bench: Bench, say: Callable[[str], None]) -> Iterable[Finding]:
    """Have every button pressed; each lights up as it is heard. Ends when all were, or after 20 s without a press."""
    say("press every button of every seat once; each lights up when it is heard")
    test, quiet_since = ButtonTest(), bench.now
    while not test.finished and bench.now - quiet_since < QUIET:
        for observed in bench.step():
            if isinstance(observed, Press):
                quiet_since = bench.now
                bench.ports.lamps.set(observed.seat, observed.button, True)
                say(test.take(observed))
            elif isinstance(observed, BoardStatus) and not observed.online:
                say(f"{observed.board}: {observed.reason}")
    for seat in SEATS:
        for button in Button:
            bench.ports.lamps.set(seat, button, False)
    return test.findings()


def check_displays(bench: Bench, ask: Callable[[str], bool]) -> Iterable[Finding]:
    """Show something at each seat, on everything it may have, and `ask` a person whether it is there."""
    ports = bench.ports
    for seat in SEATS:
        ports.display.show(
            seat, (f"Jantaku  seat {seat}", "ABCDEFGHIJKLMNOPQRSTU", "0123456789 -+,.:/", "press nothing")
        )
        ports.score.score(seat, 25_000 + seat)
        ports.light.light(seat, "turn")
        for button in Button:
            ports.lamps.set(seat, button, True)
        ports.sound.play(seat, "ready")
        bench.settle(700)
        text = f"seat {seat}: display, digits, light and lamps as far as it has them"
        if ask(f"seat {seat}: are its display, digits ({25_000 + seat}), turn light, lamps and sound there?"):
            yield Finding("Displays", "ok", text)
        else:
            advice = "look at its wires and at what the board says above; [hal] names a driver for each port"
            yield Finding("Displays", "fault", f"{text}: something is missing", advice)
        _darken(bench, seat)
    for problem in ports.problems().values():
        yield Finding("Displays", "warning", problem, "put it right and look again")


def _darken(bench: Bench, seat: Seat) -> None:
    ports = bench.ports
    ports.display.show(seat, ())
    ports.score.score(seat, None)
    ports.light.light(seat, "off")
    for button in Button:
        ports.lamps.set(seat, button, False)
    bench.settle(100)
