"""Scenarios: short readable texts of what people do at a table, run through the real referee (docs/scenarios.md)."""
