"""The rules that a hand or round says it is played under: those of its table, which are the approved ones, word for word.

They are copied into its first entry, and everything is computed again from there. So a rate changed in the copy would be right by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple, Protocol

from tombo.ledger.core.ids import table_of
from tombo.ledger.core.said import Said, Told
from tombo.ledger.games.poker.events import HandStarted
from tombo.ledger.house import said
from tombo.ledger.house.banked.events import BankedTableOpened
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.house.ruleset.events import BankedRulesetApproved, RulesetApproved
from tombo.ledger.house.table.events import TableOpened, TournamentTableOpened
from tombo.ledger.seal.entry import EntryHasher, unpack
from tombo.ledger.terms.every import BankedTerms, regulation_of
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.unit import RulesetRef
from tombo.projections.line import Line, Read, lines, reader
from tombo.projections.round.stored import Ask, Row

_OPENED: Final = frozenset({"banked.opened.v1", "table.opened.v1", "table.tournament_opened.v1"})
_APPROVED: Final = frozenset({"ruleset.approved.v1", "ruleset.banked_approved.v1"})
_WITHDRAWN: Final = "ruleset.withdrawn.v1"
LOG_OPENED: Final = "log.opened.v1"
KEPT_MAX: Final = 4_096
"""Tables and approvals that are kept, each read once."""


class TableRules(NamedTuple):
    """What a table opened under, at which log index, and when: by the earlier of the source's clock and of the ledger's."""

    ruleset: RulesetRef
    terms: Terms | BankedTerms
    at: int
    instant: int
    buy_in: int = 0
    """What a seat of a table of poker costs (R806 r.8)."""
    top_up_max: int = 0
    """The most that a top-up may bring a stack there to (R806 r.14)."""


class Approval(NamedTuple):
    """What was approved, and from when it is in force (microseconds since 1970 UTC; 0 at once)."""

    terms: Terms | BankedTerms
    begin: int
    hash: str | None
    """The hash of that entry, in hexadecimal; None where nobody says whose ledger it is of."""


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
        self._hasher: EntryHasher | None = None
        self._tables: dict[str, TableRules | None] = {}
        self._approved: dict[tuple[str, int], Approval | None] = {}
        self._withdrawn: dict[str, int | None] = {}
        """At which log index each was; None where it is not: asked once, for a pass reads no further than the log stood at its beginning."""
        self._cups: dict[str, str | None] = {}
        """By table of poker, of which tournament it is; None of one in none."""
        self._fine: set[str] = set()
        """Tables whose rules somebody approved: asked with their first hand or round, and not with each."""
        self._told: set[str] = set()
        """Tables of which it was said that nobody did: once, too."""

    def differences(self, stream: str, event: PlayedUnder, at: int, *, goes_on: bool) -> tuple[Told, ...]:
        """What is wrong with the rules in ``event``, the first of the hand or round ``stream``, at log index ``at``.

        ``goes_on``: it decides what the round before it left, which it does under rules that were withdrawn since. Of a hand of a
        tournament only that is asked which it is.
        """
        table = f"{'table' if stream.startswith('hand:') else 'banked'}:{table_of(stream)}"
        of_table = self.of_table(table)
        found = list(self._in_tournament(stream, event, table))
        if of_table is None:
            return tuple(found)
        if event.ruleset != of_table.ruleset or event.terms != of_table.terms:
            found.append(said.RULES_OF_ANOTHER(played=stream, other=table))
        if not goes_on and (
            late := self._under_withdrawn(said.RULES_ALREADY_WITHDRAWN, stream, of_table.ruleset.id, at)
        ):
            found.append(late)
        if table not in self._fine and table not in self._told:
            found += self._asked_of(table)
        return tuple(found)

    def _in_tournament(self, stream: str, event: PlayedUnder, table: str) -> Iterator[Told]:
        """What is wrong with the tournament that a hand says it is played in: that of its table, or none (R810 r.5).

        There the platform checks or folds for who is absent (r.27).
        """
        if isinstance(event, HandStarted) and table in self._cups and event.tournament != self._cups[table]:
            due, none = self._cups[table], said.NO_TOURNAMENT
            yield said.PLAYED_IN_ANOTHER_TOURNAMENT(played=stream, told=event.tournament or none, due=due or none)

    def _asked_of(self, table: str) -> Iterator[Told]:
        """What is wrong with the rules of ``table``, and that it was asked."""
        wrong = self.unapproved(table)
        if wrong is None:
            if len(self._fine) >= KEPT_MAX:
                self._fine.clear()
            self._fine.add(table)
        else:
            self._told.add(table)
            yield wrong

    def takes_no_bet(self, stream: str, at: int) -> Told | None:
        """What is said of a bet in a round that begins at log index ``at``, to decide what the one before it left; None where it may take one."""
        of_table = self.of_table(f"banked:{table_of(stream)}")
        told = of_table and self._under_withdrawn(said.BET_UNDER_WITHDRAWN_RULES, stream, of_table.ruleset.id, at)
        return told or None

    def withdrawn_before(self, says: Said, table: str, at: int) -> Told | None:
        """What ``says`` where the rules of ``table``, by its stream, were withdrawn before log index ``at``."""
        of_table = self.of_table(table)
        return of_table and self._under_withdrawn(says, table, of_table.ruleset.id, at)

    def unapproved(self, table: str) -> Told | None:
        """What is wrong with the rules that ``table``, by its stream, opened under: not those approved, not in force yet or no more."""
        rules = self.of_table(table)
        if rules is None:
            return None
        ruleset = rules.ruleset
        approved = self._approved_at(ruleset)
        if approved is None or approved.terms != rules.terms:
            return said.RULES_NOT_APPROVED(played=table, ruleset=ruleset.id, index=ruleset.index)
        if approved.begin > rules.instant:
            return said.RULES_NOT_YET_IN_FORCE(played=table, at=rules.instant, ruleset=ruleset.id, begin=approved.begin)
        withdrawn = self._under_withdrawn(said.RULES_ALREADY_WITHDRAWN, table, ruleset.id, rules.at)
        if withdrawn is None and approved.hash not in {None, ruleset.hash}:
            return said.RULES_OF_ANOTHER_HASH(played=table, ruleset=ruleset.id, index=ruleset.index)
        return withdrawn

    def _under_withdrawn(self, says: Said, played: str, ruleset: str, at: int) -> Told | None:
        """What ``says`` where ``played`` begins at log index ``at``, after ``ruleset`` was withdrawn."""
        if ruleset not in self._withdrawn:
            version = 2
            while (row := self._ask(f"ruleset:{ruleset}", version)) is not None and row[3] != _WITHDRAWN:
                version += 1
            if len(self._withdrawn) >= KEPT_MAX:
                self._withdrawn.clear()
            self._withdrawn[ruleset] = None if row is None else row[0]
        withdrawn = self._withdrawn[ruleset]
        if withdrawn is None or at < withdrawn:
            return None
        return says(played=played, at=at, ruleset=ruleset, withdrawn=withdrawn)

    def of_table(self, table: str) -> TableRules | None:
        """What ``table``, by its stream, opened under; None of one that is no table of a ruleset."""
        if table not in self._tables:
            row = self._ask(table, 1)
            if row is None or row[3] not in _OPENED:
                self._keep(table, None)
            else:
                self.opened(next(lines([row], _reads(row[3]))))
        return self._tables[table]

    def opened(self, line: Line[TableOpened | TournamentTableOpened | BankedTableOpened]) -> None:
        """What ``line``, with which a table opens, says of its rules: from who has it at hand; else it is read when somebody asks."""
        opened, table = line.event, line.stream
        if isinstance(opened, TournamentTableOpened):
            self._keep(table, None)
            self._cups[table] = opened.tournament
            return
        instant = line.recorded if line.occurred is None else min(line.occurred, line.recorded)
        known = TableRules(opened.ruleset, opened.terms, line.index, instant)
        if isinstance(opened, TableOpened):
            known = known._replace(buy_in=opened.buy_in, top_up_max=opened.top_up_max)
        self._keep(table, known)
        if isinstance(opened, TableOpened):
            self._cups[table] = None

    def tournament(self, table: str) -> str | None:
        """The tournament that ``table``, by its stream, is of; None of another table."""
        self.of_table(table)
        return self._cups.get(table)

    def _keep(self, table: str, known: TableRules | None) -> None:
        if len(self._tables) >= KEPT_MAX:
            self._tables.clear()
            self._cups.clear()
        self._tables[table] = known

    def _approved_at(self, ruleset: RulesetRef) -> Approval | None:
        """What was approved at the place that ``ruleset`` names, for the game they are of; None where nothing was."""
        key = ruleset.id, ruleset.index
        if key not in self._approved:
            found, version = None, 1
            while (row := self._ask(f"ruleset:{ruleset.id}", version)) is not None and row[0] <= ruleset.index:
                if row[0] == ruleset.index and row[3] in _APPROVED:
                    approved: RulesetApproved | BankedRulesetApproved = next(lines([row], _reads(row[3]))).event
                    due = approved.regulation == regulation_of(approved.terms)
                    found = Approval(approved.terms, approved.in_force_from, self._hash(row)) if due else None
                version += 1
            if len(self._approved) >= KEPT_MAX:
                self._approved.clear()
            self._approved[key] = found
        return self._approved[key]

    def _hash(self, row: Row) -> str | None:
        """What the first entry of the ledger says whose it is goes into the hash of each."""
        if self._hasher is None:
            opened = self._ask(LOG_STREAM, 1)
            if opened is None or opened[3] != LOG_OPENED:
                return None
            first: Line[LogOpened] = next(lines([opened], _reads(opened[3])))
            self._hasher = EntryHasher(first.event.origin)
        _, stream, version, kind, state = row
        sealed = unpack(state)
        return self._hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body).hex()


@cache
def _reads(kind: str) -> dict[str, Read]:
    return {kind: reader(kind)}
