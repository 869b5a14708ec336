"""The result of a match as a picture to share: SVG text, drawn from nothing but names and points."""

from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape

from controller.presenter.recordviews import MatchLineView, RecordedSeatView
from controller.texts import Language, person_name, texts_in

WIDTH: Final = 1_200
HEIGHT: Final = 630
"""The size that pages which show links take."""

_PAPER, _INK, _QUIET, _LINE = "#fffdf6", "#1c2126", "#5b626b", "#cfcabd"
_FELT: Final = "#1d5a46"
_GOLD: Final = "#ffca62"
_FONT: Final = "system-ui,'Noto Sans CJK JP','Noto Sans','Hiragino Sans','Microsoft JhengHei',sans-serif"


def match_picture(match: MatchLineView, language: Language) -> str:
    """The picture, its words in a language."""
    texts = texts_in(language)
    order = sorted(match.seats, key=lambda seat: (seat.place or 0, seat.seat))
    rows = "".join(_row(index, seat, texts) for index, seat in enumerate(order))
    title = texts["matches.title_n"].format(n=match.number)
    day = f"{match.started[:10]} · {texts.get(f'rules.{match.rules}', match.rules)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="{_FONT}"><title>{escape(title)}</title>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_FELT}"/>'
        f'<rect x="40" y="120" width="1120" height="450" rx="24" fill="{_PAPER}"/>'
        f"{_text(60, 84, title, 48, _PAPER, weight=700)}{_text(1140, 84, day, 30, _PAPER, anchor='end')}"
        f"{rows}{_text(1140, 610, 'Jantaku 雀卓', 24, _GOLD, anchor='end')}</svg>"
    )


def _row(index: int, seat: RecordedSeatView, texts: Mapping[str, str]) -> str:
    y = 190 + index * 110
    place = "–" if seat.place is None else texts[f"place.{seat.place}"]
    name = person_name(seat.name, texts, bot=seat.kind == "bot") if seat.name else texts["matches.forgotten"]
    line = "" if index == 0 else f'<path d="M70 {y - 64}H1130" stroke="{_LINE}" stroke-width="2"/>'
    score = "–" if seat.score is None else _number(seat.score)
    points = "" if seat.points is None else _settled(seat.points)
    right = 930 if points else 1120
    under = _text(240, y + 31, _rating(seat, texts), 24, _QUIET) if seat.rating is not None else ""
    return (
        f"{line}{_text(80, y, place, 44, _INK, weight=700)}{_text(240, y, name, 44, _INK)}{under}"
        f"{_text(right, y, score, 44, _INK, anchor='end')}{_text(1120, y, points, 36, _QUIET, anchor='end')}"
    )


def _rating(seat: RecordedSeatView, texts: Mapping[str, str]) -> str:
    before, after = seat.rating or (0, 0)
    return f"{texts['standings.rating']} {before:,} → {after:,}"


def _text(x: int, y: int, text: str, size: int, colour: str, *, weight: int = 400, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _settled(points: float) -> str:
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{abs(points):.1f}"


def _number(points: int) -> str:
    return f"{points:,}".replace("-", "−")
