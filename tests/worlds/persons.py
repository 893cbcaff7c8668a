"""Persons for tests of the import door."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tombo.ledger.operate.persons import StoredPersons
from tombo.ledger.seal.personal import PersonsKey
from tombo.ledger.store import Store
from tombo.ledger.store.persons_file import PersonsFile


def persons_of(store: Store, entropy: Callable[[int], bytes]) -> StoredPersons:
    """The persons of a ledger in a file, their secrets in another one beside it; to be closed."""
    path = Path(store.url.removeprefix("sqlite:///")).with_suffix(".persons")
    return StoredPersons(PersonsFile(path), PersonsKey(bytes(32), store.origin), entropy)
