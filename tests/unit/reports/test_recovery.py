"""A recovery in Portuguese: what was left open, what became of each, and what stays open."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.language import Language
from tombo.ledger.house import said
from tombo.ledger.operate.left_open import LeftOpen
from tombo.ledger.operate.recover import Ended, Recovery
from tombo.reports import recovery
from tombo.reports.document import Document
from tombo.reports.text import text_lines

LOST: Final = OutOfPlaceError("TAMPERED: it cannot follow")
LEFT: Final = [
    LeftOpen("hand:mesa-1/1", 6, "settle"),
    LeftOpen("roulette:roleta-1/2", 3, "void"),
    LeftOpen("hand:mesa-2/1", 9, None, LOST),
]
ENDED: Final = (
    Ended("hand:mesa-1/1", "settled", None),
    Ended("roulette:roleta-1/2", "voided", None),
    Ended("hand:mesa-2/1", "open", None, LOST),
    Ended("hand:mesa-3/1", "open", Finding("R806 r.59", said.NO_ACCOUNT(player="p-1"))),
)


def told(report: Document) -> list[str]:
    """The report in Portuguese."""
    return list(text_lines(report, Language.PT))


def test_what_was_left_open_is_told_in_portuguese() -> None:
    """What is due of each; of one that cannot be followed, why; or that there is none."""
    assert told(recovery.left(LEFT)) == [
        "mesa-1/1 na versão 6: por liquidar",
        "roulette:roleta-1/2 na versão 3: por anular",
        "mesa-2/1 na versão 9: TAMPERED: it cannot follow",
    ]
    assert told(recovery.left([])) == ["Nenhuma jogada ficou em curso."]


def test_what_became_of_it_is_told_in_portuguese() -> None:
    """Each by its end, with the rule under which one stays open; and whether the incident is over."""
    whole = [
        "Incidente recover-7: 4 jogadas em curso no momento da falha.",
        "  mesa-1/1: está liquidada",
        "  roulette:roleta-1/2: é nula",
        "  mesa-2/1: está em curso: TAMPERED: it cannot follow",
        ("  mesa-3/1: está em curso: R806 r.59: p-1 não tem conta de jogador; esperava-se antes 'open_account'"),
        "O incidente continua por encerrar.",
    ]
    assert told(recovery.document(Recovery("recover-7", ENDED, closed=False))) == whole
    assert told(recovery.document(Recovery("recover-7", ENDED[:1], closed=True))) == [
        "Incidente recover-7: 1 jogada em curso no momento da falha.",
        whole[1],
        "O incidente está encerrado.",
    ]
    assert told(recovery.document(Recovery("recover-7", ENDED[:1], closed=True, before=2))) == [
        "Incidente recover-7: 3 jogadas em curso no momento da falha.",
        "  terminadas por uma execução anterior: 2",
        whole[1],
        "O incidente está encerrado.",
    ]
    assert told(recovery.document(Recovery(None, (), closed=True))) == [
        "Nenhuma jogada ficou em curso; nada foi registado."
    ]
