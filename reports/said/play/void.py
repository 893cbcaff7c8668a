"""What is said of the outage behind a void hand or round."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

OUTAGE: Final = Said(
    "outage",
    "The incident: an outage with origin in {origin:word}, reported by {reported_by:told}",
    "O incidente: uma falha com origem {origin:word}, comunicada por {reported_by:told}",
)
OUTAGE_NOTICED: Final = Said(
    "outage_noticed",
    "first noticed {first:dated}; on record at {recorded:timed} (log index {index}); {scope:told}",
    "notada primeiro {first:dated}; registada às {recorded:timed} (entrada {index} do registo); {scope:told}",
)
OUTAGE_EVERYWHERE: Final = Said("outage_everywhere", "every table", "todas as mesas")
OUTAGE_AT: Final = Said("outage_at", "table {tables:listed}", "mesa {tables:listed}")
OPEN_THEN: Final = Said(
    "open_then", "hands open then: {hands:listed}", "jogadas em curso nesse momento: {hands:listed}"
)
NONE_OPEN_THEN: Final = Said("none_open_then", "hands open then: none", "jogadas em curso nesse momento: nenhuma")
OPEN_AT_VERSION: Final = Said("open_at_version", "{hand} at version {version}", "{hand} na versão {version}")
OUTAGE_OVER: Final = Said(
    "outage_over",
    "over at {recorded:timed} (log index {index}): {note:told}",
    "terminada às {recorded:timed} (entrada {index} do registo): {note:told}",
)
DECLARED_VOID: Final = Said(
    "declared_void", "Declared void at {recorded:timed} {by:told}", "Declarada nula às {recorded:timed} {by:told}"
)
WHY_VOID: Final = Said("why_void", "Why it is void", "Porque é nula")
BETS_GO_BACK: Final = Said(
    "bets_go_back",
    "Void ({rule}): bets go back to the players",
    "Jogada nula ({rule}): as apostas são devolvidas aos jogadores",
)
