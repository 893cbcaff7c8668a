"""The live door on the command line: commands as JSON Lines in, one answer a line out, in order, once durable.

Three threads: this one reads and parses, the group writer commits whatever waits, a third prints answers in order. A
bounded number of commands is in flight; whoever sends one command at a time gets its answer at once. A signal that ends the
door ends its reading: whatever was handed to the writer is answered first.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Annotated, Any, Final, NamedTuple

import typer

from tombo.cli.invocation import invocation
from tombo.cli.publication import Publication
from tombo.cli.terminal.output import ReaderLeftError, flush, say_json, warn
from tombo.cli.terminal.stop import Lines, Stop, Stoppable, StoppedError
from tombo.cli.terminal.text import standard_input
from tombo.ledger.catalogue import CommandUnreadableError, parse_command, written_id
from tombo.ledger.core.errors import LedgerError, UnreadableError
from tombo.ledger.core.findings import Refused
from tombo.ledger.live.group import GroupWriter, Waiting
from tombo.ledger.live.ledger import Acknowledgement, Ledger, Outcome
from tombo.ledger.seal.policy import load_policy
from tombo.reports.said.commands import common as said
from tombo.reports.shown.answers import answer
from tombo.reports.shown.receipts import Receipts

IN_FLIGHT_MAX: Final = 1_024
LINE_SIZE_MAX: Final = 1 << 20
"""Bytes a line may have. No command is near it: an entry has at most 65,535."""
REFUSED: Final = 1
SIGNALLED: Final = 128
"""The exit status after a signal, without its number."""


def record(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", exists=True, dir_okay=False, allow_dash=True, help="Commands; else stdin."),
    ] = None,
    receipts: Annotated[
        bool,
        typer.Option("--receipts", help="Every recorded answer with its signed receipt, for 'tombo receipt check'."),
    ] = False,
) -> None:
    """The live door: commands as JSON Lines in, one answer a line out.

    Answers come in order, and only when durable. An answer is {"status": "recorded", ...} with stream, versions and log indices, {"status": "refused", ...} with the
    rule, or {"status": "error", ...} with the line. A command id sent again gets its first receipt ("repeated": true).
    After an error of the store, what comes behind the lost command at its table or account is answered with the error "not decided, because ..." until
    that command is sent again; then send what came after it again too, in order. Commands for other tables are decided meanwhile.
    The exit status is the worst of all lines. 'tombo publish' signs checkpoints; where none runs and the checkpoint key is in this folder, this command starts one and
    ends with a checkpoint. SIGTERM, SIGHUP or Ctrl-C: what was recorded is answered, then status 143, 129 or 130.
    """
    call = invocation(ctx)
    source = standard_input() if file is None or str(file) == "-" else file.open("rb")
    with source, call.writing() as ledger:  # and so closed too where no ledger can be opened
        signed = Receipts(ledger.store, load_policy(call.keyring.policy)) if receipts else None
        worst = LiveRun(ledger, Publication(call, ledger.store), signed).run(source)
    if worst:
        raise typer.Exit(worst)


class AskedLine(NamedTuple):
    """A line that was read: its command waits for the writer, or it could not be read at all."""

    line: int
    command_id: str | None
    waiting: Waiting | LedgerError


class LiveRun:
    """One run of the live door."""

    def __init__(self, ledger: Ledger, publication: Publication, receipts: Receipts | None = None) -> None:
        """``receipts``: cuts the signed receipt that goes with every recorded answer."""
        self._ledger = ledger
        self._publication = publication
        self._receipts = receipts
        self._asked: Queue[AskedLine | None] = Queue(IN_FLIGHT_MAX)
        self._worst = 0
        self._reader_left = False
        self._fault: Exception | None = None

    def run(self, source: Lines) -> int:
        """Take every command of ``source``; the worst exit status of their answers.

        Raises:
            ReaderLeftError: nobody reads the answers; what was taken in is recorded all the same.
            LedgerError: the checkpoint at the end could not be made.
            KeyboardInterrupt: interrupted; what was taken in is answered.
        """
        with Stop() as stop:
            with self._publication, GroupWriter(self._ledger, self._publication.check) as writer:
                self._take(Stoppable(source, stop), writer)
            self._worst = max(self._worst, self._publication.finish())
        if stop.signal == signal.SIGINT:
            raise KeyboardInterrupt
        if stop.signal is not None:
            warn(said.TERMINATED())
            return SIGNALLED + stop.signal
        if self._fault:
            raise self._fault
        if self._reader_left:
            raise ReaderLeftError
        return self._worst

    def _take(self, source: Lines, writer: GroupWriter) -> None:
        """Hand the commands of ``source`` to the writer, and see that each is answered."""
        answering = Thread(target=self._answer_all, name="tombo-answers")
        answering.start()
        try:
            for asked in self._ask(source, writer):
                self._asked.put(asked)
                if self._reader_left or self._fault or self._publication.forged:
                    break
        except StoppedError:
            pass  # no line was taken since the one before was handed on
        finally:
            self._asked.put(None)
            answering.join()

    def _ask(self, source: Lines, writer: GroupWriter) -> Iterator[AskedLine]:
        for number, line in enumerate(_lines(source), 1):
            if not line.strip():
                continue
            try:
                if len(line) > LINE_SIZE_MAX:
                    raise UnreadableError(said.LINE_TOO_LONG(most=LINE_SIZE_MAX))
                envelope = parse_command(line)
            except LedgerError as error:
                known = error.command_id if isinstance(error, CommandUnreadableError) else written_id(line)
                yield AskedLine(number, known, error)
            else:
                yield AskedLine(number, envelope.command_id, writer.submit(envelope))

    def _answer_all(self) -> None:
        while (asked := self._asked.get()) is not None:
            outcome = asked.waiting.wait() if isinstance(asked.waiting, Waiting) else asked.waiting
            try:
                signed, outcome = self._signed(outcome)
                self._worst = max(self._worst, status_of(outcome))
                if self._reader_left or self._fault:
                    continue
                say_json(answer(asked.line, asked.command_id, outcome) | signed)
                if self._asked.empty():
                    flush()
            except ReaderLeftError:
                self._reader_left = True
            except Exception as error:  # noqa: BLE001  # the reading thread must hear of it
                self._fault = error

    def _signed(self, outcome: Outcome) -> tuple[dict[str, Any], Outcome]:
        """The signed receipt of what was recorded, where they are asked for; what stands in the way of it is the outcome."""
        if self._receipts is None or not isinstance(outcome, Acknowledgement):
            return {}, outcome
        try:
            found = self._receipts.of(outcome.command_id, outcome.entries[0].index, len(outcome.entries))
        except LedgerError as error:
            return {}, error
        return {"receipt": found.model_dump(mode="json")}, outcome


def _lines(source: Lines) -> Iterator[bytes]:
    """The lines of ``source``; of one that is too long only its beginning, the rest is skipped."""
    while line := source.readline(LINE_SIZE_MAX + 1):
        rest = line
        while len(rest) > LINE_SIZE_MAX and not rest.endswith(b"\n"):
            rest = source.readline(LINE_SIZE_MAX + 1)
        yield line


def status_of(outcome: Outcome) -> int:
    """The exit status one answer asks for."""
    if isinstance(outcome, LedgerError):
        return outcome.exit_status
    return REFUSED if isinstance(outcome, Refused) else 0
