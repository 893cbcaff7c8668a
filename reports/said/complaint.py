"""How a player complains of what a page says."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HOW_TO_COMPLAIN: Final = Said("how_to_complain", "How to complain", "Como reclamar")
COMPLAIN_TO_OPERATOR: Final = Said(
    "complain_to_operator",
    "Whoever doubts what stands here may complain to the operator, in the way that the operator tells its players at all "
    "times ({rules}).",
    "Quem tiver dúvidas sobre o que aqui consta pode reclamar junto da entidade exploradora, pela forma que esta dá a "
    "conhecer aos jogadores ({rules}).",
)
TOURNAMENT_COMPLAINTS: Final = Said(
    "tournament_complaints",
    "Doubts and complaints about the hands of a tournament are decided by the operator, by the rules of tournaments, those "
    "of the poker game that is played, and those of the tournament ({rule}).",
    "As dúvidas e reclamações sobre as jogadas de um torneio são resolvidas pela entidade exploradora, por aplicação das "
    "regras dos torneios, das regras do jogo de póquer em execução e das regras específicas do torneio ({rule}).",
)
COMPLAINT_SAYS: Final = Said(
    "complaint_says",
    "It says who complains and of what: the player, and the hand or operation with its numbers on record, as this page has "
    "them. Complaint and decision are put on record, and the hand can be computed again from its entries.",
    "A reclamação indica quem reclama e de quê: o jogador, e a jogada ou operação com os números do registo que constam "
    "desta página. A reclamação e a decisão ficam registadas, e a jogada pode ser recalculada a partir do registo.",
)
COMPLAINT_TIME: Final = Said(
    "complaint_time",
    "The rules cited set no time for a complaint or its answer; what other law says of it stands.",
    "Nas regras citadas não há prazo para reclamar nem para responder, sem prejuízo do que outra lei disponha.",
)
