"""An audit in Portuguese: all as its rules give, what differs, and compensations; and the outcomes it has words for."""

from __future__ import annotations

from collections import Counter
from typing import Final, get_args, get_type_hints

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import euros
from tombo.ledger.games.again import ENDS
from tombo.ledger.games.poker.said.audited import HAND_REFUNDS_DIFFER, VOID_HAND_PAID
from tombo.ledger.house import said as house
from tombo.projections.compensations.judged import Untied
from tombo.projections.compensations.said import UNTIED_CANNOT_FOLLOW_IN, UNTIED_GIVEN_TO_ANOTHER
from tombo.projections.round.audit import Audited
from tombo.reports.document import Document
from tombo.reports.play.audit import document, with_compensations
from tombo.reports.said.play.audit import AUDIT_FINDS, REPLAYED_ENDS
from tombo.reports.text import text_lines

OUTCOMES: Final = {
    "hand": Counter(settled=1_201, voided=1),
    "blackjack": Counter(settled=1, voided=1),
    "roulette": Counter(settled=2, open=1),
    "sem_descarte": Counter[str](),
}
HAND: Final = "hand:mesa-9/1"
PAID: Final = VOID_HAND_PAID(hand=HAND, rule="R806 r.72")
CANNOT_FOLLOW: Final = house.ENTRY_CANNOT_FOLLOW(round="roulette:roleta-1/2", kind="k", index=310, why="ValueError: no")
BEHIND: Final = house.ENTRY_AFTER_THE_END(round="roulette:roleta-1/1", kind="k", index=311)
WRONG: Final = (
    Audited(
        HAND,
        304,
        "voided",
        (HAND_REFUNDS_DIFFER(hand=HAND, recorded=(euros(4_00),), due=(euros(1_00),), rule="R"), PAID),
    ),
    Audited("roulette:roleta-1/2", 310, "open", (CANNOT_FOLLOW,), "lost"),
    Audited("roulette:roleta-1/1", 311, "settled", (BEHIND,), "behind"),
)
UNTIED: Final = (
    Untied("dispute:d-1", "p-1", 500, 320, UNTIED_GIVEN_TO_ANOTHER(amount=euros(5_00), player="p-1", claimant="p-2")),
    Untied("hand:mesa-1/1", "p-1", 500, 321, UNTIED_CANNOT_FOLLOW_IN(kind="k", index=7, stream="account:p-1")),
)
TITLE: Final = (
    "Recalculado a partir dos bytes guardados: 1\N{NO-BREAK SPACE}202 jogadas de póquer"
    " (1\N{NO-BREAK SPACE}201 liquidadas, 1 nula), 2 jogadas de blackjack (1 liquidada, 1 nula)"
    " e 3 jogadas de roleta (1 em curso, 2 liquidadas)"
)
ASKED: Final = (
    "Perguntou-se o que foi pago; o decorrer de uma jogada, ato a ato, di-lo 'tombo hand replay'."
    " As contas não são vistas: os seus saldos, e que nenhum está abaixo de zero, di-los 'tombo reconcile'"
)


def told(report: Document) -> list[str]:
    """The report in Portuguese."""
    return list(text_lines(report, Language.PT))


def test_an_audit_that_finds_nothing_is_told_in_portuguese() -> None:
    """How many of each game, how they ended, and what of the compensations; without any play only that there is none."""
    assert told(with_compensations(OUTCOMES, (), 2, ())) == [
        TITLE,
        "Pagamentos, comissão e reembolsos: o recalculado é igual ao registado em todas elas",
        (
            "2 compensações: cada uma a quem esteve no que reclama,"
            " e não mais do que lhe é devido disso por todas as suas reclamações"
        ),
        ASKED,
    ]
    assert told(document({"hand": Counter()}, ())) == [
        "Recalculado a partir dos bytes guardados: 0 jogadas de póquer",
    ]


def test_what_differs_is_told_in_portuguese() -> None:
    """Each with its place and what to ask next; what was found of it is told in Portuguese too (F6)."""
    played = [
        TITLE,
        (
            f"NÃO é o que as regras dão, terminada na entrada 304 do registo: {HAND}: reembolsos, por posição, 4,00 EUR;"
            f" recalculado 1,00 EUR (R); {HAND}: nula, e ainda assim foi pago ou cobrado algum valor (R806 r.72);"
            " ver 'tombo hand replay mesa-9/1'"
        ),
        (
            "TAMPERED: o que não pode seguir-se, na entrada 310 do registo: roulette:roleta-1/2: não pode ser calculado de novo:"
            " k no índice de registo 310 não pode seguir-se ao que está registado (ValueError: no);"
            " 'tombo verify' diz se essa entrada é uma que foi assinada"
        ),
        (
            "NÃO é o que as regras dão, depois do seu fim, na entrada 311 do registo: roulette:roleta-1/1: k depois do seu fim,"
            " a que nada se segue (índice de registo 311);"
            " ver 'tombo round replay roulette:roleta-1/1'"
        ),
        "Diferentes: 3 de 1\N{NO-BREAK SPACE}207; 'tombo verify' diz se as entradas são as que foram assinadas",
    ]
    assert told(document(OUTCOMES, WRONG)) == played
    assert told(with_compensations(OUTCOMES, WRONG, 2, UNTIED)) == [
        *played,
        (
            "NÃO ligada ao que foi jogado, paga na entrada 320 do registo: 5,00 EUR é pago a p-1, e a reclamação é de p-2; esperava-se a conta deste;"
            " ver 'tombo dispute show d-1'"
        ),
        "NÃO ligada ao que foi jogado, paga na entrada 321 do registo: k na entrada 7 do registo não pode seguir-se em account:p-1",
        ASKED,
    ]


def test_every_end_has_its_words() -> None:
    """How what is played can end, and what can be found of it."""
    assert REPLAYED_ENDS.keys() == {"open", "not_decidable", *ENDS}
    assert AUDIT_FINDS.keys() == set(get_args(get_type_hints(Audited)["what"]))
