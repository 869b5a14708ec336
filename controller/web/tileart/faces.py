"""What is engraved on the tiles, drawn in a 60 × 80 picture: suits, honours, flowers and seasons."""

from math import cos, pi, sin
from typing import Final

from controller.web.tileart.glyphs import glyph

BLACK: Final = "#1d2330"
RED: Final = "#c4201d"
GREEN: Final = "#0b7a3b"
BLUE: Final = "#1b4f9c"
CORAL: Final = "#e0736c"

_RANKS: Final = "一二三四五六七八九"
_HONOURS: Final = {1: "東", 2: "南", 3: "西", 4: "北", 6: "發", 7: "中"}


def face(name: str, *, numbered: bool = True) -> str:
    """The engraving of a face-up tile by its mpsz name (`0p` a red five), as SVG elements.

    `numbered`: flowers and seasons with their small number.
    """
    rank, suit = int(name[0]), name[1]
    red, rank = rank == 0, rank or 5
    match suit:
        case "m":
            return _character(rank, red)
        case "p":
            return _circles(rank, red)
        case "s":
            return _bamboo(rank, red)
        case "z":
            return _honour(rank)
        case _:
            number = glyph(str(rank if rank <= 4 else rank - 4), 7, 7, 10, 15, RED if rank <= 4 else BLUE, 3)
            return (number if numbered else "") + (_flower(rank) if rank <= 4 else _season(rank))


def _character(rank: int, red: bool) -> str:
    top = glyph(_RANKS[rank - 1], 12, 8, 36, 28, RED if red else BLACK, 5)
    return top + glyph("萬", 12, 41, 36, 33, RED, 3.2)


# Circles --------------------------------------------------------------------------------------------------------

_CIRCLE_PLACES: Final[dict[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((30, 22, GREEN), (30, 58, BLUE)),
    3: ((15, 16, BLUE), (30, 40, RED), (45, 64, GREEN)),
    4: ((17, 22, BLUE), (43, 22, GREEN), (17, 58, GREEN), (43, 58, BLUE)),
    5: ((15, 18, BLUE), (45, 18, GREEN), (30, 40, RED), (15, 62, GREEN), (45, 62, BLUE)),
    6: ((18, 16, GREEN), (42, 16, GREEN), (18, 43, RED), (42, 43, RED), (18, 65, RED), (42, 65, RED)),
    7: (
        (13, 13, GREEN),
        (30, 20, GREEN),
        (47, 27, GREEN),
        (19, 48, RED),
        (41, 48, RED),
        (19, 67, RED),
        (41, 67, RED),
    ),
    8: tuple((x, y, BLUE) for y in (13, 31, 49, 67) for x in (18, 42)),
    9: tuple((x, y, colour) for y, colour in ((15, GREEN), (40, RED), (65, BLUE)) for x in (12, 30, 48)),
}
_CIRCLE_SIZES: Final = {2: 14, 3: 11.5, 4: 12, 5: 11.5, 6: 10.3, 7: 8.9, 8: 8.6, 9: 8.6}


def _circles(rank: int, red: bool) -> str:
    if rank == 1:
        petals = "".join(
            f'<circle cx="{30 + 14 * cos(turn * pi / 6):.1f}" cy="{40 + 14 * sin(turn * pi / 6):.1f}" r="2.7" '
            f'fill="{GREEN}"/>'
            for turn in range(12)
        )
        return (
            f'<circle cx="30" cy="40" r="21" fill="none" stroke="{BLUE}" stroke-width="4"/>{petals}'
            f'<circle cx="30" cy="40" r="8.5" fill="{RED}"/><circle cx="30" cy="40" r="3" fill="#fff"/>'
        )
    size = _CIRCLE_SIZES[rank]
    return "".join(_circle(x, y, size, RED if red else colour) for x, y, colour in _CIRCLE_PLACES[rank])


def _circle(x: float, y: float, size: float, colour: str) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{size - 1.6:g}" fill="none" stroke="{colour}" stroke-width="3.2"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.42:.1f}" fill="{colour}"/>'
    )


# Bamboo ---------------------------------------------------------------------------------------------------------

