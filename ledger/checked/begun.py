"""A loss that was declared and is not on record yet: nobody reads, records or signs before it is (``tombo.ledger.operate.loss``).

The signer's file of checkpoints that were given up says what was begun, the log what came on record. Somebody who was cut off
between the two has made every other memory of the lost entries say less: without this nothing would know of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.core.errors import ConflictError, LedgerError
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.seal.checkpoint import given_up, parse_checkpoint, signer_beside
from tombo.ledger.seal.loss import Loss
from tombo.ledger.seal.note import NOTE_MAX, parse_note
from tombo.ledger.seal.plainfile import read_plain
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper

LOST_KIND: Final = "log.loss_declared.v2"


class Begun(NamedTuple):
    """A declaration that was begun: under which signature of the root key, and at which log index it is on record, if it is."""

    loss: Loss
    signature: str
    log_index: int | None
    was_finished: bool = False
    """Whether the signer went on beyond it, which nobody does before it is on record: it was, and where it is not is lost again."""

    @property
    def is_open(self) -> bool:
        """Whether it is still to be put on record."""
        return self.log_index is None and not self.was_finished

    @property
    def said(self) -> str:
        """What it gives up, and who declared it."""
        loss = self.loss
        return f"the entries {loss.first_lost} to {loss.last_lost}, as {loss.staff} and {loss.second} declared"


def last_begun(store: Store, lost: Path) -> Begun | None:
    """The last declaration in the file ``lost``; None where none was ever begun.

    Raises:
        KeyFileError: the file cannot be read.
    """
    *_, last = None, *given_up(lost)
    if last is None:
        return None
    loss, signature = last
    return Begun(loss, signature, _index(store, signature), _went_beyond(loss, signer_beside(lost)))


def _went_beyond(loss: Loss, signer: Path) -> bool:
    """Whether the last checkpoint in the file ``signer`` covers more than ``loss`` goes on from, and is not what it gives up."""
    try:
        last = parse_checkpoint(parse_note(read_plain(signer, NOTE_MAX)).text)
    except (OSError, LedgerError):
        return False  # who needs it says what is wrong with it
    return last.size > loss.size and (last.size, last.root) != (loss.abandoned_size, loss.abandoned_root)


def check_none_begun(store: Store, lost: Path) -> None:
    """That no loss was declared that is not on record in ``store``.

    Raises:
        ConflictError: one was.
    """
    begun = last_begun(store, lost)
    if begun is not None and begun.is_open:
        raise ConflictError(unfinished(begun, lost))


def unfinished(begun: Begun, lost: Path) -> str:
    """What is said of a declaration that is not on record."""
    return (
        f"the loss of {begun.said}, was begun and is not on record ({lost}): whoever declares it was cut off, or is at work. Nothing is read,"
        f" recorded or signed here before it is. Run 'tombo loss declare --root FILE --staff {begun.loss.staff} --second"
        f" {begun.loss.second} --reason TEXT' again: it finishes what was begun"
    )


def _index(store: Store, signature: str) -> int | None:
    """Where the declaration under ``signature`` is on record."""
    mapper = CanonicalMapper(store.origin)
    for row in store.stream_rows(LOG_STREAM):
        if row.kind == LOST_KIND and mapper.to_entry(row).event.root_signature == signature:
            return row.index
    return None
