"""The judge of a poker hand: every request about one, to the events it leads to or the rule that refuses it."""

from __future__ import annotations

from typing import assert_never

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker import playing, staging
from tombo.ledger.games.poker.case import case_of
from tombo.ledger.games.poker.commands import (
    ActForAbsent,
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    ExtendTime,
    Fold,
    HandCommand,
    PlaceBet,
    PostStraddle,
    ReportConnection,
    ReportRefused,
    RequestDecision,
    SettleHand,
    ShowCards,
    StartHand,
    TimeOut,
    VoidHand,
)


def decide(envelope: Envelope, view: View) -> Decision | Refused:  # noqa: C901, PLR0912  # one case a command
    """Judge ``envelope`` on ``view``: pure, every rule of R806 asked, nothing changed."""
    command: HandCommand = envelope.command
    if isinstance(command, StartHand):
        return staging.start_hand(envelope, view)
    case = case_of(command.hand, envelope, view)
    if isinstance(case, Refused):
        return case
    match command:
        case Fold():
            return playing.fold(case, command)
        case Check():
            return playing.check(case, command)
        case Call():
            return playing.call(case, command)
        case PlaceBet():
            return playing.place_bet(case, command)
        case PostStraddle():
            return playing.post_straddle(case, command)
        case RequestDecision():
            return playing.request_decision(case, command)
        case ExtendTime():
            return playing.extend_time(case, command)
        case TimeOut():
            return playing.time_out(case, command)
        case ActForAbsent():
            return playing.act_for_absent(case, command)
        case ReportRefused():
            return playing.report_refused(case, command)
        case ReportConnection():
            return playing.report_connection(case, command)
        case DealHoleCards():
            return staging.deal_hole_cards(case, command)
        case DealBoard():
            return staging.deal_board(case, command)
        case SettleHand():
            return staging.settle_hand(case, command)
        case ShowCards():
            return staging.show_cards(case, command)
        case VoidHand():
            return staging.void_hand(case, command)
        case _:
            assert_never(command)
