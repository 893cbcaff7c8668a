"""What may be asked of a tournament."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.games.tournament.events import EntryNumber
from tombo.ledger.house.fields import Why
from tombo.ledger.terms.tournament import Structure


class AnnounceTournament(CommandBase):
    """Staff announces a tournament whose rules the SRIJ approved under ``reference`` (r.7-9). Unlawful ones are refused with the rule."""

    kind: Literal["announce_tournament"] = "announce_tournament"
    reference: Why
    structure: Structure
    tournament: LocalId


class RegisterEntry(CommandBase):
    """A player enters: for the fee, or with a ticket he won (r.14-16, r.19, r.21-22)."""

    kind: Literal["register_entry"] = "register_entry"
    player: LocalId
    session: LocalId
    ticket: LocalId | None = None
    tournament: LocalId


class CancelEntry(CommandBase):
    """A player takes his entry back before the start (r.24-25)."""

    kind: Literal["cancel_entry"] = "cancel_entry"
    player: LocalId
    tournament: LocalId


class ConvertTicket(CommandBase):
    """A player has a ticket paid out, who had won an entry to the same tournament before (r.28-30), or it was cancelled (r.37)."""

    kind: Literal["convert_ticket"] = "convert_ticket"
    player: LocalId
    ticket: LocalId


class StartTournament(CommandBase):
    """The platform starts the tournament: seats are drawn from ``seed`` (r.39) at these tables, which open with it."""

    absent: list[EntryNumber] = Field(default=[], fail_fast=True)
    """Who is not there, and sits out (r.26)."""
    kind: Literal["start_tournament"] = "start_tournament"
    seed: Hex32
    tables: Annotated[list[LocalId], Field(min_length=1, max_length=20_000)]
    tournament: LocalId


class SeatLateEntries(CommandBase):
    """The platform seats entries that came after the start (r.7n, r.2k), drawn from ``seed``; ``tables`` opens new ones."""

    kind: Literal["seat_late_entries"] = "seat_late_entries"
    seed: Hex32
    tables: list[LocalId] = Field(default=[], fail_fast=True)
    tournament: LocalId


class StartLevel(CommandBase):
    """The platform starts the next level (r.45-46)."""

    kind: Literal["start_level"] = "start_level"
    tournament: LocalId


class PauseLevel(CommandBase):
    """The platform stops the clock of the level: a break (r.2g), or an outage."""

    kind: Literal["pause_level"] = "pause_level"
    tournament: LocalId


class ResumeLevel(CommandBase):
    """The platform lets the clock run again."""

    kind: Literal["resume_level"] = "resume_level"
    tournament: LocalId


class MovePlayers(CommandBase):
    """The platform evens the tables out (r.47-48): who moves and where to follows from ``seed`` and the tables.

    ``broken`` names a table to be dissolved; none where tables only are to be evened.
    """

    broken: LocalId | None = None
    kind: Literal["move_players"] = "move_players"
    seed: Hex32
    tournament: LocalId


class TakeRebuy(CommandBase):
    """A player buys chips again (r.2j, r.21, r.23)."""

    kind: Literal["rebuy"] = "rebuy"
    player: LocalId
    tournament: LocalId


class AddOn(CommandBase):
    """A player takes his add-on (r.2a, r.21, r.23)."""

    kind: Literal["add_on"] = "add_on"
    player: LocalId
    tournament: LocalId


class Reenter(CommandBase):
    """A player who was eliminated enters again (r.2k, r.21, r.23)."""

    kind: Literal["reenter"] = "reenter"
    player: LocalId
    session: LocalId
    tournament: LocalId


class CloseRegistration(CommandBase):
    """The platform closes what can be bought; the prizes are fixed with it (r.10, r.23). Where it is silent the next hand closes it."""

    kind: Literal["close_registration"] = "close_registration"
    tournament: LocalId


class DeclineRebuy(CommandBase):
    """A player without chips buys none, or his time to do so is up: he is eliminated (r.31, r.44)."""

    kind: Literal["decline_rebuy"] = "decline_rebuy"
    player: LocalId
    tournament: LocalId


class StartSynchronizedHand(CommandBase):
    """The platform lets all tables begin their next hand together, once all have ended theirs (r.49)."""

    kind: Literal["start_synchronized_hand"] = "start_synchronized_hand"
    tournament: LocalId


class CallTime(CommandBase):
    """The platform says that the time of a timed tournament is up (r.52)."""

    kind: Literal["call_time"] = "call_time"
    tournament: LocalId


class FinishTournament(CommandBase):
    """The platform ends the tournament (r.52): one player has all chips, or the time is up and everybody had the button."""

    kind: Literal["finish_tournament"] = "finish_tournament"
    tournament: LocalId


class AgreeOnPrizes(CommandBase):
    """Players ask to divide the prizes otherwise than the tournament's rules have it: always refused (r.53)."""

    kind: Literal["agree_on_prizes"] = "agree_on_prizes"
    player: LocalId
    tournament: LocalId


class CancelTournament(CommandBase):
    """Staff or the platform cancels the tournament (r.35): its refunds are in the same commit (r.36-38)."""

    cause: Literal["too_few_players", "technical", "force_majeure"]
    kind: Literal["cancel_tournament"] = "cancel_tournament"
    note: Why
    tournament: LocalId


TournamentCommand = (
    AnnounceTournament
    | RegisterEntry
    | CancelEntry
    | ConvertTicket
    | StartTournament
    | SeatLateEntries
    | StartLevel
    | PauseLevel
    | ResumeLevel
    | MovePlayers
    | TakeRebuy
    | AddOn
    | Reenter
    | CloseRegistration
    | DeclineRebuy
    | StartSynchronizedHand
    | CallTime
    | FinishTournament
    | AgreeOnPrizes
    | CancelTournament
)
