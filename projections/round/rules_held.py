"""The rules that a hand or round says it is played under: those of its table, which are the approved ones, word for word.

They are copied into its first entry, and everything is computed again from there. So a rate changed in the copy would be right by itself.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, Protocol

from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Told
from tombo.ledger.house import said
from tombo.ledger.house.banked.events import BankedTableOpened
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved
from tombo.ledger.house.table.events import TableOpened
from tombo.ledger.terms.every import BankedTerms, regulation_of
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.unit import RulesetRef
from tombo.projections.line import Read, lines, reader
from tombo.projections.round.stored import Ask

_OPENED: Final = frozenset({"banked.opened.v1", "table.opened.v1"})
_APPROVED: Final = frozenset({"ruleset.approved.v1", "ruleset.banked_approved.v1"})
KEPT_MAX: Final = 4_096
"""Tables and approvals that are kept, each read once."""


class TableRules(NamedTuple):
    """What a table opened under."""

    ruleset: RulesetRef
    terms: Terms | BankedTerms


class PlayedUnder(Protocol):
    """The first event of a hand or round."""

    @property
    def ruleset(self) -> RulesetRef | None: ...  # noqa: D102  # as in the event, and so the other

    @property
    def terms(self) -> Terms | BankedTerms: ...  # noqa: D102


class RulesHeld:
    """What first entries say of their rules, held against the table and the approval. ``ask``: a row of a stream at a version."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._tables: dict[str, TableRules | None] = {}
        self._approved: dict[tuple[str, int], Terms | BankedTerms | None] = {}
        self._told: set[str] = set()
        """Tables of which it was said that nobody approved their rules: with their first hand or round, and not with each."""

    def differences(self, stream: str, event: PlayedUnder) -> tuple[str, ...]:
        """What is wrong with the rules in ``event``, the first of the hand or round ``stream``; of one of a tournament nothing is asked here."""
        table = f"{'table' if stream.startswith('hand:') else 'banked'}:{table_of(stream)}"
        of_table = self.of_table(table)
        if of_table is None:
            return ()
        found: list[str] = []
        if event.ruleset != of_table.ruleset or event.terms != of_table.terms:
            found.append(said.RULES_OF_ANOTHER(played=stream, other=table).text())
        if table not in self._told and (wrong := self.unapproved(table)) is not None:
            self._told.add(table)
            found.append(wrong.text())
        return tuple(found)

    def unapproved(self, table: str) -> Told | None:
        """What is wrong with the rules that ``table``, by its stream, opened under: they are not those approved where it says so."""
        rules = self.of_table(table)
        if rules is None or self._terms_at(rules.ruleset) == rules.terms:
            return None
        return said.RULES_NOT_APPROVED(played=table, ruleset=rules.ruleset.id, index=rules.ruleset.index)

    def of_table(self, table: str) -> TableRules | None:
        """What ``table``, by its stream, opened under; None of one that is no table of a ruleset."""
        if table not in self._tables:
            row = self._ask(table, 1)
            known = None
            if row is not None and row[3] in _OPENED:
                opened: TableOpened | BankedTableOpened = next(lines([row], _reads(row[3]))).event
                known = TableRules(opened.ruleset, opened.terms)
            if len(self._tables) >= KEPT_MAX:
                self._tables.clear()
            self._tables[table] = known
        return self._tables[table]

    def _terms_at(self, ruleset: RulesetRef) -> Terms | BankedTerms | None:
        """The terms approved at the place that ``ruleset`` names, for the game they are of; None where nothing was."""
        key = ruleset.id, ruleset.index
        if key not in self._approved:
            found, version = None, 1
            while (row := self._ask(f"ruleset:{ruleset.id}", version)) is not None and row[0] <= ruleset.index:
                if row[0] == ruleset.index and row[3] in _APPROVED:
                    approved: RulesetApproved | BankedRulesetApproved = next(lines([row], _reads(row[3]))).event
                    found = approved.terms if approved.regulation == regulation_of(approved.terms) else None
                version += 1
            if len(self._approved) >= KEPT_MAX:
                self._approved.clear()
            self._approved[key] = found
        return self._approved[key]


@cache
def _reads(kind: str) -> dict[str, Read]:
    return {kind: reader(kind)}
