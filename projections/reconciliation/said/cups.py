"""What the night says of hands at the tables of tournaments, and of who asked for what: one row a meaning, a column a language."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

HAND_BY_HAND_TOO_EARLY: Final = Said(
    "hand_by_hand_too_early",
    "more players are in play than those with whom it begins, or one table is left, or the sale goes on",
    "há mais jogadores em jogo do que aqueles com que começa, ou resta uma só mesa, ou ainda se vende",
)
HAND_BY_HAND_NOT_STARTED: Final = Said(
    "hand_by_hand_not_started",
    "{players:player is|players are} in play, and the tables do not play hand by hand",
    "{players:jogador está|jogadores estão} em jogo, e as mesas não jogam mão-a-mão",
)
DEALS_OTHERWISE: Final = Said(
    "deals_otherwise",
    "it names other tables, or other hands, than those that come next",
    "indica outras mesas, ou outras jogadas, que não as seguintes",
)
SALE_NOT_CLOSED: Final = Said(
    "sale_not_closed",
    "nothing more could be bought, and no prizes were fixed before it",
    "já nada se podia comprar, e os prémios não estavam fixados antes dela",
)
TIME_NOT_CALLED: Final = Said(
    "time_not_called",
    "the time was up at {until:instant}, and the hands that are still due were not counted from then on",
    "o tempo terminou às {until:instant}, e as jogadas ainda devidas não se contaram a partir daí",
)
DEALT_OTHERWISE: Final = Said(
    "dealt_otherwise",
    "the seats {told} are dealt in; those with chips are {due}",
    "dão-se cartas aos lugares {told}; os que têm fichas são {due}",
)
BUTTON_NOT_MOVED: Final = Said(
    "button_not_moved",
    "the button lies on seat {told}; expected seat {due}",
    "o botão está no lugar {told}; esperava-se o lugar {due}",
)
ASKED_BY_ANOTHER: Final = Said(
    "asked_by_another",
    "{kind} in {stream} was asked for by {who}; expected {player}, or the platform for him",
    "{kind} em {stream} foi pedida por {who}; esperava-se {player}, ou a plataforma por ele",
)
ASKED_BY_NO_PLATFORM: Final = Said(
    "asked_by_no_platform",
    "{kind} in {stream} was asked for by {who}; expected the platform",
    "{kind} em {stream} foi pedida por {who}; esperava-se a plataforma",
)
