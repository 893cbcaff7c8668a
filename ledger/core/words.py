"""What somebody said in his own words, as entries keep it: ciphertext, for it may name people (docs/decisions/0023)."""

from typing import Annotated, Final

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.ids import LocalId

SEALED_MAX: Final = 3_000
"""Letters of the longest: 500 letters of four bytes, nonce and tag, in base64."""


class Words(Record):
    """Free text about ``person``, sealed under his secret for the very field it stands in; about nobody, under the house's.

    Once the person is erased nobody can read it. ``docs/format.md``, 'Sealed names and words'.
    """

    person: LocalId | None
    sealed: Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]+={0,2}$", max_length=SEALED_MAX)]


class ErasedWords(Words):
    """Words of somebody who was erased, for whoever shows them, and never recorded: nobody reads them any more."""


class OpenedWords(Words):
    """Words with what they say: for whoever shows them, and never recorded."""

    text: str
