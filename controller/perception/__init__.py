"""Perception: turns noisy scans into moves of tiles. It knows no rule of mahjong."""
