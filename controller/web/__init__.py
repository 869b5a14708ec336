"""The web server and its pages. Pages only observe; a simulated table alone takes commands."""
