"""What may be asked of a player's registration, judged."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.player.refusals import erased_refusal
from tombo.ledger.house.registration import said
from tombo.ledger.house.registration.commands import ChangeDetails, RegisterPerson
from tombo.ledger.house.registration.details import details_refusal, text_of
from tombo.ledger.house.registration.events import RegistrationChanged, RegistrationMade
from tombo.ledger.house.registration.state import PlayerRegistration, registration_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may


def register_person(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``register_person``: by the platform, once a player, of nobody who was erased."""
    command: RegisterPerson = envelope.command
    objection = may(view, envelope.by, platform=True) or _details_refusal(command, view)
    if objection:
        return objection
    stream = registration_stream(command.player)
    if view(stream) is not None:
        return house("registration", said.PERSON_REGISTERED(player=command.player))
    details = view.words(text_of(command.details), command.player, (stream, 1, "details"))
    return Decision(((stream, RegistrationMade(details=details)),))


def change_details(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``change_details``: the player's word, or the platform's for him; of who is registered and not erased."""
    command: ChangeDetails = envelope.command
    objection = may(view, envelope.by, player=command.player, platform=True)
    if objection:
        return objection
    stream = registration_stream(command.player)
    registration: PlayerRegistration | None = view(stream)
    if registration is None:
        return house("registration", said.PERSON_NOT_REGISTERED(player=command.player))
    objection = _details_refusal(command, view)
    if objection:
        return objection
    details = view.words(text_of(command.details), command.player, (stream, view.version(stream) + 1, "details"))
    return Decision(((stream, RegistrationChanged(details=details)),))


def _details_refusal(command: RegisterPerson | ChangeDetails, view: View) -> Refused | None:
    """The objection to keeping anything of who was erased, or to details that cannot be."""
    return erased_refusal(view, command.player) or details_refusal(command.details, day_of(view.now()))


DECIDERS: Final[dict[type, Decide]] = {RegisterPerson: register_person, ChangeDetails: change_details}
