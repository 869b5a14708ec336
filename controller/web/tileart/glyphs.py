"""Characters as pen strokes on a 100 × 100 grid, so that no font is needed.

Each glyph is one SVG path of open strokes, drawn with a round pen.
"""

import re
from itertools import cycle
from typing import Final

GLYPHS: Final[dict[str, str]] = {
    "一": "M8 54H92",
    "二": "M20 26H80M8 78H92",
    "三": "M16 18H84M24 50H76M8 84H92",
    "四": "M12 20H88V84H12ZM39 20C39 42 36 54 22 62M60 20V50Q60 60 72 60H86",
    "五": "M14 14H86M46 14L36 86M18 48H74L70 86M6 86H94",
    "六": "M48 6L54 20M8 35H92M36 52Q30 72 12 92M62 52Q76 68 88 92",
    "七": "M8 48L92 34M42 8V74Q42 88 56 88H80Q88 88 88 76",
    "八": "M38 18Q36 60 8 90M52 14H60Q66 62 92 90",
    "九": "M10 34H66V74Q66 88 78 88H86Q92 88 92 76M38 6Q40 62 8 92",
    "萬": "M8 14H92M34 4V25M66 4V25M24 33H76V59H24ZM50 33V80M24 46H76"
    "M12 97V68H88V90Q88 97 78 96M32 85L64 79M60 73L68 88",
    "東": "M8 20H92M50 4V97M24 34H76V65H24ZM24 49H76M46 66Q32 84 8 92M54 66Q68 84 92 92",
    "南": "M8 19H92M50 4V34M14 97V35H86V88Q86 97 76 96M36 44L42 55M64 44L58 55M30 59H70M27 75H73M50 59V93",
    "西": "M8 14H92M14 36H86V90H14ZM40 14V44Q40 58 25 66M60 14V52Q60 61 69 61H85",
    "北": "M36 8V92M8 36H36M8 80L36 68M62 8V78Q62 90 74 90H86Q93 90 93 76M90 28Q78 42 62 46",
    "發": "M14 10H40Q34 34 6 46M18 22L29 31M58 6Q68 34 95 46M80 6L66 18M93 19L75 31"
    "M12 55H42V68H15V81H42V90Q42 97 29 95"
    "M60 55Q60 68 51 72M60 55H80V64Q80 71 93 70M54 79H84Q76 93 51 98M60 81Q72 94 94 98",
    "中": "M14 28H86V66H14ZM50 4V98",
    "1": "M32 24L54 8V92M30 92H78",
    "2": "M22 30Q22 8 50 8T78 32Q78 48 22 92H80",
    "3": "M22 20Q32 8 50 8Q76 8 76 28Q76 47 46 47Q80 47 80 70Q80 92 50 92Q30 92 20 80",
    "4": "M64 92V8L16 68H86",
    "5": "M76 8H30L26 44Q36 36 50 36Q80 38 80 64Q80 92 48 92Q30 92 20 80",
    "6": "M72 12Q56 4 40 16Q20 34 20 64Q20 92 50 92Q80 92 80 66Q80 42 52 42Q30 42 20 62",
    "7": "M20 8H80Q52 46 44 92",
    "8": "M50 8Q76 8 76 28T50 47Q24 47 24 28T50 8ZM50 47Q82 47 82 70T50 92Q18 92 18 70T50 47Z",
    "9": "M28 88Q44 96 60 84Q80 66 80 36Q80 8 50 8Q20 8 20 34Q20 58 48 58Q70 58 80 38",
    "E": "M76 8H28V92H76M28 48H68",
    "S": "M76 22Q66 8 50 8Q24 8 24 28Q24 44 50 49Q78 54 78 72Q78 92 50 92Q30 92 22 76",
    "W": "M8 8L30 92L50 30L70 92L92 8",
    "N": "M22 92V8L78 92V8",
}
"""Path data by character."""


def place(path: str, x: float, y: float, width: float, height: float) -> str:
    """Path data moved from the 100 × 100 grid into a box (left, top, size in picture units)."""

    def point(match: re.Match[str]) -> str:
        command, numbers = match[1], [float(number) for number in re.findall(r"-?[\d.]+", match[2])]
        if command == "H":
            numbers = [x + numbers[0] * width / 100]
        elif command == "V":
            numbers = [y + numbers[0] * height / 100]
        else:
            numbers = [
                y + number * height / 100 if odd else x + number * width / 100
                for number, odd in zip(numbers, cycle((False, True)), strict=False)
            ]
        return command + " ".join(f"{number:.1f}" for number in numbers)

    return re.sub(r"([MLHVQTZ])([^MLHVQTZ]*)", point, path)


def glyph(char: str, x: float, y: float, width: float, height: float, colour: str, pen: float) -> str:
    """A character in a box: left, top, size and pen width in picture units."""
    path = place(GLYPHS[char], x, y, width, height)
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{pen:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"/>'
    )
