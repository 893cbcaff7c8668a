"""What the doors know between commits: the newest state of each stream, advanced only after a commit.

``StateCache`` is bounded and may be thrown away at any time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.checked import CheckedStore
from tombo.ledger.checked.known import Believed
from tombo.ledger.core.clock import stands_at
from tombo.ledger.core.command import EntryPlace, Opening
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import KeyFileError, NotFoundError, OutOfPlaceError
from tombo.ledger.core.ids import type_of
from tombo.ledger.games.every import BANKED_GAMES, opened
from tombo.ledger.house.rules import following, unkept
from tombo.ledger.kinds import CLOSED_TYPES, IN_PLAY, check_place
from tombo.ledger.live import snapshots as taken
from tombo.ledger.live.snapshots import Snapshots
from tombo.ledger.live.stream_state import UNKNOWN, StreamState
from tombo.ledger.seal.sealed_opening import OpeningKey, committed_slots

MOVED_MAX: Final = 2_048
"""So many streams that other writers moved are told apart; before them anything may have moved."""


ALL_IN_PLAY: Final = "in play:"
"""What a decision rests on that looks at everything in play: as a stream's name would be, but none has it."""

BEGIN_OR_END: Final = frozenset(kind for kinds in IN_PLAY.values() for kind in kinds)
"""The kinds by which what is in play changes."""


