"""A verification: the verdict first, then what it rests on, then every problem with its place, and what to do next."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Final

from tombo.ledger.core.said import Told
from tombo.ledger.verify import Code, Report
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.said import verification as said

NEXT: Final = {Code.OK: said.NEXT_KEEP_CHECKPOINT(), Code.UNWITNESSED: said.NEXT_ASK_OUTSIDE()}


def document(report: Report, *, given: bool = False) -> Document:
    """The report. ``given``: a checkpoint from outside was."""
    root = b64encode(report.root).decode()
    title = said.VERIFIED(verdict=report.verdict.value, entries=report.entries, root=root)
    return Document(title, tuple(_blocks(report, given=given)))


def sentences(report: Report) -> tuple[Told, ...]:
    """The report one sentence after the other, for whoever says it in one line."""
    found = document(report)
    return (found.title, *(block.said for block in found.blocks if isinstance(block, Sentence | Alarm)))


def _blocks(report: Report, *, given: bool) -> Iterator[Block]:
    if report.known and report.size == report.known and not given:
        outside = said.OUTSIDE_NOTEBOOK(size=report.size)
    elif report.size:
        outside = said.OUTSIDE_OF_SIZE(size=report.size)
    else:
        outside = said.OUTSIDE_NONE_HOLDS() if given else said.OUTSIDE_NONE_GIVEN()
    yield Sentence(said.OUTSIDE_CHECKPOINT(outside=outside, tail=report.unproven_tail))
    if report.known:
        yield Sentence(said.KNOWN_BEFORE(known=report.known))
    yield from (Alarm(said.VERIFIER_OBJECTS(objection=str(problem)), 1) for problem in report.problems)
    yield Sentence(NEXT.get(report.verdict, said.NEXT_KEEP_COPY()))
