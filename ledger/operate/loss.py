"""When the database has less than was signed or acknowledged: how it stands, and the one way on, a loss declared by the root key and two people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tombo.ledger.checked import Begun, Memory, Reached, known_in, last_begun, marked, put_mark, unfinished
from tombo.ledger.core.clock import Clock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.log.commands import DeclareLoss
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.live.acts import sign
from tombo.ledger.operate.cold import cold_places, open_with_cold
from tombo.ledger.operate.declarers import check_people, root_key, signers
from tombo.ledger.operate.keyring import OPERATOR, Keyring, open_ledger
from tombo.ledger.operate.losses import Signed, agreeing, first_lost, lost_before, to_record
from tombo.ledger.operate.publish import publish, root_of_rows, sign_head
from tombo.ledger.seal.checkpoint import Checkpoint, Signer, open_checkpoint
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.lockfile import locked
from tombo.ledger.seal.loss import Loss, sign_loss
from tombo.ledger.seal.merkle import EMPTY_ROOT
from tombo.ledger.seal.note import NOTE_MAX
from tombo.ledger.seal.plainfile import read_plain
from tombo.ledger.seal.policy import Policy, load_policy
from tombo.ledger.store import Store


class UnfinishedError(LedgerError):
    """A declaration that was begun and not finished. The same command goes on with it."""

    exit_status = 3


class StoreStanding(NamedTuple):
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


class KeptFiles(NamedTuple):
    """What the files beside the keys say of a ledger: those of them that are there."""

    note: bytes | None
    """The signer's file."""
    signed: Checkpoint
    """The newest checkpoint in the signer's file or in ``seen``; that of no entries where neither is there."""
    reached: Reached
    remembered: int
    """How many entries ``heads`` knows."""
    before: list[Signed]
    """The losses that were declared, oldest first."""

    @property
    def known(self) -> int:
        """How many entries there were at the least."""
        return max(self.signed.size, self.reached.size, self.remembered)


def kept(keyring: Keyring, policy: Policy) -> KeptFiles:
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
        seen, _ = open_checkpoint(_note(files.seen_after(files.losses(policy, signed))) or b"", policy)
        signed = max(signed, seen, key=lambda found: found.size)
    before, remembered = lost_before(files.lost, policy), known_in(files.memory, policy.origin) or 0
    return KeptFiles(note, signed, acknowledged(keyring, policy), remembered, before)


def _note(path: Path) -> bytes | None:
    """What the file at ``path`` holds, None where there is none."""
    try:
        return read_plain(path, NOTE_MAX)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}; bring back the file") from error


def standing(
    store: Store, signed: Checkpoint, reached: Reached, remembered: int = 0, before: Sequence[Signed] = ()
) -> StoreStanding:
    """How a store that was verified, tiles included, stands to the signer's last checkpoint and to what was acknowledged.

    ``remembered``: how many entries ``heads`` knows, which were all there. ``before``: the losses that were declared.
    """
    size = store.head().size
    same = signed.size <= size and root_of_rows(store, signed.size) == signed.root
    first: int | None = None
    if not same:
        first = size if size < signed.size else agreeing(store, signed.size, before)
    elif max(reached.size, remembered) > size:
        first = size
    elif reached.size and not _is_there(store, reached):
        first = signed.size
    return StoreStanding(size, root_of_rows(store, size), signed, max(reached.size, remembered), first)


