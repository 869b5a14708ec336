"""The journal: every input before its effects, every decision as a fact, and what a restart needs.

`Journal.open(path)` is a SQLite file written by one thread with group commit and `synchronous=FULL`;
`Journal.memory()` is the same database in memory, for `replay`, `simulate` and tests, where nothing must survive.
"""

from controller.journal.copying import is_damaged
from controller.journal.journal import Journal, Ticket
from controller.journal.reading import JournalReader
from controller.journal.recovery import Recovery, is_large, open_journal, recover
from controller.journal.rows import Fact, MatchRow, Unfinished

__all__ = [
    "Fact",
    "Journal",
    "JournalReader",
    "MatchRow",
    "Recovery",
    "Ticket",
    "Unfinished",
    "is_damaged",
    "is_large",
    "open_journal",
    "recover",
]
