"""The seats' small displays, as observers of the runtime: each shows the latest of what concerns its seat."""

from collections.abc import Sequence
from typing import Final

from controller.effects import Effect
from controller.presenter.lights import seat_look, seat_points
from controller.presenter.lines import LINES, seat_lines
from controller.presenter.panelwords import PanelWords
from controller.referee.state import TableState
from controller.texts import Language, texts_in
from engine.tiles import SEATS, Seat
from hal.ports import Look, ScoreDisplay, SeatDisplay, TurnLight


def panel_words(language: Language) -> PanelWords:
    """The words of the seats' displays in a language."""
    return PanelWords(texts_in(language), wide=language != "en")


class SeatDisplays:
    """Shows a seat's lines whenever they have changed, in English where a display draws nothing but Latin letters."""

    def __init__(self, display: SeatDisplay, language: Language = "en") -> None:
        self._display: Final = display
        self._words: Final = panel_words("en" if display.latin_only else language)
        self._shown: dict[Seat, tuple[str, ...]] = {}
        self._codes: dict[Seat, str] = {}

    def __call__(self, effects: Sequence[Effect], state: TableState) -> None:
        """The state has changed."""
        for seat in SEATS:
            lines = seat_lines(state, seat, self._words)
            if self._shown.get(seat) != lines:
                self._shown[seat] = lines
                self._show(seat)

    def show_code(self, seat: Seat, code: str | None) -> None:
        """Show a sign-in code above the seat's lines, or (None) no longer. For the table's thread."""
        if code is None:
            self._codes.pop(seat, None)
        else:
            self._codes[seat] = code
        self._show(seat)

    def _show(self, seat: Seat) -> None:
        code = self._codes.get(seat)
        lines = self._shown.get(seat, ())
        if code is not None:
            lines = (self._words.text("panel.code", code=code), *lines[: LINES - 1])
        self._display.show(seat, lines)


class SeatScores:
    """Shows a seat's points whenever they have changed."""

    def __init__(self, display: ScoreDisplay) -> None:
        self._display: Final = display
        self._shown: dict[Seat, int | None] = {}

    def __call__(self, effects: Sequence[Effect], state: TableState) -> None:
        """The state has changed."""
        for seat in SEATS:
            points = seat_points(state, seat)
            if seat not in self._shown or self._shown[seat] != points:
                self._shown[seat] = points
                self._display.score(seat, points)


class TurnLights:
    """Changes a seat's light whenever it is to say something else."""

    def __init__(self, light: TurnLight) -> None:
        self._light: Final = light
        self._shown: dict[Seat, Look] = {}

    def __call__(self, effects: Sequence[Effect], state: TableState) -> None:
        """The state has changed."""
        for seat in SEATS:
            look = seat_look(state, seat)
            if self._shown.get(seat) != look:
                self._shown[seat] = look
                self._light.light(seat, look)
