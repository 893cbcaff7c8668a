"""What can happen to a person."""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.fields import ONE_LINE

BASIS_MAX: Final = 200
Basis = Annotated[str, Field(max_length=BASIS_MAX, pattern=ONE_LINE)]
"""The law that has a person erased, and the number of the request. It stays readable for ever: it names nobody."""


class PlayerErased(EventBase):
    """A person was erased: the secret his names and words are sealed under is destroyed, as soon as this is on record.

    ``second`` is the member of staff who asked for it with the one in ``by``.
    """

    basis: Basis
    kind: Literal["player.erased.v1"] = "player.erased.v1"
    second: LocalId
