"""What the page of a tournament says beside the report itself."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

TOURNAMENT_TITLE: Final = Said("tournament_title", "Tournament {tournament}", "Torneio {tournament}")
CUP_STANDINGS: Final = Said("cup_standings", "Standings (R810 r.33, r.50-51)", "Classificação (R810 r.33, r.50-51)")
CUP_DESCRIBED: Final = Said("cup_described", "What it is, and what was bought", "O que é, e o que se comprou")
CUP_PLACE: Final = Said("cup_place", "Place", "Posição")
CUP_PLAYER: Final = Said("cup_player", "Player", "Jogador")
CUP_ENTRY: Final = Said("cup_entry", "Entry", "Inscrição")
CUP_PAID: Final = Said("cup_paid", "{entry}, {how}", "{entry}, {how}")
CUP_STANDS: Final = Said("cup_stands", "How it stands", "Como está")
CUP_HOW: Final = Said("cup_how", "{how}", "{how}")
CUP_NOT_BEGUN: Final = Said(
    "cup_not_begun", "It has not begun: nobody stands anywhere yet.", "Ainda não começou: ainda não há classificação."
)
