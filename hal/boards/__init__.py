"""The driver for this project's own boards: reader boards with seat panels on serial lines (firmware/PROTOCOL.md)."""
