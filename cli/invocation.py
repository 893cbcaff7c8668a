"""One call of ``tombo``: which ledger, which keys, for a program or for a person; and the ways to open the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import typer

from tombo.cli.passphrases import KEYS, ROOT, asking
from tombo.cli.signing import Acting
from tombo.cli.terminal.output import in_words, say, say_json, warn
from tombo.ledger.core.clock import Clock, SystemClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.cold import absolute
from tombo.ledger.operate.keyring import Keyring, open_checked, open_ledger
from tombo.reports.document import Document
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown
from tombo.reports.text import text_lines


class RefusedError(LedgerError):
    """The live door's no to the one command of this call."""

    exit_status = 1


@dataclass(frozen=True)
class Invocation:
    """The options that every command has."""

    url: str
    keys: Path | None = None
    json: bool = False
    language: Language = Language.EN
    passphrase_file: Path | None = None
    root_passphrase_file: Path | None = None
    cold: tuple[str, ...] = ()
    """Where copies lie that have what was detached from the database."""
    clock: Clock = field(default_factory=SystemClock)

    @cached_property
    def keyring(self) -> Keyring:
        """The folder of keys: as given, else beside the ledger. Its passphrases are asked for once a call."""
        return self.keys_with(new=False)

    def keys_with(self, *, new: bool) -> Keyring:
        """The folder of keys; with ``new`` passphrases a person types them twice."""
        ask = asking(self.passphrase_file, KEYS, new=new)
        ask_root = asking(self.root_passphrase_file, ROOT, new=new)
        found = Keyring.beside(self.url, ask, ask_root) if self.keys is None else Keyring(self.keys, ask, ask_root)
        found.cold_given = tuple(map(absolute, self.cold))
        return found

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """The ledger, for reading only: nothing can change. A private key is needed only to see closed cards, and names.

        Raises:
            LedgerError: there is no such ledger, or it cannot be reached.
        """
        with open_checked(self.url, self.keyring, read_only=True) as store:
            yield Reader(store, self.keyring, warn)

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

    def report(self, found: Mapping[str, Any], document: Document) -> None:
        """A report: what was found, for programs; the document, in the language that was asked for, for people."""
        self.result(dict(found), *text_lines(document, self.language))

    def show(self, shown: Shown) -> None:
        """What is shown of something.

        Raises:
            typer.Exit: with status 1, where its record does not hold.
        """
        self.result(shown.json, *shown.lines(self.language))
        if not shown.sound:
            raise typer.Exit(1)

    def show_each(self, found: Iterable[Shown | None]) -> None:
        """Those of a list, one a line, as they are found; None stands for one that is not told of.

        Raises:
            typer.Exit: with status 1, where the record of one does not hold: all are told before.
        """
        sound = True
        for shown in found:
            if shown is not None:
                self.tell(shown)
                sound = sound and shown.sound
        if not sound:
            raise typer.Exit(1)

    def tell(self, shown: Shown) -> None:
        """One of a list."""
        self.result(shown.json, *(() if self.json else shown.lines(self.language)))

    def result(self, document: dict[str, Any], *lines: Told | str) -> None:
        """The result of a command: a document for programs, lines for people."""
        if self.json:
            say_json(document)
        else:
            say("\n".join(map(in_words, lines)))


def invocation(ctx: typer.Context) -> Invocation:
    """The options given to this call."""
    found: Invocation = ctx.obj  # set before any command runs (``tombo.cli.main.options``)
    return found


def send(
    ledger: Ledger, command: CommandBase, asks: Acting, command_id: str, *, occurred: bool = False
) -> Acknowledgement:
    """One command through the live door, signed by everybody who ``asks``.

    ``occurred``: it says that it happens now, by this machine's clock.

    Raises:
        RefusedError: the door refuses it.
        LedgerError: it could not be recorded.
    """
    envelope = Envelope(command, asks.by, command_id, SystemClock().now() if occurred else None)
    outcome = ledger.handle(asks.signs(envelope, ledger.store.origin))
    if isinstance(outcome, Refused):
        raise RefusedError(said.REFUSED_UNDER(rule=outcome.finding.rule, why=outcome.finding.told))
    return outcome
