"""How a ledger stands, in Portuguese: with everything in it, with nothing in it; and how far projections follow."""

from __future__ import annotations

from typing import Any, Final

from tombo.ledger.core.language import Language
from tombo.projections.follow import Lag
from tombo.reports import status, views
from tombo.reports.text import text_lines

JULY: Final = 1_782_864_000_000_000
NOW: Final = JULY + 90_400_000
LAGS: Final = (Lag("accounts", 1_300, 1_300, None), Lag("refunds", 1_298, 1_300, 7), Lag("till", 0, 1_300, None))
WHOLE: Final = """\
operator.example/demo: 1\N{NO-BREAK SPACE}300 entradas, a última registada em 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC)
Último checkpoint: tamanho 1\N{NO-BREAK SPACE}299; 1 entrada depois dele
Publicador: em funcionamento (process 7 on x), última assinatura há 90 segundos
Jogadas em curso: mesa-1/7, roulette:roleta-1/2
Incidentes por encerrar: power, desde 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC) em todas as mesas, onde nenhum fim de tempo é registado enquanto não for encerrado; cable, desde 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC) em mesa-1, mesa-2
Notas: R806 r.23 (1200), R809 r.47 (1)
Projeções: accounts em dia, \
refunds com 2 entradas em atraso, em 1\N{NO-BREAK SPACE}298; a ser construída de novo, em 7, till ainda não acompanha o registo
"""
EMPTY: Final = """\
operator.example/demo: 0 entradas
Último checkpoint: nenhum; 0 entradas depois dele
Publicador: nenhum em funcionamento aqui
Jogadas em curso: nenhuma
Incidentes por encerrar: nenhum
Notas: nenhuma
Projeções: não se podem ler
"""
FOUND: Final = {
    "origin": "operator.example/demo",
    "entries": 1_300,
    "recorded": JULY,
    "last_checkpoint": 1_299,
    "unpublished": 1,
    "open_hands": ["mesa-1/7", "roulette:roleta-1/2"],
    "open_incidents": [
        {"incident": "power", "origin": "operator_system", "since": JULY, "tables": None},
        {"incident": "cable", "origin": "player_network", "since": JULY, "tables": ["mesa-1", "mesa-2"]},
    ],
    "unfinished_tournaments": [],
    "findings": {"R806 r.23": 1_200, "R809 r.47": 1},
    "publisher": {"holder": "process 7 on x", "state": "running", "signed_at": JULY, "error": None, "errors": 0},
}
NOTHING: Final[dict[str, Any]] = {
    "entries": 0,
    "recorded": None,
    "last_checkpoint": None,
    "unpublished": 0,
    "open_hands": [],
    "open_incidents": [],
    "unfinished_tournaments": [],
    "findings": {},
    "publisher": {"holder": None, "state": None},
}


def told(found: dict[str, Any], followed: tuple[Lag, ...] | None = ()) -> list[str]:
    """It in Portuguese."""
    return list(text_lines(status.document(found, followed, NOW), Language.PT))


def test_how_a_ledger_stands_is_told_in_portuguese() -> None:
    """Everything at once, and a ledger in which there is nothing, beside which nothing can be read."""
    assert told(FOUND, LAGS) == WHOLE.splitlines()
    assert told(FOUND | NOTHING, None) == EMPTY.splitlines()
    assert told(FOUND)[-1] == "Projeções: nenhuma"


def test_e5j_tournaments_past_their_end_are_told() -> None:
    """None is no line."""
    said = told(FOUND | {"unfinished_tournaments": ["domingo-50", "sat-1"]})
    assert "Torneios que passaram do seu fim e não terminaram: domingo-50, sat-1" in said
    assert not any(line.startswith("Torneios") for line in told(FOUND))


def test_a_publisher_without_success_says_why() -> None:
    """One that goes on trying, and one that gave up, in the words of its error."""
    publisher = {"holder": "process 7 on x", "state": "running", "signed_at": None, "error": "no key", "errors": 2}
    failed = publisher | {"state": "failed", "signed_at": NOW, "errors": 1}
    assert [told(FOUND | {"publisher": one})[2] for one in (publisher, failed)] == [
        "Publicador: em funcionamento (process 7 on x); 2 tentativas sem sucesso: no key",
        "Publicador: falhou, última assinatura há 0 segundos; 1 tentativa sem sucesso: no key",
    ]


def test_how_far_projections_follow_is_told_in_portuguese() -> None:
    """One a line, each of how many entries; or that there is none."""
    assert list(text_lines(views.document(LAGS), Language.PT)) == [
        "accounts em dia (de 1\N{NO-BREAK SPACE}300 entradas)",
        (
            "refunds com 2 entradas em atraso, em 1\N{NO-BREAK SPACE}298;"
            " a ser construída de novo, em 7 (de 1\N{NO-BREAK SPACE}300 entradas)"
        ),
        "till ainda não acompanha o registo (de 1\N{NO-BREAK SPACE}300 entradas)",
    ]
    assert list(text_lines(views.document(()), Language.PT)) == [
        "Nenhuma projeção acompanha o registo, e nada está guardado"
    ]
