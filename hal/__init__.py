"""The table's hardware: ports, the drivers behind them, and the simulated table's physical world."""
