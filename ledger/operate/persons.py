"""Who hides behind a pseudonym: his names are sealed in the entries, the secret to open them lies outside the database.

A person's secret is made when first something of him is sealed, wrapped under ``persons.key`` and kept in ``persons.db``, both in
the folder of keys. Destroying it is erasure (docs/decisions/0023): no copy of the ledger's database can undo that.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import TracebackType
from typing import Self

from tombo.ledger.core.words import Words
from tombo.ledger.exchange.door import Person
from tombo.ledger.live.states import SealWords
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.seal.keys import Entropy
from tombo.ledger.seal.personal import NONCE_SIZE, SECRET_SIZE, Field, PersonsKey, open_text, seal_text
from tombo.ledger.store.persons_file import PersonsFile


class StoredPersons:
    """The persons of a ledger. The same venue and name give the same person, made on first sight."""

    def __init__(self, file: PersonsFile, key: PersonsKey, entropy: Callable[[int], bytes]) -> None:
        self._file = file
        self._key = key
        self._entropy = entropy
        self._seen: dict[tuple[str, str], Person] = {}
        self._new: dict[str, tuple[bytes, bytes]] = {}
        """Blind index and wrapped secret, by pseudonym, of whom the file does not hold yet."""
        self._gone: set[str] = set()
        """Pseudonyms of new persons whom somebody else made first, under another pseudonym; not told yet."""

    def close(self) -> None:
        """Close the file of secrets."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def house(self) -> bytes:
        """The secret of text that is about nobody who could be erased."""
        return self._key.house

    def person(self, venue: str, name: str) -> Person:
        """The person called ``name`` at ``venue`` (empty where nobody says); a new one lasts from the next ``keep`` on."""
        person = self._seen.get((venue, name))
        if person is None:
            lookup = self._key.lookup(venue, name)
            person = self._seen[venue, name] = self._found(lookup) or self._made(lookup)
        return person

    def keep(self) -> frozenset[str]:
        """Make every new person durable, all in one commit.

        Returns the pseudonyms that are nobody's, because another process met the same name first: ``person`` says from now on what
        that one made, and what was written under these has to be written again.

        Raises:
            StoreUnavailableError: the file cannot be written; nobody new is kept, and the next call tries it again.
        """
        self._flush()
        gone, self._gone = frozenset(self._gone), set()
        return gone

    def secret(self, person: str) -> bytes | None:
        """The secret of ``person``; None once he is erased, or before anything of him was sealed.

        Raises:
            TamperedError: what is kept does not open.
        """
        self._flush()
        wrapped = self._file.wrapped(person)
        return None if wrapped is None else self._key.unwrap(person, wrapped)

    def secret_for(self, person: str) -> bytes:
        """The secret of ``person``, made if there is none: of one who is not erased, to seal something of him."""
        found = self.secret(person)
        if found is None:
            self._file.put([(person, None, self._wrapped(person, self._entropy(SECRET_SIZE)))])
            found = self.secret_for(person)  # what is there counts: somebody else may have come first
        return found

    def erase(self, person: str) -> bool:
        """Destroy the secret of ``person``; whether there was one. His erasure is on record before."""
        self._flush()
        self._seen = {named: seen for named, seen in self._seen.items() if seen.id != person}
        return self._file.destroy(person)

    def words(self, text: str, person: str | None, field: Field) -> Words:
        """``text`` about ``person``, or about nobody, sealed for ``field``."""
        secret = self.house if person is None else self.secret_for(person)
        return Words(person=person, sealed=seal_text(text, secret, field, self._entropy))

    def read(self, words: Words, field: Field) -> str | None:
        """What was said in ``field``; None where the person's secret is destroyed, or was never here.

        Raises:
            TamperedError: it does not open, though the secret is there.
        """
        secret = self.house if words.person is None else self.secret(words.person)
        return None if secret is None else open_text(words.sealed, secret, field)

    def _found(self, lookup: bytes) -> Person | None:
        found = self._file.by_lookup(lookup)
        return None if found is None else Person.of(found[0], self._key.unwrap(*found))

    def _made(self, lookup: bytes) -> Person:
        person = Person.of(f"p-{self._entropy(8).hex()}", self._entropy(SECRET_SIZE))
        self._new[person.id] = (lookup, self._wrapped(person.id, person.secret))
        return person

    def _flush(self) -> None:
        if not self._new:
            return
        there = self._file.put([(person, *made) for person, made in self._new.items()])
        self._new.clear()
        if there:
            self._gone |= there
            self._seen = {named: seen for named, seen in self._seen.items() if seen.id not in there}

    def _wrapped(self, person: str, secret: bytes) -> bytes:
        return self._key.wrap(person, secret, self._entropy(NONCE_SIZE))


def open_persons(keyring: Keyring, origin: str, entropy: Entropy = os.urandom) -> StoredPersons:
    """The persons of the ledger ``origin``: their secrets, in the folder of keys.

    Raises:
        KeyFileError: a key or file missing, damaged, or readable by others; or of another ledger.
        StoreUnavailableError: the file cannot be written.
    """
    key = PersonsKey(keyring.persons_secret(origin), origin)
    return StoredPersons(PersonsFile(keyring.persons_file), key, entropy)


def seal_words(keyring: Keyring, origin: str, entropy: Entropy) -> SealWords:
    """Seals what people say; the key and the file of secrets are opened when somebody says something, which is seldom."""

    def seal(text: str, person: str | None, field: tuple[str, int, str]) -> Words:
        with open_persons(keyring, origin, entropy) as persons:
            return persons.words(text, person, Field(origin, *field))

    return seal
