"""The judge of a tournament: every request about one, to the events it leads to or the rule that refuses it."""

from __future__ import annotations

from typing import assert_never

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.findings import Refused, refused
from tombo.ledger.games.tournament import ending, entering, moving, running
from tombo.ledger.games.tournament.bounds import record_refusal
from tombo.ledger.games.tournament.case import case_of
from tombo.ledger.games.tournament.commands import (
    AddOn,
    AgreeOnPrizes,
    AnnounceTournament,
    CallTime,
    CancelEntry,
    CancelTournament,
    CloseRegistration,
    ConvertTicket,
    DeclineRebuy,
    FinishTournament,
    MovePlayers,
    PauseLevel,
    Reenter,
    RegisterEntry,
    ResumeLevel,
    SeatLateEntries,
    StartLevel,
    StartSynchronizedHand,
    StartTournament,
    TakeRebuy,
    TournamentCommand,
)
from tombo.ledger.games.tournament.said import course as said


def decide(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``envelope`` on ``view``: pure, every rule of R810 asked, nothing changed, and nothing larger than can be recorded."""
    outcome = _judged(envelope, view)
    return outcome if isinstance(outcome, Refused) else record_refusal(outcome) or outcome


def _judged(envelope: Envelope, view: View) -> Decision | Refused:  # noqa: C901, PLR0912  # one case a command
    command: TournamentCommand = envelope.command
    if isinstance(command, AnnounceTournament):
        return entering.announce(envelope, view)
    if isinstance(command, ConvertTicket):
        return entering.convert_ticket(envelope, view)
    case = case_of(command.tournament, envelope, view)
    if isinstance(case, Refused):
        return case
    match command:
        case RegisterEntry():
            return entering.register(case, command)
        case CancelEntry():
            return entering.cancel_entry(case, command)
        case Reenter():
            return entering.reenter(case, command)
        case TakeRebuy():
            return entering.rebuy(case, command)
        case AddOn():
            return entering.add_on(case, command)
        case StartTournament():
            return running.start(case, command)
        case SeatLateEntries():
            return running.seat_late(case, command)
        case StartLevel():
            return running.start_level(case, command)
        case PauseLevel():
            return running.pause_level(case, command)
        case ResumeLevel():
            return running.resume_level(case, command)
        case StartSynchronizedHand():
            return running.start_synchronized(case, command)
        case MovePlayers():
            return moving.move(case, command)
        case DeclineRebuy():
            return ending.decline(case, command)
        case CloseRegistration():
            return ending.close_registration(case, command)
        case CallTime():
            return ending.call_time(case, command)
        case FinishTournament():
            return ending.finish(case, command)
        case AgreeOnPrizes():
            return refused("R810 r.53", said.PRIZES_NOT_AGREED())
        case CancelTournament():
            return ending.cancel(case, command)
        case _:
            assert_never(command)
