"""A verification in Portuguese: what it rests on, what to do next, and what the verifier objects to, in its own words."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.language import Language
from tombo.ledger.verify import Code, Report
from tombo.ledger.verify.report import Objection
from tombo.reports import verification
from tombo.reports.text import text_lines

OK: Final = Report(verdict=Code.OK, entries=1_278, size=1_278, root=b"\x00" * 32, unproven_tail=0)
ALONE: Final = Report(verdict=Code.UNWITNESSED, entries=1, size=0, root=b"\x00" * 32, unproven_tail=1)
FORKED: Final = Report(
    verdict=Code.FORKED,
    entries=278,
    size=0,
    root=b"\x00" * 32,
    unproven_tail=278,
    problems=[Objection(code=Code.FORKED, message="two histories", first=7, last=9, field="checkpoint")],
)
ROOT: Final = f"{'A' * 43}="


def told(report: Report, *, given: bool = False) -> list[str]:
    """It in Portuguese."""
    return list(text_lines(verification.document(report, given=given), Language.PT))


def test_a_verification_is_told_in_portuguese() -> None:
    """Confirmed from outside, and by nobody; verdicts keep their names, which documents explain."""
    assert told(OK, given=True) == [
        f"OK: 1\N{NO-BREAK SPACE}278 entradas, raiz {ROOT}",
        "Checkpoint de fora: tamanho 1\N{NO-BREAK SPACE}278; por provar no fim: 0 entradas",
        "Guardar o ficheiro do checkpoint onde a entidade exploradora não chegue; a próxima verificação parte dele.",
    ]
    assert told(ALONE) == [
        f"UNWITNESSED: 1 entrada, raiz {ROOT}",
        "Checkpoint de fora: nenhum foi dado; por provar no fim: 1 entrada",
        "Nada de fora confirma isto: guardar 'tombo checkpoint' noutro lugar, e depois usar --checkpoint FILE.",
    ]


def test_what_the_verifier_objects_to_stands_under_it() -> None:
    """Every problem with its place, as programs get it."""
    assert told(FORKED, given=True) == [
        f"FORKED: 278 entradas, raiz {ROOT}",
        "Checkpoint de fora: nenhum que se confirme; por provar no fim: 278 entradas",
        "  FORKED at 7-9 (checkpoint): two histories",
        "Guardar uma cópia de tudo tal como está; docs/verdicts.md diz o que significa cada veredicto.",
    ]