class StateCache:
    """Newest states by stream, read from checked entries when missing, the least recently used thrown away.

    Of hands and rounds that are over only the newest are kept: whoever shows his cards late, and the next round of a table,
    look back at those. So memory follows what is in play, not what was played.
    """

    def __init__(
        self,
        store: CheckedStore,
        opening_key: OpeningKey | None = None,
        size_max: int = 20_000,
        over_max: int = 1_000,
        snapshots: Snapshots | None = None,
    ) -> None:
        self.store = store
        self._snapshots = snapshots
        self._opening_key = opening_key
        self._size_max = size_max
        self._over_max = over_max
        self._over: OrderedDict[str, None] = OrderedDict()
        """The hands and rounds known that are over, the oldest first."""
        self._states: OrderedDict[str, StreamState] = OrderedDict()
        self._openings: dict[str, dict[int, Opening]] = {}
        self._moved: OrderedDict[str, int] = OrderedDict()
        """The streams that other writers added to, the oldest first, with the log index of the last such entry."""
        self._told_from = 0
        """From this log index on all of them are there."""
        store.hear(self._take)

    def get(self, stream: str) -> StreamState:
        """The newest known state of ``stream``."""
        known = self._states.get(stream)
        if known is None:
            known = self.load(stream)
            self.put(stream, known)
        else:
            self._states.move_to_end(stream)
        return known

    def __contains__(self, stream: str) -> bool:
        return stream in self._states

    def load(self, stream: str, lte: int | None = None) -> StreamState:
        """``stream`` folded from its stored entries, up to version ``lte`` if given.

        Raises:
            OutOfPlaceError: an entry of it cannot follow those before it.
        """
        begun = self._snapshot(stream, lte)
        version, entry_hash, state, stands = begun
        recorded = 0
        for entry in self.store.each_entry(stream, lte, after=(version, entry_hash)):
            version, entry_hash, state = entry.version, entry.hash, _after(self.store, state, entry)
            recorded = entry.recorded
            stands = max(stands, stands_at(entry.occurred, recorded))
        loaded = StreamState(version, entry_hash, state, stands)
        if self._snapshots is not None and lte is None:
            self._snapshots.grown(stream, begun, loaded, recorded)
        return loaded

    def _snapshot(self, stream: str, lte: int | None) -> StreamState:
        """What ``stream`` can be folded from: its snapshot, if it has one up to ``lte`` of an entry that is in the log, or its beginning."""
        head = self.store.head_of(stream)
        if self._snapshots is None or head is None:
            return UNKNOWN
        found = self._snapshots.find(stream, head.version)
        if found is None or (lte is not None and lte < found.known.version):
            return UNKNOWN
        taken_at = self.store.entries(stream, gt=found.known.version - 1, lte=found.known.version)
        there = [(entry.hash, entry.recorded) for entry in taken_at]
        return found.known if there == [(found.known.hash, found.recorded)] else UNKNOWN

    def version(self, stream: str) -> int:
        """The newest known version of ``stream``, which is not folded for that: one of its entries may be one that cannot follow."""
        known = self._states.get(stream)
        if known is not None:
            return known.version
        row = self.store.last_row(stream)
        return row.version if row else 0

    def put(self, stream: str, known: StreamState, recorded: int | None = None) -> None:
        """Remember ``known``, only what is committed, unless more is known already. ``recorded``: when, of what this process committed."""
        states = self._states
        before = states.get(stream)
        if before is not None:
            if before.version > known.version:
                return
            # Asked here too: the way of a bet has no call for what is seldom due.
            is_due = before.version // taken.EVERY != known.version // taken.EVERY
            if is_due and self._snapshots is not None and recorded is not None:
                self._snapshots.grown(stream, before, known, recorded)
        states[stream] = known
        states.move_to_end(stream)
        if len(states) > self._size_max:
            self.drop([next(iter(states))])
        if getattr(known.state, "outcome", "open") != "open":
            self._over[stream] = None
            self._over.move_to_end(stream)
            if len(self._over) > self._over_max:
                self.drop([next(iter(self._over))])

    def drop(self, streams: Iterable[str]) -> None:
        """Forget ``streams``: somebody else may have moved them on."""
        for stream in streams:
            self._states.pop(stream, None)
            self._openings.pop(stream, None)
            self._over.pop(stream, None)

    def clear(self) -> None:
        """Forget everything."""
        self._states.clear()
        self._openings.clear()
        self._over.clear()

    def moved(self, reads: Iterable[str], since: int) -> bool:
        """Whether another writer added to one of ``reads`` from the log index ``since`` on.

        A new stream counts as ``type:`` too, a hand or round that began or ended as ``ALL_IN_PLAY``.
        """
        return since < self._told_from or any(self._moved.get(stream, -1) >= since for stream in reads)

    def _take(self, believed: Believed) -> None:
        """Another writer's entry: a state that is known moves on with it, whatever its stream's length."""
        row = believed.row
        names = [row.stream]
        if row.version == 1:
            names.append(f"{type_of(row.stream)}:")
        if row.kind in BEGIN_OR_END:
            names.append(ALL_IN_PLAY)
        for name in names:
            self._moved[name] = row.index
            self._moved.move_to_end(name)
        while len(self._moved) > MOVED_MAX:
            self._told_from = self._moved.popitem(last=False)[1] + 1
        known = self._states.get(row.stream)
        if known is not None and row.version > known.version:
            entry = self.store.entry(row)
            try:
                state = _after(self.store, known.state, entry)
            except OutOfPlaceError:  # whoever asks for it folds it from the start, and hears of it
                self.drop([row.stream])
                return
            stands = max(known.stands, stands_at(entry.occurred, entry.recorded))
            self._states[row.stream] = after = StreamState(row.version, believed.hash, state, stands)
            self._openings.pop(row.stream, None)
            if self._snapshots is not None:  # who wrote it may keep his on another host
                self._snapshots.grown(row.stream, known, after, entry.recorded)

    def is_stale(self, stream: str) -> bool:
        """Whether the store has another version of ``stream`` than is known here: a hint, of which nothing is believed."""
        known = self._states.get(stream)
        if known is None:
            return False
        row = self.store.unchecked.last_row(stream)
        return (row.version if row else 0) != known.version

    def openings(self, stream: str) -> dict[int, Opening]:
        """The openings kept for ``stream``, by slot."""
        found = self._openings.get(stream)
        if found is None:
            found = self._openings[stream] = self.read_openings(stream)
        return found

    def read_openings(self, stream: str) -> dict[int, Opening]:
        """The openings stored for ``stream``, by slot: of every commitment one, which opens it.

        A card that is hidden for a moment would decide as much as one that is changed: a card dealt twice, a decided round void.

        Raises:
            OutOfPlaceError: one is not there, which says nothing of other hands.
            TamperedError: one is not what was committed to.
            KeyFileError: there are some, and no key to open them.
        """
        committed, found = self._stored(stream)
        if hidden := sorted(committed.keys() - found.keys()):
            raise unkept(stream, hidden, committed[hidden[0]])
        return found

    def openings_left(self, stream: str) -> dict[int, Opening]:
        """As ``openings``; where some are lost, those that are left, which are not remembered.

        Raises:
            TamperedError: one is not what was committed to.
            KeyFileError: there are some, and no key to open them.
        """
        known = self._openings.get(stream)
        return self._stored(stream)[1] if known is None else known

    def _stored(self, stream: str) -> tuple[dict[int, int], dict[int, Opening]]:
        """By slot the log index that committed to it, and its opening where that is stored."""
        if type_of(stream) not in CLOSED_TYPES:
            return {}, {}
        committed = {slot: one.index for one in self.store.entries(stream)[::-1] for slot in committed_slots(one)}
        if not committed:
            return {}, {}
        if self._opening_key is None:
            raise KeyFileError(
                f"the closed cards of {stream} are needed, and there is no key to open them; expected openings.key beside the"
                " event keys: bring it from the host that has it, or from a backup"
            )
        return committed, self.store.opened(stream, self._opening_key)

    def add_openings(self, stream: str, openings: Sequence[Opening]) -> None:
        """Remember openings just committed."""
        self._openings.setdefault(stream, {}).update((opening.slot, opening) for opening in openings)

    def signed_root(self, size: int) -> bytes | None:
        """The root of a checkpoint of just the first ``size`` entries, which the log's key signed; None where there is none."""
        found = self.store.trust.checkpoint_in(self.store.unchecked.checkpoint_at(size))
        return found.root if found is not None and found.size == size else None

    def place(self, stream: str, version: int) -> EntryPlace:
        """Where an entry stands in the log.

        Raises:
            NotFoundError: there is no such entry.
        """
        found = self.store.entries(stream, gt=version - 1, lte=version)
        if not found:
            raise NotFoundError(f"{stream} has no version {version}")
        [entry] = found
        stands = stands_at(entry.occurred, entry.recorded)
        return EntryPlace(entry.index, entry.hash, stands, entry.event, entry.by, entry.recorded, entry.occurred)


def _after(store: CheckedStore, state: Any, entry: Entry) -> Any:
    """The state of its stream after ``entry``, before which it was ``state``.

    Raises:
        OutOfPlaceError: it cannot follow, or shows a card to decide on that was not dealt so.
    """
    game = type_of(entry.stream)
    if game in {"key", "log"} and store.passes_over(state, entry):
        return state  # what keys are revoked by: whoever stole one must not keep it from that
    with following(entry):
        check_place(entry)
        if game in BANKED_GAMES:  # by the cards its state shows; a hand of poker the door settles by the openings alone
            opened(state, entry)
        return EVOLVE[game](state, entry.event)
