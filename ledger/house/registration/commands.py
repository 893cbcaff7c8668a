"""What may be asked of a player's registration."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.registration.details import PersonalDetails


class RegisterPerson(CommandBase):
    """The operator registers a player by his papers."""

    details: PersonalDetails
    kind: Literal["register_person"] = "register_person"
    player: LocalId


class ChangeDetails(CommandBase):
    """A player's registration says this from now on: all of his details, those that did not change with them."""

    details: PersonalDetails
    kind: Literal["change_details"] = "change_details"
    player: LocalId
