"""A player's registration: that there is one. One stream a player, ``registration:p-7f3a``; what it says is sealed, and no state has it."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from tombo.ledger.house.registration.events import RegistrationChanged, RegistrationEvent, RegistrationMade
from tombo.ledger.house.rules import headless


class PlayerRegistration(NamedTuple):
    """A registration, and how often what it says was said."""

    said: int = 1


def evolve(registration: PlayerRegistration | None, event: RegistrationEvent) -> PlayerRegistration:
    """``registration`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``registration.made``.
    """
    if isinstance(event, RegistrationMade):
        return PlayerRegistration()
    if registration is None:
        headless("registration", event)
    match event:
        case RegistrationChanged():
            return PlayerRegistration(registration.said + 1)
        case _:
            assert_never(event)


def registration_stream(player: str) -> str:
    """The stream of a player's registration: ``registration:p-7f3a``."""
    return f"registration:{player}"
