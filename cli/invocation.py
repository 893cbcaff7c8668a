"""One call of ``tombo``: which ledger, which keys, for a program or for a person; and the ways to open the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cli.output import say, say_json
from cli.reading import Reader
from ledger.app import Ledger, Receipt
from ledger.core.clock import SystemClock
from ledger.core.command import CommandBase, Envelope
from ledger.core.entry import By
from ledger.core.errors import LedgerError, UsageError
from ledger.core.findings import Refused
from ledger.core.ids import is_stream
from ledger.keyring import OPERATOR, Keyring, open_ledger
from ledger.store import open_store

LEDGER: Final = "sqlite:///tombo.db"

StaffName = Annotated[
    str | None, typer.Option("--staff", envvar="TOMBO_STAFF", metavar="STAFF", help="Who asks, as staff.")
]


class RefusedError(LedgerError):
    """The live door's no to the one command of this call."""

    exit_status = 1


@dataclass(frozen=True, slots=True)
class Invocation:
    """The options that every command has."""

    url: str = LEDGER
    keys: Path | None = None
    json: bool = False

    @property
    def keyring(self) -> Keyring:
        """The folder of keys: as given, else beside the ledger."""
        return Keyring(self.keys) if self.keys is not None else Keyring.beside(self.url)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """The ledger, for reading only: no key is needed and nothing can change.

        Raises:
            LedgerError: there is no such ledger, or it cannot be reached.
        """
        with open_store(self.url, read_only=True) as store:
            yield Reader(store)

    @contextmanager
    def writing(self, *, to_rotate: bool = False) -> Iterator[Ledger]:
        """The ledger, for recording; ``to_rotate``: also where no event key may sign, for a new one.

        Raises:
            LedgerError: as for ``reading``, or the keys are missing or wrong.
        """
        ledger = open_ledger(self.url, self.keyring, to_rotate=to_rotate)
        try:
            yield ledger
        finally:
            ledger.store.close()

    def result(self, document: dict[str, Any], text: str) -> None:
        """The result of a command that says one thing: a document for programs, text for people."""
        if self.json:
            say_json(document)
        else:
            say(text)


def invocation(ctx: typer.Context) -> Invocation:
    """The options given to this call."""
    found = ctx.find_object(Invocation)
    return found if found is not None else Invocation()


def acting(staff: str | None, role: str) -> By:
    """Who asks: a member of staff in a role, or without a name the platform.

    Raises:
        UsageError: no possible name of staff.
    """
    if staff is None:
        return OPERATOR
    if not is_stream(f"staff:{staff}"):
        raise UsageError(f"{staff!r} names no member of staff: letters, digits and ._/-, at most 100")
    return By(actor="staff", id=staff, role=role)


def send(ledger: Ledger, command: CommandBase, by: By, command_id: str, *, occurred: bool = False) -> Receipt:
    """One command through the live door. ``occurred``: it says that it happens now, by this machine's clock.

    Raises:
        RefusedError: the door refuses it.
        LedgerError: it could not be recorded.
    """
    outcome = ledger.handle(Envelope(command, by, command_id, SystemClock().now() if occurred else None))
    if isinstance(outcome, Refused):
        raise RefusedError(f"refused under {outcome.finding.rule}: {outcome.message}")
    return outcome
