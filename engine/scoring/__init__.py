"""Scoring a win: a pure function from rules and circumstances to its value."""
