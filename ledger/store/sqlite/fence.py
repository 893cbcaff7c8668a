"""The fence of a ledger in a file: a lock of the kernel's on a file beside it, let go when its holder ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.seal.lockfile import locked

PATIENCE: Final = 2.0
"""Seconds it is tried for: whoever was killed has let go by then."""


class FileFence:
    """The fence as this process holds it: as long as it lives."""

    def check(self) -> None:
        """It is held: the kernel takes it from nobody."""


@contextmanager
def fence(path: Path) -> Iterator[FileFence]:
    """See ``tombo.ledger.store.fence``."""
    lock = path.with_name(f"{path.name}.serve")
    what = f"the ledger {path}, of which one 'tombo serve' at a time is the door,"
    with ExitStack() as held:
        try:
            held.enter_context(locked(lock, what, patience=PATIENCE))
        except OSError as error:
            raise StoreUnavailableError(f"{lock} cannot be written: {error.strerror}") from error
        yield FileFence()
