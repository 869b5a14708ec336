"""The running service: the table's loop in a thread of its own, the views it publishes, and the web server."""
