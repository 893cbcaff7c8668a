"""The entries of a stream, as they were signed."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.evidence import Evidence, read_leaf
from tombo.reports.said.commands import evidence as said
from tombo.reports.shown.reading import Reader


def of_stream(reader: Reader, stream: str, limit: int, after: int) -> dict[str, Any]:
    """The next ``limit`` entries of ``stream`` behind version ``after``, and the last of them where there are more.

    Raises:
        NotFoundError: there is no such stream.
    """
    newest = reader.version(stream) if is_stream(stream) else 0
    if not newest:
        raise NotFoundError(said.NO_SUCH_STREAM(stream=stream, origin=reader.store.origin))
    rows = reader.store.stream_rows(stream, gt=after, lte=after + limit)
    items = [entry_json(read_leaf(leaf_data(row.stream, row.version, row.kind, row.state)), row.index) for row in rows]
    return {"items": items, "next": str(after + limit) if after + limit < newest else None}


def entry_json(found: Evidence, index: int) -> dict[str, Any]:
    """An entry for a program: the signed body, and what its state says."""
    return {
        "log_index": index,
        "recorded": found.sealed.recorded,
        "key": found.sealed.key_id.hex(),
        "prev": b64encode(found.sealed.prev).decode(),
        "body": found.body,
    }
