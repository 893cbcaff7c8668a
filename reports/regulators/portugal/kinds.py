"""The kinds of file: what each is called, and of which elements it consists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tombo.reports.regulators.layout import Layout, declared


class XmlBlock(NamedTuple):
    """An element that holds others: first those of a record of the layout, then blocks."""

    element: str
    record: str | None = None
    """Its name in the layout, where it has elements of its own."""
    blocks: tuple[XmlBlock, ...] = ()
    many: bool = False
    """Whether it stands any number of times, or once."""


class FileKind(NamedTuple):
    """A kind of file: ``AJOG_`` and its like. ``body`` stands behind the head of the file."""

    prefix: str
    body: XmlBlock


PLAYERS: Final = FileKind("JGDR", XmlBlock("registos_jogador", blocks=(XmlBlock("jogador", "JGDR", many=True),)))
ACCESSES: Final = FileKind("SESS", XmlBlock("registos_log", blocks=(XmlBlock("jogador", "SESS", many=True),)))
TRANSACTIONS: Final = FileKind("TRAN", XmlBlock("registos_conta", blocks=(XmlBlock("conta", "TRAN", many=True),)))
VERTICALS: Final = ("poker", "bjack", "fortazar")
"""The elements of operations, in their order; sports, horses and *ponto e banca* are not offered here."""
_BETS: Final = XmlBlock("apostas", blocks=tuple(XmlBlock(name, name, many=True) for name in VERTICALS))
_PLAYER: Final = XmlBlock("jogador", "AJOG", (XmlBlock("conta_jog", "conta_jog"), _BETS), many=True)
ACTIVITY: Final = FileKind("AJOG", XmlBlock("registos_jogo", blocks=(_PLAYER,)))
_GAME: Final = XmlBlock("tipo_jogo", "tipo_jogo", (XmlBlock("liq_int", "liq_int"),), many=True)
SUMMARY: Final = FileKind("RESF", XmlBlock("resumo_activ", "RESF", (_GAME,)))
HOURLY: Final = (ACTIVITY, ACCESSES, TRANSACTIONS, PLAYERS)
"""Made for every hour, also where there is nothing to say."""
EVERY: Final = (*HOURLY, SUMMARY)


def schema(kind: FileKind, of: Layout) -> str:
    """The XML Schema of a kind of file, from the layout: the regulator's own is not public, and this is ours."""
    return "\n".join(_schema(kind, of)) + "\n"


def _schema(kind: FileKind, of: Layout) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<!-- {kind.prefix}_ by the layout of {of.version}: made by tombo from the printed fields, no file of the regulator's. -->"
    yield '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">'
    yield from _block(XmlBlock("ficheiro", "file", (kind.body,)), of)
    yield "</xs:schema>"


def _block(block: XmlBlock, of: Layout) -> Iterator[str]:
    """The declaration of an element that holds others."""
    often = ' minOccurs="0" maxOccurs="unbounded"' if block.many else ""
    yield f'<xs:element name="{block.element}"{often}><xs:complexType><xs:sequence>'
    if block.record is not None:
        yield from declared(of.records[block.record])
    for inner in block.blocks:
        yield from _block(inner, of)
    yield "</xs:sequence></xs:complexType></xs:element>"
