"""A file held to its schema: by lxml, a part of what is installed with ``tombo[regulators]``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.reports.said.regulators import common as said


def hold_to(schema: str, file: Path) -> None:
    """That ``file`` is as ``schema``, the text of an XML Schema, asks. Read as a stream: of a long file nothing is kept.

    Raises:
        NotReportableError: it is not; the place in it is told.
        UsageError: lxml is not installed.
    """
    held, etree_ = _parsed(schema), _etree()
    try:
        for _, element in etree_.iterparse(str(file), schema=held):
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree_.XMLSyntaxError as error:
        raise NotReportableError(said.SCHEMA_BROKEN(file=file.name, why=str(error))) from error


@cache
def _parsed(schema: str) -> object:
    parser = _etree()
    return parser.XMLSchema(parser.fromstring(schema.encode()))


def _etree() -> ModuleType:
    try:
        from lxml import etree  # noqa: PLC0415  # only who makes such files needs it
    except ImportError as error:
        raise UsageError(said.NO_LXML()) from error
    return etree
