"""What the pages of a replay say beside the replay itself."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

TO_PRINT: Final = Said("to_print", "Page to print", "Página para imprimir")
TO_SAVE: Final = Said("to_save", "Save this replay as a file", "Guardar esta repetição num ficheiro")
TO_TOURNAMENT: Final = Said("to_tournament", "Tournament {tournament}", "Torneio {tournament}")
REPLAY_WAYS: Final = Said("replay_ways", "The same elsewhere", "O mesmo noutro lado")
CLOSED_CARDS: Final = Said("closed_cards", "Closed cards", "Cartas fechadas")
CLOSED_HOW: Final = Said(
    "closed_how",
    "Nobody sees a card that was not shown before an entry says who sees it, and why. The entry is signed by you, and opens them to you alone, for {minutes:minute|minutes}.",
    "Ninguém vê uma carta que não foi mostrada antes de uma entrada dizer quem a vê, e porquê. A entrada é assinada por si, e só a si as abre, durante {minutes:minuto|minutos}.",
)
CLOSED_SHOWN: Final = Said(
    "closed_shown",
    "Closed cards stand on this page: your reading of them is on record, and opened them to you alone.",
    "Nesta página há cartas fechadas: está registado que as vê, e só a si foram abertas.",
)
CLOSED_IN_PLAY: Final = Said(
    "closed_in_play",
    "This is still in play: until it is over nobody sees a closed card.",
    "Isto ainda está em jogo: até acabar ninguém vê uma carta fechada.",
)
CLOSED_NO_KEY: Final = Said(
    "closed_no_key",
    "The key that opens closed cards is not on this machine: they stay closed here.",
    "A chave que abre cartas fechadas não está nesta máquina: aqui ficam fechadas.",
)
CARDS_OF: Final = Said("cards_of", "Whose cards", "Cartas de quem")
CARDS_OF_ALL: Final = Said("cards_of_all", "everybody's", "de todos")
WHY_READ: Final = Said("why_read", "Why", "Porquê")
GO_TO_READ: Final = Said("go_to_read", "On, to sign", "Continuar, para assinar")
READING_OPENS_NOTHING: Final = Said(
    "reading_opens_nothing",
    "that reading opens no closed card of {played} to who is signed in: it is over, or it is not his",
    "esse registo não abre nenhuma carta fechada de {played} a quem entrou: já passou, ou não é dele",
)
