"""*Lotes*: the documents that records are told in, so many subrecords each, and what each file is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from tombo.reports.regulators.layout import Layout, fields
from tombo.reports.regulators.spain.clock import stamp
from tombo.reports.regulators.spain.records import SpanishRecord
from tombo.reports.regulators.spain.settings import SpanishOperator
from tombo.reports.said.regulators import common

NAMESPACE: Final = "http://cnjuego.gob.es/sci/v3.3.xsd"
ROOT: Final = "Lote"
LoteKind = Literal["POT", "SES"]
"""``TipoJuego`` of the name of a file: tournaments, or sessions."""
REGISTERS: Final = {"POT": "RegistroPoquerTorneo", "SES": "RegistroOtrosJuegos"}
SUBRECORDS: Final = 500
"""Subrecords of a file at most (4.1.3, 4.5.8)."""
PLAYERS_MAX: Final = 10_000
"""Players of a file at most, and at least the 1,000 of a subrecord: a document is signed as a whole, in memory."""
_BEGINS: Final = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n<{ROOT} xmlns="{NAMESPACE}"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
)
ENDS: Final = f"</{ROOT}>\n"


class Lote(NamedTuple):
    """A document, not signed yet, and the name that its file has when it is."""

    file: str
    document: str
    records: int
    """The subrecords in it."""


class Lotes:
    """The *lotes* of a day. ``made``: when each release so far was made, in UTC, the last of them this one."""

    def __init__(self, of: Layout, operator: SpanishOperator, day: str, made: Sequence[int]) -> None:
        self._of, self._operator, self._day, self._made = of, operator, day.replace("-", ""), made

    def of(self, kind: LoteKind, records: Iterable[SpanishRecord]) -> Iterator[Lote]:
        """The records of a kind in their order, each document as full as may be."""
        held, players, number = list[str](), 0, 0
        for each in records:
            for place, part in enumerate(each.parts, 1):
                if len(held) == SUBRECORDS or players + part.players > PLAYERS_MAX:
                    number += 1
                    yield self._lote(kind, number, held)
                    held.clear()
                    players = 0
                head = self._head(kind, each, place)
                held.append(
                    f'<Registro xsi:type="{REGISTERS[kind]}"><Cabecera>{head}</Cabecera>{part.content}</Registro>\n'
                )
                players += part.players
        if held:
            yield self._lote(kind, number + 1, held)

    def empty(self) -> Lote:
        """Of a day on which there was nothing to tell."""
        return self._lote("SES", 1, ())

    def _head(self, kind: LoteKind, record: SpanishRecord, place: int) -> str:
        """``RegistroCabecera``: of a day that was released before with the record that this one replaces."""
        at, (*before, now) = common.FILE_HEADER(), self._made
        values = {
            "RegistroId": self._record_id(kind, record, len(self._made)),
            "SubregistroId": str(place),
            "SubregistroTotal": str(len(record.parts)),
            "Fecha": stamp(now),
        }
        head = fields(self._of.records["Registro"], values, at)
        if not before:
            return head
        replaced = {
            "RegistroId": self._record_id(kind, record, len(before)),
            "RegistroFecha": stamp(before[-1]),
        }
        return f"{head}<Rectificacion>{fields(self._of.records['Rectificacion'], replaced, at)}</Rectificacion>"

    def _record_id(self, kind: LoteKind, record: SpanishRecord, number: int) -> str:
        """``RegistroId`` of a record in the release of that number."""
        return f"{kind}-{self._day}-{record.id}{_again(number)}"

    def _lote(self, kind: LoteKind, number: int, records: Sequence[str]) -> Lote:
        operator, store, now = self._operator.operator, self._operator.store, self._made[-1]
        name = f"{kind}-{self._day}-{number:04d}{_again(len(self._made))}"
        values = {"OperadorId": operator, "AlmacenId": store, "LoteId": name, "Version": self._of.version}
        head = fields(self._of.records["Lote"], values, common.FILE_HEADER())
        document = f"{_BEGINS}<Cabecera>{head}</Cabecera>\n{''.join(records)}{ENDS}"
        return Lote(f"{operator}_{store}_JU_JUC_{kind}_{stamp(now)}_{name}.zip", document, len(records))


def _again(number: int) -> str:
    """What stands behind an id in a release of that number."""
    return f"-R{number}" if number > 1 else ""
