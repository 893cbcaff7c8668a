"""How things stood as a day began, kept outside the database for the next night: who writes the rows that it compares cannot reach it.

A night that found every row before its day to be right keeps what the folds knew there. The next one goes on from that, so that it
costs what was recorded since, and not the whole log. Where the file is missing, damaged, or of anything else, a night begins with the first
entry: its first line is a digest of the rest, so that no damage is taken for what the folds knew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from tombo.ledger.store import Row, Store

_FORM: Final = 2


class BookOpening(NamedTuple):
    """What the folds knew after the first ``size`` entries."""

    size: int
    states: Mapping[str, tuple[int, str]]
    """By projection its version, and what it knew besides its rows."""
    held: Mapping[str, tuple[int, int]]
    """Of each holder of the book how many postings it has, and its balance."""


def written(opening: BookOpening, store: Store) -> bytes:
    """``opening`` of the ledger ``store`` for a file."""
    document = {
        "form": _FORM,
        "origin": store.origin,
        "last": _digest(store.row(opening.size - 1)),
        **opening._asdict(),
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    return _told(text) + b"\n" + text


def read(data: bytes, store: Store) -> BookOpening | None:
    """The opening in a file; None where it is no opening of this ledger as it stands: a night then begins with the first entry."""
    told, _, text = data.partition(b"\n")
    if told != _told(text):
        return None
    try:
        found: dict[str, Any] = json.loads(text)
        if (found["form"], found["origin"]) != (_FORM, store.origin):
            return None
        size: int = found["size"]
        if size < 1 or found["last"] != _digest(store.row(size - 1)):
            return None
        states = {name: (int(version), str(state)) for name, (version, state) in found["states"].items()}
        return BookOpening(
            size, states, {holder: (int(seq), int(cents)) for holder, (seq, cents) in found["held"].items()}
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def _told(text: bytes) -> bytes:
    """What tells that nothing of ``text`` was damaged. Not that nobody changed it: who can write among the keys can write this, too."""
    return sha256(text).hexdigest().encode()


def _digest(row: Row | None) -> str:
    """What tells the entry in ``row`` from any other."""
    return "" if row is None else sha256(row.state).hexdigest()
