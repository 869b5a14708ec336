"""The rules of mahjong: tiles, shapes, scoring, one deal, one match, records, bots and advice.

Nothing here knows of a table, a sensor, a clock or a network.
"""
