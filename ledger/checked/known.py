"""How far a process knows a log, and the newest entry of every stream in it: what it holds the store's rows against.

The memory's file has what a checkpoint covers; what came since is kept here, and forgotten once the file has it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from tombo.ledger.checked.memory import COMMANDS_KEPT, Memory, command_key, command_mark
from tombo.ledger.checked.tail import StreamHead
from tombo.ledger.seal.entry import Sealed
from tombo.ledger.store import Row

SINCE_MAX: Final = 50_000
"""So many marks are kept beside those in order, before they are put in order too."""


class Believed(NamedTuple):
    """A row that was checked, with its state taken apart and the hash of its entry."""

    row: Row
    sealed: Sealed
    hash: bytes


Hear = Callable[[Believed], None]
"""Told of an entry of another process, once it is known, in log order."""


class _Recent(NamedTuple):
    """The newest entry of a stream, beyond what the memory's file has."""

    head: StreamHead
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it


_head_of: Final[Callable[[tuple[int, bytes]], StreamHead]] = partial(tuple.__new__, StreamHead)
_recent_of: Final[Callable[[tuple[StreamHead, int]], _Recent]] = partial(tuple.__new__, _Recent)
"""Those of these fields, in their order: each stream of each commit has one."""


class KnownHeads(MutableMapping[str, StreamHead]):
    """The newest known entry of every stream: the memory's, and over it what came since, the oldest first."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._recent: OrderedDict[str, _Recent] = OrderedDict()
        self.index = memory.size()
        """The log index of the entry that is taken in now."""

    def __getitem__(self, stream: str) -> StreamHead:
        recent = self._recent.get(stream)
        found = recent.head if recent is not None else self._memory.head(stream)
        if found is None:
            raise KeyError(stream)
        return found

    def __setitem__(self, stream: str, head: StreamHead) -> None:
        self._recent[stream] = _Recent(head, self.index)
        self._recent.move_to_end(stream)

    def grown(self, heads: Iterable[tuple[str, int, bytes]], index: int) -> None:
        """Streams grew in one append that ends at ``index``: the name of each, its newest version, and the hash of that entry."""
        self.index = index  # of the whole append: no checkpoint covers a part of one
        recent = self._recent
        for stream, version, entry_hash in heads:
            recent.pop(stream, None)
            recent[stream] = _recent_of((_head_of((version, entry_hash)), index))

    def __delitem__(self, stream: str) -> None:
        del self._recent[stream]

    def __iter__(self) -> Iterator[str]:
        """The streams that came or grew since the memory was written."""
        return iter(self._recent)

    def __len__(self) -> int:
        return len(self._recent)

    def recent(self) -> dict[str, StreamHead]:
        """What the memory's file does not have."""
        return {stream: each.head for stream, each in self._recent.items()}

    def named(self, kind: str) -> Iterator[str]:
        """The known streams of a type."""
        yield from self._memory.streams(kind)
        yield from (stream for stream in self._recent if stream.startswith(f"{kind}:"))

    def named_count(self, kind: str) -> int:
        """How many known streams of a type there are."""
        since = [stream for stream in self._recent if stream.startswith(f"{kind}:")]
        return self._memory.streams_count(kind) + sum(self._memory.head(stream) is None for stream in since)

    def forget(self, size: int) -> None:
        """Forget what the memory's file has come to know: everything below the log index ``size``."""
        while self._recent and next(iter(self._recent.values())).index < size:
            self._recent.popitem(last=False)


class KnownCommands:
    """The ids of the newest commands, with the log index of the first entry of each.

    A new command's id is in no file: that is seen from the marks of those that are, eight bytes each, without a query.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._recent: OrderedDict[bytes, int] = OrderedDict()
        self._written: array[int] | None = None
        """The marks of what the file had when it was asked, and of some of what it has been given since."""
        self._written_since: set[int] = set()

    def recorded(self, command_ids: Sequence[str]) -> tuple[str, int] | None:
        """One of ``command_ids`` that is known to be recorded, with the log index of its first entry; None where none is."""
        keys = list(map(command_key, command_ids))
        if self._recent.keys().isdisjoint(keys) and not self._may_be_written(keys):
            return None
        remembered = self._memory.commands(keys)
        for command_id, key in zip(command_ids, keys, strict=True):
            first = self._recent.get(key, remembered.get(key))
            if first is not None:
                return command_id, first
        return None

    def _may_be_written(self, keys: Sequence[bytes]) -> bool:
        """Whether the file may have one of ``keys``: another one may have the same mark."""
        written = self._written
        if written is None or len(written) > 2 * COMMANDS_KEPT:  # of which half it has forgotten
            written = self._written = self._memory.command_marks()
            self._written_since.clear()
        elif len(self._written_since) > SINCE_MAX:
            written = self._written = merged(written, self._written_since)
            self._written_since.clear()
        marks = [command_mark(key) for key in keys]
        if not self._written_since.isdisjoint(marks):
            return True
        if not written:
            return False
        last = len(written) - 1
        return any(written[min(bisect_left(written, mark), last)] == mark for mark in marks)

    def __len__(self) -> int:
        """How many came since the memory was written."""
        return len(self._recent)

    def add(self, key: bytes, first: int) -> None:
        """An entry of this command stands at ``first``; its first one counts."""
        self._recent.setdefault(key, first)

    def recent(self) -> list[tuple[int, bytes]]:
        """What the memory's file does not have: log index and key."""
        return [(first, key) for key, first in self._recent.items()]

    def forget(self, size: int) -> None:
        """Forget what the memory's file has come to know, but for its marks."""
        while self._recent and next(iter(self._recent.values())) < size:
            key, _ = self._recent.popitem(last=False)
            if self._written is not None:
                self._written_since.add(command_mark(key))


def merged(marks: array[int], more: Iterable[int]) -> array[int]:
    """``marks``, which are in order, and ``more`` among them: eight bytes each all the while, for a million numbers as objects are 50 MB."""
    found, begin = array("Q"), 0
    for mark in sorted(more):
        end = bisect_left(marks, mark, begin)
        found += marks[begin:end]
        found.append(mark)
        begin = end
    return found + marks[begin:]


def command_in(body: bytes) -> bytes | None:
    """The key of the command an entry came from: its id stands at one place in every canonical body; None where it has none."""
    at = body.find(b',"command":{"digest":"')
    end = body.find(b'"},"event":', at)
    start = body.find(b'","id":"', at, end)
    if at < 0 or end < 0 or start < 0:
        return None
    return command_key(body[start + 8 : end].decode("ascii", "replace"))
