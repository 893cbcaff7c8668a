"""The library's mapper, made canonical: drafts become signed-to-be bytes, stored bytes become entries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from eventsourcing.persistence import JSONTranscoder, Mapper, Notification, StoredEvent

from tombo.ledger.core.entry import By, CommandRef, Entry, EventBase
from tombo.ledger.kinds import decode
from tombo.ledger.seal import entry as seal
from tombo.ledger.store.packed import as_sealed
from tombo.ledger.store.types import Row


class Draft(NamedTuple):
    """An event at its place in its stream, before it is sealed."""

    stream: str
    version: int
    event: EventBase
    by: By
    command: CommandRef | None
    occurred: int | None

    @property
    def originator_id(self) -> str:
        """The stream, as the library calls it."""
        return self.stream

    @property
    def originator_version(self) -> int:
        """The version, as the library calls it."""
        return self.version


draft_of: Final[Callable[[tuple[str, int, EventBase, By, CommandRef | None, int | None]], Draft]] = partial(
    tuple.__new__, Draft
)
"""The draft of these fields, in their order, at two thirds of the cost: every entry that is recorded live begins as one."""


class CanonicalMapper(Mapper[str]):
    """Topics are the stable kinds, bytes are canonical, and nothing stands between signature and storage.

    No cipher and no compressor: what is stored is what was signed, verbatim. Old play may be packed afterwards (``tombo.ledger.store.packed``).
    """

    def __init__(self, origin: str) -> None:
        super().__init__(transcoder=JSONTranscoder())
        self.hasher = seal.EntryHasher(origin)
        self._source: tuple[By, CommandRef | None, bytes] | None = None

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """``state`` holds the canonical body; the recorder's transaction puts the sealed header before it."""
        draft: Draft = domain_event
        stream, version, event, by, command, occurred = draft
        known = self._source  # how a body begins: encoded once for the drafts of one command, which follow one another
        if known is None or known[0] is not by or known[1] is not command:
            known = self._source = (by, command, seal.source(by, command))
        kind: str = event.kind  # type: ignore[attr-defined]  # every event class of the catalogue has its kind
        return StoredEvent(stream, version, kind, seal.body(known[2], event, occurred, stream, version))

    def to_entry(self, row: Row) -> Entry:
        """The entry in a row of the log. Checks its shape; signature and place are the verifier's business."""
        index, stream, version, kind, state = row
        sealed = seal.unpack(state)
        entry_hash = self.hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
        return decode(index, kind, sealed, entry_hash)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The entry in a stored event. Its log index is -1 where the library read it by stream and does not say."""
        index = stored_event.id - 1 if isinstance(stored_event, Notification) else -1
        at = str(stored_event.originator_id), stored_event.originator_version, stored_event.topic
        return self.to_entry(Row(index, *at, as_sealed(*at, stored_event.state)))
