"""What is remembered of a ledger, made again from the whole log: beside what there is, and in its place only where nothing is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ledger.checked import alarm
from ledger.checked.checks import Checks
from ledger.checked.mark import Reached, marked, put_mark
from ledger.checked.memory import files_of, known_in, put_aside
from ledger.checked.trust import Trust, TrustFiles
from ledger.seal.policy import Policy
from ledger.store import Store


class Rebuilt(NamedTuple):
    """How many entries were checked, and how many of them are remembered: those under the newest checkpoint."""

    entries: int
    remembered: int


def rebuild(store: Store, policy: Policy, files: TrustFiles) -> Rebuilt:
    """Make the memory of ``store``, as it is, again. The one there was is put aside, once the new one is whole.

    So is the mark, where it is missing or says nothing: from then on it says what is there now. Every entry is checked as a door checks it. Of the files that can be read none may know of more than ``store`` has: where
    one does, all of them stay as they are.

    Raises:
        TamperedError: the store has less than one of the files knows of, or is not what was sealed.
        KeyFileError: the signer's file is an older copy, or damaged.
        StoreUnavailableError: a file cannot be read or written now.
    """
    known, said = known_in(files.memory, policy.origin) or 0, marked(files.mark)
    with _draft(files.memory) as draft, _draft(files.mark) as draft_mark:
        put_mark(draft_mark, Reached(0, b""))
        with Trust.create(policy, files._replace(memory=draft, mark=files.mark if said else draft_mark)) as trust:
            _check_nothing_missing(store, trust, files, known)
            checks = Checks(store, trust)
            checks.remember()
            checks.catch_up()
            _check_acknowledged(checks, trust)
            made = Rebuilt(checks.size, trust.memory.size())
        if said is None:
            put_mark(draft_mark, Reached(checks.size, sha256(checks.last).digest()))
            put_aside(files.mark)
            draft_mark.replace(files.mark)
        put_aside(files.memory)
        draft.replace(files.memory)
    return made


def _check_nothing_missing(store: Store, trust: Trust, files: TrustFiles, known: int) -> None:
    """That ``store`` has all that the files beside the keys know of, and the signer's file too.

    Raises:
        TamperedError: the store is older.
        KeyFileError: the signer's file is.
    """
    kept, reached = (
        trust.seen(),
        trust.reached(),
    )  # before the head of the log: what is added in between makes nothing shorter
    seen = 0 if kept is None else kept.size
    alarm.check_not_shorter(
        store.head().size,
        [
            (known, f"are remembered ({files.memory})"),
            (seen, f"were signed ({files.seen})"),
            (reached.size, f"were acknowledged ({files.mark})"),
        ],
    )
    signed = trust.checkpoint(store.last_checkpoint()).size
    for size, path in ((known, files.memory), (seen, files.seen)):
        if size > signed:
            raise alarm.remembers_more(files, path, size, signed)


def _check_acknowledged(checks: Checks, trust: Trust) -> None:
    """That the entry that was acknowledged last is the one at its log index.

    Raises:
        TamperedError: it is another.
    """
    reached = trust.reached()
    if 0 < reached.size <= checks.size and sha256(checks.row(reached.size - 1).state).digest() != reached.digest:
        raise alarm.another(reached.size - 1)


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A name beside ``path`` for the new file; nothing of it is left where it is not put in place."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        yield draft
    finally:
        for left in files_of(draft):
            left.unlink(missing_ok=True)
