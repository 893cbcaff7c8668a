"""What the list of refunds says."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

REFUNDS: Final = Said("refunds", "Refunds", "Devoluções")
REFUNDS_ASKED: Final = Said("refunds_asked", "Refunds {asked:run}", "Devoluções {asked:run}")
REFUNDS_OF_DAY: Final = Said("refunds_of_day", "of {day}", "de {day}")
REFUNDS_SINCE: Final = Said("refunds_since", "from {day}", "desde {day}")
REFUNDS_UNTIL: Final = Said("refunds_until", "until {day}", "até {day}")
REFUNDS_TO: Final = Said("refunds_to", "to {player}", "a {player}")
REFUNDS_FOR_INCIDENT: Final = Said("refunds_for_incident", "for the incident {incident}", "pelo incidente {incident}")
REFUNDS_IN_TOURNAMENT: Final = Said("refunds_in_tournament", "in tournament {tournament}", "no torneio {tournament}")
REFUNDS_UNDER: Final = Said("refunds_under", "under {game}", "segundo {game}")
NOTHING_REFUNDED: Final = Said("nothing_refunded", "nothing was refunded for it", "nada foi devolvido por isso")
NO_REFUNDS: Final = Said("no_refunds", "No refunds", "Nenhuma devolução")
REFUNDS_TOTAL: Final = Said("refunds_total", "Total", "Total")
REFUNDS_COUNTED: Final = Said("refunds_counted", "{times:refund|refunds}", "{times:devolução|devoluções}")
INCIDENT_NOT_ON_RECORD: Final = Said(
    "incident_not_on_record",
    "Incident {incident}: NOT ON RECORD, and a refund names it; only one on record makes anything void",
    "Incidente {incident}: NÃO ESTÁ REGISTADO, e uma devolução nomeia-o; só um incidente registado torna nula uma jogada",
)
TOURNAMENT_CANCELLED_FOR: Final = Said(
    "tournament_cancelled_for",
    "Tournament {tournament}: cancelled for {cause:word}: {note}",
    "Torneio {tournament}: cancelado por {cause:word}: {note}",
)
CANCELLED_WHEN: Final = Said(
    "cancelled_when",
    "{at:dated}, log index {index}; case {case}, {meaning:told}",
    "{at:dated}, entrada {index} do registo; caso {case}, {meaning:told}",
)
INCIDENT_OF: Final = Said(
    "incident_of",
    "Incident {incident}: an outage with origin in {origin:word}, reported by {reporter:told}",
    "Incidente {incident}: uma falha com origem {origin:word}, comunicada por {reporter:told}",
)
FIRST_NOTICED: Final = Said(
    "first_noticed",
    "first noticed {first:dated}; on record at {recorded:timed} (log index {index})",
    "notada primeiro {first:dated}; registada às {recorded:timed} (entrada {index} do registo)",
)
ENTRY_NUMBER: Final = Said("entry_number", "entry {number}", "inscrição {number}")
NOBODY_ON_RECORD: Final = Said("nobody_on_record", "nobody on record", "ninguém no registo")
ON_SEAT: Final = Said("on_seat", "{who}, seat {seat}", "{who}, lugar {seat}")
TICKET_BACK: Final = Said("ticket_back", "(the ticket {ticket} back)", "(devolvida a inscrição ganha {ticket})")
SHARE_AND_TICKET: Final = Said(
    "share_and_ticket",
    "({share:figure} by chips and the ticket {ticket} back)",
    "({share:figure} segundo as fichas e devolvida a inscrição ganha {ticket})",
)
FEE_AND_SHARE: Final = Said(
    "fee_and_share",
    "({fee:figure} fee + {share:figure} by chips)",
    "({fee:figure} de inscrição + {share:figure} segundo as fichas)",
)
IN_BRACKETS: Final = Said("in_brackets", "({said})", "({said})")
PRIZES_TAKEN_BACK: Final = Said("prizes_taken_back", "{amount} of prizes taken back", "{amount} de prémios retirados")
PRIZES_WAIVED: Final = Said("prizes_waived", "{amount} of prizes waived", "{amount} de prémios não exigidos")
TICKETS_BACK: Final = Said(
    "tickets_back", "{tickets:ticket|tickets} back", "{tickets:inscrição ganha devolvida|inscrições ganhas devolvidas}"
)
