"""Looking after a table: backups, support bundles, what a machine's administrator needs."""
