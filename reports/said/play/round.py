"""What the history of a round against the house says of every game alike; what is a game's own stands in its folder (``words``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Said, Word
from tombo.ledger.house.moves import What

ROUND: Final = Said("round", "Round {round}: {game:told}", "Jogada {round}: {game:told}")
ROUND_PLACE: Final = Said(
    "round_place", "Table {table}, round {number}, {at:dated}", "Mesa {table}, jogada {number}, {at:dated}"
)
ROUND_RULESET: Final = Said("round_ruleset", "Ruleset {ruleset:told}", "Regras específicas {ruleset:told}")
ROUND_RULES: Final = Said(
    "round_rules",
    "{ruleset}, approved at log index {index}, rules revision {revision}",
    "{ruleset}, aprovadas no índice do registo {index}, revisão {revision} das regras",
)

ROUND_VOID: Final = Said(
    "round_void",
    "*** VOID *** (jogada nula, {rule}): incident {incident}",
    "*** Jogada nula *** ({rule}): incidente {incident}",
)
ROUND_IS_VOID: Final = Said(
    "round_is_void", "Void ({rule}): incident {incident}", "Jogada nula ({rule}): incidente {incident}"
)
"""As a step of a page."""
ROUND_IS_SETTLED: Final = Said("round_is_settled", "The round is settled", "A jogada está liquidada")
ROUND_OBJECTION: Final = Said(
    "round_objection",
    "Note on {rule}, {who}; by {reading:word}: {why}",
    "Nota sobre {rule}, {who}, segundo {reading:word}: {why}",
)
TURNED_DOWN_FOR: Final = Said(
    "turned_down_for", "  forbidden by {rule}: {why:told}", "  proibida por {rule}: {why:told}"
)
TURNED_DOWN_FOR_NOTHING: Final = Said(
    "turned_down_for_nothing",
    "  nothing on record forbids it: it should have been taken",
    "  nada do que está registado a proíbe: devia ter sido aceite",
)
ROUND_ESSENTIAL: Final = Said(
    "round_essential",
    "Everything essential of the round: its result and what was staked ({rule}).",
    "Elementos essenciais da jogada: resultado e valores apostados ({rule}).",
)
ROUND_PAGE: Final = Said("round_page", "Round {round}", "Jogada {round}")
ROUND_STARTED: Final = Said("round_started", "{at:dated}", "{at:dated}")
ROUND_CARDS: Final = Said("round_cards", "Cards and numbers", "Cartas e números")
ROUND_RESULT: Final = Said("round_result", "Result, in {currency}", "Resultado, em {currency}")
ROUND_RESULT_IN_CHIPS: Final = Said("round_result_in_chips", "Result, in chips", "Resultado, em fichas")
ROUND_PAGE_TOTALS: Final[Mapping[What, Word]] = {
    "staked": Word("column_staked", "Staked", "Apostado"),
    "prize": Word("column_prizes", "Prizes", "Prémios"),
    "returned": Word("column_returned", "Stakes returned", "Apostas devolvidas"),
    "lost": Word("column_lost", "Lost", "Perdido"),
    "imprisoned": Word("column_imprisoned", "In prison", "Em prisão"),
    "refunded": Word("column_refunded", "Refunded", "Reembolsado"),
    "taken_back": Word("column_taken_back", "Prizes taken back", "Prémios devolvidos"),
    "waived": Word("column_waived", "Prizes not to be had back", "Prémios não recuperados"),
}
"""The columns of a page that say what each sort of moves came to."""

MOVED: Final = Said("moved", "{player}: {what:told} ({rule})", "{player}: {what:told} ({rule})")
MOVED_FOR: Final = Said(
    "moved_for", "{player}: {what:told}: {why:word} ({rule})", "{player}: {what:told}: {why:word} ({rule})"
)
MOVED_ON_BET: Final[Mapping[What, Said]] = {
    "prize": Said(
        "moved_prize",
        "is paid {amount:figure} on {on:told}",
        "recebe um prémio de {amount:figure} {on:told}",
    ),
    "returned": Said(
        "moved_returned", "gets {amount:figure} back on {on:told}", "recebe de volta {amount:figure} {on:told}"
    ),
    "lost": Said("moved_lost", "loses {amount:figure} on {on:told}", "perde {amount:figure} {on:told}"),
}
"""What became of one bet."""
PRIZE_AND_STAKE: Final = Said(
    "prize_and_stake",
    "is paid {amount:figure} on {on:told}, and the stake of {stake:figure} stays his",
    "recebe um prémio de {amount:figure} {on:told}, e a aposta de {stake:figure} continua a pertencer-lhe",
)
MOVED_IN_ALL: Final[Mapping[What, Said]] = {
    "refunded": Said("moved_refunded", "is refunded {amount}", "é reembolsado em {amount}"),
    "taken_back": Said(
        "moved_taken_back", "gives back {amount:figure} of prizes", "devolve {amount:figure} de prémios"
    ),
    "waived": Said(
        "moved_waived",
        "keeps {amount:figure} of prizes that his account did not hold any more",
        "conserva {amount:figure} de prémios que a sua conta já não tinha",
    ),
}
"""What a void moves, of all bets of a player together."""

ROUND_SUMMARY: Final = Said("round_summary", "*** SUMMARY ***", "*** Resumo ***")
ROUND_OPEN: Final = Said(
    "round_open",
    "The round is open at version {version}; {staked:figure} staked",
    "A jogada está em curso na versão {version}; apostado {staked:figure}",
)
ROUND_REFUNDED: Final = Said(
    "round_refunded",
    "Void: {refunded:figure} of {staked:figure} staked refunded",
    "Nula: apostado {staked:figure}, reembolsado {refunded:figure}",
)
ROUND_PAID: Final = Said(
    "round_paid",
    "Settled: {staked:figure} staked, {prizes:figure} paid in prizes, {lost:figure} lost to the house",
    "Liquidada: apostado {staked:figure}, pago em prémios {prizes:figure}, perdido para a banca {lost:figure}",
)
ROUND_TOTALS: Final[Mapping[What, Said]] = {
    "staked": Said("total_staked", "staked {amount:figure}", "apostado {amount:figure}"),
    "prize": Said("total_prizes", "prizes {amount:figure}", "prémios {amount:figure}"),
    "returned": Said("total_returned", "stakes returned {amount:figure}", "apostas devolvidas {amount:figure}"),
    "lost": Said("total_lost", "lost {amount:figure}", "perdido {amount:figure}"),
    "imprisoned": Said("total_imprisoned", "in prison {amount:figure}", "em prisão {amount:figure}"),
    "refunded": Said("total_refunded", "refunded {amount:figure}", "reembolsado {amount:figure}"),
    "taken_back": Said("total_taken_back", "prizes taken back {amount:figure}", "prémios devolvidos {amount:figure}"),
    "waived": Said("total_waived", "not to be had back {amount:figure}", "prémios não recuperados {amount:figure}"),
}
"""What each sort of moves came to."""
ROUND_OF_PLAYER: Final = Said("round_of_player", "{player}: {totals}", "{player}: {totals}")
ROUND_NET: Final = Said("round_net", "net {net:signed}", "lucro ou perda {net:signed}")
ROUND_HIDDEN: Final = Said(
    "round_hidden",
    "Not shown, and hidden: {cards:card|cards} dealt face down",
    "Não mostradas, e ocultas: {cards:carta tapada|cartas tapadas}",
)
