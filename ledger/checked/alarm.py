"""What is said where a store does not hold what was sealed: the verdict first, the place, what was found, the next command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from tombo.ledger.checked.trust import Trust, TrustFiles
from tombo.ledger.core.errors import AlteredViewError, KeyFileError, LedgerError, TamperedError

NEXT: Final = "run 'tombo verify'"
WAYS_ON: Final = "'tombo restore' brings back what is kept elsewhere, 'tombo loss declare' puts the loss on record"
ROLLED_BACK: Final = (
    "an older copy was put in its place, or entries were cut off. Their indices must not be used again; nothing was recorded."
    f" {WAYS_ON}"
)

Line = tuple[int, str, int, str, bytes]
"""A row as a plain tuple: log index, stream, version, kind, state."""
NO_ENTRY: Final = (TypeError, ValueError, AttributeError, OverflowError)
"""What taking a row apart raises where a column holds what no entry can: a database keeps anything in any column."""


def tampered(row: Line, found: str) -> TamperedError:
    """``row`` is not what was sealed there."""
    return TamperedError(
        f"TAMPERED at {row[0]} ({row[1]} version {row[2]}, {row[3]}): {found}; nothing of it is shown or decided on; {NEXT}"
    )


def altered_view(view: str, found: str) -> AlteredViewError:
    """What the projection ``view`` keeps is not what the entries give."""
    return AlteredViewError(
        f"TAMPERED in the view {view}: {found}; nothing of it is shown. The ledger has it all still: 'tombo views rebuild"
        f" {view}' computes it again"
    )


def missing(index: int, following: int | None = None) -> TamperedError:
    """The log has a hole at ``index``."""
    said = "" if following is None else f", the next is {following}"
    return TamperedError(f"TAMPERED at {index}: log index {index} is missing{said}; {NEXT}")


def not_dense(rows: Sequence[Line], start: int) -> TamperedError:
    """``rows`` are not all there are from ``start`` on: the first that is missing."""
    for expected, row in zip(count(start), rows, strict=False):
        if row[0] != expected:
            return missing(expected, row[0])
    return missing(start + len(rows))


def another_ledger(origin: str, pinned: str) -> TamperedError:
    """The store is of the ledger ``origin``."""
    return TamperedError(
        f"TAMPERED: the store says it is {origin}, and the policy pins {pinned}; name the right folder of keys with --keys, or {NEXT}"
    )


def another_place(row: Line, stream: str, version: int) -> TamperedError:
    """``row`` was handed out as another entry."""
    return TamperedError(f"TAMPERED: {row[1]} version {row[2]} stands where {stream} version {version} belongs; {NEXT}")


def hidden(stream: str, version: int, wanted: int) -> TamperedError:
    """``stream`` ends too early."""
    return TamperedError(
        f"TAMPERED: {stream} ends at version {version}; version {wanted} was recorded, and is hidden or gone; {NEXT}"
    )


def another(index: int) -> TamperedError:
    """At ``index`` stands an authentic entry, and it is not the one that was there."""
    return TamperedError(f"ROLLED BACK: log index {index} is not the entry that was there: {ROLLED_BACK}")


def given_up_meanwhile(size: int, trust: Trust) -> TamperedError:
    """The checkpoint of ``size`` entries that this process goes by was declared lost since it began."""
    return TamperedError(
        f"ROLLED BACK: of the {size} entries that this process knows some were declared lost since it began ({trust.files.lost}), and others"
        " stand in their place; nothing was recorded. Begin it again"
    )


def remembers_more(files: TrustFiles, path: Path, size: int, signed: int) -> LedgerError:
    """The file at ``path`` knows of ``size`` entries, as the store does, more than the ``signed`` of the newest checkpoint."""
    said = f"{path} remembers {size}"
    if files.signer.exists():
        return _older_signer(files.signer, signed, f"{said}, which the store holds")
    return TamperedError(f"ROLLED BACK: {said} entries, and the newest checkpoint covers {signed}: {ROLLED_BACK}")


def unknown_anchor(trust: Trust, stored: str | None, size: int, signed: int) -> LedgerError:
    """An append names a checkpoint of ``size`` entries, more than the ``signed`` of the newest; ``stored`` is the newest note of the store."""
    if trust.files.signer.exists() and trust.size_in(stored) >= size:
        said = f"the store has a checkpoint of {trust.size_in(stored)} entries, signed by the same key"
        return _older_signer(trust.files.signer, signed, said)
    return TamperedError(
        f"TAMPERED: an append names a checkpoint of {size} entries, and the newest there is covers {signed}; {NEXT}"
    )


def _older_signer(signer: Path, signed: int, said: str) -> KeyFileError:
    return KeyFileError(
        f"the signer's file {signer} is an older copy: its checkpoint covers {signed} entries, and {said}; nothing was recorded, and the"
        " database need not be wrong. Put the newest checkpoint there is in its place: a newer copy of that file, the newest 'seen' beside it, or"
        " what an auditor keeps"
    )


def check_not_shorter(size: int, least: Iterable[tuple[int, str]]) -> None:
    """That a log of ``size`` entries is no older one than anybody knew: ``least`` are sizes, and who says so.

    Read ``least`` before ``size``: what is acknowledged in between only adds.

    Raises:
        TamperedError: it is.
    """
    for known, who in least:
        if size < known:
            raise TamperedError(f"ROLLED BACK: the store holds {size} entries; {known} {who}: {ROLLED_BACK}")
