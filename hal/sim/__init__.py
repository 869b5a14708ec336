"""The simulated table: a physical world of tiles, hands and antennas on a virtual clock."""
