"""The referee: from moves and presses to events in the engine, and to incidents where table and rules disagree."""
