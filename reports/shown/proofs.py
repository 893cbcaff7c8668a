"""That an entry is in the tree of a checkpoint: cut from the tiles of a ledger, and checked as a stranger would."""

from __future__ import annotations

from tombo.ledger.core.errors import MalformedError, NotFoundError, UnreadableError
from tombo.ledger.core.said import fact_of
from tombo.ledger.operate.publish import node_of
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.note import parse_note
from tombo.ledger.seal.proof import Proof, prove
from tombo.ledger.store import Row
from tombo.reports.said.commands import evidence as said
from tombo.reports.shown.reading import Reader


def proof_of(reader: Reader, row: Row, kept: bytes | None = None) -> Proof:
    """The proof that ``row`` is in the tree of the checkpoint ``kept``, or of the last one; not checked yet.

    Raises:
        NotFoundError: there is no checkpoint yet, or it does not reach that far.
        UnreadableError: ``kept`` is no checkpoint.
    """
    last = reader.store.last_checkpoint()
    signed = kept if kept is not None else (last or "").encode()
    try:
        size = parse_checkpoint(parse_note(signed).text).size if signed else 0
    except MalformedError as error:
        raise UnreadableError(said.NOTHING_TO_PROVE_AGAINST(why=fact_of(error))) from error
    if size <= row.index:
        raise NotFoundError(
            said.BEYOND_CHECKPOINT(stream=row.stream, version=row.version, index=row.index, covered=size)
        )
    return prove(leaf_data(row.stream, row.version, row.kind, row.state), row.index, signed, node_of(reader.store))
