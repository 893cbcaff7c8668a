"""What there is to save of complaints: the files that commands write or print, made by the same functions."""

from __future__ import annotations

import json
from io import StringIO
from typing import Final

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Paper
from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.ids import local
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told
from tombo.ledger.seal.proof import write_proof
from tombo.ledger.seal.receipt import write_receipt
from tombo.projections.dispute.case import Complaint
from tombo.reports.cells import sheet_writer
from tombo.reports.dispute import NO_COMPLAINT
from tombo.reports.said.commands import dispute as asked_said
from tombo.reports.shown.house import cases, disputes
from tombo.reports.shown.receipts import receipt_of
from tombo.reports.shown.shown import Lines
from tombo.serve.readers import OpenedLedger

TEXT: Final = "text/plain; charset=utf-8"
JSON: Final = "application/json"


def sheet(opened: OpenedLedger, asked: DeskAsked) -> Paper:
    """The register as ``tombo dispute list --csv`` writes it.

    Raises:
        OutOfPlaceError: an entry of a complaint cannot follow, or is no act of the staff that it names; there is no sheet then.
    """
    text = StringIO(newline="")
    write = sheet_writer(text, Complaint._fields, asked.language)
    for stream in disputes.names(opened.reader):
        case = disputes.case(opened.reader, local(stream))
        disputes.check_signed(opened.reader, case)
        write(disputes.sheet_row(case))
    return Paper(text.getvalue(), "complaints.csv", "text/csv; charset=utf-8")


def register(opened: OpenedLedger, asked: DeskAsked) -> Paper:
    """The register as ``tombo dispute list`` prints it."""
    found = [disputes.line(opened.reader, stream).lines for stream in disputes.names(opened.reader)]
    return _text("complaints.txt", found or [lambda _: (NO_COMPLAINT,)], asked.language)


def case_text(opened: OpenedLedger, asked: DeskAsked) -> Paper:
    """One as ``tombo dispute show`` prints it.

    Raises:
        NotFoundError: there is none.
        OutOfPlaceError: an entry of it cannot follow, or says something that does not open.
    """
    name = asked.path["dispute"]
    return _text(f"{name}.txt", [disputes.dispute(opened.reader, name).lines], asked.language)


def case_json(opened: OpenedLedger, asked: DeskAsked) -> Paper:
    """One as ``tombo dispute show --json`` prints it.

    Raises:
        NotFoundError: there is none.
        OutOfPlaceError: an entry of it cannot follow, or says something that does not open.
    """
    name = asked.path["dispute"]
    document = json.dumps(disputes.dispute(opened.reader, name).json, ensure_ascii=False)
    return Paper(f"{document}\n", f"{name}.json", JSON)


def receipt(opened: OpenedLedger, asked: DeskAsked) -> Paper:
    """The receipt of a command as ``tombo receipt show`` writes it.

    Raises:
        NotFoundError: nothing was recorded under that id.
        TamperedError: the rows there are not what was signed.
    """
    policy = opened.reader.store.trust.policy
    return Paper(write_receipt(receipt_of(opened.reader, policy, asked.path["command"])), "receipt.json", JSON)


def proof(opened: OpenedLedger, asked: DeskAsked) -> Paper:
    """The proof of what a complaint is about, as ``tombo proof`` writes it.

    Raises:
        NotFoundError: there is no such complaint, it is about nothing, or no checkpoint reaches that far.
    """
    name = asked.path["dispute"]
    about = disputes.case(opened.reader, name).opened.about
    if about is None:
        raise NotFoundError(asked_said.ABOUT_NOTHING_PLAYED(dispute=name))
    return Paper(write_proof(cases.proof_of_played(opened.reader, about)), f"{name}.tlog-proof", TEXT)


def _text(name: str, each: list[Lines], language: Language) -> Paper:
    lines = (line for lines in each for line in lines(language))
    text = "".join(f"{line.text(language) if isinstance(line, Told) else line}\n" for line in lines)
    return Paper(text, name, TEXT)
