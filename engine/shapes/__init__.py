"""The shapes of hands: how far from complete, what completes them, and all ways to read them."""

from engine.shapes.readings import Reading, decompositions
from engine.shapes.shanten import Prospect, is_complete, prospects, shanten, useful, waits

__all__ = ["Prospect", "Reading", "decompositions", "is_complete", "prospects", "shanten", "useful", "waits"]
