"""Whose the files are that root makes beside a table's own, as `sudo jantaku access` and `sudo jantaku players` do."""

import os
from pathlib import Path


def give_to_owner(file: int | Path, folder: Path) -> None:
    """Have a file, or the one behind a descriptor, belong to whoever owns its folder: the service's user.

    Whoever is not root makes files of their own, and may give none away. Raises `OSError`.
    """
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)
