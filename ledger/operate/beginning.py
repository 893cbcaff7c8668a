"""The beginning of a ledger: its names, and a folder of keys that nobody else fills meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from tombo.ledger.checked import Trust
from tombo.ledger.core.errors import ConflictError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.operate.keyfolder import OPENINGS, PERSONS, STAFF, Keyring, secret_label
from tombo.ledger.seal.checkpoint import Signer
from tombo.ledger.seal.claim import CLAIM, Claimed, FolderClaim, claim_in, claimed
from tombo.ledger.seal.keys import Entropy, PrivateKey, is_key_name
from tombo.ledger.seal.policy import Policy, load_policy
from tombo.ledger.seal.registry import event_key_name, root_name
from tombo.ledger.seal.secretfile import unwritten

ORIGIN_LENGTH_MAX: Final = 100
BESIDE: Final = ("heads-wal", "heads-shm", "heads-journal", "mark.new", "signer.new", "signer.lock")
"""What comes to be beside what is remembered."""


class NewKeys(NamedTuple):
    """The keys of a new ledger that sign, and what is believed of it: that it is empty."""

    root: PrivateKey
    event: PrivateKey
    checkpoint: PrivateKey
    trust: Trust


def check_new(keyring: Keyring, origin: str, manager: str | None) -> None:
    """See that a ledger can begin under these names, its keys in a folder that holds none but those of staff.

    Raises:
        UsageError: it cannot.
        ConflictError: somebody else begins one there.
    """
    if not is_key_name(origin) or len(origin) > ORIGIN_LENGTH_MAX or not all("!" <= letter <= "~" for letter in origin):
        raise UsageError(
            f"{origin!r} names no ledger: 1 to 100 visible ASCII characters without '+', for example operator.example/ledger/1"
        )
    if manager is not None and not is_stream(f"staff:{manager}"):
        raise UsageError(f"{manager!r} names no member of staff: letters, digits and ._/-, at most 100")
    if claim_in(keyring.directory) is Claimed.HELD:
        raise ConflictError(
            f"another 'tombo init' is at work in {keyring.directory}; nothing was made. Wait for its end, or name another folder with --keys"
        )
    _check_free(keyring)


@contextmanager
def begun(keyring: Keyring) -> Iterator[FolderClaim]:
    """The folder of ``keyring`` for whoever begins a ledger there, alone; what he made in it goes again where that fails.

    Everything is asked of people before: who waits for an answer keeps nobody else from beginning.

    Raises:
        UsageError: somebody has made keys there meanwhile.
        ConflictError: somebody else is about to.
        LedgerError: the folder cannot be made.
    """
    with claimed(keyring.directory) as claim:
        _check_free(keyring, claim=True)
        yield claim


def new_keys(origin: str, keyring: Keyring, claim: FolderClaim, entropy: Entropy) -> NewKeys:
    """Make everything that belongs into the folder of keys of the ledger ``origin``.

    Raises:
        KeyFileError: something of it is there, or cannot be written.
        NoRoomError: the disk is full.
    """
    root, event, checkpoint = (
        PrivateKey.generate(name, entropy) for name in (root_name(origin), event_key_name(origin, 1), origin)
    )
    for path, key in ((keyring.root, root), (keyring.event(1), event), (keyring.checkpoint, checkpoint)):
        keyring.save(path, key, entropy)
        claim.made(path)
    for path, purpose in ((keyring.openings, OPENINGS), (keyring.persons, PERSONS)):
        keyring.save_secret(path, secret_label(origin, purpose), entropy)
        claim.made(path)
    try:
        with claim.making(keyring.policy), keyring.policy.open("x", encoding="utf-8") as file:
            file.write(Policy(root.public, checkpoint.public).text)
            file.flush()
            os.fsync(file.fileno())
        with claim.making(*keyring.trusted, *(keyring.directory / name for name in BESIDE)):
            Signer.create(keyring.signer_state, checkpoint, root.public)
            trust = Trust.create(load_policy(keyring.policy), keyring.trusted)
    except OSError as error:
        where = error.filename or keyring.directory
        raise unwritten(f"{where}: what is kept beside the keys cannot be written", error) from error
    return NewKeys(root, event, checkpoint, trust)


def unsigned(origin: str) -> str:
    """What is said of a ledger that is made where its first checkpoint failed."""
    return f"the ledger {origin} is made, and no checkpoint is signed over it yet. Run 'tombo checkpoint', not 'init'"


def _check_free(keyring: Keyring, *, claim: bool = False) -> None:
    """That the folder holds nothing but keys of staff, and a demonstration's passphrase. ``claim``: and the claim of who asks."""
    there = keyring.directory
    free = {keyring.own_passphrase, there / STAFF, *((there / CLAIM,) if claim else ())}
    if not there.exists() or all(path in free for path in there.iterdir()):
        return
    if not claim and keyring.unfinished():
        raise UsageError(keyring.cut_off)
    policy = "" if keyring.policy.exists() else ", and no policy: a beginning that was cut off, or a lost file"
    found = keyring.found()
    holds = "" if found is None else f" (it holds {found.name}{policy})"
    raise UsageError(f"{there} is not empty{holds}; keys are never overwritten: name another folder with --keys")
