"""What an operator has to know of a player, and how it is kept: one document, sealed under the player's own secret.

It never stands in an entry in the open, nor in the digest of the command that said it: who reads the log cannot try names against either.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.fields import LINE_THAT_SAYS
from tombo.ledger.house.registration import said
from tombo.ledger.house.rules import house

DETAILS_MAX: Final = 2_000
"""Bytes of the longest document: sealed, it still is no longer than other words."""

NO_DETAILS: Final = "what it seals are no details of a person"
"""Why no door of ours wrote an entry of a registration, where that is so."""
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166-1, two letters."""
Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
"""A day of the calendar, ``1990-02-28``."""


def _line(most: int) -> object:
    return Field(max_length=most, pattern=LINE_THAT_SAYS)


Paper = Literal["identity_card", "citizen_card", "passport", "tax_number", "other"]
"""By which paper a player is known: *bilhete de identidade*, *cartão de cidadão*, passport, *NIF*, another."""


class TaxAnswer(Record):
    """What the service of the tax authority answered when the player was looked up there, and the number of its answer."""

    answer: Annotated[str, _line(5)]
    id: Annotated[str, _line(25)]


class PersonalDetails(Record):
    """A player by his papers. Texts are as long as the longest a regulator takes, or longer; what a file cannot hold is said where it is made."""

    address: Annotated[str, _line(150)]
    alias: Annotated[str, _line(100)] | None = None
    born: Day
    country: Country
    """Of residence."""
    email: Annotated[str, _line(100)]
    logon: Annotated[str, _line(30)]
    """The name he logs on with."""
    name: Annotated[str, _line(100)]
    nationality: Country
    paper: Paper
    paper_number: Annotated[str, _line(20)]
    payment: Annotated[str, _line(20)]
    """How he pays, in the operator's word."""
    phone: Annotated[str, _line(30)]
    postcode: Annotated[str, _line(16)]
    tax_answer: TaxAnswer | None = None
    tax_number: Annotated[str, _line(15)] | None = None


def details_refusal(details: PersonalDetails, today: str) -> Refused | None:
    """The objection to what cannot be: a day of birth that no calendar has or that is after ``today``, a document too long to be sealed."""
    try:
        date.fromisoformat(details.born)
    except ValueError:
        return house("registration", said.BORN_ON_NO_DAY())
    if details.born > today:
        return house("registration", said.BORN_AFTER_TODAY(today=today))
    size = len(text_of(details).encode())
    return house("registration", said.DETAILS_TOO_LONG(bytes=size, most=DETAILS_MAX)) if size > DETAILS_MAX else None


def text_of(details: PersonalDetails) -> str:
    """The document that is sealed: canonical JSON."""
    return details.model_dump_json()


def details_in(text: str) -> PersonalDetails:
    """The details in a document that was sealed.

    Raises:
        ValueError: it is none. Its message repeats what is personal: it is for nobody.
    """
    return PersonalDetails.model_validate_json(text)