def _is_there(store: Store, reached: Reached) -> bool:
    row = store.row(reached.size - 1)
    return row is not None and sha256(row.state).digest() == reached.digest


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
) -> tuple[Loss, int]:
    """Declare the loss of what ``store``, which was verified, lacks; the declaration and the log index of its entry.

    In this order, so that it can be run again wherever it was cut off: the signer keeps the checkpoint it gives up, and goes on from
    the store, whose tree is made whole; what the door remembered is forgotten; the declaration is recorded, and published. From the first
    of these on no other door, publisher or reader opens before it is on record (``tombo.ledger.checked.begun``). One at a time.

    ``staff`` and ``second`` sign it with their own keys, which ``key_of`` opens before anything is given up. Where what is left of the
    ledger is older than a key of theirs, nobody could check that: then the root key alone answers for them.

    Raises:
        UsageError: nothing is lost; one person, somebody without a role, or others than those who began the declaration.
        KeyFileError: the root key is missing, or another ledger's; or somebody's own key is not the one that is enrolled.
        TamperedError: the signer refuses.
        ConflictError: another declaration is at work.
        UnfinishedError: it was begun, and is not on record or not published; run again it goes on.
    """
    signer = keyring.signer()
    key = root_key(keyring, root, signer)
    with _in_turn(signer):
        begun = last_begun(store, signer.lost)
        to_publish = begun is not None and _unpublished(store, begun, signer, keyring)
        going = begun if to_publish or (begun is not None and begun.is_open) else None
        if going is not None and (going.loss.staff, going.loss.second) != (staff, second):
            raise UsageError(
                f"the loss that {going.loss.staff} and {going.loss.second} declared is not on record yet: they were cut off; expected"
                f" --staff {going.loss.staff} --second {going.loss.second}, to go on with it"
            )
        check_people(store, staff, second)
        people = signers(store, (staff, second), key_of)
        if going is not None and to_publish:
            return going.loss, _record(url, keyring, to_record(store, going, signer, key), people, clock)
        # one that cannot be written to is refused before anything is given up
        with open_with_cold(url, cold_places(keyring), read_only=False) as whole:
            if going is None:
                going = _give_up(
                    store, signer, kept(keyring, load_policy(keyring.policy)), key, (reason, staff, second), begun
                )
            else:
                _check_still_lost(store, going.loss, signer)
            with _told(going, signer):
                _abandon(signer, going)
                sign_head(whole, signer)  # a backup's files end at any moment, with entries that are in no tile yet
        with _told(going, signer):
            _forget(store, keyring, going.loss)
            return going.loss, _record(url, keyring, to_record(store, going, signer, key), people, clock)


@contextmanager
def _in_turn(signer: Signer) -> Iterator[None]:
    """One declaration at a time. Doors are not kept out: one that sleeps need not be found first, and each looks for itself.

    Raises:
        ConflictError: another is at work, and did not end in time.
        StoreUnavailableError: the lock cannot be written.
    """
    lock = signer.lost.with_name(f"{signer.lost.name}.lock")
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(lock, "the declaration of a loss"))
        except OSError as error:
            raise StoreUnavailableError(f"{lock} cannot be written: {error.strerror}; nothing was declared") from error
        yield


@contextmanager
def _told(begun: Begun, signer: Signer) -> Iterator[None]:
    """Whoever fails once a loss is begun says so, and how it goes on."""
    try:
        yield
    except UnfinishedError:
        raise
    except (LedgerError, OSError) as error:
        said = error.strerror if isinstance(error, OSError) else error
        raise UnfinishedError(f"{said}.\nBegun: {unfinished(begun, signer.lost)}") from error


def _unpublished(store: Store, begun: Begun, signer: Signer, keyring: Keyring) -> bool:
    """Whether ``begun`` is on record and under no checkpoint yet, and nothing else is lost."""
    if begun.log_index is None or (last := signer.last()).size > begun.log_index:
        return False
    known = kept(keyring, load_policy(keyring.policy))
    return standing(store, last, known.reached, known.remembered, known.before).first_lost is None


