"""What deciders look at while a batch is decided (``BatchView``): commands of one stream in order, each on the state the earlier ones leave.

Architecture, decision 12. What is known between commits lies below it (``tombo.ledger.live.cache``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tombo.ledger.core.command import EntryPlace, Opening
from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.core.ids import type_of
from tombo.ledger.core.words import Words
from tombo.ledger.kinds import PLAYED
from tombo.ledger.live.cache import ALL_IN_PLAY, StateCache
from tombo.ledger.live.stream_state import StreamState

SealWords = Callable[[str, str | None, tuple[str, int, str]], Words]
"""Seals words about a person, or about nobody, for a field: stream, version, name."""


class NeedsCommitError(Exception):
    """A decision asks for the place of an entry that is not committed yet; the batch is cut before it."""


class Lists(Protocol):
    """What is committed, by type of stream."""

    @property
    def size(self) -> int:
        """How many entries the log has, as far as they are known."""
        ...

    def streams(self, kind: str) -> list[str]:
        """The streams of a type, in order of name."""
        ...

    def in_play(self, kind: str) -> dict[str, str]:
        """The hands or rounds in play, by table, at those of a type."""
        ...


class BatchView:
    """The ``View`` of deciders: ``StateCache``, over it what a commit under way adds (``below``), and on top what the batch adds."""

    def __init__(
        self,
        known: StateCache,
        entropy: Callable[[int], bytes],
        lists: Lists,
        clock: Callable[[], int],
        *,
        below: BatchView | None = None,
        seal_words: SealWords | None = None,
    ) -> None:
        self._known = known
        self._seal_words = seal_words
        self.below = below
        self._entropy = entropy
        self._lists = lists
        self._clock = clock
        self._now: int | None = None
        self.ahead: dict[str, StreamState] = {}
        self.openings_ahead: dict[str, dict[int, Opening]] = {}
        self.looked_at: set[str] = set()
        """What the decision at hand rests on: streams, and as ``type:`` the list of all of a type."""

    def at(self, stream: str) -> StreamState:
        """State and head of ``stream``, the batch's own included."""
        found = self.ahead.get(stream)
        if found is None and self.below is not None:
            found = self.below.ahead.get(stream)
        return found if found is not None else self._known.get(stream)

    def is_ahead(self, stream: str) -> bool:
        """Whether more is decided about ``stream`` than is known to be durable."""
        return stream in self.ahead or (self.below is not None and stream in self.below.ahead)

    def __call__(self, stream: str) -> Any:
        """The state of ``stream``, the batch's own included."""
        self.looked_at.add(stream)
        found = self.ahead.get(stream)  # as in ``at``: of all that a decision asks, this is asked most
        if found is None and self.below is not None:
            found = self.below.ahead.get(stream)
        return (found if found is not None else self._known.get(stream)).state

    def version(self, stream: str) -> int:
        """The newest version of ``stream``."""
        self.looked_at.add(stream)
        return self.at(stream).version if self.is_ahead(stream) else self._known.version(stream)

    def now(self) -> int:
        """The ledger's time as the batch is decided: one for all of it."""
        if self._now is None:
            self._now = self._clock()
        return self._now

    def size(self) -> int:
        """How many entries of the log are known to be durable."""
        return self._lists.size

    def signed_root(self, size: int) -> bytes | None:
        """The root of a checkpoint of just the first ``size`` entries, which the log's key signed; None where there is none."""
        return self._known.signed_root(size)

    def stands(self, stream: str) -> int:
        """The latest time that an entry of ``stream`` stands at, the batch's own included; 0 before its first."""
        return self.at(stream).stands

    def place(self, stream: str, version: int) -> EntryPlace:
        """Where an entry stands in the log.

        Raises:
            NeedsCommitError: it is of this batch, or of one under way, and has no place yet.
        """
        if self.is_ahead(stream) and version > self._known.get(stream).version:
            raise NeedsCommitError
        return self._known.place(stream, version)

    def openings(self, stream: str) -> Mapping[int, Opening]:
        """The openings kept for ``stream``, by slot."""
        ahead = self.openings_ahead.get(stream)
        if ahead is None and self.below is not None:
            ahead = self.below.openings_ahead.get(stream)
        return ahead if ahead is not None else self._known.openings(stream)

    def openings_left(self, stream: str) -> Mapping[int, Opening]:
        """The openings kept for ``stream``, by slot; where some are lost, those that are left.

        Raises:
            NeedsCommitError: they are of this batch, or of one under way.
        """
        if self.is_ahead(stream):
            raise NeedsCommitError
        return self._known.openings_left(stream)

    def words(self, text: str, person: str | None, field: tuple[str, int, str]) -> Words:
        """``text`` sealed for ``field``.

        Raises:
            KeyFileError: there is no key to seal it under.
        """
        if self._seal_words is None:
            raise KeyFileError(
                "words of people are recorded sealed, and there is no key to seal them under; nothing was recorded; expected"
                " persons.key beside the event keys: send the command on the host that has it"
            )
        return self._seal_words(text, person, field)

    def salts(self, count: int) -> Sequence[bytes]:
        """Fresh random salts of 32 bytes."""
        drawn = self._entropy(32 * count)
        return [drawn[32 * i : 32 * i + 32] for i in range(count)]

    def streams(self, kind: str) -> Sequence[str]:
        """The streams of a type, in order of name, the batch's own included."""
        self.looked_at.add(f"{kind}:")
        ahead = [*self.ahead, *(self.below.ahead if self.below is not None else ())]
        return sorted({*self._lists.streams(kind), *(stream for stream in ahead if type_of(stream) == kind)})

    def in_play(self, kind: str) -> Mapping[str, str]:
        """The hands or rounds in play, by table, at those of a type in order of name, as the batch leaves them."""
        self.looked_at.add(ALL_IN_PLAY)
        found: dict[str, str | None] = {**self._lists.in_play(kind)}
        for stream in {*self.ahead, *(self.below.ahead if self.below is not None else ())}:
            if type_of(stream) == kind:
                found[stream] = getattr(self.at(stream).state, PLAYED[kind])
        return {stream: played for stream, played in sorted(found.items()) if played is not None}
