"""Memos that stay small, so that a table may run for weeks: a full one forgets what it met first.

Which shapes of hands come up is endless in practice: without a bound a memo grows with every deal.
"""

from itertools import islice
from typing import Any, Final

MEMO_LIMIT: Final = 1 << 14
"""Entries of a memo: more than 100,000 random hands have different suits, about 3 MB."""

LARGE_ENTRIES_LIMIT: Final = 1 << 12
"""Where an entry takes half a kilobyte."""


def make_room(memo: dict[Any, Any], limit: int = MEMO_LIMIT) -> None:
    """Before an entry is added: a memo of `limit` entries forgets the eighth that it met first.

    What is asked often is soon met again. Emptying it whole would make one decision of a bot wait for everything.
    """
    if len(memo) >= limit:
        for key in list(islice(memo, limit // 8)):
            del memo[key]
