"""What an error says, in the language of who is told: most of the ledger's errors have words of their own in English alone."""

from __future__ import annotations

from tombo.ledger.core.errors import (
    LedgerError,
    MalformedError,
    NotFoundError,
    OutOfPlaceError,
    TamperedError,
    UnreadableError,
    UsageError,
)
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Fact, Told, Word, fact_of
from tombo.ledger.core.visible import visible
from tombo.reports.said import error as said


def in_words(error: LedgerError) -> Fact:
    """What ``error`` says; in Portuguese what sort of error it is, where it has English words alone."""
    own = fact_of(error)
    return either(own, _sort_of(error)) if isinstance(own, str) else own


def unread(index: int | None, english: str) -> Fact:
    """Of an entry that cannot follow or be read, which stands at ``index`` of the log if that is known: ``english`` for who reads that."""
    return either(english, said.UNREAD() if index is None else said.UNREAD_AT(index=index))


def either(english: str, told: Told) -> Word:
    """``english`` for who reads that, and what is ``told`` for everybody else."""
    return Word(told.about, visible(english), told.text(Language.PT))


def _sort_of(error: LedgerError) -> Told:
    match error:
        case OutOfPlaceError():
            return said.UNREAD() if error.index is None else said.UNREAD_AT(index=error.index)
        case TamperedError() | MalformedError():
            return said.NO_PROOF()
        case NotFoundError():
            return said.NOT_THERE()
        case UsageError() | UnreadableError():
            return said.NOT_SO()
        case _:
            return said.OUT_OF_REACH()
