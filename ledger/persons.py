"""Who hides behind a screen name: pseudonyms in the entries, keys in a table of their own (architecture, decision 17)."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from ledger.exchange.door import Person
from ledger.store import IntegrityError, Store


class StoredPersons:
    """The persons of a ledger. The same venue and name give the same person, made on first sight.

    The table finds a person by a keyed hash of venue and name, so that whoever reads it learns neither. ``lookup_key``
    lies with the ledger's keys.
    """

    def __init__(self, store: Store, lookup_key: bytes, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._lookup_key = lookup_key
        self._entropy = entropy
        self._seen: dict[bytes, Person] = {}

    def person(self, venue: str, name: str) -> Person:
        """The person called ``name`` at ``venue`` (empty where nobody says)."""
        lookup = hmac.digest(self._lookup_key, venue.encode() + b"\0" + name.encode(), "sha256")
        person = self._seen.get(lookup)
        if person is None:
            person = self._seen[lookup] = self._find(lookup) or self._make(lookup)
        return person

    def _find(self, lookup: bytes) -> Person | None:
        found = self._store.person_by_lookup(lookup)
        return None if found is None else Person(*found)

    def _make(self, lookup: bytes) -> Person:
        person = Person(f"p-{self._entropy(8).hex()}", self._entropy(32))
        try:
            self._store.put_person(person.id, lookup, person.secret)
        except IntegrityError:  # another process met the same name first
            found = self._find(lookup)
            if found is None:
                raise
            return found
        return person
