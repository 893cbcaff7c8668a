"""The library's event store, made a sealing one: encode, chain, hash outside the lock; sign and number under it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from eventsourcing.persistence import EventStore, Recording, StoredEvent

from tombo.ledger.core.clock import Clock
from tombo.ledger.core.clock_watch import LEAP_MAX, ClockReading, ClockWatch
from tombo.ledger.core.command import Opening
from tombo.ledger.core.errors import ClockError, KeyFileError, TamperedError, UsageError
from tombo.ledger.house.log.events import ClockConfirmed
from tombo.ledger.seal.append import COUNT_MAX, append_root, append_text
from tombo.ledger.seal.entry import HEADER_SIZE, LEAF_MAX, ZERO32, headers
from tombo.ledger.seal.keys import OF_APPENDS, Entropy, PrivateKey
from tombo.ledger.seal.merkle import EMPTY_ROOT, HASH_SIZE
from tombo.ledger.seal.sealed_opening import OpeningKey
from tombo.ledger.store.mapper import CanonicalMapper, Draft
from tombo.ledger.store.types import CommandRow, Head, OpeningRow


class Anchor(NamedTuple):
    """The newest checkpoint the writer knows; every append names it (architecture, decision 6)."""

    size: int
    root: bytes


CONTENT_MAX: Final = LEAF_MAX - HEADER_SIZE - 12
"""What stream, kind and body may take of a leaf together: 12 bytes are lengths and version."""

CONFIRMS: Final = ClockConfirmed.model_fields["kind"].default

NO_ANCHOR: Final = Anchor(0, EMPTY_ROOT)


def _unchecked(_: Head) -> None:
    """What is not decided on a state rests on none."""


class Batch:
    """What one commit adds, over any streams.

    ``heads`` are the hashes of the newest entry of each stream that already has one. After the commit ``hashes``
    holds the hash of each draft, ``states`` what was stored, ``first`` the log index of the first, ``recorded`` their time.
    """

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.heads: dict[str, bytes] = {}
        self.commands: list[CommandRow] = []
        self.openings: list[tuple[str, int, Opening]] = []
        """Stream, version and opening of each closed card dealt; sealed before anything leaves the process."""
        self.hashes: list[bytes] = []
        self.states: list[bytes] = []
        self.first = -1
        self.recorded = 0
        self.confirms: ClockConfirmed | None = None
        """What it says of the clock, where that is what it says."""
        self.clock_behind = 0
        """How many microseconds the clock stood behind the last recorded time, 0 if it did not."""


class _Append:
    """One append: the batch's rows, chained; signed by ``seal``, which the recorder calls under the lock."""

    def __init__(
        self,
        store: SealingEventStore,
        batch: Batch,
        prevs: list[bytes],
        check: Callable[[Head], None],
        timely: Callable[[int], None] | None,
    ) -> None:
        self.store = store
        self.batch = batch
        self.prevs = prevs
        self.check = check
        self.timely = timely

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        """The sealed ``state`` of every row: index, clock floor and anchor as they stand now, under one signature."""
        store, batch = self.store, self.batch
        self.check(head)
        reading = store.watch.read()
        recorded = self._time(reading, head)
        if self.timely is not None:
            self.timely(recorded)
        anchor = store.anchor
        if anchor.size > head.size:
            raise TamperedError(
                f"a checkpoint covers {anchor.size} entries and the store holds {head.size}: entries were lost or cut off, "
                "and their indices must not be used again; nothing was recorded; run 'tombo verify' and restore them"
            )
        text = append_text(
            store.origin, head.size, len(events), recorded, anchor.size, anchor.root, append_root(batch.hashes)
        )
        signature = store.key.sign(text)
        OF_APPENDS.remember(store.key.public, signature, text)
        batch.first, batch.recorded, batch.clock_behind = head.size, recorded, recorded - reading.now
        before, behind = headers(store.key.key_id, head.size, len(events), recorded, anchor.size, signature)
        join = b"".join
        batch.states = [
            join((before, prev, behind, event.state)) for event, prev in zip(events, self.prevs, strict=True)
        ]
        return batch.states

    def _time(self, reading: ClockReading, head: Head) -> int:
        """The time of this append. One that confirms the clock need not wait for somebody to confirm it.

        Raises:
            ClockError: the clock is not to be believed, or another one was confirmed.
        """
        watch, confirmed = self.store.watch, self.batch.confirms
        if confirmed is None:
            return watch.recorded(reading, head.recorded)
        away = abs(confirmed.clock - reading.now)
        if away > LEAP_MAX or confirmed.floor > max(reading.now, head.recorded):
            raise ClockError(
                f"the clock was confirmed at {confirmed.clock} over entries up to {confirmed.floor}; it stands at {reading.now} "
                f"and they at {head.recorded}: nothing was recorded; look again, and run 'tombo clock confirm' again"
            )
        return watch.accept(reading, head.recorded)


