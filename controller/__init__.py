"""The service: configuration, perception, referee, clocks, presenter, journal, web pages and command line."""
