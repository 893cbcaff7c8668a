"""The book as rows: for each holder and operation the movement and the balance after it, chaining without a gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from tombo.ledger.store import ViewTable
from tombo.projections.accounts.banked import RoundBegun
from tombo.projections.accounts.book import Book, HandBegun
from tombo.projections.accounts.holders import COMPENSATION, TRANSIT, Transfers, cause_of, class_of, pot, stake, wallet
from tombo.projections.behind import Fetch
from tombo.projections.follow import Projection, Row
from tombo.projections.line import AnyLine, Line

POSTINGS: Final = ViewTable(
    "postings",
    (
        ("holder", "text"),
        ("seq", "bigint"),
        ("log_index", "bigint"),
        ("at", "bigint"),
        ("what", "text"),
        ("other", "text"),
        ("movement", "bigint"),
        ("after", "bigint"),
    ),
    ("holder", "seq"),
    (("log_index",),),
)
BALANCES: Final = ViewTable(
    "balances",
    (("holder", "text"), ("seq", "bigint"), ("balance", "bigint")),
    ("holder",),
    replaces=True,
)
BRIEF: Final = frozenset({"pot", "stake"})
"""Holders of one hand or round: nothing comes to them once the next one of its table has begun."""
_OF_PLAYERS: Final = ("wallet:", "bonus:", "tickets:", COMPENSATION)
_LAST: Final = "SELECT seq, after FROM {postings} WHERE holder = ? ORDER BY seq DESC LIMIT 1"
_Posting = tuple[str, int, int, int, str, str, int, int]
Overdrawn = tuple[tuple[str, int], ...]
"""From whom was taken what he did not have: how many cents he is below zero then."""
NO_MORE: Final[Overdrawn] = ()
_NOTHING: Final = (0, 0)
"""Of a holder with no posting."""
HELD_MAX: Final = 200_000
"""Holders whose balance is kept in memory between batches."""


class Accounts(Projection):
    """The followed book."""

    name = "accounts"
    version = 6
    tables = (POSTINGS, BALANCES)
    reads = Book().reads
    held_max: ClassVar[int] = HELD_MAX

    def begin(self, state: str, fetch: Fetch) -> None:
        """Go on: see ``Projection.begin``."""
        self.book = Book(state)
        self._fetch = fetch
        self._alone = not state
        """Whether everything that was ever written is known: the rows began with this fold, and nothing was forgotten since."""
        self.held: dict[str, tuple[int, int]] = {}
        """By holder: how many postings it has, and its balance."""
        self._newest: dict[str, str] = {}
        """By stream of a table: the pot or stake of its newest hand or round."""
        self._written: set[str] = set()
        """Holders of a hand or round in play whose balance is in the table."""
        self._postings: list[_Posting] = []

    def step(self, line: AnyLine) -> None:
        """The next line of the log."""
        self.post(line, self.book(line))

    def has(self, holder: str) -> int:
        """What a holder has, in cents; 0 of one that it does not know."""
        return self.held.get(holder, _NOTHING)[1]

    def post(self, line: AnyLine, moved: Transfers) -> Overdrawn:
        """The next line of the log, by what the ``book`` says that it ``moved``: from whom it took what he did not have."""
        if line.kind == "table.hand_started.v1":
            hand: Line[HandBegun] = line
            self._begins(line.stream, pot(hand.event["hand"]))
        elif line.kind == "banked.round_started.v1":
            round_: Line[RoundBegun] = line
            self._begins(line.stream, stake(round_.event["round"]))
        if not moved:
            return NO_MORE
        below = NO_MORE
        index, at, held, add = line.index, line.instant, self.held, self._postings.append
        for source, target, cents, what in moved:
            from_transit = source[0] == "t" and source.startswith(TRANSIT)
            into_transit = target[0] == "t" and target.startswith(TRANSIT)
            if not from_transit:
                seq, balance = held.get(source) or self._known(source)
                seq, balance = held[source] = seq + 1, balance - cents
                add((source, seq, index, at, what, _other(source, target) if into_transit else target, -cents, balance))
                if balance < 0 < cents:
                    below = (*below, (source, -balance))
            if from_transit or not into_transit:
                seq, balance = held.get(target) or self._known(target)
                seq, balance = held[target] = seq + 1, balance + cents
                add((target, seq, index, at, what, _other(target, source) if from_transit else source, cents, balance))
                if balance < 0 and cents < 0:
                    below = (*below, (target, -balance))
        return below

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        postings, balances = self._postings, list[Row]()
        for holder, (seq, balance) in {row[0]: (row[1], row[7]) for row in postings}.items():
            brief = class_of(holder) in BRIEF
            if balance or not brief or holder in self._written:
                balances.append((holder, seq, balance))
            if brief and balance:
                self._written.add(holder)
            elif brief:
                self._written.discard(holder)
        self._postings = []
        if len(self.held) > self.held_max:
            self.held.clear()
            self._alone = False
        return {POSTINGS: postings, BALANCES: balances}

    def state(self) -> str:
        """What the book knows of play."""
        return self.book.state()

    def balances(self) -> dict[str, int]:
        """Of every holder that it knows and that has something, or owes something."""
        return {holder: cents for holder, (_, cents) in self.held.items() if cents}

    def _begins(self, table: str, holder: str) -> None:
        """A new hand or round at ``table``: nobody need look for its pot or stake, nor for that of the one before it."""
        before = self._newest.get(table)
        if before is not None and not self.held.get(before, (0, 1))[1]:
            del self.held[before]
        self._newest[table] = holder
        self.held.setdefault(holder, _NOTHING)

    def _known(self, holder: str) -> tuple[int, int]:
        """How many postings a holder has, and its balance: of its last row, for what is brief leaves no balance behind."""
        if self._alone and class_of(holder) not in BRIEF:
            return 0, 0
        for seq, balance in self._fetch(_LAST, (holder,)):
            if balance:
                self._written.add(holder)
            return seq, balance
        return 0, 0


def _other(holder: str, through: str) -> str:
    """Who really is on the other side of what ``holder`` has to do with transit: the cause, for a player; else the player."""
    if holder.startswith(_OF_PLAYERS):
        return cause_of(through)[0]
    return wallet(cause_of(through)[2])
