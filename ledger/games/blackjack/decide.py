"""The judge of a round of blackjack: every request about one, to the events it leads to or the rule that refuses it."""

from __future__ import annotations

from typing import assert_never

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.blackjack import playing, staging
from tombo.ledger.games.blackjack.case import case_of
from tombo.ledger.games.blackjack.commands import (
    BlackjackCommand,
    CloseBlackjackBets,
    DealBlackjackCard,
    DealBlackjackHands,
    DecideBlackjackHand,
    OpenBlackjackRound,
    PlaceBlackjackBet,
    ReportBlackjackBetRefused,
    ReportBlackjackConnection,
    RequestBlackjackDecision,
    RevealBlackjackHouse,
    ShuffleBlackjackShoe,
    TimeOutBlackjackHand,
    VoidBlackjackRound,
)


def decide(envelope: Envelope, view: View) -> Decision | Refused:  # noqa: C901, PLR0912  # one case a command
    """Judge ``envelope`` on ``view``: pure, every rule of R805 asked, nothing changed."""
    command: BlackjackCommand = envelope.command
    if isinstance(command, OpenBlackjackRound):
        return staging.open_round(envelope, view)
    case = case_of(command.round, envelope, view)
    if isinstance(case, Refused):
        return case
    match command:
        case ShuffleBlackjackShoe():
            return staging.shuffle_shoe(case, command)
        case PlaceBlackjackBet():
            return playing.place_bet(case, command)
        case ReportBlackjackBetRefused():
            return playing.report_refused(case, command)
        case CloseBlackjackBets():
            return staging.close_bets(case, command)
        case DealBlackjackHands():
            return staging.deal_hands(case, command)
        case DealBlackjackCard():
            return staging.deal_card(case, command)
        case RequestBlackjackDecision():
            return playing.request_decision(case, command)
        case DecideBlackjackHand():
            return playing.decide_hand(case, command)
        case TimeOutBlackjackHand():
            return playing.time_out(case, command)
        case RevealBlackjackHouse():
            return staging.reveal_house(case, command)
        case ReportBlackjackConnection():
            return staging.report_connection(case, command)
        case VoidBlackjackRound():
            return staging.void_round(case, command)
        case _:
            assert_never(command)
