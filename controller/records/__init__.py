"""What was played, for pages and commands: matches, score sheets, exports, pictures."""
