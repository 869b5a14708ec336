"""The referee: from moves and presses to events in the engine, and to incidents where table and rules disagree."""

from controller.referee.options import RefereeOptions
from controller.referee.referee import Referee
from controller.referee.state import TablePhase, TableState

__all__ = ["Referee", "RefereeOptions", "TablePhase", "TableState"]
