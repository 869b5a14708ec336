"""Perception: turns noisy scans into moves of tiles. It knows no rule of mahjong."""

from controller.perception.believed import Percept
from controller.perception.expectations import NOTHING_EXPECTED, Expectations, LikelyMove
from controller.perception.perception import Perception, zones_to_favour
from controller.perception.settings import PerceptionSettings
from controller.perception.twosets import TwoSetPerception, has_second_set

__all__ = [
    "NOTHING_EXPECTED",
    "Expectations",
    "LikelyMove",
    "Percept",
    "Perception",
    "PerceptionSettings",
    "TwoSetPerception",
    "has_second_set",
    "zones_to_favour",
]
