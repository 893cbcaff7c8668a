"""What may be asked of a person."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.player.events import Basis


class ErasePerson(CommandBase):
    """A manager and a second member of staff ask that a person be erased, on a legal basis."""

    basis: Basis
    kind: Literal["erase_person"] = "erase_person"
    person: LocalId
    second: LocalId
