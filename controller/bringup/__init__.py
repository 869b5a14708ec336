"""Bringing a table up: what the doctor looks at, enrolling the tiles, surveying the antennas, testing the panels."""
