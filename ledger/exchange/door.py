"""What an importer asks of the ledger: a door to record by, and the persons behind screen names.

The ledger (``tombo.ledger.live.ledger``) stands above this layer and is passed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from tombo.ledger.core.command import Opening
from tombo.ledger.core.entry import By, Entry, EventBase
from tombo.ledger.seal.personal import TextSealer


class ImportJob(NamedTuple):
    """What the import door records as one command: events decided elsewhere, with the findings among them.

    ``digest`` is 16 bytes in hexadecimal, the same for the same ``command_id``; ``openings`` maps the position of an
    event in ``events`` to the openings of its commitments. Each stream is new: the first event gets version 1.
    """

    command_id: str
    digest: str
    by: By
    occurred: int | None
    events: Sequence[tuple[str, EventBase]]
    openings: Mapping[int, Sequence[Opening]]


class ImportReceipt(Protocol):
    """The acknowledgement of one inscription."""

    @property
    def repeated(self) -> bool:
        """Whether it had been recorded before: nothing was added."""
        ...


class ImportDoor(Protocol):
    """The import door: everything of one call is durable when it returns."""

    def record(self, inscriptions: Sequence[ImportJob]) -> Sequence[ImportReceipt]:
        """Record ``inscriptions`` in order; one receipt each, in the same order.

        Raises:
            LedgerError: one could not be recorded; a second call finds those that were.
        """
        ...

    def entries(self, stream: str, lte: int | None = None) -> Sequence[Entry]:
        """The entries of ``stream`` that are on record, in order; those up to version ``lte`` if given."""
        ...


class Person(NamedTuple):
    """A person known by a screen name: a stable pseudonym, and the secret his names are sealed under (decision 17)."""

    id: str
    secret: bytes
    sealer: TextSealer

    @classmethod
    def of(cls, person: str, secret: bytes) -> Person:
        """The person of this pseudonym, with what seals his names."""
        return cls(person, secret, TextSealer(secret))


class Persons(Protocol):
    """Who hides behind a screen name. The same venue and name give the same person."""

    def person(self, venue: str, name: str) -> Person:
        """The person called ``name`` at ``venue`` (empty where the file names none), made on first sight.

        A new one lasts from the next ``keep`` on: before it, nothing sealed under his secret is recorded.
        """
        ...

    def keep(self) -> frozenset[str]:
        """Make every new person durable; returns the pseudonyms that are nobody's, since another process met the name first.

        Of those names ``person`` then says whom the other made: what was written under these pseudonyms is to be written again.
        """
        ...
