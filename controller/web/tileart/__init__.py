"""Our own drawings of all tiles: 34 kinds, red fives, flowers and seasons, and the back.

Two sets: `classic` faces, and `large` pictures with numbers for people who don't read the characters.
"""

from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from controller.web.tileart.faces import RED, face
from controller.web.tileart.large import large_face
from engine.tiles import KIND_NAMES

Style: TypeAlias = Literal["classic", "large"]

STYLES: Final[tuple[Style, ...]] = get_args(Style)
NAMES: Final = (*KIND_NAMES, "0m", "0p", "0s", "back")
"""Every picture there is, by mpsz name."""


@cache
def tile_svg(name: str, style: Style = "classic") -> str:
    """The picture of a tile as an SVG document of 60 × 80 units; raises `KeyError` for a name not in `NAMES`."""
    if name not in NAMES:
        raise KeyError(name)
    body = _back() if name == "back" else _front(name, style)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80" width="60" height="80">{body}</svg>'


def _front(name: str, style: Style) -> str:
    paper = (
        '<rect x="0.75" y="0.75" width="58.5" height="78.5" rx="6.5" fill="#fffdf4" stroke="#b9b09a" '
        'stroke-width="1.5"/>'
    )
    picture = large_face(name) if style == "large" else face(name)
    # A red five is told from the others by a mark too, not by its colour alone.
    mark = f'<path d="M46 3H57V14Z" fill="{RED}"/>' if name[0] == "0" else ""
    return paper + picture + mark


def _back() -> str:
    lattice = "".join(f"M{x} 4V76" for x in range(12, 60, 9)) + "".join(f"M4 {y}H56" for y in range(13, 80, 9))
    return (
        '<rect x="0.75" y="0.75" width="58.5" height="78.5" rx="6.5" fill="#1f6b55" stroke="#134536" '
        'stroke-width="1.5"/><rect x="5" y="5" width="50" height="70" rx="4" fill="none" stroke="#7fc4ab" '
        f'stroke-width="1.6"/><path d="{lattice}" stroke="#2d8268" stroke-width="1.2" fill="none"/>'
        '<path d="M30 26L41 40L30 54L19 40Z" fill="#1f6b55" stroke="#7fc4ab" stroke-width="2"/>'
    )
