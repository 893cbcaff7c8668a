"""The terms and laws of all games: which regulation any terms are under, what it objects to, and the closed unions that entries hold.

In the banked games each player plays against the house. Amounts are minor units of the terms' ``unit``: euro cents, or chips of demo play.
The unions are made of the roster once, as this is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Union

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from tombo.ledger import roster
from tombo.ledger.core.findings import Finding
from tombo.ledger.terms.law import BankedTermsBase, Law, Places, Ruled, Shared
from tombo.ledger.terms.poker import Terms

_RULED: Final[tuple[Ruled, ...]] = roster.ruled()
_BY_TERMS: Final[Mapping[type, Ruled]] = {ruled.terms: ruled for ruled in _RULED if ruled.terms is not None}
LAWS: Final[Mapping[str, Law]] = {law.name: law for law in sorted(law for ruled in _RULED for law in ruled.laws)}
"""Every regulation, by its name and in the order of these."""


class OneOf:
    """What a field takes: one of a list that the games make, of which the type checker knows only what all of it has in common."""

    def __init__(self, closed: Any) -> None:
        self.closed: Final = closed

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler.generate_schema(self.closed)


_BANKED: Final = tuple(ruled for ruled in _RULED if ruled.places is not None)
_BANKED_LAWS: Final = tuple(sorted(law.name for ruled in _BANKED for law in ruled.laws))
_GAME_LAWS: Final = tuple(name for name, law in LAWS.items() if law.shared is not None)

BankedTerms = Annotated[
    BankedTermsBase,
    OneOf(Annotated[Union[tuple(ruled.terms for ruled in _BANKED)], Field(discriminator="game")]),  # noqa: UP007
]
"""The terms of a game against the house, told apart by their ``game``."""
BankedRegulation = Annotated[str, OneOf(Literal[_BANKED_LAWS])]
"""The name of a regulation of such a game."""
GameRegulation = Annotated[str, OneOf(Literal[_GAME_LAWS])]
"""The name of the regulation of any game in which sessions are played (R803 r.2g, R804 r.2e, R806 r.2t, R807 r.2e)."""
DayRegulation = Annotated[str, OneOf(Literal[tuple(LAWS)])]
"""The name of any regulation, that of tournaments among them."""


def regulation_of(terms: Terms | BankedTerms) -> str:
    """The regulation of the game that ``terms`` are of."""
    return _BY_TERMS[type(terms)].regulation(terms)


def terms_findings(terms: Terms | BankedTerms) -> list[Finding]:
    """What the game's regulation objects to in ``terms``: breaches must be refused, notices told."""
    return _BY_TERMS[type(terms)].findings(terms)


def places_of(terms: BankedTerms) -> Places:
    """Where one plays under ``terms``.

    Raises:
        KeyError: they are of no game against the house.
    """
    places = _BY_TERMS[type(terms)].places
    if places is None:
        raise KeyError(type(terms))
    return places


def shared_of(regulation: str) -> Shared:
    """The rules that ``regulation`` has as every other.

    Raises:
        KeyError: there is no such regulation, or it has no sessions of its own.
    """
    shared = LAWS[regulation].shared
    if shared is None:
        raise KeyError(regulation)
    return shared
