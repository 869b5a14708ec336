"""MicroPython programs for reader boards and seat panels, and the wire protocol both ends share."""
