"""A ruleset in Portuguese: in force, withdrawn, and in the list; what was told at approval in words of today, where it is the same."""

from __future__ import annotations

from typing import Any, Final

from tests.worlds.blackjack import blackjack_terms
from tests.worlds.rulesets import REFERENCE, approved
from tombo.ledger.core.language import Language
from tombo.ledger.terms.every import terms_findings
from tombo.reports import ruleset
from tombo.reports.text import text_lines

JULY: Final = 1_782_864_000_000_000
TERMS: Final = blackjack_terms()
GONE: Final = {"log_index": 20, "recorded": JULY, "reason": "bj-2 substitui-as"}
WHOLE: Final = """\
Regras específicas bj-1 de R805, referência SRIJ/2026/9
Aprovadas por s-1, registadas 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC), entrada 14 do registo
Em vigor a partir de 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC): antes, nenhuma mesa abre segundo elas
Retiradas 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC), entrada 20 do registo: bj-2 substitui-as. Desde então nenhuma jogada começa segundo elas
Termos, valores em unidades mínimas:
  bet_max = 10000
  bet_min = 100
  betting_seconds = 20
  decision_seconds = 30
  decks = 6
  double = nine_to_eleven
  game = blackjack
  insurance = sim
  readings.ace_on_double = LETTER
  readings.decided_bets = PRACTICE
  readings.house_blackjack = LETTER
  readings.insured_blackjack = LETTER
  revision = 1
  rounding = floor
  seats = 7
  several_seats = sim
  special_prizes = sim
  split = same_value
  splits_max = 3
  table_kind = multi
  unit.currency = EUR
  unit.decimals = 2
Dito na aprovação, 2 avisos:
  R805 r.16c, segundo a letra: um lugar pode desdobrar 3 vezes numa jogada
  R805 r.27, segundo a letra: as apostas decididas antes de uma falha mantêm-se; segundo a letra, são devolvidas
"""


def row(**changes: Any) -> dict[str, Any]:
    """What programs get of the ruleset, with ``changes``."""
    event = approved(TERMS)
    assert event is not None
    return {
        "ruleset": "bj-1",
        "regulation": event.regulation,
        "reference": REFERENCE,
        "approved": {"by": "s-1", "log_index": 14, "recorded": JULY},
        "in_force_from": JULY,
        "withdrawn": None,
        "notices": [notice.model_dump(mode="json") for notice in event.notices],
        "terms": event.terms.model_dump(mode="json"),
        **changes,
    }


def told(found: dict[str, Any]) -> list[str]:
    """It in Portuguese."""
    return list(text_lines(ruleset.document(found, terms_findings(TERMS)), Language.PT))


def test_a_ruleset_is_told_in_portuguese() -> None:
    """Its approval, its end, each term by the name that programs know, and the notices in Portuguese."""
    whole = WHOLE.splitlines()
    assert told(row(withdrawn=GONE)) == whole
    assert told(row()) == [*whole[:3], *whole[4:]]


def test_a_notice_of_another_version_stays_as_it_was_recorded() -> None:
    """What is not found of the terms today is shown in the words of then."""
    notice = {"message": "seats may split", "reading": "PRACTICE", "rule": "R805 r.16c"}
    assert told(row(notices=[notice], terms={"limit": None}))[3:] == [
        "Termos, valores em unidades mínimas:",
        "  limit = nenhum",
        "Dito na aprovação, 1 aviso:",
        "  R805 r.16c, segundo a prática das salas de jogo: seats may split",
    ]


def test_the_list_is_told_in_portuguese() -> None:
    """A line each: since when it is in force, or when it was withdrawn."""
    assert [ruleset.listed(found).text(Language.PT) for found in (row(), row(withdrawn=GONE))] == [
        "bj-1  R805, em vigor a partir de 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC), referência SRIJ/2026/9, 2 avisos",
        "bj-1  R805, retiradas 2026-07-01 01:00:00 em Lisboa (00:00:00 UTC), referência SRIJ/2026/9, 2 avisos",
    ]


def test_rules_that_are_in_force_at_once_name_no_other_day() -> None:
    """Red before: every ruleset of the demonstration was in force from 1970 on."""
    at_once = row(in_force_from=0)
    assert told(at_once)[2] == "Em vigor desde a aprovação"
    assert (
        ruleset.listed(at_once).text(Language.EN)
        == "bj-1  R805, in force since its approval, reference SRIJ/2026/9, 2 notices"
    )
