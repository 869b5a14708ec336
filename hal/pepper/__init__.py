"""Eccel Pepper C1 readers on serial lines: codec, conversation, and the driver that polls their antennas."""
