"""The kinds of file: what each is called, how often it is made, and which elements hold its records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tombo.reports.regulators.layout import Layout, declared


class FileKind(NamedTuple):
    """A kind of file: ``AJOG_`` and its like. ``body`` holds its records, each a ``record``."""

    prefix: str
    body: str
    record: str


PLAYERS: Final = FileKind("JGDR", "registos_jogador", "jogador")
ACCESSES: Final = FileKind("SESS", "registos_log", "jogador")
TRANSACTIONS: Final = FileKind("TRAN", "registos_conta", "conta")
HOURLY: Final = (ACCESSES, TRANSACTIONS, PLAYERS)
"""Made for every hour, also where there is nothing to say."""


def schema(kind: FileKind, of: Layout) -> str:
    """The XML Schema of a kind of file, from the layout: the regulator's own is not public, and this is ours."""
    return "\n".join(_schema(kind, of)) + "\n"


def _schema(kind: FileKind, of: Layout) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<!-- {kind.prefix}_ by the layout of {of.version}: made by tombo from the printed fields, no file of the regulator's. -->"
    yield '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
    yield '<xs:element name="ficheiro"><xs:complexType><xs:sequence>'
    yield from declared(of.records["file"])
    yield f'<xs:element name="{kind.body}"><xs:complexType><xs:sequence>'
    yield f'<xs:element name="{kind.record}" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>'
    yield from declared(of.records[kind.prefix])
    yield "</xs:sequence></xs:complexType></xs:element>"
    yield "</xs:sequence></xs:complexType></xs:element>"
    yield "</xs:sequence></xs:complexType></xs:element>"
    yield "</xs:schema>"
