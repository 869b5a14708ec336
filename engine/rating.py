"""Ratings: one number a player, from places alone (rules.md, doman: rating)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from engine.tiles import SEATS, Seat

START: Final = 1_500
"""Rating of a new player."""
BASE: Final = (30, 10, -10, -30)
"""Change by place before the table's strength counts."""
_SPREAD: Final = 40
MARKS: Final = (1_600, 1_800, 2_000)
"""Ratings at which a player's mark changes."""


def rating_sum(place: int, own: int, table: Sequence[int], weight: Fraction = Fraction(1)) -> Fraction:
    """What a match is worth to a rating: base by place (1-4) plus (average of the table - own) / 40, times `weight`.

    `table` are all four ratings, the own one among them. Raises `ValueError` for a place or a table that no match has.
    """
    if not 1 <= place <= 4 or len(table) != 4:
        raise ValueError(f"a table has four ratings and places 1-4, not {len(table)} and place {place}")
    average = Fraction(sum(table), 4)
    return (BASE[place - 1] + (average - own) / _SPREAD) * weight


def rating_change(place: int, own: int, table: Sequence[int], weight: Fraction = Fraction(1)) -> int:
    """How a match changes a rating: `rating_sum` with its fraction discarded toward zero."""
    return int(rating_sum(place, own, table, weight))


def new_ratings(ratings: Sequence[int], places: Sequence[int], weight: Fraction = Fraction(1)) -> tuple[int, ...]:
    """All four ratings after a match, by seat."""
    return tuple(own + rating_change(place, own, ratings, weight) for own, place in zip(ratings, places, strict=True))


def is_shown(rating: int) -> bool:
    """Whether a rating is shown to others: above 1,600."""
    return rating > MARKS[0]


def mark(rating: int) -> int:
    """How many marks a rating has reached, 0-3."""
    return sum(rating >= threshold for threshold in MARKS)


def places_with_leavers(places: Sequence[int], leavers: Sequence[Seat]) -> tuple[int, ...]:
    """Places by seat where every seat whose owner left counts as fourth and the others move up.

    (rules.md, doman: abandoned)
    """
    staying = sorted((seat for seat in SEATS if seat not in leavers), key=lambda seat: places[seat])
    return tuple(4 if seat in leavers else staying.index(seat) + 1 for seat in SEATS)
