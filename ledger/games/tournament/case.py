"""What every decision about a tournament shares: the case at hand, movements of money, and the commit that carries them."""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.findings import Refused, refused
from tombo.ledger.games.tournament.events import TournamentEvent
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.games.tournament.said import course as said
from tombo.ledger.games.tournament.state import Tournament, tournament_stream
from tombo.ledger.house.account.decide import debited
from tombo.ledger.house.account.state import Account, account_stream, credited
from tombo.ledger.house.rules import OUT_OF_PLACE, house, names_place, why_not
from tombo.ledger.house.staff.authority import may

Movement = tuple[str, EventBase]
"""An event with its stream."""


class TournamentCase(NamedTuple):
    """A request about a tournament that was announced: who asks, when by the source's word, and the tournament."""

    name: str
    state: Tournament
    by: By
    occurred: int | None
    view: View

    @property
    def stream(self) -> str:
        """The tournament's stream."""
        return tournament_stream(self.name)

    def version(self, after: int) -> int:
        """The version of the event number ``after``, from 1, that this decision adds to the tournament."""
        return self.view.version(self.stream) + after


def case_of(tournament: str, envelope: Envelope, view: View) -> TournamentCase | Refused:
    """The case of a request about ``tournament``, by its local id."""
    state: Tournament | None = view(tournament_stream(tournament))
    if state is None:
        return house("tournament", said.TOURNAMENT_MISSING(tournament=tournament))
    return TournamentCase(tournament, state, envelope.by, envelope.occurred, view)


def by_platform(case: TournamentCase) -> Refused | None:
    """The objection to anybody but the platform."""
    return may(case.view, case.by, platform=True)


def by_player(case: TournamentCase, player: str) -> Refused | None:
    """The objection to anybody but ``player``, or the platform for him."""
    return may(case.view, case.by, player=player, platform=True)


def next_state(case: TournamentCase, state: Tournament, event: TournamentEvent) -> Tournament:
    """``state`` after ``event``, which this decision adds.

    Raises:
        OutOfPlaceError: it cannot follow: something is on record that no door wrote.
    """
    try:
        return evolve(state, event)
    except OUT_OF_PLACE as error:
        raise OutOfPlaceError(
            f"TAMPERED: {event.kind}, which the door would record, cannot follow what is on record of {case.stream} "
            f"({why_not(error)}); run {names_place(case.stream)}"
        ) from error


def decided(case: TournamentCase, events: list[TournamentEvent], others: list[Movement] | None = None) -> Decision:
    """``events`` of the tournament, then those of other streams, as one commit."""
    after = case.state
    for event in events:
        after = next_state(case, after, event)
    placed = tuple((case.stream, event) for event in events)
    return Decision((*placed, *(others or ())), states={case.stream: after})


def paid_for(case: TournamentCase, player: str, cents: int, *, event: int) -> list[Movement] | Refused:
    """The movement that pays for the event number ``event``, from 1, of this decision (R810 r.21-22)."""
    if not cents:
        return []
    movement = debited(case.view, player, cents, cause=case.stream, cause_version=case.version(event))
    if isinstance(movement, Refused):
        return refused("R810 r.21", movement.finding.told)
    return [movement]


def given(case: TournamentCase, player: str, cents: int, *, event: int) -> list[Movement]:
    """The movement to the account of ``player`` that the event number ``event``, from 1, of this decision causes."""
    return credited(player, cents, cause=case.stream, cause_version=case.version(event))


def account_of(view: View, player: str) -> Account | None:
    """The account of ``player``, where he has one."""
    found: Account | None = view(account_stream(player))
    return found
