"""What each display shows, as pure functions of the table's state. Who may see what is decided here alone."""
