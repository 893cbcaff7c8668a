"""A hand in Portuguese, line by line, from its heading to its summary: side pots, an outage, what is open, what came from elsewhere."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.unit.reports.test_hand_told import ALL_IN, HEADS_UP, MUCK, OUTAGE, RAISED, THREE, TWO_ODD, entries, view
from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import written
from tombo.ledger.terms.poker import Limit
from tombo.projections.follow import Role, Viewer
from tombo.projections.round.hand import HandView, of, to_json
from tombo.reports.pages.hands import hand_page
from tombo.reports.pages.page import Steps, english, portuguese
from tombo.reports.play.hand import commission_told, document, heading, rules_told, waits_told
from tombo.reports.shown import rounds
from tombo.reports.text import text_lines

SIDE_POTS: Final = (
    "terms letter\ntable 1:700 2:1900 3:5000 4:5000 button 3\nhand\ndeal 1:AsKd 2:AhKc 3:QsQd 4:2c3c\n"
    "seat 2 raises to 1900\nseat 3 calls\nseat 4 folds\nseat 1 calls\nflop Ac 7d 9h\nturn 3d\nriver 5s\nsettle"
)
HIS: Final = {0: CARD_IDS["2c"], 4: CARD_IDS["3c"]}
"""The openings of the fourth seat, by slot: it is dealt to first."""
RULES: Final = "regras: nl-1, aprovadas no índice do registo 1, revisão 1 das regras"
WHEN: Final = "Mesa mesa-1, jogada 1, 2026-07-14 20:00:00 em Lisboa (19:00:00 UTC)"
TITLE: Final = "Jogada mesa-1/1: hold'em sem limite, pequena e grande aposta de 0,50/1,00 EUR"
COMMISSION: Final = f"Comissão de 5 % do pote (R806 r.17a); {RULES}"


def said(seen: HandView, language: Language = Language.PT) -> list[str]:
    """The hand, line by line."""
    return list(text_lines(document(seen), language))


def test_a_hand_with_a_side_pot_is_told_in_portuguese() -> None:
    """Stakes, bets, cards, commission by payment and each pot, as the regulation calls them."""
    assert said(view(SIDE_POTS)) == [
        TITLE,
        WHEN,
        COMMISSION,
        "Lugar 1: p-1 (7,00 em fichas)",
        "Lugar 2: p-2 (19,00 em fichas)",
        "Lugar 3: p-3 (50,00 em fichas) botão",
        "Lugar 4: p-4 (50,00 em fichas)",
        "p-4: faz a pequena aposta de 0,50",
        "p-1: faz a grande aposta de 1,00",
        "*** Cartas fechadas ***",
        "2 cartas a cada jogador, com a face para baixo; 8 compromissos registados",
        "p-2: sobe a aposta em 18,00, para 19,00 e fica em all in",
        "p-3: acompanha com 19,00",
        "p-4: desiste",
        "p-1: acompanha com 6,00 e fica em all in",
        "*** Flop *** [Ac 7d 9h]",
        "*** Turn *** [Ac 7d 9h] [3d]",
        "*** River *** [Ac 7d 9h 3d] [5s]",
        "*** Virar das cartas ***",
        "p-1: mostra [As Kd]: par de ases, [As Ac Kd 9h 7d]",
        "p-2: mostra [Ah Kc]: par de ases, [Ah Ac Kc 9h 7d]",
        "p-3: mostra [Qs Qd]: par de damas, [Qs Qd Ac 9h 7d]",
        "Comissão 0,53, 5 % do pagamento a p-1 do pote principal (R806 r.19)",
        "Comissão 0,53, 5 % do pagamento a p-2 do pote principal (R806 r.19)",
        "p-1: recebe 10,22 do pote principal",
        "p-2: recebe 10,22 do pote principal",
        "Comissão 1,20, 5 % do pagamento a p-2 do pote lateral 1 (R806 r.19)",
        "p-2: recebe 22,80 do pote lateral 1",
        "*** Resumo ***",
        "Total do pote 45,50, comissão 2,26: pote principal 21,50, pote lateral 1 24,00",
        "Cartas viradas [Ac 7d 9h 3d 5s]",
        "Lugar 1: p-1, [As Kd] (par de ases), recebeu 10,22, lucro ou perda +3,22",
        "Lugar 2: p-2, [Ah Kc] (par de ases), recebeu 33,02, lucro ou perda +14,02",
        "Lugar 3: p-3, [Qs Qd] (par de damas), lucro ou perda -19,00",
        "Lugar 4: p-4, [?? ??], desistiu, lucro ou perda -0,50",
        "Não mostradas, e ocultas: as cartas fechadas de 1 lugar",
    ]


def test_a_void_hand_is_told_to_an_auditor_in_portuguese() -> None:
    """With the place of each entry, the lost connection, the declaration, and every bet back."""
    mark = "[índice {0}, versão {1}, plataforma games] "
    told = [
        "a jogada começa: 3 jogadores, o botão no lugar 3",
        "p-1: faz a pequena aposta de 0,50",
        "p-2: faz a grande aposta de 1,00",
        "*** Cartas fechadas ***",
        "p-1: ligação perdida às 20:00:00, segundo a plataforma; a jogada foi nula mais tarde, pela falha abaixo",
        "*** Jogada nula *** (R806 r.72): incidente fire",
    ]
    happened = [mark.format(number, number + 1) + line for number, line in enumerate(told)]
    happened.insert(4, mark.format(3, 4) + "2 cartas a cada jogador, com a face para baixo; 6 compromissos registados")
    last = mark.format(5, 6)
    assert said(of(entries(OUTAGE), {}, Viewer("auditor"))) == [
        TITLE,
        WHEN,
        COMMISSION,
        "Lugar 1: p-1 (50,00 em fichas)",
        "Lugar 2: p-2 (50,00 em fichas)",
        "Lugar 3: p-3 (50,00 em fichas) botão",
        *happened,
        "Declarada nula às 20:00:00 pela plataforma games (entrada 5 do registo)",
        f"{last}Todas as apostas são devolvidas a quem as fez, tenha ou não desistido; não é cobrada comissão",
        f"{last}p-1: é reembolsado em 0,50 EUR",
        f"{last}p-2: é reembolsado em 1,00 EUR",
        "*** Resumo ***",
        "Nula: 1,50 reembolsados de 1,50 apostados, comissão 0,00",
        "Lugar 1: p-1, [?? ??], reembolsado em 0,50, lucro ou perda 0,00",
        "Lugar 2: p-2, [?? ??], reembolsado em 1,00, lucro ou perda 0,00",
        "Lugar 3: p-3, [?? ??], lucro ou perda 0,00",
        "Não mostradas, e ocultas: as cartas fechadas de 3 lugares",
    ]


@pytest.mark.parametrize(
    ("story", "line"),
    [
        pytest.param(TWO_ODD, f"Sem comissão; {RULES}", id="no commission"),
        pytest.param(
            TWO_ODD,
            "As 2 unidades indivisíveis do pote cabem uma a cada um dos primeiros 2 vencedores à esquerda do botão (R806 r.62)",
            id="two odd cents",
        ),
        pytest.param(
            ALL_IN,
            "Comissão 0,48, 5 % do pagamento a p-2 do pote principal, atingido o máximo de 1,00 por jogada (R806 r.19)",
            id="cap",
        ),
        pytest.param(ALL_IN, f"Comissão de 5 % do pote, no máximo 1,00 por jogada (R806 r.17a); {RULES}", id="a cap"),
        pytest.param(MUCK, "p-2: não mostra as cartas, como as regras específicas permitem (R806 r.59)", id="muck"),
        pytest.param(MUCK, "Lugar 2: p-2, [?? ??], não mostrou, lucro ou perda -1,00", id="mucked"),
        pytest.param(
            RAISED,
            "É devida comissão embora não tenha havido flop: R806 r.18 isenta o que termina no turno do flop sem apostas",
            id="no flop and a commission",
        ),
        pytest.param(
            HEADS_UP,
            "Nota sobre R806 r.48, sem violação aqui; segundo a prática das salas de jogo: o lugar 1 faz a pequena aposta;"
            " esperava-se o lugar 2",
            id="notice",
        ),
        pytest.param(
            HEADS_UP,
            "A jogada está em curso na versão 4; 1,50 no pote; seguem-se as cartas fechadas",
            id="open before the cards",
        ),
        pytest.param(
            f"{THREE}at 0s: ask seat 3 until 30s",
            "A jogada está em curso na versão 5; 1,50 no pote; p-3 tem de decidir até às 00:00:30",
            id="open and asked",
        ),
        pytest.param(
            f"{THREE}lost seat 1\nseats 3 1 fold ?? R806 r.18 practice",
            "Não é nula: a ligação de p-1 perdeu-se, e isso é do lado do jogador (R806 r.73); só uma falha do sistema da própria"
            " entidade exploradora anula uma jogada (R806 r.72)",
            id="why not void",
        ),
    ],
)
def test_what_is_not_everyday_is_told_in_portuguese(story: str, line: str) -> None:
    """The cap, each odd cent, a muck, why a commission, what is awaited, what is no breach, why nothing is void."""
    assert line in said(view(story))


def test_a_player_sees_his_own_cards_in_portuguese() -> None:
    """From the deal on, and with what they make in the end."""
    told = said(of(entries(SIDE_POTS), HIS, Viewer("player", "p-4")))
    assert "Distribuídas a p-4 [2c 3c]" in told
    assert "Lugar 4: p-4, [2c 3c] (par de 3), desistiu, lucro ou perda -0,50" in told


def test_a_hand_of_elsewhere_says_so() -> None:
    """In a tournament, or of no approved rules; with fixed bets, an ante and no known time; and what the operator took of buy-ins."""
    seen = view(SIDE_POTS)
    started, terms = seen.started, seen.started.terms
    fixed = Limit(kind="fixed_bets", big_bet=200)
    changed = terms.model_copy(
        update={
            "ante": 10,
            "limit": fixed,
            "commission": terms.commission.model_copy(update={"mode": "stack"}),
        }
    )
    first = seen.acts[0].entry
    event = started.model_copy(update={"terms": changed, "ruleset": None, "door": "import"})
    other = of([first._replace(event=event, occurred=None), *(act.entry for act in seen.acts[1:3])], {}, Viewer())
    assert [told.text(Language.PT) for told in heading(other)] == [
        "Jogada mesa-1/1: hold'em com apostas fixas, apostas de 1,00/2,00, pequena e grande aposta de 0,50/1,00 EUR, ante 0,10",
        "Mesa mesa-1, jogada 1, não se sabe quando foi jogada",
        (
            "Comissão de 5 % da cave inicial e das reposições, nenhuma do pote (R806 r.17b);"
            " regras: sem regras específicas aprovadas, revisão 1 das regras"
        ),
        "Importada, não jogada através deste registo; registada 2026-07-14 20:00:00 em Lisboa (19:00:00 UTC)",
    ]
    assert commission_told(changed).text().startswith("Commission 5 % of buy-ins and top-ups, none of the pot")
    cup = started.model_copy(update={"tournament": "taca"})
    told = rules_told(of([first._replace(event=cup)], {}, Viewer()))
    assert told.text(Language.PT) == "do torneio taca, como foi anunciado, revisão 1 das regras"


@pytest.mark.parametrize("story", [ALL_IN, TWO_ODD, MUCK, OUTAGE, RAISED, HEADS_UP, THREE, SIDE_POTS])
@pytest.mark.parametrize("role", ["outsider", "auditor", "officer"])
def test_both_languages_say_the_same_figures_and_rules(story: str, role: Role) -> None:
    """Line by line; what is awaited too; and the results are those that programs get."""
    seen = of(entries(story), {}, Viewer(role))
    for pt, en in zip(said(seen), said(seen, Language.EN), strict=True):
        for what in (r"\d+[.,]\d\d(?!\d)", r"R8\d\d r\.\w+"):
            assert sorted(re.findall(what, pt.replace(",", "."))) == sorted(re.findall(what, en.replace(",", ".")))
    assert waits_told(seen).text(Language.PT) != waits_told(seen).text()
    for seat in to_json(seen)["seats"]:
        if seat["net"] is not None:
            net = written(seen.unit.sum(seat["net"]), Language.PT, "signed")
            assert any(
                line.startswith(f"Lugar {seat['seat']}: ") and line.endswith(f"lucro ou perda {net}")
                for line in said(seen)
            )


def test_a_page_says_what_the_history_says() -> None:
    """Every line of a step of the page stands in the history, in either language."""
    seen = view(SIDE_POTS)
    steps = [step for block in hand_page(seen).blocks if isinstance(block, Steps) for step in block.steps]
    assert steps
    for language, of_page in ((Language.PT, portuguese), (Language.EN, english)):
        history = [*text_lines(rounds.document(seen, ()), language)]
        assert [line for step in steps for line in map(of_page, step.told) if line not in history] == []
