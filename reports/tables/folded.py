"""The tables of what is computed: a projection folded from the first entry on, and the rows it makes as those of a table.

Nothing is read of what projections keep. A fold goes through every entry, also of an increment: what happened before decides what a row says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple, Protocol

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.store import ViewTable
from tombo.projections.accounts.followed import POSTINGS
from tombo.projections.behind import going_on
from tombo.projections.follow import BATCH, Projection, Row
from tombo.projections.line import lines, reader
from tombo.projections.plain.findings import FINDINGS, Findings
from tombo.projections.plain.played import PLAYED, PlayedOut
from tombo.projections.reconciliation.again import AccountsAgain
from tombo.projections.refunds.followed import Refunds
from tombo.projections.refunds.reading import refund_fields
from tombo.projections.refunds.tables import OCCASIONS, REFUNDS
from tombo.projections.session_statement.fold import SessionStatement
from tombo.projections.session_statement.lines import ENDS, LINES, SESSIONS
from tombo.projections.session_statement.wallets import RESULTS as RESULTS_BY_WALLET
from tombo.projections.session_statement.wallets import WalletLines
from tombo.projections.strangers import PassesOver, at_home
from tombo.reports.regulators.pages import LogPage, Paged, read_here
from tombo.reports.tables.arrow import batch_of
from tombo.reports.tables.model import HAPPENED, INDEX, LedgerTable, TableColumn, TableRows

PART: Final = TableColumn("part", "number", "Which of the rows of its entry, from 0")
RECORDED: Final = TableColumn("recorded", "instant", "When the ledger recorded it")
MOVEMENTS: Final = LedgerTable(
    "movements",
    1,
    "What an entry moved at a holder of money: the double-entry book, `tombo book`. A movement of a player's account and the one of its cause are one operation, so that the cents of an entry come to 0 with those of the other entries of its commit.",
    ("log_index", "part"),
    (
        INDEX,
        PART,
        HAPPENED,
        TableColumn(
            "holder",
            "text",
            "Who has the money: `wallet:p-1`, `pot:mesa-1/42`, `house:R804`; its class stands before the colon",
        ),
        TableColumn("what", "text", "What for: `deposit`, `bet`, `prize`"),
        TableColumn("other", "text", "Who is on the other side"),
        TableColumn("movement", "cents", "What came, below 0 what went"),
        TableColumn("after", "cents", "What the holder has after it, and by what stands before it in the log"),
    ),
)
RESULTS_BEFORE: Final = LedgerTable(
    "results",
    1,
    "What an entry brought a player within a session: a hand, a round, something of a tournament; the lines of `tombo player statement`. `result` is won + returned + refunded - staked, less `commission` where `what` is `commission` (R806 r.17b).",
    ("log_index", "session"),
    (
        INDEX,
        HAPPENED,
        RECORDED,
        TableColumn("session", "text", "The player session"),
        TableColumn("player", "text", "The player's pseudonym"),
        TableColumn("game", "text", "The regulation of the game: `R806`"),
        TableColumn("what", "text", "`hand`, `round`, `prize`, `registration` and so on"),
        TableColumn("stream", "text", "The hand, round or tournament"),
        TableColumn("number", "number", "Of the hand or round at its table, or of the entry in its tournament"),
        TableColumn("outcome", "text", "How it ended or was paid: `settled`, `voided`, `place 3`", empty=True),
        TableColumn("currency", "text", "ISO 4217; none where these are chips", empty=True),
        TableColumn("decimals", "number", "Of its minor units"),
        TableColumn(
            "ticket", "minor", "The value of an entry won, or below 0 of one used: no cash, and not in `result`"
        ),
        TableColumn("staked", "minor", "What he staked"),
        TableColumn("won", "minor", "What he won"),
        TableColumn("returned", "minor", "What came back of his stake"),
        TableColumn("refunded", "minor", "What came back because play was void"),
        TableColumn("commission", "minor", "What the operator took of it"),
        TableColumn("result", "minor", "What he gained, below 0 what he lost"),
    ),
)
RESULTS: Final = RESULTS_BEFORE._replace(
    version=2,
    columns=(
        *RESULTS_BEFORE.columns,
        TableColumn(
            "wallet",
            "text",
            "Whose money it was: `bonus`, the operator's that he staked, or `cash`, his own, also where an entry won was all that moved; none where these are chips",
            empty=True,
        ),
    ),
)
SESSIONS_BEGUN: Final = LedgerTable(
    "sessions",
    1,
    "A player session that began.",
    ("session",),
    (
        INDEX,
        HAPPENED,
        TableColumn("session", "text", "The session"),
        TableColumn("player", "text", "The player's pseudonym"),
        TableColumn("regulation", "text", "Of the game that is played in it"),
    ),
)
SESSIONS_OVER: Final = LedgerTable(
    "session_ends",
    1,
    "A player session that is over.",
    ("session",),
    (
        INDEX,
        HAPPENED,
        TableColumn("session", "text", "The session"),
        TableColumn("cause", "text", "Why it ended: `player`, `limit`, `inactivity` and so on"),
    ),
)
REFUNDS_GIVEN: Final = LedgerTable(
    "refunds",
    1,
    "What a void hand or round or a cancelled tournament gave back to a player: `tombo refunds`.",
    ("log_index", "part"),
    (
        INDEX,
        PART,
        HAPPENED,
        RECORDED,
        TableColumn("regulation", "text", "Of the game; none of what never began", empty=True),
        TableColumn("what", "text", "`void`, or `cancelled`: a tournament"),
        TableColumn("stream", "text", "The hand, round or tournament"),
        TableColumn("number", "number", "Of the hand, the round or the entry"),
        TableColumn("player", "text", "The player's pseudonym; none where no entry says who sat there", empty=True),
        TableColumn("seat", "number", "His seat; 0 where the refund is a player's and not a seat's"),
        TableColumn("session", "text", "The player session", empty=True),
        TableColumn("tournament", "text", "The tournament it belongs to, a void hand there too", empty=True),
        TableColumn("cents", "minor", "What came back"),
        TableColumn("share", "minor", "The part of it that was divided by chips (R810 r.36b-c)"),
        TableColumn("taken_back", "minor", "Prizes of the round that he gave back (R805 r.28)"),
        TableColumn("waived", "minor", "Prizes he would have had to give back and did not have any more"),
        TableColumn("ticket", "text", "The entry won that came back instead of money (R810 r.37)", empty=True),
        TableColumn("currency", "text", "ISO 4217; none where these are chips", empty=True),
        TableColumn("decimals", "number", "Of its minor units"),
        TableColumn("occasion", "text", "The stream of the incident or of the tournament"),
        TableColumn("rule", "text", "The rule it is owed by", empty=True),
    ),
)
REFUND_OCCASIONS: Final = LedgerTable(
    "refund_occasions",
    1,
    "Why something was given back: an incident as it was opened, or a tournament as it was cancelled.",
    ("log_index",),
    (
        INDEX,
        HAPPENED,
        RECORDED,
        TableColumn("stream", "text", "The incident or tournament: `occasion` of its refunds"),
        TableColumn("first", "instant", "When the failure was first noticed, or the tournament was cancelled"),
        TableColumn("cause", "text", "The origin of an incident; of a tournament why it was cancelled (R810 r.35)"),
        TableColumn("case_of", "text", "Of a tournament the case of R810 r.36", empty=True),
        TableColumn("said", "text", "Who reported the incident; of a tournament the note", empty=True),
    ),
)


ROUNDS_PLAYED: Final = LedgerTable(
    "played",
    1,
    "A hand or round that is over. What each player gained in it is in `results`, what moved in `movements`.",
    ("stream",),
    (
        INDEX,
        HAPPENED,
        TableColumn("stream", "text", "The hand or round"),
        TableColumn("game", "text", "The type of its stream: `hand` for every kind of poker"),
        TableColumn("table_name", "text", "The table"),
        TableColumn("number", "text", "Its number there; of a hand from a file its reference"),
        TableColumn("outcome", "text", "`settled` or `voided`"),
        TableColumn("began", "instant", "When it began, as days are counted"),
        TableColumn("began_index", "number", "The log index of its first entry"),
        TableColumn("entries", "number", "How many entries it has as it ends"),
    ),
)
FINDINGS_RECORDED: Final = LedgerTable(
    "findings",
    1,
    "A rule that objected to what happened, which was recorded all the same: a notice, or what a hand from a file says.",
    ("log_index",),
    (
        INDEX,
        HAPPENED,
        TableColumn("stream", "text", "The hand or round"),
        TableColumn("rule", "text", "The rule: `R806 r.23`"),
        TableColumn("severity", "text", "`BREACH` or `NOTICE`; of a hand", empty=True),
        TableColumn(
            "reading", "text", "How the rule was read: `LETTER`, `PRACTICE`, or `EACH_SEAT` as each seat's was"
        ),
        TableColumn("about", "text", "The name of what it objects", empty=True),
        TableColumn("facts", "text", "The facts of it, canonical JSON", empty=True),
        TableColumn("message", "text", "What it objects in words, where it was recorded so", empty=True),
    ),
)


class _Source(NamedTuple):
    """Where the rows of a table come from: a projection, and which of its rows. A column has the name that it has there."""

    of: type[Projection]
    view: ViewTable
    told: Callable[[CheckedStore, Row], Sequence[Any]] = lambda _, row: row
    """A row as it is told."""


def _refund_told(store: CheckedStore, row: Row) -> Sequence[Any]:
    fields = refund_fields(store, row)
    return [fields[name] for name, _ in REFUNDS.columns]


_SOURCES: Final[Mapping[LedgerTable, _Source]] = {
    MOVEMENTS: _Source(AccountsAgain, POSTINGS),
    RESULTS: _Source(WalletLines, RESULTS_BY_WALLET),
    RESULTS_BEFORE: _Source(SessionStatement, LINES),
    SESSIONS_BEGUN: _Source(SessionStatement, SESSIONS),
    SESSIONS_OVER: _Source(SessionStatement, ENDS),
    REFUNDS_GIVEN: _Source(Refunds, REFUNDS, _refund_told),
    REFUND_OCCASIONS: _Source(Refunds, OCCASIONS),
    ROUNDS_PLAYED: _Source(PlayedOut, PLAYED),
    FINDINGS_RECORDED: _Source(Findings, FINDINGS),
}


class FoldedRows(Protocol):
    """The rows of a table that is folded, over pages of the log that are ``paged`` so, by this process where nothing is said."""

    def __call__(
        self, store: CheckedStore, since: int, until: int, /, *, paged: Paged = read_here
    ) -> Iterator[TableRows]:
        """Those that come of the entries with ``since <= index < until``."""
        ...


def _folded(
    table: LedgerTable, source: _Source, store: CheckedStore, since: int, until: int, *, paged: Paged = read_here
) -> Iterator[TableRows]:
    """The rows of ``table`` that come of the entries with ``since <= index < until``, over pages that are ``paged`` so.

    Raises:
        TamperedError: an entry is not what was sealed, or none that the fold can go on from.
    """
    fold, places = source.of(), {name: place for place, (name, _) in enumerate(source.view.columns)}
    fold.begin("", lambda _sql, _params: [])  # it has every row still to write
    kinds, readers = tuple(fold.reads), {kind: reader(kind, wanted) for kind, wanted in fold.reads.items()}
    index = places[INDEX.name]
    pages = [LogPage(first, min(first + BATCH, until), 0, kinds) for first in range(0, until, BATCH)]
    for page, entries in zip(pages, paged(store, pages), strict=True):
        when = dict[Any, int]()
        with going_on(fold.name, page.start, page.stop):
            home = list(at_home(entries))
            for line in lines(home, readers):
                when[line.index] = line.instant
                fold.step(line)
            passed = [*({row[0] for row in entries} - {row[0] for row in home}), *_passed(fold)]
            taken = fold.take().get(source.view, ())
            rows = [source.told(store, row) for row in taken if row[index] >= since]  # type: ignore[operator]  # a number
            instants = [when[row[index]] for row in rows]
            columns = [_column(each, places, rows, instants) for each in table.columns]
        strange = sum(since <= one for one in passed)
        yield TableRows(page.stop, list(map(day_of, instants)), partial(batch_of, table, columns), strange)


def _passed(fold: Projection) -> list[int]:
    """The log indices of the entries that ``fold`` passed over since its rows were taken."""
    return [one.index for one in fold.passed] if isinstance(fold, PassesOver) else []


def _column(
    column: TableColumn, places: Mapping[str, int], rows: Sequence[Sequence[Any]], instants: list[int]
) -> list[Any]:
    """A column of the rows that a projection made. Where it may say nothing, an empty text does.

    Raises:
        OverflowError: a number that canonical JSON has no room for: so much no door lets anybody have.
    """
    if column == HAPPENED:
        return instants
    if column == PART and PART.name not in places:
        return _parts([row[places[INDEX.name]] for row in rows])
    found = [row[places[column.name]] for row in rows]
    if column.sort in {"cents", "minor"} and max(map(abs, found), default=0) > INTEGER_MAX:
        raise OverflowError(column.name)
    return [each or None for each in found] if column.empty else found


def _parts(indices: Sequence[int]) -> list[int]:
    """Which of the rows of its entry each is; those of an entry follow one another."""
    return [part for _, those in groupby(indices) for part, _ in enumerate(those)]


FOLDED: Final[Mapping[LedgerTable, FoldedRows]] = {
    table: partial(_folded, table, source) for table, source in _SOURCES.items()
}
"""What makes the rows of each."""
