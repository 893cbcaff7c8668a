"""The money of the die, to the cent, in both languages: a statement, the book, refunds, and the night job over the day."""

from __future__ import annotations

from typing import Final

from tests.stranger.conftest import House

STATEMENT: Final = """\
Statement of p-1 from 2025-07-14 00:00:00 in Lisbon (2025-07-13 23:00:00 UTC)
As of log index 80
Session 1: p-1-1, the die (R899), from 2026-07-14 20:00:11 in Lisbon (19:00:11 UTC), not over
time      session  hand or round       staked    won  returned  refunded  commission  result  running
2026-07-14
20:00:31  1        die:dado-1/1         10.00  10.00     10.00                        +10.00   +10.00
20:00:38  1        die:dado-1/2, void    7.00                       7.00                0.00   +10.00
20:10:44  1        die:dado-2/1          2.00   2.00      2.00                         +2.00   +12.00
total           played  staked    won  returned  refunded  commission  result
the die (R899)       3   19.00  12.00     12.00      7.00              +12.00  R899 r.8
all, EUR             3   19.00  12.00     12.00      7.00              +12.00
account                       reference     before  movement   after
2026-07-14 20:00:10  deposit  outside         0.00   +100.00  100.00
2026-07-14 20:00:23  payment  die:dado-1/1  100.00    -10.00   90.00
2026-07-14 20:00:31  payment  die:dado-1/1   90.00    +20.00  110.00
2026-07-14 20:00:35  payment  die:dado-1/2  110.00     -7.00  103.00
2026-07-14 20:00:38  payment  die:dado-1/2  103.00     +7.00  110.00
2026-07-14 20:00:43  payment  die:dado-2/1  110.00     -2.00  108.00
2026-07-14 20:10:44  payment  die:dado-2/1  108.00     +4.00  112.00
"""
EXTRATO: Final = """\
Extrato do jogador p-2 desde 2025-07-14 00:00:00 em Lisboa (2025-07-13 23:00:00 UTC)
Registo até à entrada 80
Sessão 1: p-2-1, dado (R899), desde 2026-07-14 20:00:16 em Lisboa (19:00:16 UTC), em curso
hora      sessão  jogada              apostado  ganho  devolvido  reembolsado  comissão  resultado  acumulado
2026-07-14
20:00:31  1       die:dado-1/1            5,00                                               -5,00      -5,00
20:10:44  1       die:dado-1/3, nula      3,00                           3,00                 0,00      -5,00
total        jogadas  apostado  ganho  devolvido  reembolsado  comissão  resultado
dado (R899)        2      8,00                           3,00                -5,00  R899 r.8
todos, EUR         2      8,00                           3,00                -5,00
conta                           referência     antes  movimento  depois
2026-07-14 20:00:15  depósito   exterior        0,00    +100,00  100,00
2026-07-14 20:00:26  pagamento  die:dado-1/1  100,00      -5,00   95,00
2026-07-14 20:00:41  pagamento  die:dado-1/3   95,00      -3,00   92,00
2026-07-14 20:10:44  pagamento  die:dado-1/3   92,00      +3,00   95,00
"""
BALANCE: Final = """\
Trial balance after the first 81 entries, EUR
As the book is kept, and never compared with the entries: 'tombo reconcile --day DATE --close' does, on record
  house                    -7.00
  outside                -200.00
  wallet                  207.00
  in all                    0.00
"""
BALANCETE: Final = """\
Balancete depois de 81 entradas, EUR
Segundo o livro guardado, nunca comparado com as entradas: 'tombo reconcile --day DATE --close' compara-o e regista-o
  entidade exploradora           -7,00
  exterior                     -200,00
  contas de jogadores           207,00
  ao todo                         0,00
"""
HOUSE: Final = """\
in Lisbon               index  what             other side                            before      movement         after
2026-07-14 20:00:31        39  prize            wallet:p-1                              0.00        -10.00        -10.00
2026-07-14 20:00:31        41  lost             stake:die:dado-1/1                    -10.00         +5.00         -5.00
2026-07-14 20:10:44        71  prize            wallet:p-1                             -5.00         -2.00         -7.00
3 operations; house:R899 has -7.00 EUR after the first 81 entries
"""
REFUNDS: Final = """\
Refunds
As of log index 80

Incident power: an outage with origin in the operator's technical system, reported by a monitor
  first noticed 2026-07-14 20:00:36 in Lisbon (19:00:36 UTC); on record at 20:00:37 (log index 48)
  2026-07-14 20:00:38  die:dado-1/2  p-1  7.00 EUR  R899 r.6  log index 51

Incident recover-66: an outage with origin in the operator's technical system, reported by tombo recover: the ledger stood still
  first noticed 2026-07-14 20:00:44 in Lisbon (19:00:44 UTC); on record at 20:10:44 (log index 66)
  2026-07-14 20:10:44  die:dado-1/3  p-2  3.00 EUR  R899 r.6  log index 68

Total
  R899 r.6  2 refunds  10.00 EUR
"""
DEVOLUCOES: Final = """\
Devoluções
Registo até à entrada 80

Incidente power: uma falha com origem no sistema técnico de jogo da entidade exploradora, comunicada por «a monitor»
  notada primeiro 2026-07-14 20:00:36 em Lisboa (19:00:36 UTC); registada às 20:00:37 (entrada 48 do registo)
  2026-07-14 20:00:38  die:dado-1/2  p-1  7,00 EUR  R899 r.6  entrada 51 do registo

Incidente recover-66: uma falha com origem no sistema técnico de jogo da entidade exploradora, comunicada por tombo recover: o registo esteve parado
  notada primeiro 2026-07-14 20:00:44 em Lisboa (19:00:44 UTC); registada às 20:10:44 (entrada 66 do registo)
  2026-07-14 20:10:44  die:dado-1/3  p-2  3,00 EUR  R899 r.6  entrada 68 do registo

Total
  R899 r.6  2 devoluções  10,00 EUR
"""


def test_what_a_player_staked_and_won_is_in_his_statement(house: House) -> None:
    """By throw, in all under the rule of its law, and on his account."""
    assert house.said("player", "statement", "p-1") == STATEMENT
    assert house.pt("player", "statement", "p-2") == EXTRATO


def test_the_book_balances(house: House) -> None:
    """What the players brought in, less what the house won: it lost seven euros."""
    assert house.said("book", "balance") == BALANCE
    assert house.pt("book", "balance") == BALANCETE
    assert house.said("book", "show", "house:R899") == HOUSE


def test_refunds_name_their_rule_and_their_outage(house: House) -> None:
    """That of the officer, and that of the recovery."""
    assert house.said("refunds") == REFUNDS
    assert house.pt("refunds") == DEVOLUCOES
