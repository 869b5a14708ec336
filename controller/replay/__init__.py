"""Recorded games played again on the simulated table, and what the table made of them."""
