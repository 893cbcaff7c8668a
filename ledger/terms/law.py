"""What the house asks of a game's terms, and of the regulations that these are under: one value a game, ``RULED``, beside its terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.said import Told, Word
from tombo.ledger.terms.unit import BonusUse, Revision, TableKind, Unit


class Shared(NamedTuple):
    """The rules of a regulation that all of them have, each as it is cited."""

    chosen: str
    """Start, length and end of a session are the player's choice."""
    idle: str
    """When the operator may invite him to end it; (a) and (b) follow."""
    warned: str
    """He is warned before it is ended, and what he may still do."""
    demo: str
    """There may be demonstrations of the game."""
    worthless: str
    """A demonstration gives nothing that is money or could become it."""


class Law(NamedTuple):
    """A regulation of a game, with those of its rules that the house goes by whatever is played."""

    name: str
    """Its short name: ``R803``."""
    called: Word
    """The game, within a sentence."""
    in_full: Word
    """The game as the law has it, at the head of a page."""
    refunds: str
    """The rule under which what is void is given back."""
    complaints: str
    """The rule of complaints: that a player is told how to make one; of tournaments, who decides it and by what."""
    statement: str = ""
    """The rule that owes a player the total staked and the profit or loss of a session; none where sessions are of another game."""
    shared: Shared | None = None
    """None where it has no sessions of its own."""


def law(
    name: str, called: Word, in_full: Word, *, refunds: str, complaints: str, statement: str, shared: Sequence[int]
) -> Law:
    """The regulation ``name``, of which the rules are given by their numbers."""
    of = Shared(*(f"{name} r.{number}" for number in shared))
    return Law(name, called, in_full, f"{name} r.{refunds}", f"{name} r.{complaints}", f"{name} r.{statement}", of)


class BankedTermsBase(Protocol):
    """What the terms of any game against the house have in common."""

    @property
    def bonus(self) -> BonusUse | None:
        """When a player's bonus is staked there; None where it never is."""

    @property
    def game(self) -> str:
        """The type of its rounds' streams."""

    @property
    def revision(self) -> Revision:
        """The rules revision: which version of the outcome-affecting code its rounds are played under."""

    @property
    def stakes(self) -> Told:
        """The game, and what may be staked in it."""

    @property
    def table_kind(self) -> TableKind:
        """Whether one or several play at a table."""

    @property
    def unit(self) -> Unit:
        """What amounts count."""

    def model_dump(self, *, mode: Literal["json", "python"] | str = "python") -> dict[str, Any]:  # noqa: PYI051
        """As a document."""


def _no_findings(_: Any) -> list[Finding]:
    return []


class NoSeats(NamedTuple):
    """People play around the table, on no seat of it."""

    where: Told
    """What is said of who plays there."""
    no_seat: Told
    """What is said to who names a seat."""


class Places(NamedTuple):
    """Where one plays at a table against the house."""

    seats: Callable[[Any], int] | NoSeats
    """How many seats there are, by the terms; or there are none."""
    another: Callable[[Any], Finding | None] | None = None
    """The objection of the rules to a second seat of a player, None where the terms allow it; no such rule: he has one."""


class Ruled(NamedTuple):
    """The laws and terms of a game."""

    laws: tuple[Law, ...]
    terms: type[Record] | None = None
    """What a ruleset approves; None where it is announced otherwise, as a tournament is."""
    regulation: Callable[[Any], str] = lambda _: ""
    """The name of the law that terms are under."""
    findings: Callable[[Any], list[Finding]] = _no_findings
    """What that objects to in them: breaches must be refused, notices told."""
    places: Places | None = None
    """Of a game against the house; None of any other."""
