"""What the audit says of a round of blackjack."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.said import Said

BLACKJACK_ON_SEAT: Final = Said("blackjack_on_seat", "seat {seat}", "lugar {seat}")
BLACKJACK_ON_HAND: Final = Said("blackjack_on_hand", "seat {seat} hand {hand}", "lugar {seat}, jogo {hand}")
BLACKJACK_SETTLED_BETS_UNDECIDED: Final = Said(
    "blackjack_settled_bets_undecided", "settled, and bets are undecided", "liquidada, e há apostas por decidir"
)
BLACKJACK_OBJECTION_TO_PLAYER: Final = Said(
    "blackjack_objection_to_player", "{player}, {why:told}", "{player}, {why:told}"
)
CARD_OF_HALF_A_HAND: Final = Said(
    "card_of_half_a_hand",
    "the card {card} names a seat without a hand, or a hand without a seat; expected both, or neither for the house",
    "a carta {card} indica um lugar sem mão, ou uma mão sem lugar; esperavam-se ambos, ou nenhum para a banca",
)
HOUSE_DRAWS_FROM_SEVENTEEN: Final = Said(
    "house_draws_from_seventeen", "the house has {total} and takes {card}", "a banca tem {total} pontos e recebe {card}"
)
DECISION_OF_UNKNOWN_HAND: Final = Said(
    "decision_of_unknown_hand",
    "a decision of hand {hand} of seat {seat}, and there is none",
    "uma decisão do jogo {hand} do lugar {seat}, que não existe",
)
DECISION_STAKES_OTHERWISE: Final = Said(
    "decision_stakes_otherwise",
    "{player}, staked on {on:told} ({decision:word}): recorded {recorded}, recomputed {recomputed}",
    "{player}, apostado no {on:told} ({decision:word}): registado {recorded}, recalculado {recomputed}",
)
ACE_COUNTED_ONE: Final = Said(
    "ace_counted_one",
    "{player}, {on:told} ({decision:word}): an ace recorded as 1 that stays free",
    "{player}, {on:told} ({decision:word}): ás registado a valer 1, que continua livre",
)
ACE_LEFT_FREE: Final = Said(
    "ace_left_free",
    "{player}, {on:told} ({decision:word}): an ace recorded as free that counts 1",
    "{player}, {on:told} ({decision:word}): ás registado como livre, que vale 1",
)
SILENCE_DECIDED_OTHERWISE: Final = Said(
    "silence_decided_otherwise",
    "{player}, time up on {on:told} with {total}: recorded {recorded:word}, recomputed {recomputed:word}",
    "{player}, tempo esgotado no {on:told} com {total} pontos: registado {recorded:word}, recalculado {recomputed:word}",
)
HOUSE_TURNS_OTHER_CARD: Final = Said(
    "house_turns_other_card",
    "the house turns {card}, which is not the card it was dealt face down",
    "a banca mostra {card}, que não é a carta que lhe foi distribuída com a face virada para baixo",
)
HOUSE_TURNS_CARD_AGAIN: Final = Said(
    "house_turns_card_again",
    "the house turns {card} once more",
    "a banca mostra {card} outra vez",
)
HOUSE_TURNED_EARLY: Final = Said(
    "house_turned_early",
    "{round}: the house turned its card before all had decided, and the round is not void ({rule})",
    "{round}: a banca virou a sua carta antes de todos decidirem, e a jogada não é nula ({rule})",
)
BET_DECIDED_TOO_SOON: Final = Said(
    "bet_decided_too_soon",
    "hand {hand} of seat {seat} is paid or collected before what decides it",
    "a mão {hand} do lugar {seat} é paga ou recolhida antes do que a decide",
)
