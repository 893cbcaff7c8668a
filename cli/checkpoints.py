"""Checkpoints that a command signs or leaves to the publisher, and files of them."""

from __future__ import annotations

import os
from functools import partial

from tombo.cli import files
from tombo.cli.invocation import Invocation
from tombo.cli.terminal.output import warn
from tombo.ledger.core.errors import ConflictError, MalformedError, StoreUnavailableError
from tombo.ledger.core.said import fact_of
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.operate.publisher import PublisherFiles, checkpoint_now
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.note import parse_note
from tombo.reports.said.commands import door as said
from tombo.reports.said.commands import files as names


def may_sign(call: Invocation) -> bool:
    """Whether this folder has the checkpoint key, and we may read it."""
    return os.access(call.keyring.checkpoint, os.R_OK)


def signed(call: Invocation) -> str:
    """A checkpoint of what is there now; the note.

    Raises:
        LedgerError: nothing was signed.
    """
    return checkpoint_now(
        PublisherFiles(call.keyring.signer_state), partial(open_checked, call.url, call.keyring), call.keyring.signer
    )


def sign_at_the_end(call: Invocation) -> None:
    """After a command that recorded something: a checkpoint, where that is ours to make; else say what is to be done.

    Raises:
        LedgerError: nothing was signed, for a reason that does not pass.
    """
    if PublisherFiles(call.keyring.signer_state).holder() is not None:
        return  # it signs within seconds
    if not may_sign(call):
        warn(said.NOBODY_SIGNS())
        return
    try:
        signed(call)
    except (ConflictError, StoreUnavailableError) as error:  # also of a user who may record and not publish
        warn(said.NOT_COVERED_YET(why=fact_of(error)))


def note_sort(origin: str, size: int) -> files.Sort:
    """Checkpoints of the log ``origin`` of at most ``size`` entries: a larger one is evidence, and is not replaced."""

    def ours(head: bytes) -> bool:
        try:
            found = parse_checkpoint(parse_note(head).text)
        except MalformedError:
            return False
        return found.origin == origin and found.size <= size

    return files.Sort(names.A_CHECKPOINT(origin=origin, size=size), ours)
