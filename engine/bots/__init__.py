"""Bots: players of the simulated table, at three levels, that see only what their seat may see."""

from engine.advice.view import SeatView
from engine.bots.bot import Bot
from engine.bots.levels import LEVELS, Level, make_bot

__all__ = ["LEVELS", "Bot", "Level", "SeatView", "make_bot"]
