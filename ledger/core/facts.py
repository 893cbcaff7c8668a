"""The facts of what is said, as entries and commands keep them: names and values, no words of any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.money import AMOUNT_MAX, display
from tombo.ledger.core.said import Told, facts_as_json

TEXT_MAX: Final = 200
"""Letters of the longest name or text among facts."""
FACTS_MAX: Final = 20
LIST_MAX: Final = 100

Number = Annotated[int, Field(ge=-AMOUNT_MAX, le=AMOUNT_MAX)]
Text = Annotated[str, Field(max_length=TEXT_MAX)]
About = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,79}$")]
"""The name of a meaning: ``raise_below_minimum``. Each is said in ``tombo.ledger.said``; one of a platform's own may be any."""
FactName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class SumFact(Record):
    """``minor`` units of ``currency`` with ``decimals``; without a currency, chips."""

    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] | None
    decimals: Annotated[int, Field(ge=0, le=6)]
    minor: Number


def _sorted(facts: dict[str, Any]) -> dict[str, Any]:
    return dict(sorted(facts.items()))


Plain = Number | Text | SumFact


class PartFact(Record):
    """A part of what is said that has a name and facts of its own."""

    about: About
    facts: Annotated[
        dict[FactName, Plain | Annotated[list[Plain], Field(max_length=LIST_MAX)]],
        Field(max_length=FACTS_MAX),
        AfterValidator(_sorted),
    ]


Value = Plain | PartFact | Annotated[list[Plain | PartFact], Field(max_length=LIST_MAX)]
Facts = Annotated[dict[FactName, Value], Field(max_length=FACTS_MAX), AfterValidator(_sorted)]
"""Facts by name, in the order of their names, as the canonical form has them."""


def recorded(told: Told) -> dict[str, Value]:
    """The facts of ``told`` as an entry keeps them. Texts and lists are cut to what an entry holds."""
    return {name: _value(value) for name, value in facts_as_json(told).items()}


def plain(facts: Mapping[str, Value]) -> dict[str, Any]:
    """``facts`` as JSON has them, for the wire and for ``tombo.ledger.said``."""
    return {name: _plain(value) for name, value in facts.items()}


def _value(value: Any) -> Any:
    """A fact as an entry keeps it; a number beyond what the canonical encoding carries, which only a refused amount can be, in words."""
    match value:
        case int():
            return value if abs(value) <= AMOUNT_MAX else str(value)[:TEXT_MAX]
        case str():
            return value[:TEXT_MAX]
        case list():
            return [_value(each) for each in value[:LIST_MAX]]
        case {"about": about, "facts": facts}:
            return PartFact(about=about, facts={name: _value(each) for name, each in facts.items()})
        case {"minor": int(minor)} if abs(minor) > AMOUNT_MAX:
            return display(abs(minor), value["currency"], value["decimals"])
        case _:
            return SumFact(**value)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value.model_dump() if isinstance(value, Record) else value
