"""The three levels."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from engine.bots.advanced import Advanced
from engine.bots.bot import Bot, Strategy
from engine.bots.common import StrategyBot
from engine.bots.intermediate import Intermediate
from engine.bots.novice import Novice

Level: TypeAlias = Literal["novice", "intermediate", "advanced"]

_STRATEGIES: Final[dict[Level, Callable[[], Strategy]]] = {
    "novice": Novice,
    "intermediate": Intermediate,
    "advanced": Advanced,
}
LEVELS: Final[tuple[Level, ...]] = tuple(_STRATEGIES)


def make_bot(level: Level, seed: int = 0) -> Bot:
    """A bot of a level. It plays every family; `seed` decides what it would otherwise toss a coin for."""
    return StrategyBot(_STRATEGIES[level](), seed)
