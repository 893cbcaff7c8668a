"""What the reports of a tournament say: how it stands, who is in it, what was bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

CASE_A: Final = Said(
    "case_a",
    "before the start: everybody gets his fee back ({rule})",
    "antes do início: cada um recebe de volta a sua inscrição ({rule})",
)
CASE_B: Final = Said(
    "case_b",
    "after the start, before the places with a prize: fee and a share by chips ({rule})",
    "depois do início, antes dos lugares com prémio: a inscrição e uma parte segundo as fichas ({rule})",
)
CASE_C: Final = Said(
    "case_c",
    "the places with a prize are reached: fee and a share by chips ({rule})",
    "atingidos os lugares com prémio: a inscrição e uma parte segundo as fichas ({rule})",
)
CASES: Final[Mapping[str, Said]] = {"a": CASE_A, "b": CASE_B, "c": CASE_C}
"""The cases of a cancellation."""
PHASES: Final[Mapping[str, Word]] = {
    "announced": Word("tournament_not_begun", "announced, not begun", "anunciado, ainda não iniciado"),
    "playing": Word("tournament_being_played", "being played", "em curso"),
    "finished": Word("tournament_finished_under", "finished (r.52)", "terminado (r.52)"),
    "cancelled": Word("tournament_cancelled_under", "cancelled (r.35)", "cancelado (r.35)"),
}
FUNDING: Final[Mapping[str, Word]] = {
    "cash": Word("entry_for_cash", "cash", "paga em dinheiro"),
    "ticket": Word("entry_for_ticket", "a ticket", "paga com uma inscrição ganha"),
    "free": Word("entry_for_nothing", "free", "gratuita"),
    "reentry": Word("entry_again", "reentry", "reinscrição"),
}
"""How an entry was paid."""

TOURNAMENT_STANDS: Final = Said(
    "tournament_stands", "Tournament {tournament}: {stands}", "Torneio {tournament}: {stands}"
)
TOURNAMENT_IN_A_LINE: Final = Said("tournament_in_a_line", "{tournament}  {stands}", "{tournament}  {stands}")
TOURNAMENT_SIT_AND_GO: Final = Said("tournament_sit_and_go", "sit & go", "sit and go")
TOURNAMENT_STARTS_AT: Final = Said("tournament_starts_at", "{at:dated}", "{at:dated}")
TOURNAMENT_FEE: Final = Said("tournament_fee", "fee {fee}", "taxa de inscrição {fee}")
TOURNAMENT_FREEROLL: Final = Said("tournament_freeroll", "freeroll", "freeroll")
TOURNAMENT_ENTERED: Final = Said("tournament_entered", "{entries:entry|entries}", "{entries:inscrição|inscrições}")
TOURNAMENT_LEFT: Final = Said("tournament_left", "{players} in play", "{players} em jogo")
TOURNAMENT_POOL: Final = Said("tournament_pool", "pool {pool:figure}", "prize pool {pool:figure}")
TOURNAMENT_POOL_SO_FAR: Final = Said(
    "tournament_pool_so_far", "pool {pool:figure} so far", "prize pool {pool:figure} até agora"
)
TOURNAMENT_LEVEL: Final = Said("tournament_level", "level {level} of {levels}", "nível {level} de {levels}")
TOURNAMENT_BLINDS: Final = Said("tournament_blinds", "blinds {small}/{big}", "pequena e grande aposta de {small}/{big}")
TOURNAMENT_BLINDS_UNTIL: Final = Said(
    "tournament_blinds_until",
    "blinds {small}/{big} until {until:dated}",
    "pequena e grande aposta de {small}/{big} até {until:dated}",
)
CLOCK_PAUSED: Final = Said("clock_paused", "its clock paused", "em intervalo")
CLOCK_PAUSED_WITH: Final = Said(
    "clock_paused_with", "its clock paused with {left:told} left", "em intervalo, com {left:told} por decorrer"
)
NOW_HAND_BY_HAND: Final = Said("now_hand_by_hand", "hand by hand", "em regime de mão-a-mão")
TIME_UP_AT: Final = Said("time_up_at", "time up {ends:dated}", "fim do tempo em {ends:dated}")
TOURNAMENT_AS_OF: Final = Said(
    "tournament_as_of",
    "As of log index {index}, recorded {recorded:dated}",
    "Registo até à entrada {index}, registada em {recorded:dated}",
)
TOURNAMENT_AS_OF_INSIDE: Final = Said(
    "tournament_as_of_inside",
    "As of log index {index}, recorded {recorded:dated}, inside a commit that goes on after it",
    "Registo até à entrada {index}, registada em {recorded:dated}, dentro de uma gravação que continua depois dela",
)
TOURNAMENT_APPROVED: Final = Said(
    "tournament_approved",
    "Approved under {reference}, announced at log index {index} (R810 r.7-9)",
    "Aprovado com a referência {reference}, anunciado na entrada {index} do registo (R810 r.7-9)",
)
TOURNAMENT_ENTRIES: Final = Said(
    "tournament_entries",
    "Entries: {entries}, {players} in play; {sale:told} (R810 r.14, r.19)",
    "Inscrições: {entries}, {players} em jogo; {sale:told} (R810 r.14, r.19)",
)
TOURNAMENT_ENTRIES_TAKEN_BACK: Final = Said(
    "tournament_entries_taken_back",
    "Entries: {entries}, {players} in play; {sale:told}; {back:entry|entries} taken back (r.24-25) (R810 r.14, r.19)",
    "Inscrições: {entries}, {players} em jogo; {sale:told}; {back:inscrição cancelada|inscrições canceladas}"
    " (r.24-25) (R810 r.14, r.19)",
)
NOTHING_MORE_ON_SALE: Final = Said(
    "nothing_more_on_sale", "nothing more can be bought (r.10)", "já nada se pode comprar (r.10)"
)
STILL_ON_SALE: Final = Said(
    "still_on_sale", "the sale is not closed (r.10)", "as inscrições e recompras não estão encerradas (r.10)"
)
PLAYER_OF_ENTRY: Final = Said("player_of_entry", "{player} (entry {entry})", "{player} (inscrição {entry})")
PLAYER_WITH_ENTRY: Final = Said(
    "player_with_entry", "{player} (entry {entry}, {how})", "{player} (inscrição {entry}, {how})"
)
ENTRY_WITH_TICKET: Final = Said("entry_with_ticket", "a ticket {ticket}", "paga com a inscrição ganha {ticket}")
ENTRY_WITH_FREEROLL_TICKET: Final = Said(
    "entry_with_freeroll_ticket",
    "a ticket {ticket} won in a freeroll",
    "paga com a inscrição {ticket}, ganha num torneio freeroll",
)
ENTRY_REBUYS: Final = Said("entry_rebuys", "{rebuys:rebuy|rebuys}", "{rebuys:rebuy|rebuys}")
ENTRY_ADD_ON: Final = Said("entry_add_on", "add-on", "add-on")

BOUGHT_ENTRIES: Final = Said(
    "bought_entries",
    "Bought: {times:entry|entries} x {each:figure} = {total} (R810 r.14)",
    "Comprado: {times:inscrição|inscrições} x {each:figure} = {total} (R810 r.14)",
)
BOUGHT_ENTRIES_WON: Final = Said(
    "bought_entries_won",
    "Bought: {times:entry won|entries won} x {each:figure} = {total} (R810 r.16)",
    "Comprado: {times:inscrição ganha|inscrições ganhas} x {each:figure} = {total} (R810 r.16)",
)
BOUGHT_FREE_ENTRIES: Final = Said(
    "bought_free_entries",
    "Bought: {times:free entry|free entries} x {each:figure} = {total} (R810 r.15)",
    "Comprado: {times:inscrição gratuita|inscrições gratuitas} x {each:figure} = {total} (R810 r.15)",
)
BOUGHT_REENTRIES: Final = Said(
    "bought_reentries",
    "Bought: {times:reentry|reentries} x {each:figure} = {total} (R810 r.2k)",
    "Comprado: {times:reinscrição|reinscrições} x {each:figure} = {total} (R810 r.2k)",
)
BOUGHT_REBUYS: Final = Said(
    "bought_rebuys",
    "Bought: {times:rebuy|rebuys} x {each:figure} = {total} (R810 r.2j)",
    "Comprado: {times:rebuy|rebuys} x {each:figure} = {total} (R810 r.2j)",
)
BOUGHT_ADD_ONS: Final = Said(
    "bought_add_ons",
    "Bought: {times:add-on|add-ons} x {each:figure} = {total} (R810 r.2a)",
    "Comprado: {times:add-on|add-ons} x {each:figure} = {total} (R810 r.2a)",
)
BOUGHT: Final[Mapping[str, Said]] = {
    "entry": BOUGHT_ENTRIES,
    "entry won": BOUGHT_ENTRIES_WON,
    "free entry": BOUGHT_FREE_ENTRIES,
    "reentry": BOUGHT_REENTRIES,
    "rebuy": BOUGHT_REBUYS,
    "add-on": BOUGHT_ADD_ONS,
}
"""By what was bought (``tombo.projections.tournament.prizes.bought``)."""
FIRST_TIMES: Final = Said("first_times", "{times} x {each:figure}", "{times} x {each:figure}")
MORE_TIMES: Final = Said("more_times", "+ {times} x {each:figure}", "+ {times} x {each:figure}")
FOR_THE_POOL: Final = Said(
    "for_the_pool",
    "For the pool: {total} = {parts:run} (R810 r.16, r.20)",
    "Para o prize pool: {total} = {parts:run} (R810 r.16, r.20)",
)
NOTHING_FOR_THE_POOL: Final = Said(
    "nothing_for_the_pool",
    "For the pool: {total} (R810 r.16, r.20)",
    "Para o prize pool: {total} (R810 r.16, r.20)",
)
FOR_BOUNTIES: Final = Said(
    "for_bounties",
    "For bounties: {total} = {entries} x {each:figure} (R810 r.7p)",
    "Para prémios de eliminação: {total} = {entries} x {each:figure} (R810 r.7p)",
)
COMMISSION_IN_ALL: Final = Said(
    "commission_in_all",
    "Commission: {total} = {parts:run} (R810 r.16-18)",
    "Comissão: {total} = {parts:run} (R810 r.16-18)",
)
NO_COMMISSION: Final = Said("no_commission", "Commission: {total} (R810 r.16-18)", "Comissão: {total} (R810 r.16-18)")
PAID_IN: Final = Said(
    "paid_in",
    "In all: {total} paid in, entries won at their value (R810 r.16)",
    "Ao todo: {total} pagos, as inscrições ganhas pelo seu valor (R810 r.16)",
)
OVERLAY: Final = Said(
    "overlay",
    "{what:told}: {added} = {promised:told} - {bought:figure}, not below 0 (R810 {rule})",
    "{what:told}: {added} = {promised:told} - {bought:figure}, nunca abaixo de 0 (R810 {rule})",
)
OVERLAY_ADDED: Final = Said(
    "overlay_added",
    "Overlay added by the operator",
    "Acrescentado pela entidade exploradora para os prémios garantidos",
)
OVERLAY_SO_FAR: Final = Said(
    "overlay_so_far",
    "Overlay if nothing more is bought",
    "A acrescentar pela entidade exploradora para os prémios garantidos, se nada mais se comprar",
)
OVERLAY_GUARANTEED: Final = Said("overlay_guaranteed", "{guarantee:figure} guaranteed", "{guarantee:figure} garantidos")
OVERLAY_TICKETS: Final = Said("overlay_tickets", "tickets promised", "inscrições prometidas como prémio")

TOURNAMENT_TABLES: Final = Said("tournament_tables", "Tables (R810 r.47):", "Mesas (R810 r.47):")
TOURNAMENT_TABLE: Final = Said(
    "tournament_table",
    "Table {table}: blinds {small}/{big}, {players:player|players}, {hands:hand|hands} begun, {play:told}, {button:told}",
    "Mesa {table}: pequena e grande aposta de {small}/{big}, {players:jogador|jogadores},"
    " {hands:jogada iniciada|jogadas iniciadas}, {play:told}, {button:told}",
)
HAND_NOW: Final = Said("hand_now", "hand {hand} in play", "jogada {hand} em curso")
BETWEEN_HANDS: Final = Said("between_hands", "between hands", "entre jogadas")
BUTTON_ON: Final = Said("button_on", "button on seat {seat}", "botão no lugar {seat}")
BUTTON_TO_DRAW: Final = Said("button_to_draw", "button to be drawn", "botão por sortear")
TOURNAMENT_SEAT: Final = Said("tournament_seat", "Seat {seat}: {player} ({stack})", "Lugar {seat}: {player} ({stack})")
TOURNAMENT_SEAT_SITTING_OUT: Final = Said(
    "tournament_seat_sitting_out",
    "Seat {seat}: {player} ({stack}), sits out (r.26-27)",
    "Lugar {seat}: {player} ({stack}), em sit out (r.26-27)",
)
CHIPS_AGREE: Final = Said(
    "chips_agree",
    "Chips on the tables: {lying}, as many as were given out (R810 r.41)",
    "Fichas nas mesas: {lying}, tantas quantas foram entregues (R810 r.41)",
)
CHIPS_DISAGREE: Final = Said(
    "chips_disagree",
    "Chips on the tables: {lying}, but {sold} were given out (R810 r.41)",
    "Fichas nas mesas: {lying}, mas foram entregues {sold} (R810 r.41)",
)
STANDINGS: Final = Said("standings", "Standings (R810 r.33, r.50-51):", "Classificação (R810 r.33, r.50-51):")
STANDING: Final = Said("standing", "{place:told} {who:told}: {how}", "{place:told} {who:told}: {how}")
ONE_PLACE: Final = Said("one_place", "{place}.", "{place}.º")
PLACES_SHARED: Final = Said("places_shared", "{first}.-{last}. ex aequo", "{first}.º a {last}.º ex aequo")
CHIPS_HELD: Final = Said("chips_held", "{chips}", "{chips}")
CHIPS_HELD_AT: Final = Said("chips_held_at", "{chips} at {table}, seat {seat}", "{chips} em {table}, lugar {seat}")
MAY_STILL_BUY: Final = Said("may_still_buy", "may still buy (r.31)", "ainda pode comprar (r.31)")
OUT_IN_HAND: Final = Said(
    "out_in_hand",
    "out in hand {hand} with {chips} at its start",
    "eliminado na jogada {hand}, com {chips} no início dela",
)
OUT_BY: Final = Said("out_by", "by {players:listed}", "por {players:listed}")
WON_IN_ALL: Final = Said("won_in_all", "{won:figure} won", "ganhou {won:figure}")
