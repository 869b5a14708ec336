"""Ranks: Novice, 9th to 1st kyu, 1st to 10th dan, won with points from match to match (rules.md, doman: rank)."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Level: TypeAlias = Literal["novice", "advanced"]
"""The table a ranked match is played at."""

NOVICE: Final = 0
FIRST_KYU: Final = 9
FIRST_DAN: Final = 10
TENTH_DAN: Final = 19

_KYU_NEEDED: Final = (20, 20, 20, 20, 40, 60, 80, 100, 100, 100)
_GAINS: Final[dict[Level, tuple[int, int, int]]] = {"novice": (30, 15, 0), "advanced": (60, 15, 0)}
_KYU_LOSS: Final = {8: 10, 9: 20}
_TENTH_DAN_START: Final = 2_000


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rank (0 Novice, 1-9 for 9th to 1st kyu, 10-19 for 1st to 10th dan) and the points in it."""

    rank: int = NOVICE
    points: int = 0

    def __post_init__(self) -> None:
        if not NOVICE <= self.rank <= TENTH_DAN:
            raise ValueError(f"ranks go from {NOVICE} (Novice) to {TENTH_DAN} (10th dan), not {self.rank}")

    @property
    def name(self) -> str:
        """`Novice`, `9th kyu` ... `10th dan`."""
        return rank_name(self.rank)


def rank_name(rank: int) -> str:
    """The name of a rank."""
    if rank == NOVICE:
        return "Novice"
    number, kind = (10 - rank, "kyu") if rank < FIRST_DAN else (rank - FIRST_KYU, "dan")
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') } {kind}"


def points_needed(rank: int) -> int | None:
    """Points that win the next rank; None for 10th dan, the highest."""
    if rank == TENTH_DAN:
        return None
    return _KYU_NEEDED[rank] if rank < FIRST_DAN else 400 * (rank - FIRST_KYU)


def start_points(rank: int) -> int:
    """Points a player has who has just come to a rank, from below or above: half of what it needs for the next."""
    needed = points_needed(rank)
    if needed is None:
        return _TENTH_DAN_START
    return 0 if rank == NOVICE else needed // 2


def fourth_loss(rank: int) -> int:
    """Points the fourth place loses."""
    return _KYU_LOSS.get(rank, 0) if rank < FIRST_DAN else 15 + 15 * (rank - FIRST_KYU)


def may_sit_at(level: Level, rank: int) -> bool:
    """Whether a rank may play at a table: the advanced one is for dan ranks."""
    return level == "novice" or rank >= FIRST_DAN


def points_change(rank: int, level: Level, place: int) -> int:
    """Rank points a ranked match that ended in `place` 1-4 gives, below 0 takes."""
    if not 1 <= place <= 4:
        raise ValueError(f"places are 1-4, not {place}")
    return _GAINS[level][place - 1] if place < 4 else -fourth_loss(rank)


def after_match(standing: Standing, level: Level, place: int) -> Standing:
    """Rank and points after a ranked match ended in `place` 1-4.

    Enough points win the next rank and start it with half of its points; below 0 a rank is lost.
    """
    points = standing.points + points_change(standing.rank, level, place)
    needed = points_needed(standing.rank)
    if needed is not None and points >= needed:
        return Standing(standing.rank + 1, start_points(standing.rank + 1))
    if points < 0:
        return Standing(standing.rank - 1, start_points(standing.rank - 1))
    return Standing(standing.rank, points)
