"""``tombo import``: hands that were played elsewhere."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import typer

from tombo.cli import files
from tombo.cli.checkpoints import sign_at_the_end
from tombo.cli.invocation import invocation
from tombo.cli.means import ByWhom, Jobs, means_of
from tombo.cli.terminal.progress import Bar
from tombo.ledger.core.entry import By
from tombo.ledger.core.facts import plain
from tombo.ledger.core.said import Told
from tombo.ledger.exchange.phh.files import hold_more_than
from tombo.ledger.exchange.phh.hand import Importer
from tombo.ledger.exchange.phh.importer import FoundItem, ImportReport, Outcome, import_paths
from tombo.ledger.games.poker.events import FindingRecordedV2
from tombo.ledger.operate.persons import open_persons
from tombo.ledger.said import told
from tombo.reports.play.hand_words import finding_told
from tombo.reports.said.commands import common
from tombo.reports.said.commands import exchange as said
from tombo.reports.said.commands import files as names

REPORT: Final = files.beginning(names.A_REPORT_OF_AN_IMPORT(), b'{"file": ')
REPORT_OPTION: Final = typer.Option(
    "--report", metavar="FILE", help="What became of each file and hand, as JSON Lines.", callback=files.ready(REPORT)
)

app = typer.Typer(help="The import door: hands played elsewhere, with their findings.")


IMPORTER: Final = By(actor="import", id="phh")


FEW: Final = 1 << 18
"""Bytes of files, of which this process makes the hands before others would have begun, unless ``--jobs`` says otherwise."""
SHOWN_MAX: Final = 20
"""Findings and refusals a person is shown of each; --json has a thousand, and the count of all."""


@app.command("phh")
def import_phh(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files .phh or .phhs, or folders of them.")],
    report_to: Annotated[Path | None, REPORT_OPTION] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be recorded, and record nothing.")] = False,
    jobs: Jobs = None,
) -> None:
    """Record hands of PHH files; hold'em of no limit or fixed limit, pot-limit Omaha.

    Each is recorded as it stands, flagged by rule, or refused by name. Importing twice records nothing twice. Exit status 1 if a hand or a file was refused.
    """
    call = invocation(ctx)
    few = jobs is None and not hold_more_than(paths, FEW)
    with means_of(ByWhom(1 if few else jobs)) as means, call.writing() as ledger, _telling(report_to) as each:
        bar = Bar(common.HANDS)
        with open_persons(call.keyring, ledger.store.origin) as persons:
            try:
                importer = Importer(ledger.store.origin, persons, os.urandom)
                report = import_paths(
                    paths, ledger, importer, by=IMPORTER, progress=bar, each=each, dry=dry_run, means=means
                )
            finally:
                bar.clear()
    if dry_run:
        call.result({**_document(report), "dry_run": True}, *told_of(report), said.IMPORT_DRY())
    else:
        sign_at_the_end(call)
        call.result(_document(report), *told_of(report), said.IMPORT_LOOK())
    if report.refused or report.files_refused:
        raise typer.Exit(1)


@contextmanager
def _telling(path: Path | None) -> Iterator[Callable[[Outcome], None]]:
    """Who writes what became of each hand into the report at ``path``; nobody where none is asked for."""
    if path is None:
        yield lambda _: None
        return
    with files.document(path, REPORT) as file:
        yield lambda each: _write(file, each)


def _write(file: BinaryIO, each: Outcome) -> None:
    reason = each.reason or "; ".join(_told(found).text() for found in each.findings)
    line = {"file": each.file, "hand": each.hand, "outcome": each.outcome, "stream": each.stream, "reason": reason}
    file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


def _document(report: ImportReport) -> dict[str, Any]:
    return {
        **report._asdict(),
        "findings": [_found(found) for found in report.findings],
        "refusals": [refusal._asdict() for refusal in report.refusals],
    }


def _found(found: FoundItem) -> dict[str, Any]:
    event = found.event
    said_of = {"rule": event.rule, "reading": event.reading, "severity": event.severity}
    what = {"about": event.about, "facts": plain(event.facts), "message": told(event).text()}
    return {"item": found.item, "stream": found.stream, **said_of, **what}


def _told(found: FindingRecordedV2) -> Told:
    """A finding as the hand's history has it: whether it is a breach, and by which reading."""
    return finding_told(found, of_regulation=not found.rule.startswith("PHH "))


def told_of(report: ImportReport) -> Iterator[Told]:
    """What a person is told of an import: the counts, then the first of what was refused and of what was found."""
    yield said.IMPORTED(
        hands=report.hands,
        files=report.files,
        recorded=report.recorded,
        flagged=report.flagged,
        known=report.duplicates,
        refused=report.refused,
    )
    if report.files_refused:
        yield said.IMPORT_FILES_REFUSED(files=report.files_refused)
    for refusal in report.refusals[:SHOWN_MAX]:
        yield said.IMPORT_REFUSED(item=refusal.item, why=refusal.reason)
    for found in report.findings[:SHOWN_MAX]:
        yield said.IMPORT_FLAGGED(item=found.item, why=_told(found.event))
    shown = len(report.refusals[:SHOWN_MAX]) + len(report.findings[:SHOWN_MAX])
    left = report.refused + report.files_refused + report.objections - shown
    if left:
        yield said.IMPORT_MORE(left=left)
