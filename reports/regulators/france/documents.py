"""The parts that every document has: its head, and how amounts and times are written."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from tombo.ledger.core.clock import SECOND
from tombo.reports.regulators.france.settings import FranceSettings

VaultKind = Literal["POINSCRIT", "POACHAT", "POJEU", "POGAIN", "POBILAN", "POANNUL"]


class VaultDocument(NamedTuple):
    """An event of the vault. ``number``: its ``IDEvt``, the log index of the entry by which it is told."""

    kind: VaultKind
    number: int
    instant: int
    xml: str

    @property
    def name(self) -> str:
        """Of the document in its file: numbers in their order, so that names sort as events."""
        return f"{self.number:012d}-{self.kind}.xml"


def moment(instant: int) -> str:
    """A time as documents have it, YYMMDDhhmmss: of UTC, for which offset they mean is not public."""
    return f"{datetime.fromtimestamp(instant // SECOND, tz=UTC):%y%m%d%H%M%S}"


def tag(name: str, text: str | int) -> str:
    """An element that holds text."""
    return f"<{name}>{escape(str(text))}</{name}>"


def document(
    kind: VaultKind, at: tuple[int, int], inner: Iterable[str], settings: FranceSettings, *, again: bool
) -> VaultDocument:
    """A document of the event that happened ``at`` a log index and instant. ``again``: it was released before, *retransmission*."""
    number, instant = at
    head = (
        tag("IDOper", settings.operator),
        tag("IDCoffre", settings.safe),
        tag("DateEvt", moment(instant)),
        tag("IDEvt", number),
    )
    opens = f'{kind} retransmission="true"' if again else kind
    body = "".join((*head, *inner))
    return VaultDocument(kind, number, instant, f'<?xml version="1.0" encoding="UTF-8"?>\n<{opens}>{body}</{kind}>\n')
