"""What is told of a throw, in both languages: as a history, step by step, as the last one of a player, in a list, at its table, by an audit."""

from __future__ import annotations

from typing import Final

from tests.stranger.conftest import House

SETTLED: Final = """\
Round die:dado-1/1: A die, even or odd, for even money
Table dado-1, round 1, 2026-07-14 20:00:20 in Lisbon (19:00:20 UTC)
Ruleset die-1, approved at log index 14, rules revision 1
p-1: stakes 10.00 on even
p-2: stakes 5.00 on odd
*** DIE *** [4]
p-1: is paid 10.00 on even, and the stake of 10.00 stays his (R899 r.7)
p-2: loses 5.00 on odd (R899 r.7)
*** SUMMARY ***
Settled: 15.00 staked, 10.00 paid in prizes, 5.00 lost to the house
Face 4
p-1: staked 10.00, prizes 10.00, stakes returned 10.00, net +10.00
p-2: staked 5.00, lost 5.00, net -5.00
"""
LIQUIDADA: Final = """\
Jogada die:dado-1/1: Dado, par ou ímpar, a pagar a dobrar
Mesa dado-1, jogada 1, 2026-07-14 20:00:20 em Lisboa (19:00:20 UTC)
Regras específicas die-1, aprovadas no índice do registo 14, revisão 1 das regras
p-1: aposta 10,00 no par
p-2: aposta 5,00 no ímpar
O dado mostra 4
p-1: recebe um prémio de 10,00 no par, e a aposta de 10,00 continua a pertencer-lhe (R899 r.7)
p-2: perde 5,00 no ímpar (R899 r.7)
*** Resumo ***
Liquidada: apostado 15,00, pago em prémios 10,00, perdido para a banca 5,00
Face 4
p-1: apostado 10,00, prémios 10,00, apostas devolvidas 10,00, lucro ou perda +10,00
p-2: apostado 5,00, perdido 5,00, lucro ou perda -5,00
"""
VOID: Final = """\
Round die:dado-1/2: A die, even or odd, for even money
Table dado-1, round 2, 2026-07-14 20:00:34 in Lisbon (19:00:34 UTC)
Ruleset die-1, approved at log index 14, rules revision 1
p-1: stakes 7.00 on odd
*** VOID *** (jogada nula, R899 r.6): incident power
The incident: an outage with origin in the operator's technical system, reported by a monitor
  first noticed 2026-07-14 20:00:36 in Lisbon (19:00:36 UTC); on record at 20:00:37 (log index 48); table dado-1
  hands open then: die:dado-1/2 at version 2
  over at 20:00:39 (log index 55): power is back
Declared void at 20:00:38 by staff s-2 as officer (log index 51)
p-1: is refunded 7.00 EUR (R899 r.6)
*** SUMMARY ***
Void: 7.00 of 7.00 staked refunded
p-1: staked 7.00, refunded 7.00, net 0.00
"""
NULA: Final = """\
Jogada die:dado-1/2: Dado, par ou ímpar, a pagar a dobrar
Mesa dado-1, jogada 2, 2026-07-14 20:00:34 em Lisboa (19:00:34 UTC)
Regras específicas die-1, aprovadas no índice do registo 14, revisão 1 das regras
p-1: aposta 7,00 no ímpar
*** Jogada nula *** (R899 r.6): incidente power
O incidente: uma falha com origem no sistema técnico de jogo da entidade exploradora, comunicada por «a monitor»
  notada primeiro 2026-07-14 20:00:36 em Lisboa (19:00:36 UTC); registada às 20:00:37 (entrada 48 do registo); mesa dado-1
  jogadas em curso nesse momento: die:dado-1/2 na versão 2
  terminada às 20:00:39 (entrada 55 do registo): «power is back»
Declarada nula às 20:00:38 pelo funcionário s-2 como responsável por litígios (entrada 51 do registo)
p-1: é reembolsado em 7,00 EUR (R899 r.6)
*** Resumo ***
Nula: apostado 7,00, reembolsado 7,00
p-1: apostado 7,00, reembolsado 7,00, lucro ou perda 0,00
"""
REPLAYED: Final = """\
Round die:dado-1/1: A die, even or odd, for even money
Table dado-1, round 1, 2026-07-14 20:00:20 in Lisbon (19:00:20 UTC)
Ruleset die-1, approved at log index 14, rules revision 1
 1  20:00:20  index 32, version 1, by platform platform
    The round begins
      R899 r.3: bets are taken in the time set for them
 2  20:00:23  index 34, version 2, by player p-1
    p-1: stakes 10.00 on even
      R899 r.2: the bet is within the limits of the table
      p-1: staked 10.00, at stake 10.00
      at stake 10.00, the house 0.00
 3  20:00:26  index 36, version 3, by player p-2
    p-2: stakes 5.00 on odd
      R899 r.2: the bet is within the limits of the table
      p-1: staked 10.00, at stake 10.00
      p-2: staked 5.00, at stake 5.00
      at stake 15.00, the house 0.00
 4  20:00:29  index 38, version 4, by platform platform
    *** DIE *** [4]
      R899 r.5: the die lies: even or odd
 5  20:00:31  index 39, version 5, by platform platform
    p-1: is paid 10.00 on even, and the stake of 10.00 stays his (R899 r.7)
      R899 r.7: the bet is decided
      p-1: staked 10.00, won 10.00, returned 10.00
      p-2: staked 5.00, at stake 5.00
      at stake 5.00, the house -10.00
 6  20:00:31  index 41, version 6, by platform platform
    p-2: loses 5.00 on odd (R899 r.7)
      R899 r.7: the bet is decided
      p-1: staked 10.00, won 10.00, returned 10.00
      p-2: staked 5.00, lost 5.00
      at stake 0.00, the house -5.00
 7  20:00:31  index 42, version 7, by platform platform
    The round is settled
      R899 r.7: every bet is paid back or collected
Money: conserved at every step; at the end at stake 0.00, the house -5.00
Payments: computed again, the same as recorded (p-1 20.00, p-2 0.00)
"""
RECALCULADA: Final = """\
Jogada die:dado-1/2: Dado, par ou ímpar, a pagar a dobrar
Mesa dado-1, jogada 2, 2026-07-14 20:00:34 em Lisboa (19:00:34 UTC)
Regras específicas die-1, aprovadas no índice do registo 14, revisão 1 das regras
 1  20:00:34  índice 44, versão 1, pela plataforma platform
    A jogada começa
      R899 r.3: as apostas são aceites no tempo fixado para elas
 2  20:00:35  índice 46, versão 2, pelo jogador p-1
    p-1: aposta 7,00 no ímpar
      R899 r.2: a aposta está dentro dos limites da mesa
      p-1: apostado 7,00, em jogo 7,00
      em jogo 7,00, a banca 0,00
 3  20:00:38  índice 51, versão 3, pelo funcionário s-2 como responsável por litígios
    p-1: é reembolsado em 7,00 EUR (R899 r.6)
      R899 r.6: uma falha do sistema da entidade exploradora: as apostas são devolvidas
      p-1: apostado 7,00, reembolsado 7,00
      em jogo 0,00, a banca 0,00
Dinheiro: conservado em cada passo; no fim em jogo 0,00, a banca 0,00
Pagamentos: recalculados, iguais ao registado (p-1 7,00)
"""
LAST: Final = """\
Round die:dado-2/1: A die, even or odd, for even money
Table dado-2, round 1, 2026-07-14 20:00:42 in Lisbon (19:00:42 UTC)
Ruleset die-1, approved at log index 14, rules revision 1
p-1: stakes 2.00 on odd
*** DIE *** [3]
p-1: is paid 2.00 on odd, and the stake of 2.00 stays his (R899 r.7)
*** SUMMARY ***
Settled: 2.00 staked, 2.00 paid in prizes, 0.00 lost to the house
Face 3
p-1: staked 2.00, prizes 2.00, stakes returned 2.00, net +2.00
p-1 (R899 r.14): staked 2.00, won 2.00, returned 2.00, result +2.00
"""
ULTIMA: Final = """\
Jogada die:dado-1/3: Dado, par ou ímpar, a pagar a dobrar
Mesa dado-1, jogada 3, 2026-07-14 20:00:40 em Lisboa (19:00:40 UTC)
Regras específicas die-1, aprovadas no índice do registo 14, revisão 1 das regras
p-2: aposta 3,00 no par
*** Jogada nula *** (R899 r.6): incidente recover-66
O incidente: uma falha com origem no sistema técnico de jogo da entidade exploradora, comunicada por tombo recover: o registo esteve parado
  notada primeiro 2026-07-14 20:00:44 em Lisboa (19:00:44 UTC); registada às 20:10:44 (entrada 66 do registo); todas as mesas
  jogadas em curso nesse momento: die:dado-1/3 na versão 2 e die:dado-2/1 na versão 3
  terminada às 20:10:44 (entrada 75 do registo): jogadas que tinham ficado em curso: 1 liquidada, 1 nula
Declarada nula às 20:10:44 pela plataforma recover (entrada 68 do registo)
p-2: é reembolsado em 3,00 EUR (R899 r.6)
*** Resumo ***
Nula: apostado 3,00, reembolsado 3,00
p-2: apostado 3,00, reembolsado 3,00, lucro ou perda 0,00
p-2 (R899 r.14): apostado 3,00, ganho 0,00, reembolsado 3,00, resultado 0,00; nula pela falha recover-66
"""
LIST: Final = """\
die:dado-2/1  2026-07-14 20:00:42 in Lisbon (19:00:42 UTC)  1 player, staked 2.00 EUR, prizes 2.00, settled
die:dado-1/3  2026-07-14 20:00:40 in Lisbon (19:00:40 UTC)  1 player, staked 3.00 EUR, prizes 0.00, voided
die:dado-1/2  2026-07-14 20:00:34 in Lisbon (19:00:34 UTC)  1 player, staked 7.00 EUR, prizes 0.00, voided
die:dado-1/1  2026-07-14 20:00:20 in Lisbon (19:00:20 UTC)  2 players, staked 15.00 EUR, prizes 10.00, settled
"""
LISTA: Final = """\
die:dado-2/1  2026-07-14 20:00:42 em Lisboa (19:00:42 UTC)  1 jogador, apostado 2,00 EUR, prémios 2,00, liquidada
die:dado-1/3  2026-07-14 20:00:40 em Lisboa (19:00:40 UTC)  1 jogador, apostado 3,00 EUR, prémios 0,00, nula
die:dado-1/2  2026-07-14 20:00:34 em Lisboa (19:00:34 UTC)  1 jogador, apostado 7,00 EUR, prémios 0,00, nula
die:dado-1/1  2026-07-14 20:00:20 em Lisboa (19:00:20 UTC)  2 jogadores, apostado 15,00 EUR, prémios 10,00, liquidada
"""
AUDIT: Final = """\
0 hands and 4 throws of the die (2 settled, 2 voided) replayed from the stored bytes
Payouts, commission and refunds: computed again, the same as recorded in every one of them
"""
AUDITORIA: Final = """\
Recalculado a partir dos bytes guardados: 0 jogadas de póquer e 4 lançamentos do dado (2 liquidadas, 2 nulas)
Pagamentos, comissão e reembolsos: o recalculado é igual ao registado em todas elas
"""
TABLE: Final = """\
Table dado-1: die 1.00 to 50.00 EUR, 2 players, 3 rounds begun, between rounds
As of log index 70, recorded 2026-07-14 20:10:44 in Lisbon (19:10:44 UTC); ruleset die-1
Around the die: p-1
Around the die: p-2
"""
MESAS: Final = """\
Mesa dado-1: dado, de 1,00 a 50,00 EUR, 2 jogadores, 3 jogadas iniciadas, entre jogadas
Mesa dado-2: dado, de 1,00 a 50,00 EUR, 0 jogadores, 1 jogada iniciada, fechada
"""
RULES: Final = """\
Ruleset die-1 of R899, reference nobody's (example)
Approved by s-1, recorded 2026-07-14 20:00:06 in Lisbon (19:00:06 UTC), log index 14
In force since its approval
Terms, amounts in the minor unit:
  bet_max = 5000
  bet_min = 100
  game = die
  revision = 1
  table_kind = multi
  unit.currency = EUR
  unit.decimals = 2
Told at approval, 0 notices:
"""


