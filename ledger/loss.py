"""When the database has less than was signed or acknowledged: how it stands, and the one way on, a loss declared by the root key and two people."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from ledger.acts import sign
from ledger.checked import Memory, Reached, known_in, marked, put_mark
from ledger.core.clock import Clock
from ledger.core.command import Envelope
from ledger.core.entry import By
from ledger.core.errors import KeyFileError, LedgerError, UsageError
from ledger.core.findings import Refused
from ledger.core.ids import is_stream
from ledger.house.log import LOG_STREAM
from ledger.house.loss_events import DeclareLoss
from ledger.house.staff import MANAGER, Staff, evolve, staff_stream
from ledger.keyring import OPERATOR, Keyring, open_ledger
from ledger.publish import publish, root_of_rows, sign_head, tree_root
from ledger.rounds import Receipt
from ledger.seal.checkpoint import Checkpoint, Signer, open_checkpoint
from ledger.seal.keys import PrivateKey
from ledger.seal.loss import Loss, sign_loss
from ledger.seal.merkle import EMPTY_ROOT
from ledger.seal.note import NOTE_MAX
from ledger.seal.plainfile import read_plain
from ledger.seal.policy import Policy, load_policy
from ledger.store import Store, open_store
from ledger.store.mapper import CanonicalMapper

LOST_KIND: Final = "log.loss_declared.v2"


class Standing(NamedTuple):
    """A store, which was verified, beside what was signed and acknowledged. ``first_lost`` is None where nothing is lost."""

    size: int
    root: bytes
    signed: Checkpoint
    acknowledged: int
    first_lost: int | None

    @property
    def last_lost(self) -> int:
        """The last log index that was signed or acknowledged."""
        return max(self.signed.size, self.acknowledged) - 1


def acknowledged(keyring: Keyring, policy: Policy) -> Reached:
    """What the doors that share these keys acknowledged last of the ledger that ``policy`` pins."""
    return marked(keyring.trusted.mark, policy) or Reached(0, b"")


class Kept(NamedTuple):
    """What the files beside the keys say of a ledger: those of them that are there."""

    note: bytes | None
    """The signer's file."""
    signed: Checkpoint
    """The newest checkpoint in the signer's file or in ``seen``; that of no entries where neither is there."""
    reached: Reached
    remembered: int
    """How many entries ``heads`` knows."""

    @property
    def known(self) -> int:
        """How many entries there were at the least."""
        return max(self.signed.size, self.reached.size, self.remembered)


def kept(keyring: Keyring, policy: Policy) -> Kept:
    """What lies beside the keys of the ledger that ``policy`` pins.

    Raises:
        KeyFileError: the signer's file, or the mark, cannot be read; or the log's key did not sign what the signer's file holds.
        StoreUnavailableError: the memory cannot be read now.
    """
    files = keyring.trusted
    note = _note(files.signer)
    signed = Checkpoint(policy.origin, 0, EMPTY_ROOT)
    if note is not None:
        try:
            signed, _ = open_checkpoint(note, policy)
        except LedgerError as error:
            raise KeyFileError(
                f"{files.signer} is damaged, or not this log's: {error}; bring back the file, or write the newest checkpoint that"
                " anybody kept in its place"
            ) from error
    with suppress(LedgerError):  # as a reader does: 'seen' that says nothing is passed over
        seen, _ = open_checkpoint(_note(files.seen) or b"", policy)
        signed = max(signed, seen, key=lambda found: found.size)
    return Kept(note, signed, acknowledged(keyring, policy), known_in(files.memory, policy.origin) or 0)


def _note(path: Path) -> bytes | None:
    """What the file at ``path`` holds, None where there is none."""
    try:
        return read_plain(path, NOTE_MAX)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}; bring back the file") from error


def standing(store: Store, signed: Checkpoint, reached: Reached, remembered: int = 0) -> Standing:
    """How a store that was verified, tiles included, stands to the signer's last checkpoint and to what was acknowledged.

    ``remembered``: how many entries ``heads`` knows, which were all there.
    """
    size = store.head().size
    same = signed.size <= size and tree_root(store, signed.size) == signed.root
    first: int | None = None
    if not same:
        first = size if size < signed.size else _agreeing(store, signed.size)
    elif max(reached.size, remembered) > size:
        first = size
    elif reached.size and not _is_there(store, reached):
        first = signed.size
    return Standing(size, root_of_rows(store, size), signed, max(reached.size, remembered), first)


