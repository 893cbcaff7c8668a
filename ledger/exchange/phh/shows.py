"""What the rules object to in how the cards of an imported hand are turned: too early, after a fold, twice, or not at all."""

from __future__ import annotations

from tombo.ledger.core.findings import Finding, Reading, Severity
from tombo.ledger.core.said import Told
from tombo.ledger.exchange.phh import said
from tombo.ledger.games.poker.rules.r806_showdown import cards_are_shown_after_the_end, showdown_is_due
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.streets import BOARD_SIZES
from tombo.ledger.games.poker.turns import live_count, turn


def objection(hand: Hand, position: int, *, mucks: bool) -> Finding | None:
    """What is objected to where ``position`` turns his cards, or ``mucks`` them, in ``hand`` as it is before."""
    if not hand.live[position]:
        return _notice(said.SHOWS_AFTER_FOLDING(player=position + 1))
    if live_count(hand) == 1:
        return None
    if hand.mucked[position] or any(card.card is not None for card in hand.shown[position]):
        return _notice(said.SHOWS_AGAIN(player=position + 1))
    if _bets_may_follow(hand):
        return showdown_is_due(hand) if mucks else cards_are_shown_after_the_end(hand, hand.seats[position])
    return None


def _bets_may_follow(hand: Hand) -> bool:
    """Whether somebody may bet yet: it is a turn, or more cards come and two have chips. Who is all-in may turn his before the board."""
    able = sum(alive and not stuck for alive, stuck in zip(hand.live, hand.all_in, strict=True))
    return turn(hand) is not None or (len(hand.board) < BOARD_SIZES[-1] and able > 1)


def missing(hand: Hand) -> Finding | None:
    """R806 r.59: at a showdown all who are in it turn their cards, or give up; a file that ends before says nothing of some."""
    left = [
        position
        for position, alive in enumerate(hand.live)
        if alive and not hand.shown[position] and not hand.mucked[position]
    ]
    if live_count(hand) == 1 or not left:
        return None
    return _notice(said.CUT_BEFORE_SHOWDOWN(players=tuple(f"p{position + 1}" for position in left)))


def _notice(told: Told) -> Finding:
    return Finding("R806 r.59", told, Reading.PRACTICE, Severity.NOTICE)