_Stick = tuple[float, float, float, str]
_BAMBOO_PLACES: Final[dict[int, tuple[_Stick, ...]]] = {
    2: ((30, 22, 27, GREEN), (30, 58, 27, BLUE)),
    3: ((30, 22, 27, BLUE), (17, 58, 27, GREEN), (43, 58, 27, GREEN)),
    4: ((18, 22, 27, GREEN), (42, 22, 27, BLUE), (18, 58, 27, BLUE), (42, 58, 27, GREEN)),
    5: ((13, 22, 27, GREEN), (47, 22, 27, BLUE), (30, 40, 30, RED), (13, 58, 27, BLUE), (47, 58, 27, GREEN)),
    6: tuple((x, y, 28, colour) for y, colour in ((22, GREEN), (58, BLUE)) for x in (13, 30, 47)),
    7: ((30, 14, 17, RED), *((x, y, 20, GREEN) for y in (38, 63) for x in (12, 30, 48))),
    9: tuple((x, y, 20, colour) for y in (15, 40, 65) for x, colour in ((12, GREEN), (30, RED), (48, BLUE))),
}


def _bamboo(rank: int, red: bool) -> str:
    if rank == 1:
        return _bird()
    if rank == 8:
        return _eight_bamboo()
    return "".join(_stick(x, y, height, RED if red else colour) for x, y, height, colour in _BAMBOO_PLACES[rank])


def _stick(x: float, y: float, height: float, colour: str) -> str:
    """One cane: two segments and three knots."""
    top, bottom = y - height / 2, y + height / 2
    knots = "".join(
        f'<rect x="{x - 4.6:g}" y="{at - 1.8:g}" width="9.2" height="3.6" rx="1.8" fill="{colour}"/>'
        for at in (top + 1.8, y, bottom - 1.8)
    )
    return (
        f'<rect x="{x - 3.3:g}" y="{top:g}" width="6.6" height="{height:g}" rx="2.2" fill="{colour}"/>'
        f'<rect x="{x - 0.8:g}" y="{top + 4.4:g}" width="1.6" height="{height / 2 - 6.6:g}" fill="#ffffffb0"/>'
        f'<rect x="{x - 0.8:g}" y="{y + 2.4:g}" width="1.6" height="{height / 2 - 6.6:g}" fill="#ffffffb0"/>{knots}'
    )


def _eight_bamboo() -> str:
    """The zigzag of the eight: an M above a W."""
    half = "".join(
        f'<path d="{line}" stroke="{GREEN}" stroke-width="6" stroke-linecap="round" fill="none"/>'
        for line in ("M11 11V33", "M49 11V33", "M19 31L29 13", "M41 31L31 13")
    )
    knots = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.6" fill="#fff"/>' for x, y in ((11, 22), (49, 22), (23.5, 23), (36.5, 23))
    )
    blue = half.replace(GREEN, BLUE)
    return f'{half}{knots}<g transform="matrix(1 0 0 -1 0 80)">{blue}{knots}</g>'


def _bird() -> str:
    """The bird of the one of bamboo, with three tail feathers."""
    tail = "".join(
        f'<path d="M31 49Q{bend} 60 {x} 73" stroke="{colour}" stroke-width="4.4" fill="none" stroke-linecap="round"/>'
        f'<circle cx="{x}" cy="72" r="3.6" fill="{colour}"/>'
        for bend, x, colour in ((18, 14, BLUE), (30, 30, RED), (42, 46, BLUE))
    )
    return (
        f'{tail}<path d="M22 18Q14 40 27 52Q44 58 49 38Q40 42 34 34Q31 26 33 18Q31 8 24 10Q20 12 22 18Z" '
        f'fill="{GREEN}"/>'
        f'<path d="M22 13L11 17L22 20Z" fill="{RED}"/><circle cx="27" cy="15.5" r="2.4" fill="#fff"/>'
        f'<circle cx="27" cy="15.5" r="1.2" fill="{BLACK}"/>'
        f'<path d="M28 34Q30 47 43 45" stroke="#fff" stroke-width="2.2" fill="none" stroke-linecap="round"/>'
        f'<path d="M27 8L23 2M30 7V1M33 9L38 4" stroke="{RED}" stroke-width="2.4" stroke-linecap="round"/>'
    )


