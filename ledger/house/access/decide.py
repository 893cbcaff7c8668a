"""What may be asked of an access, judged."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.access import said
from tombo.ledger.house.access.commands import LogOff, LogOn
from tombo.ledger.house.access.events import AccessClosed, AccessOpened, AccessPlayed
from tombo.ledger.house.access.origin import address_refusal
from tombo.ledger.house.access.state import Access, access_stream
from tombo.ledger.house.player.refusals import erased_refusal
from tombo.ledger.house.registration import said as registration_said
from tombo.ledger.house.registration.state import registration_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may


def log_on(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``log_on``: the player's act, told by him or by the platform; of who is registered and not erased, under a new name."""
    command: LogOn = envelope.command
    player = command.player
    objection = may(view, envelope.by, player=player, platform=True)
    if objection:
        return objection
    stream = access_stream(command.access)
    if view(stream) is not None:
        return house("access", said.ACCESS_EXISTS(access=command.access))
    if view(registration_stream(player)) is None:
        return house("registration", registration_said.PERSON_NOT_REGISTERED(player=player))
    objection = erased_refusal(view, player) or address_refusal(command.origin.address)
    if objection:
        return objection
    origin = view.words(command.origin.model_dump_json(), player, (stream, 1, "origin"))
    return Decision(((stream, AccessOpened(device=command.device, origin=origin, player=player)),))


def log_off(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``log_off``: the player's act, or the platform's; once. What he plays goes on: who is cut off comes back."""
    command: LogOff = envelope.command
    access = _open(view, command.access)
    if isinstance(access, Refused):
        return access
    own = access.player if command.cause == "player" else None
    objection = may(view, envelope.by, player=own, platform=True)
    if objection:
        return objection
    return Decision(((access_stream(command.access), AccessClosed(cause=command.cause)),))


def played(view: View, access: str | None, session: str, player: str) -> list[tuple[str, EventBase]] | Refused:
    """What ``player`` playing ``session`` through ``access`` adds to it; nothing of one who is not registered and names none.

    Who is registered begins, and goes on elsewhere, only while he is logged on. A session that he began is not ended with his access.
    """
    if access is None:
        if view(registration_stream(player)) is None:
            return []
        return house("access", said.LOG_ON_FIRST(player=player))
    found = _open(view, access)
    if isinstance(found, Refused):
        return found
    if found.player != player:
        return house("access", said.ACCESS_OF_ANOTHER(access=access, owner=found.player, player=player))
    return [(access_stream(access), AccessPlayed(session=session))]


def _open(view: View, access: str) -> Access | Refused:
    """The access, if there is one and its player is logged on."""
    found: Access | None = view(access_stream(access))
    if found is None:
        return house("access", said.NO_ACCESS(access=access))
    return found if found.open else house("access", said.ACCESS_IS_CLOSED(access=access))


DECIDERS: Final[dict[type, Decide]] = {LogOn: log_on, LogOff: log_off}
