"""Buttons, lamps, buzzers and a table machine on a Raspberry Pi's own pins."""
