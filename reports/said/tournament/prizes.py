"""What the prizes of a tournament say: the arithmetic, the rule, and where it is on record."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

PRIZES_OF: Final = Said(
    "prizes_of", "Prizes of tournament {tournament}: {phase:word}", "Prémios do torneio {tournament}: {phase:word}"
)
PRIZES_OPEN: Final = Said(
    "prizes_open",
    "Not fixed: entries, rebuys or add-ons are still possible. If nothing more were bought, they would be (R810 r.10):",
    "Por fixar: ainda são possíveis inscrições, rebuys ou add-ons. Se nada mais se comprasse, seriam (R810 r.10):",
)
PRIZES_FIXED_AT: Final = Said(
    "prizes_fixed_at",
    "Fixed at log index {index}, as nothing more could be bought (R810 r.10)",
    "Fixados na entrada {index} do registo, quando já nada se podia comprar (R810 r.10)",
)
POOL_MADE: Final = Said(
    "pool_made",
    "Pool: {pool} = {bought:figure} bought + {overlay:figure} overlay (R810 r.7m, r.10)",
    "Prize pool: {pool} = {bought:figure} comprados + {overlay:figure} acrescentados para os prémios garantidos"
    " (R810 r.7m, r.10)",
)
PLACES_PAID: Final = Said(
    "places_paid",
    "Places paid with {entries:entry|entries}: {places} (R810 r.9, r.34)",
    "Lugares premiados com {entries:inscrição|inscrições}: {places} (R810 r.9, r.34)",
)
PLACE_TICKET: Final = Said(
    "place_ticket",
    "{place}. a ticket of {amount:figure} (R810 r.32)",
    "{place}.º uma inscrição de {amount:figure} (R810 r.32)",
)
PLACE_REST: Final = Said(
    "place_rest",
    "{place}. {amount:figure}: what the tickets leave of the pool, in cash (R810 r.32)",
    "{place}.º {amount:figure}: o que as inscrições deixam do prize pool, em dinheiro (R810 r.32)",
)
PLACE_UNPAID: Final = Said(
    "place_unpaid",
    "{place}. {amount:figure}: no place of the payout (R810 r.34)",
    "{place}.º {amount:figure}: nenhum lugar premiado (R810 r.34)",
)
PLACE_SHARE: Final = Said(
    "place_share",
    "{place}. {amount:figure}: {worked:run} (R810 r.34)",
    "{place}.º {amount:figure}: {worked:run} (R810 r.34)",
)
SHARE_OF_POOL: Final = Said(
    "share_of_pool",
    "{pool:figure} x {share:percent} = {floor:figure}",
    "{pool:figure} x {share:percent} = {floor:figure}",
)
SHARE_IN_PROPORTION: Final = Said(
    "share_in_proportion",
    "{pool:figure} x {share:percent} / {whole:percent} = {floor:figure}",
    "{pool:figure} x {share:percent} / {whole:percent} = {floor:figure}",
)
ROUNDED_DOWN: Final = Said("rounded_down", "rounded down", "arredondado por defeito")
ODD_CENT: Final = Said("odd_cent", "+ {odd:figure} odd cent", "+ {odd:figure} do cêntimo sobrante")
WON_SO_FAR: Final = Said("won_so_far", "Won so far (R810 r.33, r.50-51):", "Ganhos até agora (R810 r.33, r.50-51):")
PLACE_WON: Final = Said("place_won", "{place:told} {award:told}", "{place:told} {award:told}")
PLACES_DIVIDED: Final = Said(
    "places_divided",
    "{place:told}, {why:told}: ({prizes:run}) / {entries} (R810 r.51)",
    "{place:told}, {why:told}: ({prizes:run}) / {entries} (R810 r.51)",
)
FIRST_PRIZE: Final = Said("first_prize", "{prize:figure}", "{prize:figure}")
MORE_PRIZE: Final = Said("more_prize", "+ {prize:figure}", "+ {prize:figure}")
EQUAL_AT_THE_END: Final = Said("equal_at_the_end", "equal chips at the end", "fichas iguais no fim")
EQUAL_BEFORE_HAND: Final = Said(
    "equal_before_hand",
    "{chips} each at the start of hand {hand}",
    "{chips} cada um no início da jogada {hand}",
)
AWARD: Final = Said("award", "{who:told}: {what:told}, {when:told}", "{who:told}: {what:told}, {when:told}")
AWARD_CASH: Final = Said("award_cash", "{amount:figure}", "{amount:figure}")
AWARD_TICKET: Final = Said("award_ticket", "ticket of {amount:figure}", "inscrição de {amount:figure}")
AWARD_TICKET_NAMED: Final = Said(
    "award_ticket_named", "ticket of {amount:figure} {ticket}", "inscrição de {amount:figure} {ticket}"
)
AWARD_CREDITED: Final = Said(
    "award_credited",
    "credited at log index {index} (R810 r.54)",
    "crédito na entrada {index} do registo (R810 r.54)",
)
AWARD_NEVER_CREDITED: Final = Said(
    "award_never_credited",
    "never credited: the tournament was cancelled (R810 r.35-36)",
    "nunca houve crédito: o torneio foi cancelado (R810 r.35-36)",
)
AWARD_DUE_AT_END: Final = Said(
    "award_due_at_end", "to be credited at the end (R810 r.54)", "a creditar no fim (R810 r.54)"
)
AWARD_DUE_ONCE_SURE: Final = Said(
    "award_due_once_sure",
    "to be credited once nobody can change it (R810 r.54)",
    "a creditar assim que já ninguém o possa alterar (R810 r.54)",
)
BOUNTIES: Final = Said("bounties", "Bounties (R810 r.7p, r.33):", "Prémios de eliminação (R810 r.7p, r.33):")
BOUNTY: Final = Said(
    "bounty",
    "{who:told}: {amount:figure} {whose:told}, credited at log index {index}",
    "{who:told}: {amount:figure} {whose:told}, crédito na entrada {index} do registo",
)
BOUNTY_SHARED: Final = Said(
    "bounty_shared",
    "{who:told}: {amount:figure} = {whole:figure} / {winners} {whose:told}, credited at log index {index}",
    "{who:told}: {amount:figure} = {whole:figure} / {winners} {whose:told}, crédito na entrada {index} do registo",
)
BOUNTY_OWN: Final = Said("bounty_own", "his own, whom nobody eliminated", "pelo seu próprio, a quem ninguém eliminou")
BOUNTY_FOR: Final = Said("bounty_for", "for {player}", "por {player}")
RECORD_DIFFERS: Final = Said(
    "record_differs", "The record is not what the rules give:", "O registo não é o que as regras dão:"
)