def _is_there(store: Store, reached: Reached) -> bool:
    row = store.row(reached.size - 1)
    return row is not None and sha256(row.state).digest() == reached.digest


def _agreeing(store: Store, below: int) -> int:
    """The size of the largest checkpoint in the store below ``below``: it was verified, so the log's key signed it over these entries."""
    return max((size for size, _ in store.checkpoints() if size < below), default=0)


def declare(  # noqa: PLR0917 - what is declared, and who answers for it
    store: Store,
    url: str,
    keyring: Keyring,
    root: Path,
    staff: str,
    second: str,
    reason: str,
    key_of: Callable[[str], PrivateKey],
    clock: Clock | None = None,
) -> tuple[Loss, Receipt]:
    """Declare the loss of what ``store``, which was verified, lacks; the declaration and the receipt of its entry.

    In this order, so that it can be run again wherever it was cut off: the signer keeps the checkpoint it gives up, and goes on from
    the store, whose tree is made whole; what the door remembered is forgotten; the declaration is recorded, and published.

    ``staff`` and ``second`` sign it with their own keys, which ``key_of`` opens before anything is given up. Where what is left of the
    ledger is older than a key of theirs, nobody could check that: then the root key alone answers for them.

    Raises:
        UsageError: nothing is lost; one person, somebody without a role, or others than those who began the declaration.
        KeyFileError: the root key is missing, or another ledger's; or somebody's own key is not the one that is enrolled.
        TamperedError: the signer refuses.
    """
    signer = keyring.signer()
    key = _root_key(keyring, root, signer)
    begun = _begun(store, signer)
    if begun is not None and (begun[0].staff, begun[0].second) != (staff, second):
        raise UsageError(
            f"the loss that {begun[0].staff} and {begun[0].second} declared is not on record yet: they were cut off; expected --staff"
            f" {begun[0].staff} --second {begun[0].second}, to go on with it"
        )
    _check_people(store, staff, second)
    people = _signers(store, (staff, second), key_of)
    with open_store(url) as whole:  # one that cannot be written to is refused before anything is given up
        if begun is None:
            begun = _give_up(store, signer, kept(keyring, load_policy(keyring.policy)), key, (reason, staff, second))
        else:
            _check_still_lost(store, begun[0], signer)
        loss, signature = begun
        sign_head(whole, signer)  # the files of a backup end at any moment, with entries that are in no tile yet
    _forget(store, keyring, loss)
    return loss, _record(url, keyring, loss, signature, people, clock)


def _give_up(
    store: Store, signer: Signer, known: Kept, key: PrivateKey, said: tuple[str, str, str]
) -> tuple[Loss, str]:
    """Have the signer give up what ``store`` lacks, and go on from it; the declaration, with the signature of the root key.

    Raises:
        UsageError: nothing is lost.
        KeyFileError: the signer's file is an older copy: who holds a newer checkpoint could not be told what was given up.
    """
    last = signer.last()
    if known.signed.size > last.size:
        raise KeyFileError(
            f"the signer's file {signer.path} is an older copy: its checkpoint covers {last.size} entries, 'seen' beside it"
            f" {known.signed.size}; nothing was declared. Put 'seen', or the newest checkpoint that anybody kept, in its place"
        )
    found = standing(store, last, known.reached, known.remembered)
    if found.first_lost is None:
        raise UsageError(
            f"nothing is lost: the store holds all {found.signed.size} entries that were signed and the {found.acknowledged} that"
            " were acknowledged; nothing was declared"
        )
    signed = found.signed
    loss = Loss(found.size, found.root, signed.size, signed.root, found.acknowledged, found.first_lost, *said)
    begun = loss, sign_loss(store.origin, loss, key)
    with signer.turn() as turn:
        if signed.size > found.first_lost:
            turn.abandon(*begun)
    return begun


def _root_key(keyring: Keyring, path: Path, signer: Signer) -> PrivateKey:
    key = keyring.load_root(path)
    if key.public != signer.root:
        raise KeyFileError(
            f"{path} holds the key {key.name}, which is not the root key of {signer.origin}; expected {signer.root.vkey}"
        )
    return key


def _check_people(store: Store, staff: str, second: str) -> None:
    """That two members of staff declare it: a manager, and somebody else with a role."""
    if staff == second:
        raise UsageError(f"{staff} stands for both; a loss is declared by two people")
    for who, wanted in ((staff, MANAGER), (second, None)):
        roles = _staff(store, who).roles if is_stream(staff_stream(who)) else frozenset[str]()
        if not roles or (wanted is not None and wanted not in roles):
            expected = "a manager" if wanted else "somebody with a role"
            raise UsageError(
                f"{who} is {', '.join(sorted(roles)) or 'no member of staff'} in this ledger; expected {expected}"
            )


