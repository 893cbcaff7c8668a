"""What the page says on which hands and rounds are found."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

FIND_HOW: Final = Said(
    "find_how",
    "Hands and rounds of every game, the newest first: those for which all that is asked holds. No closed card is searched. Each that is found is held against its entries; one that somebody took out of the rows in which it is searched is missed until the next night, which names it ('views').",
    "Jogadas de todos os jogos, as mais recentes primeiro: aquelas para as quais vale tudo o que se pede. Nenhuma carta fechada é procurada. Cada uma que se encontra é confrontada com as suas entradas; se alguém retirou alguma das linhas em que se procura, ela falta até à noite seguinte, que a indica ('views').",
)
FIND_PLAYER: Final = Said("find_player", "Player", "Jogador")
FIND_TABLE: Final = Said("find_table", "Table", "Mesa")
FIND_NUMBER: Final = Said("find_number", "Number at its table", "Número na sua mesa")
FIND_GAME: Final = Said("find_game", "Game", "Jogo")
FIND_ANY: Final = Said("find_any", "any", "qualquer")
FIND_FROM: Final = Said("find_from", "Began then or later", "Começou então ou depois")
FIND_TO: Final = Said("find_to", "Began then or before", "Começou então ou antes")
FIND_CARD: Final = Said("find_card", "Cards that lay open", "Cartas que estiveram à vista")
FIND_BELOW_OTHER: Final = Said(
    "find_below_other",
    "it is below the other bound: nothing can be between them",
    "fica abaixo do outro limite: nada pode estar entre os dois",
)
FIND_LEAST: Final = Said("find_least", "Pot or stakes, at least", "Pote ou apostas, pelo menos")
FIND_MOST: Final = Said("find_most", "Pot or stakes, at most", "Pote ou apostas, no máximo")
FIND_INCIDENT: Final = Said("find_incident", "Incident that made it void", "Incidente que a tornou nula")
FIND_FINDING: Final = Said("find_finding", "Rule that objected", "Regra que se opôs")
FIND_DISPUTED: Final = Said("find_disputed", "Somebody complained of it", "Alguém reclamou")
FIND_LIKE_TIME: Final = Said("find_like_time", "like 2026-07-14T20:05:00+01:00", "como 2026-07-14T20:05:00+01:00")
FIND_LIKE_CARD: Final = Said("find_like_card", "like Ah or Td; several apart", "como Ah ou Td; várias separadas")
FIND_LIKE_AMOUNT: Final = Said("find_like_amount", "EUR, like 12.50", "EUR, como 12,50")
FIND_LIKE_RULE: Final = Said("find_like_rule", "like {rule}", "como {rule}")
FOUND: Final = Said("found", "Found", "Encontrado")
FOUND_NOTHING: Final = Said("found_nothing", "Nothing on record is as you ask.", "Nada no registo é como pede.")
FOUND_NAMED: Final = Said("found_named", "What is called {name}", "O que se chama {name}")
FOUND_NONE_NAMED: Final = Said(
    "found_none_named", "Nothing on record is called {name}.", "Nada no registo se chama {name}."
)
FOUND_PLAYED: Final = Said("found_played", "Hand or round", "Jogada")
FOUND_BEGAN: Final = Said("found_began", "Began", "Começou")
FOUND_STANDS: Final = Said("found_stands", "How it went", "Como correu")
FOUND_BESIDE: Final = Said("found_beside", "Beside it", "À volta")
FOUND_CARDS: Final = Said("found_cards", "open: {cards:cards}", "à vista: {cards:cards}")
FOUND_RULES: Final = Said("found_rules", "objected: {rules}", "opôs-se: {rules}")
FOUND_INCIDENT: Final = Said("found_incident", "incident {incident}", "incidente {incident}")
FOUND_CASE: Final = Said("found_case", "complaint {dispute}", "reclamação {dispute}")
FOUND_OLDER: Final = Said("found_older", "Older ones", "Mais antigas")
FOUND_NEWEST: Final = Said("found_newest", "Back to the newest", "Voltar às mais recentes")
LEADS_TO_REPLAY: Final = Said("leads_to_replay", "Replay of {played}", "Repetição de {played}")
LEADS_TO_CASE: Final = Said("leads_to_case", "Complaint {name}", "Reclamação {name}")
LEADS_TO_INCIDENT: Final = Said(
    "leads_to_incident", "What the incident {name} made void", "O que o incidente {name} tornou nulo"
)
LEADS_TO_TOURNAMENT: Final = Said("leads_to_tournament", "Tournament {name}", "Torneio {name}")
LEADS_TO_DAY: Final = Said("leads_to_day", "The day {name}", "O dia {name}")
NO_PLACE: Final = Said(
    "no_place",
    "{typed} is no place in the log, at which a page goes on",
    "{typed} não é um lugar no registo, em que uma página continua",
)
