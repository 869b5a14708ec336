"""Rule sets: the model, the presets, and files of house rules."""

from engine.rules.load import load_rules
from engine.rules.presets import PRESETS
from engine.rules.ruleset import RuleSet

__all__ = ["PRESETS", "RuleSet", "load_rules"]
