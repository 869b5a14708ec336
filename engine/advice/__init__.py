"""Hints and danger marks for training: what to do in a position, and why. Takes only what a seat may see."""
