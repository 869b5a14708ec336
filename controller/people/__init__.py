"""The people of the simulated table: they move tiles and press buttons, and tell the table nothing else."""
