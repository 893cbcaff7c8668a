"""What a list says of each hand or round, in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word

LISTED: Final = Said("listed", "{name}  {when:told}  {stands}", "{name}  {when:told}  {stands}")
LISTED_LOST: Final = Said("listed_lost", "{name}  {lost}", "{name}  {lost}")
LISTED_WHEN: Final = Said("listed_when", "{at:dated}", "{at:dated}")
LISTED_TIME_UNKNOWN: Final = Said("listed_time_unknown", "time unknown", "hora desconhecida")
LISTED_PLAYERS: Final = Said("listed_players", "{players:player|players}", "{players:jogador|jogadores}")
LISTED_POT: Final = Said("listed_pot", "pot {pot}", "pote de {pot}")
LISTED_COMMISSION: Final = Said("listed_commission", "commission {commission:figure}", "comissão {commission:figure}")
LISTED_STAKED: Final = Said("listed_staked", "staked {staked}", "apostado {staked}")
LISTED_PRIZES: Final = Said("listed_prizes", "prizes {prizes:figure}", "prémios {prizes:figure}")
LISTED_FINDINGS: Final = Said("listed_findings", "{findings:finding|findings}", "{findings:nota|notas}")
LISTED_OUTCOMES: Final[Mapping[str, Word]] = {
    "open": Word("listed_open", "open", "em curso"),
    "settled": Word("listed_settled", "settled", "liquidada"),
    "voided": Word("listed_voided", "voided", "nula"),
}
"""How it ended, if it did."""
LISTED_OLDER: Final = Said(
    "listed_older", "There are older ones: {command} --after {name}", "Há mais antigas: {command} --after {name}"
)
