"""One deal as an immutable state machine: `deal.legal(seat)`, `deal.apply(event)`."""

from engine.deal.deal import Deal
from engine.deal.state import DealResult, Phase, PlayerState, RiverTile, WinResult

__all__ = ["Deal", "DealResult", "Phase", "PlayerState", "RiverTile", "WinResult"]