# Honours, flowers, seasons --------------------------------------------------------------------------------------


def _honour(rank: int) -> str:
    if rank == 5:
        return (
            f'<rect x="11" y="13" width="38" height="54" rx="3" fill="none" stroke="{BLUE}" stroke-width="4"/>'
            f'<rect x="17" y="19" width="26" height="42" rx="2" fill="none" stroke="{BLUE}" stroke-width="1.6"/>'
        )
    colour = {6: GREEN, 7: RED}.get(rank, BLACK)
    return glyph(_HONOURS[rank], 10, 15, 40, 50, colour, 4.2 if rank == 6 else 5.4)


def _petals(count: int, x: float, y: float, reach: float, rx: float, ry: float, colour: str) -> str:
    return "".join(
        f'<ellipse cx="{x:g}" cy="{y - reach:g}" rx="{rx:g}" ry="{ry:g}" fill="{colour}" '
        f'transform="rotate({turn * 360 / count:g} {x:g} {y:g})"/>'
        for turn in range(count)
    )


def _flower(number: int) -> str:
    """Plum, orchid, chrysanthemum, bamboo."""
    match number:
        case 1:
            branch = '<path d="M12 76Q26 62 30 48" stroke="#7a4a2a" stroke-width="4" fill="none"/>'
            return branch + _petals(5, 32, 42, 12, 8.5, 9, CORAL) + _dot(32, 42, 5, "#ffd23e")
        case 2:
            leaves = (
                f'<path d="M30 76Q10 62 8 40M30 76Q50 62 53 42M30 76Q28 60 32 44" stroke="{GREEN}" '
                f'stroke-width="4" fill="none" stroke-linecap="round"/>'
            )
            return leaves + _petals(3, 33, 34, 9, 5.5, 10, "#8a4fb0") + _dot(33, 34, 4, "#ffd23e")
        case 3:
            stem = f'<path d="M32 76V46" stroke="{GREEN}" stroke-width="4"/>'
            return stem + _petals(12, 32, 40, 13, 3.6, 8, "#e0a100") + _dot(32, 40, 7, "#b86a00")
        case _:
            leaf = (
                f'<path d="M26 30Q10 28 8 40Q20 42 26 30ZM38 44Q54 40 54 54Q42 56 38 44Z" fill="{GREEN}"/>'
                f'<path d="M38 26Q52 20 53 32Q44 36 38 26Z" fill="{GREEN}"/>'
            )
            return leaf + _stick(25, 52, 46, GREEN) + _stick(38, 50, 50, GREEN)


def _season(rank: int) -> str:
    """Spring, summer, autumn, winter."""
    match rank:
        case 5:
            return (
                f'<path d="M31 76V46" stroke="{GREEN}" stroke-width="4.4" stroke-linecap="round"/>'
                f'<path d="M31 58Q10 58 9 38Q30 38 31 58ZM31 50Q52 50 53 28Q31 28 31 50Z" fill="{GREEN}"/>'
            )
        case 6:
            rays = "".join(
                f'<path d="M31 24V15" stroke="#e07b00" stroke-width="4" stroke-linecap="round" '
                f'transform="rotate({turn * 45} 31 46)"/>'
                for turn in range(8)
            )
            return rays + _dot(31, 46, 14, "#e07b00")
        case 7:
            return (
                '<path d="M31 20L36 33L47 27L43 40L55 44L44 52L47 62L33 58H29L15 62L18 52L7 44L19 40L15 27L26 33Z" '
                'fill="#c4501d"/><path d="M31 34V77" stroke="#8a3410" stroke-width="3.4" stroke-linecap="round"/>'
            )
        case _:
            return "".join(
                f'<path d="M31 46V22M31 30L25 24M31 30L37 24" stroke="#2f7fc1" stroke-width="3.2" fill="none" '
                f'stroke-linecap="round" transform="rotate({turn * 60} 31 46)"/>'
                for turn in range(6)
            )


def _dot(x: float, y: float, radius: float, colour: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'
