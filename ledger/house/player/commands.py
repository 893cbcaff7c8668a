"""What may be asked of a person."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.fields import LINE_THAT_SAYS
from tombo.ledger.house.player.events import BASIS_MAX


class ErasePerson(CommandBase):
    """A manager and a second member of staff ask that a person be erased, on a legal basis."""

    basis: Annotated[str, Field(max_length=BASIS_MAX, pattern=LINE_THAT_SAYS)]
    kind: Literal["erase_person"] = "erase_person"
    person: LocalId
    second: LocalId