def test_a_throw_that_is_settled_is_told(house: House) -> None:
    """Bets, the die, what is paid and collected under which rule, and what it came to."""
    assert house.said("round", "show", "die:dado-1/1") == SETTLED
    assert house.pt("round", "show", "die:dado-1/1") == LIQUIDADA


def test_a_throw_that_is_void_is_told(house: House) -> None:
    """With the outage that made it so, and who said so."""
    assert house.said("round", "show", "die:dado-1/2") == VOID
    assert house.pt("round", "show", "die:dado-1/2") == NULA


def test_a_throw_is_replayed_step_by_step(house: House) -> None:
    """The rule of every step, where the money is after it, and all of it computed again."""
    assert house.said("round", "replay", "die:dado-1/1") == REPLAYED
    assert house.pt("round", "replay", "die:dado-1/2") == RECALCULADA


def test_the_last_throw_of_a_player_is_told(house: House) -> None:
    """One that a recovery settled, and one that it called void."""
    assert house.said("player", "last-hand", "p-1") == LAST
    assert house.pt("player", "last-hand", "p-2") == ULTIMA


def test_throws_are_listed_and_audited(house: House) -> None:
    """All four, with what was staked; and each computed again from the stored bytes."""
    assert house.said("round", "list") == LIST
    assert house.pt("round", "list") == LISTA
    assert house.said("round", "audit") == AUDIT
    assert house.pt("round", "audit") == AUDITORIA


def test_its_tables_and_its_rules_are_shown(house: House) -> None:
    """Who plays around the die, on no seat of it; and the terms that were approved."""
    assert house.said("table", "show", "dado-1") == TABLE
    assert house.pt("table", "list") == MESAS
    assert house.said("ruleset", "show", "die-1") == RULES
