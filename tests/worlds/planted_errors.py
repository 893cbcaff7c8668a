"""Errors planted in a simulated day, each alone in what it touches, with what the night job owes about it."""

from __future__ import annotations

from typing import Final

from tests.worlds.forge import Plant
from tests.worlds.planted_money import (
    cent_of_a_prize,
    cent_of_anothers_prize,
    cent_of_blackjack,
    cent_of_commission,
    cent_of_roulette,
    cent_of_sem_descarte,
    cent_to_another_seat,
    compensation_without_a_case,
    credit_for_nothing,
    credit_from_nowhere,
    credit_to_another,
    debit_once_more,
    debit_twice,
    money_left_in_a_pool,
    overdraft,
    prize_once_more,
    refund_behind_the_end,
    refund_once_more,
    ticket_of_nothing,
)
from tests.worlds.planted_play import (
    began_with_more,
    closed_with_money,
    ended_with_more,
    left_with_less,
    left_with_more,
    listed_and_forgotten,
    skipped_hand,
    skipped_round,
    unfinished_hand,
    unfinished_round,
    void_of_another_table,
    void_on_the_players_side,
    void_without_incident,
)

PLANTS: Final[tuple[Plant, ...]] = (
    void_without_incident,
    void_on_the_players_side,
    void_of_another_table,
    cent_to_another_seat,
    cent_of_commission,
    cent_of_blackjack,
    cent_of_roulette,
    cent_of_sem_descarte,
    cent_of_a_prize,
    cent_of_anothers_prize,
    money_left_in_a_pool,
    prize_once_more,
    refund_behind_the_end,
    refund_once_more,
    ticket_of_nothing,
    debit_twice,
    debit_once_more,
    compensation_without_a_case,
    credit_from_nowhere,
    credit_for_nothing,
    credit_to_another,
    overdraft,
    unfinished_hand,
    unfinished_round,
    skipped_hand,
    skipped_round,
    began_with_more,
    closed_with_money,
    ended_with_more,
    left_with_less,
    left_with_more,
    listed_and_forgotten,
)
"""Every error there is a plant of."""
