"""The people of a table: who sits where, what their matches make of them, and what the pages tell of it.

Everything but `archive` (which reads the journal) and `lobby` (which hands the table who plays) is pure.
"""