def _signers(store: Store, people: Sequence[str], key_of: Callable[[str], PrivateKey]) -> list[tuple[str, PrivateKey]]:
    """Who signs, each with the key that is enrolled for him in ``store``; nobody where one of them has none there."""
    enrolled = {who: _staff(store, who).key for who in people}
    if not all(enrolled.values()):
        return []
    signers = [(who, key_of(who)) for who in people]
    for who, key in signers:
        known = enrolled[who]
        if known is not None and key.key_id.hex() != known.key:
            raise KeyFileError(f"the key of {who} is {key.key_id.hex()}; the ledger has {known.key} enrolled for him")
    return signers


def _staff(store: Store, who: str) -> Staff:
    mapper = CanonicalMapper(store.origin)
    events = (mapper.to_entry(row).event for row in store.stream_rows(staff_stream(who)))
    begin: Staff | None = None
    return reduce(evolve, events, begin) or Staff()


def _begun(store: Store, signer: Signer) -> tuple[Loss, str] | None:
    """The last declaration that the signer followed, if it never came on record: somebody was cut off."""
    try:
        *_, last = signer.lost.read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, ValueError):
        return None
    said = json.loads(last)
    mapper = CanonicalMapper(store.origin)
    for row in store.stream_rows(LOG_STREAM):
        if row.kind == LOST_KIND and mapper.to_entry(row).event.root_signature == said["root_signature"]:
            return None
    return Loss.from_json(said["loss"]), said["root_signature"]


def _check_still_lost(store: Store, loss: Loss, signer: Signer) -> None:
    """That ``store`` is the one in which ``loss`` was found: another may have been put in its place since it was begun.

    Raises:
        UsageError: what was being given up is there, or what is there is not what the declaration goes on from.
    """
    size, lost = store.head().size, f"{loss.first_lost} to {max(loss.abandoned_size, loss.acknowledged) - 1}"
    if size < loss.size or root_of_rows(store, loss.size) != loss.root:
        found = f"and this is not the store in which {loss.staff} and {loss.second} found the entries {lost} missing"
    elif (
        size >= loss.abandoned_size > loss.first_lost
        and root_of_rows(store, loss.abandoned_size) == loss.abandoned_root
    ):
        found = f"and the entries {lost}, which it gives up, are in this store"
    else:
        return
    raise UsageError(
        f"a declaration was begun and not finished ({signer.lost}), {found}; nothing was recorded. Put the other store back and finish it"
        f" there; or, to keep this one, put the note of the last line of that file into {signer.path}, and take that line out"
    )


def _forget(store: Store, keyring: Keyring, loss: Loss) -> None:
    """Let the door know what the store has, and no more: it checks all of it again, from the first entry on."""
    row = store.row(loss.size - 1)
    Memory.renewed(keyring.trusted.memory, store.origin).close()
    keyring.trusted.seen.unlink(missing_ok=True)
    reached = Reached(0, b"") if row is None else Reached(loss.size, sha256(row.state).digest())
    put_mark(keyring.trusted.mark, reached, load_policy(keyring.policy))


def _record(  # noqa: PLR0917 - what is declared, and who answers for it
    url: str,
    keyring: Keyring,
    loss: Loss,
    signature: str,
    people: Sequence[tuple[str, PrivateKey]],
    clock: Clock | None,
) -> Receipt:
    """The declaration as a command of the two, or of the platform where nobody signs it but the root key; published once it is there."""
    command = DeclareLoss(**loss.to_json(), root_signature=signature)
    digest = sha256(command.model_dump_json().encode()).hexdigest()[:32]
    by = By(actor="staff", id=loss.staff, role=MANAGER) if people else OPERATOR
    ledger = open_ledger(url, keyring, clock=clock)
    with ledger.store as store:
        envelope = Envelope(command, by, f"loss/{digest}", None)
        for who, key in people:
            envelope = sign(envelope, who, key, store.origin)
        receipt = ledger.handle(envelope)
        if isinstance(receipt, Refused):
            raise UsageError(f"the declaration is refused under {receipt.finding.rule}: {receipt.message}")
        publish(store, keyring.signer())
    return receipt
