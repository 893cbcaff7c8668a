"""The closed tree of the ledger's exceptions, each with the exit status of the command that meets it.

A message says what was found, what was expected, where, and the next command. Findings of rules are values
(``tombo.ledger.core.findings``), not exceptions.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

from tombo.ledger.core.language import Language


class Sayable(Protocol):
    """What is said in every language: a case of a meaning (``tombo.ledger.core.said.Told``)."""

    def text(self, language: Language = Language.EN) -> str:
        """The sentence."""


class LedgerError(Exception):
    """Anything the ledger raises on purpose."""

    exit_status: ClassVar[int] = 2

    def __init__(self, said: Sayable | str) -> None:
        """``said``: a case of a meaning, which people are told in their language; or words, which are English for everybody."""
        super().__init__(said if isinstance(said, str) else said.text())
        self.said = said

    @property
    def words(self) -> Sayable | str:
        """What it says, in one line: another program's own words, a database's, may have several."""
        return " ".join(self.said.split()) if isinstance(self.said, str) else self.said


class UsageError(LedgerError):
    """Wrong usage: an impossible option, a command id used again for another command, a missing name."""


class IdUsedError(UsageError):
    """A command id that stands for another command on record."""


class UnreadableError(LedgerError):
    """Input that does not parse: malformed JSON, an unknown kind, a broken file."""


class UnwritableError(LedgerError):
    """A file that cannot be written where it was asked for: no such folder, or something there that is not ours."""


class NoRoomError(UnwritableError):
    """A file that cannot be written because the disk is full, or a quota spent. Nothing is wrong with what was asked."""

    exit_status = 3


class ForeignDatabaseError(LedgerError):
    """The database is not a ledger, or not this one, or of a newer schema."""


class NoLedgerError(ForeignDatabaseError):
    """There is no database of a ledger, or an empty one."""


class KeyFileError(LedgerError):
    """A key file that is missing, damaged, of another ledger or for another purpose."""


class MalformedError(LedgerError):
    """Stored or exported bytes that do not parse."""

    exit_status = 1


class UnlikeItsKindError(MalformedError):
    """An entry that is not what its kind looks like. In rows that were checked it was sealed so, by who has an event key, or by a newer version of ours."""


class TamperedError(LedgerError):
    """Bytes that parse but are not what was sealed."""

    exit_status = 1


class OutOfPlaceError(TamperedError):
    """An entry that cannot follow what is on record of its hand, round or table; its message begins with ``TAMPERED``.

    ``index`` is where it stands in the log, None where who met it does not know.
    """

    def __init__(self, said: Sayable | str, index: int | None = None) -> None:
        """``said`` says which entry, of what, and why."""
        super().__init__(said)
        self.index = index


class AlteredViewError(TamperedError):
    """Rows that a projection keeps beside the ledger are not what the entries give: the ledger has it all still, and they are computed again."""


class FaultError(LedgerError):
    """Something was not done because computing it raised what nobody planned: nothing says that the record is at fault, or that it is not."""

    exit_status = 3


class NotReportableError(LedgerError):
    """An entry that cannot stand in a regulator's file: too long for its field, of who is not registered, not to be read any more."""

    exit_status = 1


class NotFoundError(LedgerError):
    """A hand, table or player that is not in the ledger: a name that was typed wrongly, and no claim that fails."""


class ClockError(LedgerError):
    """The machine's clock and the ledger's time cannot both be right. Nothing was recorded until a person looks."""

    exit_status = 3


class ConflictError(LedgerError):
    """The stream moved on while a command was decided, more often than the bounded number of retries."""

    exit_status = 3


class NotDecidedError(LedgerError):
    """A command before this one, of the same table or account, was not recorded for an error; that one comes first."""

    exit_status = 3


class StoreUnavailableError(LedgerError):
    """The store cannot be reached, is locked, or its disk is full. Nothing was acknowledged."""

    exit_status = 3
