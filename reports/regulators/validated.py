"""A file held to its schema: by lxml, a part of what is installed with ``tombo[regulators]``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.reports.said.regulators import common as said

XSD: Final = "http://www.w3.org/2001/XMLSchema"


class OwnSchema:
    """A schema that a regulator published, in a file of the operator's.

    ``root``: the element that it has to declare, in ``namespace``, which is empty where it has none. What it includes is read beside it,
    and nothing from the network.

    Raises:
        UsageError: it cannot be read as a schema, or is another one; lxml is not installed.
    """

    def __init__(self, path: Path, root: str, namespace: str) -> None:
        etree_ = _etree()
        parser = etree_.XMLParser(no_network=True, resolve_entities=False)

        def other(why: str) -> UsageError:
            return UsageError(said.OTHER_XSD(file=str(path), why=why, root=root, namespace=namespace or "-"))

        try:
            document = etree_.parse(str(path), parser)
            self._schema = etree_.XMLSchema(document)
        except (OSError, etree_.LxmlError) as error:
            raise other(str(error)) from error
        top = document.getroot()
        declared = {each.get("name") for each in top.findall(f"{{{XSD}}}element")}
        if root not in declared or top.get("targetNamespace", "") != namespace:
            raise other("it declares no such element")
        self._parser = etree_.XMLParser(schema=self._schema, no_network=True, resolve_entities=False)

    def holds(self, file: Path) -> None:
        """That ``file`` is as the schema asks.

        Raises:
            NotReportableError: it is not; the place in it is told.
        """
        _held(self._schema, file)

    def holds_bytes(self, data: bytes, name: str) -> None:
        """That ``data``, a whole document called ``name``, is as the schema asks.

        Raises:
            NotReportableError: it is not; the place in it is told.
        """
        etree_ = _etree()
        try:
            etree_.fromstring(data, self._parser)
        except etree_.XMLSyntaxError as error:
            raise NotReportableError(said.SCHEMA_BROKEN(file=name, why=str(error))) from error


def hold_to(schema: str, file: Path) -> None:
    """That ``file`` is as ``schema``, the text of an XML Schema, asks. Read as a stream: of a long file nothing is kept.

    Raises:
        NotReportableError: it is not; the place in it is told.
        UsageError: lxml is not installed.
    """
    _held(_parsed(schema), file)


def _held(schema: Any, file: Path) -> None:
    etree_ = _etree()
    try:
        for _, element in etree_.iterparse(str(file), schema=schema):
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    except etree_.XMLSyntaxError as error:
        why = _first_fault(schema, file) or str(error)
        raise NotReportableError(said.SCHEMA_BROKEN(file=file.name, why=why)) from error


def _first_fault(schema: Any, file: Path) -> str:
    """Where a file is first not as its schema asks, for the stream does not say; nothing where it is no XML."""
    etree_ = _etree()
    try:
        schema.validate(etree_.parse(str(file), etree_.XMLParser(no_network=True, resolve_entities=False)))
    except etree_.XMLSyntaxError:
        return ""
    return next((f"line {fault.line}: {fault.message}" for fault in schema.error_log), "")


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
