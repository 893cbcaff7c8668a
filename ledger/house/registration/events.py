"""What can happen to a player's registration: it is made, and what it says changes.

Both hold the whole of his details, sealed, so that the newest entry says what holds; what changed is the difference of two.
"""

from typing import Literal

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.words import Words


class RegistrationMade(EventBase):
    """A player was registered by the operator, with his ``details`` (``PersonalDetails``) sealed under his secret."""

    details: Words
    kind: Literal["registration.made.v1"] = "registration.made.v1"


class RegistrationChanged(EventBase):
    """What a player's registration says from now on: all of it, sealed as before."""

    details: Words
    kind: Literal["registration.changed.v1"] = "registration.changed.v1"


RegistrationEvent = RegistrationMade | RegistrationChanged
