"""The structures of the standard records: what each file is called, and what stands around its records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from tombo.reports.regulators.layout import Layout, fields
from tombo.reports.said.regulators import common

NAMESPACE: Final = "http://skat.dk/begrebsmodel/2009/01/15/"
_DECLARED: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'


class DanishStructure(NamedTuple):
    """A structure. ``name``: of its root; ``inner``: of the one element in that; ``head``: of what stands there behind the file's own ids.

    ``records``: the elements around the records; ``replaces``: whether a file of it can name the one that it replaces.
    """

    name: str
    inner: str
    head: str
    records: tuple[str, ...]
    replaces: bool

    @property
    def schema(self) -> str:
        """Where its schema is in the folder that the regulator published."""
        return f"view/{self.name}Type.xsd"


CASH_SESSIONS: Final = DanishStructure(
    "PokerCashGamePrSessionStruktur",
    "PokerCashGameStruktur",
    "TilladelsesindehaverOgSpil",
    ("PokerCashGameAggregeretPrSession",),
    replaces=False,
)
CASINO_SESSIONS: Final = DanishStructure(
    "KasinospilPrSessionStruktur",
    "KasinospilStruktur",
    "TilladelsesindehaverOgSpil",
    ("KasinospilAggregeretPrSession",),
    replaces=False,
)
STARTED: Final = DanishStructure(
    "PokerTurneringStartStruktur", "PokerTurneringStartStruktur", "TilladelsesindehaverOgSpil", (), replaces=True
)
PURCHASES: Final = DanishStructure(
    "PokerTurneringTransaktionStruktur",
    "PokerTurneringTransaktionStruktur",
    "TilladelsesindehaverOgSpil",
    ("TurneringTransaktionInfoListe",),
    replaces=False,
)
FINISHED: Final = DanishStructure(
    "PokerTurneringSlutStruktur", "PokerTurneringSlutStruktur", "TilladelsesindehaverOgSpil", (), replaces=True
)
DAY: Final = DanishStructure(
    "EndOfDayRapportStruktur",
    "EndOfDayRapportStruktur",
    "Tilladelsesindehaver",
    ("SpilOpgørelseListe",),
    replaces=True,
)
STRUCTURES: Final = (CASH_SESSIONS, CASINO_SESSIONS, STARTED, PURCHASES, FINISHED, DAY)


def file_id(origin: str, name: str) -> str:
    """``SpilFilIdentifikation``: a UUID of version 5, of the ledger's ``origin`` and the ``name`` of the file."""
    return str(uuid5(NAMESPACE_URL, f"{origin}/{name}"))


def begins(structure: DanishStructure, ids: Mapping[str, str], head: str, of: Layout) -> str:
    """What stands before the records. ``ids``: of the file, and of the one that it replaces; ``head``: what is said of the licence."""
    at = common.FILE_HEADER()
    own = fields(of.records["file"], {"SpilFilVersion": of.version, **ids}, at)
    replaced = fields(of.records["replaced"], ids, at) if "SpilFilErstatningIdentifikation" in ids else ""
    return (
        f'{_DECLARED}<{structure.name} xmlns="{NAMESPACE}">\n<{structure.inner}>\n'
        f"<FilInformation>{own}{replaced}</FilInformation>\n<{structure.head}>{head}</{structure.head}>\n"
        + "".join(f"<{name}>\n" for name in structure.records)
    )


def ends(structure: DanishStructure) -> str:
    """What stands behind the records."""
    around = (*reversed(structure.records), structure.inner, structure.name)
    return "".join(f"</{name}>\n" for name in around)
