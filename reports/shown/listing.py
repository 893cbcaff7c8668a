"""Lists that grow with the log, a page at a time: the newest first, found by the entry each one begins with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.ids import local
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader


def in_order(stream: str) -> tuple[str, int, str]:
    """By table, then by number: hand 10 comes after hand 9."""
    table, _, number = stream.rpartition("/")
    return (table, int(number) if number.isdecimal() else 0, stream)


class Listed(NamedTuple):
    """A page of streams, the newest first, and whether there are older ones."""

    streams: tuple[str, ...]
    more: bool


def page(reader: Reader, kinds: Sequence[str], wanted: Callable[[str], bool], limit: int, after: str | None) -> Listed:
    """The ``limit`` newest streams that begin with an entry of ``kinds`` and are ``wanted``; older than ``after`` if given.

    Raises:
        NotFoundError: there is no stream ``after``.
    """
    below = None if after is None else first_of(reader, after)
    found = (row.stream for row in reader.newest(kinds, below) if wanted(row.stream))
    names = tuple(islice(found, min(limit, sys.maxsize - 1) + 1))
    return Listed(names[:limit], len(names) > limit)


def first_of(reader: Reader, stream: str) -> int:
    """The log index with which ``stream`` begins, behind which a list goes on.

    Raises:
        NotFoundError: there is none.
    """
    first = reader.store.stream_rows(stream, lte=1)
    if not first:
        raise NotFoundError(said.NOTHING_BEFORE(name=local(stream) or stream))
    return first[0].index