def _give_up(  # noqa: PLR0917 - what is declared, by whom, and what was before
    store: Store, signer: Signer, known: KeptFiles, key: PrivateKey, said: tuple[str, str, str], before: Begun | None
) -> Begun:
    """What ``store`` lacks, written down beside the signer as given up: the declaration, with the signature of the root key.

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
    found = standing(store, last, known.reached, known.remembered, known.before)
    if found.first_lost is None:
        raise UsageError(
            f"nothing is lost: the store holds all {found.signed.size} entries that were signed and the {found.acknowledged} that"
            " were acknowledged; nothing was declared"
            + (
                ""
                if before is None or before.log_index is None
                else f". The loss of {before.said}, is declared already, at log index {before.log_index}"
            )
        )
    signed, first = found.signed, first_lost(store, found.first_lost, known.before, signer)
    loss = Loss(found.size, found.root, signed.size, signed.root, found.acknowledged, first, *said)
    begun = Begun(loss, sign_loss(store.origin, loss, key), None)
    with signer.turn() as turn:
        if signed.size > first:
            turn.check_abandons(loss, begun.signature)
        signer.put_lost(turn.note, loss, begun.signature)  # from now on it is begun, whatever is given up
    return begun


def _abandon(signer: Signer, begun: Begun) -> None:
    """Have the signer go on from the tree that ``begun`` names, if it gives up anything that was signed and he has not yet."""
    loss = begun.loss
    with signer.turn() as turn:
        abandons = (turn.last.size, turn.last.root) == (loss.abandoned_size, loss.abandoned_root)
        if abandons and loss.abandoned_size > loss.first_lost:
            turn.abandon(loss, begun.signature)


def _check_still_lost(store: Store, loss: Loss, signer: Signer) -> None:
    """That ``store`` is the one in which ``loss`` was found: another may have been put in its place since it was begun.

    Raises:
        UsageError: what was being given up is there, or what is there is not what the declaration goes on from.
    """
    size, lost = store.head().size, f"{loss.first_lost} to {max(loss.abandoned_size, loss.acknowledged) - 1}"
    same = size >= loss.size and root_of_rows(store, loss.size) == loss.root
    if same and size == loss.size:  # nobody records while it is begun
        return
    found = f"and this is not the store in which {loss.staff} and {loss.second} found the entries {lost} missing"
    signed = (
        size >= loss.abandoned_size > loss.first_lost
        and root_of_rows(store, loss.abandoned_size) == loss.abandoned_root
    )
    if same and (signed or loss.first_lost >= loss.abandoned_size):  # of the latter no signature says which they are
        found = f"and the entries {lost}, which it gives up, are in this store"
    raise UsageError(
        f"a declaration was begun and not finished ({signer.lost}), {found}; nothing was recorded. Put the other store back and finish it"
        f" there; or, to keep this one, put the note of the last line of that file into {signer.path}, and take that line out"
    )


def _forget(store: Store, keyring: Keyring, loss: Loss) -> None:
    """Let the door know what the store has, and no more: it checks all of it again, from the first entry on."""
    row = store.row(loss.size - 1)
    Memory.renewed(keyring.trusted.memory, store.origin).close()
    policy = load_policy(keyring.policy)
    for before in range(keyring.trusted.losses(policy)):
        keyring.trusted.seen_after(before).unlink(missing_ok=True)
    reached = Reached(0, b"") if row is None else Reached(loss.size, sha256(row.state).digest())
    put_mark(keyring.trusted.mark, reached, policy)


def _record(
    url: str, keyring: Keyring, losses: Sequence[Signed], people: Sequence[tuple[str, PrivateKey]], clock: Clock | None
) -> int:
    """The declarations as commands of the two, or of the platform where nobody signs them but the root key; published once they are there.

    The log index of the first. Recorded before, they are answered for again.
    """
    ledger = open_ledger(url, keyring, clock=clock, to_declare=True)
    with ledger.store as store:
        indices = []
        for outcome in ledger.handle_many(
            [_asked(loss, signature, people, store.origin) for loss, signature in losses]
        ):
            if isinstance(outcome, LedgerError):
                raise outcome
            if isinstance(outcome, Refused):
                raise UsageError(f"the declaration is refused under {outcome.finding.rule}: {outcome.message}")
            indices.append(outcome.entries[0].index)
        try:
            publish(store, keyring.signer())
        except (LedgerError, OSError) as error:
            raise UnfinishedError(
                f"the loss is declared, at log index {indices[0]}, and no checkpoint is signed over it yet: {error}. Run the same command again,"
                " or 'tombo checkpoint'"
            ) from error
    return indices[0]


def _asked(loss: Loss, signature: str, people: Sequence[tuple[str, PrivateKey]], origin: str) -> Envelope:
    """The command that puts ``loss`` on record."""
    command = DeclareLoss(**loss.to_json(), root_signature=signature)
    digest = sha256(command.model_dump_json().encode()).hexdigest()[:32]
    by = By(actor="staff", id=loss.staff, role=MANAGER) if people else OPERATOR
    envelope = Envelope(command, by, f"loss/{digest}", None)
    for who, key in people:
        envelope = sign(envelope, who, key, origin)
    return envelope