class SealingEventStore(EventStore[str]):
    """Seals what the application saves (``docs/format.md``).

    ``put`` encodes, chains and hashes outside the lock; the recorder opens the transaction with the lock, reads the
    head and calls back to sign. Nothing is stored unsigned, and nothing is signed that is not stored.
    """

    mapper: CanonicalMapper

    def __init__(
        self,
        mapper: CanonicalMapper,
        recorder: Any,
        *,
        origin: str,
        key: PrivateKey,
        clock: Clock,
        openings: OpeningKey | None = None,
        entropy: Entropy = os.urandom,
    ) -> None:
        super().__init__(mapper, recorder)
        self.origin = origin
        self.key = key
        self.openings = openings
        self.entropy = entropy
        self.watch = ClockWatch(clock)
        self.anchor = NO_ANCHOR

    def put(self, domain_events: Sequence[Any], **kwargs: Any) -> list[Recording[str]]:
        """Commit ``kwargs["batch"]``, whose drafts ``domain_events`` are; the batch learns hashes and indices.

        ``kwargs["check"]`` is called under the lock before anything is signed: the last word on whether the batch
        still holds; ``kwargs["timely"]``, where there is one, after it, with the time at which all of it is recorded. The batch does not keep
        them, for they know the batch, and would wait for the collector with it.

        Raises:
            UsageError: nothing to store, more entries than one append holds, or an entry too large for a leaf.
            KeyFileError: closed cards are dealt, and there is no key to seal their openings under.
            IntegrityError: the library's; a stream has moved on, or a command id is taken. Nothing was stored.
        """
        batch: Batch = kwargs["batch"]
        if not 1 <= len(domain_events) <= COUNT_MAX:
            raise UsageError(f"an append holds 1 to {COUNT_MAX} entries, this one {len(domain_events)}; split it")
        if any(len(head) != HASH_SIZE for head in batch.heads.values()):
            raise TamperedError(
                f"the newest entry of a stream is known by what is no hash of {HASH_SIZE} bytes; nothing was recorded; open the ledger again,"
                " and run 'tombo verify'"
            )
        hasher, key_id, heads = self.mapper.hasher, self.key.key_id, dict(batch.heads)
        stored, prevs, hashes = [], [], []
        for draft in domain_events:
            event = self.mapper.to_stored_event(draft)
            stream, version, kind, body = draft.stream, draft.version, event.topic, event.state
            if len(stream) + len(kind) + len(body) > CONTENT_MAX:
                raise UsageError(f"{stream} version {version}: {kind} takes {len(body)} bytes; a leaf has {LEAF_MAX}")
            prev = heads.get(stream, ZERO32)
            heads[stream] = entry_hash = hasher(stream, version, kind, key_id, prev, body)
            if kind == CONFIRMS:
                batch.confirms = draft.event
            stored.append(event)
            prevs.append(prev)
            hashes.append(entry_hash)
        batch.hashes = hashes
        ids = self.recorder.insert_events(
            stored,
            sealing=_Append(self, batch, prevs, kwargs.get("check", _unchecked), kwargs.get("timely")),
            commands=batch.commands,
            openings=self._sealed(batch.openings),
        )
        self.watch.appended()
        if ids is None or len(ids) != len(stored) or ids[0] != batch.first + 1:
            raise TamperedError(f"the store numbered {len(stored)} entries {ids}, expected from {batch.first + 1}")
        return []

    def _sealed(self, openings: Sequence[tuple[str, int, Opening]]) -> list[OpeningRow]:
        """``openings`` as their table takes them."""
        if not openings:
            return []
        key = self.openings
        if key is None:
            raise KeyFileError(
                f"closed cards are dealt in {self.origin}, and there is no key to seal them under; nothing was recorded; expected"
                " openings.key beside the event keys: bring it from the host that has it, or from a backup"
            )
        return list(map(OpeningRow._make, key.seal_all(openings, self.entropy)))
