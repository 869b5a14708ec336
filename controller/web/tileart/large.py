"""The second tile set: a number as large as the tile, the suit as a sign below it, for people who cannot read the
characters or whose eyes are tired. Suits and dragons differ in shape, not in colour alone.
"""

from typing import Final

from controller.web.tileart.faces import BLACK, BLUE, GREEN, RED, face
from controller.web.tileart.glyphs import glyph

_WINDS: Final = {1: ("E", "東"), 2: ("S", "南"), 3: ("W", "西"), 4: ("N", "北")}


def large_face(name: str) -> str:
    """The picture of a face-up tile by its mpsz name (`0p` a red five), as SVG elements in 60 × 80 units."""
    rank, suit = int(name[0]), name[1]
    red, rank = rank == 0, rank or 5
    match suit:
        case "m":
            return _number(rank, RED if red else BLACK) + glyph("萬", 17, 52, 26, 23, RED, 2.6)
        case "p":
            return _number(rank, RED if red else BLUE) + _ring(RED if red else BLUE)
        case "s":
            return _number(rank, RED if red else GREEN) + _cane(RED if red else GREEN)
        case "z":
            return _honour(rank)
        case _:
            return _picture(name, rank)


def _number(rank: int, colour: str) -> str:
    return glyph(str(rank), 11, 6, 38, 42, colour, 7)


def _ring(colour: str) -> str:
    return (
        f'<circle cx="30" cy="63.5" r="9.5" fill="none" stroke="{colour}" stroke-width="4"/>'
        f'<circle cx="30" cy="63.5" r="4" fill="{colour}"/>'
    )


def _cane(colour: str) -> str:
    """A bamboo cane lying down: two segments and three knots."""
    knots = "".join(
        f'<rect x="{x}" y="56.5" width="4.6" height="14" rx="2.2" fill="{colour}"/>' for x in (8, 27.7, 47.4)
    )
    return f'<rect x="9" y="59" width="42" height="9" rx="3" fill="{colour}"/>{knots}'


def _honour(rank: int) -> str:
    if rank in _WINDS:
        letter, character = _WINDS[rank]
        return glyph(letter, 11, 6, 38, 42, BLACK, 7) + glyph(character, 18, 53, 24, 22, BLACK, 2.6)
    if rank == 5:
        return f'<rect x="10" y="12" width="40" height="56" rx="4" fill="none" stroke="{BLUE}" stroke-width="7"/>'
    if rank == 6:
        return f'<path d="M30 4L56 40L30 76L4 40Z" fill="{GREEN}"/>' + glyph("發", 16, 25, 28, 31, "#fff", 2.8)
    return f'<circle cx="30" cy="40" r="26" fill="{RED}"/>' + glyph("中", 16, 23, 28, 34, "#fff", 4.2)


def _picture(name: str, rank: int) -> str:
    """A flower (number in red) or a season (in blue) with its number where it can be read."""
    number = glyph(str(rank if rank <= 4 else rank - 4), 6, 6, 16, 22, RED if rank <= 4 else BLUE, 4.6)
    return f'<g transform="translate(9 16) scale(0.78)">{face(name, numbered=False)}</g>{number}'
