"""A player's statement: like that of a bank, a line for every hand, the totals, and what moved his account."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tombo.ledger.core.ids import called, local
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.said import Told, euros
from tombo.ledger.terms.every import LAWS
from tombo.projections.accounts.reading import WalletMovement
from tombo.projections.session_statement.lines import PLACE
from tombo.projections.session_statement.reading import (
    FOREVER,
    OpenStake,
    SessionSpan,
    Statement,
    StatementLine,
    Totals,
)
from tombo.reports.document import Alarm, Block, Cell, Document, Grid, GridColumn, Sentence
from tombo.reports.said import book as book_said
from tombo.reports.said import common
from tombo.reports.said import statement as said

HEADS: Final = (
    said.STATEMENT_STAKED(),
    said.STATEMENT_WON(),
    said.STATEMENT_RETURNED(),
    said.STATEMENT_REFUNDED(),
    said.STATEMENT_COMMISSION(),
)
AMOUNTS: Final = (
    *(GridColumn(head, amount=True, spec="figure", least=1) for head in HEADS),
    GridColumn(said.STATEMENT_RESULT(), amount=True, spec="signed"),
)
"""What a line and a total say, each also where it is nothing throughout."""
LINES: Final = (
    GridColumn(said.STATEMENT_TIME(), spec="timed"),
    GridColumn(said.STATEMENT_SESSION()),
    GridColumn(said.STATEMENT_LINE()),
    *AMOUNTS,
    GridColumn(said.STATEMENT_RUNNING(), amount=True, spec="signed"),
)
TOTALS: Final = (
    GridColumn(said.STATEMENT_TOTAL()),
    GridColumn(said.STATEMENT_PLAYED(), amount=True),
    *AMOUNTS,
    GridColumn(),
)
ACCOUNT: Final = (
    GridColumn(said.STATEMENT_ACCOUNT(), spec="moment"),
    GridColumn(),
    GridColumn(said.STATEMENT_REFERENCE()),
    GridColumn(book_said.BOOK_BEFORE(), amount=True, spec="figure"),
    GridColumn(book_said.BOOK_MOVEMENT(), amount=True, spec="signed"),
    GridColumn(book_said.BOOK_AFTER(), amount=True, spec="figure"),
)
BONUS: Final = (GridColumn(said.STATEMENT_BONUS(), spec="moment"), *ACCOUNT[1:])


def document(
    found: Statement,
    stakes: Sequence[OpenStake] = (),
    wallet: Sequence[WalletMovement] = (),
    going: str | None = None,
    bonus: Sequence[WalletMovement] = (),
) -> Document:
    """The statement. ``stakes``: what is undecided; ``wallet``: the movements of the account, ``bonus`` those of its bonus; ``going``: its last day, if it is not over."""
    grids = [
        Grid(heads, tuple(map(_movement, moved)), depth=0)
        for heads, moved in ((ACCOUNT, wallet), (BONUS, bonus))
        if moved
    ]
    return Document(_title(found), (*_blocks(found, stakes, going), *grids))


def _title(found: Statement) -> Told:
    """Of whom, and of which time."""
    if found.until == FOREVER:
        if not found.since:
            return said.STATEMENT(player=found.player)
        return said.STATEMENT_SINCE(player=found.player, since=found.since)
    if not found.since:
        return said.STATEMENT_UNTIL(player=found.player, until=found.until)
    return said.STATEMENT_BETWEEN(player=found.player, since=found.since, until=found.until)


def _blocks(found: Statement, stakes: Sequence[OpenStake], going: str | None) -> Iterator[Block]:
    yield Sentence(common.AS_OF_INDEX(index=found.size - 1))
    if going is not None:
        yield Sentence(common.DAY_GOES_ON(day=going))
    yield from map(Alarm, not_counted(found))
    if not found.sessions:
        yield Sentence(said.STATEMENT_NO_SESSION())
    numbers = {span.session: number for number, span in enumerate(found.sessions, 1)}
    for span in found.sessions:
        yield Sentence(_span(span, numbers[span.session]))
    if found.lines:
        yield Grid(LINES, tuple(_lines(found.lines, numbers)), depth=0)
        yield Grid(TOTALS, tuple(map(_total, (*found.games, *found.total))), depth=0)
    for stake in stakes:
        where = said.AT_STAKE_IN_PRISON if stake.what == "prison" else said.AT_STAKE_IN_ROUND
        yield Sentence(where(staked=stake.unit.sum(stake.staked), table=stake.table, game=stake.game))


def not_counted(found: Statement) -> tuple[Told, ...]:
    """What is said of entries of his tournaments that are counted nowhere."""
    return tuple(
        said.STATEMENT_NOT_COUNTED(kind=one.kind, index=one.index, stream=one.stream, why=one.why, player=found.player)
        for one in found.passed
    )


def _span(span: SessionSpan, number: int) -> Told:
    game = LAWS[span.regulation].called
    if span.ended is None or span.cause is None:
        return said.SESSION_NOT_OVER(
            number=number, session=span.session, game=game, regulation=span.regulation, started=span.started
        )
    return said.SESSION_OVER(
        number=number,
        session=span.session,
        game=game,
        regulation=span.regulation,
        started=span.started,
        ended=span.ended,
        cause=said.ENDED[span.cause],
    )


def _lines(lines: Sequence[StatementLine], numbers: Mapping[str, int]) -> Iterator[tuple[Cell, ...] | Told]:
    """The lines, and the date before the first of each day in Lisbon."""
    day = ""
    for line in lines:
        if day_of(line.at) != day:
            day = day_of(line.at)
            yield said.STATEMENT_DAY(at=line.at)
        yield line.at, numbers[line.session], _what(line), *_amounts(line), line.unit.sum(line.running)


def _what(line: StatementLine) -> Cell:
    """What a line is about, as people name it: a hand and a round by its number, an entry by its tournament."""
    name = called(line.stream)
    if line.what in {"hand", "round"}:
        return said.LINE_VOID(name=name) if line.outcome == "voided" else name
    if line.what == "commission":
        return said.LINE_COMMISSION(table=local(line.stream), what=said.BUY_INS[line.outcome])
    if line.what == "release":
        return said.LINE_RELEASE(name=name)
    entry = _entry(line, name)
    return said.LINE_WORTH(entry=entry, worth=line.unit.sum(abs(line.ticket))) if line.ticket else entry


def _entry(line: StatementLine, tournament: str) -> Told:
    number, what, outcome = line.number, said.ENTRIES[line.what], line.outcome
    if outcome.startswith(PLACE):
        place = int(outcome.removeprefix(PLACE))
        return said.LINE_ENTRY_PLACE(tournament=tournament, number=number, what=what, place=place)
    if outcome:
        return said.LINE_ENTRY_PAID(tournament=tournament, number=number, what=what, how=said.PAID[outcome])
    return said.LINE_ENTRY(tournament=tournament, number=number, what=what)


def _amounts(line: StatementLine | Totals) -> tuple[Cell, ...]:
    """What a line or a total says under ``AMOUNTS``; nothing is written as nothing, but for the result."""
    amounts = (line.staked, line.won, line.returned, line.refunded, line.commission)
    return (*(line.unit.sum(amount) if amount else "" for amount in amounts), line.unit.sum(line.result))


def _total(total: Totals) -> tuple[Cell, ...]:
    """What a game came to, or all of them, with the rule that owes it."""
    name: Told
    if total.game:
        name = said.TOTAL_OF_GAME(game=LAWS[total.game].called, regulation=total.game)
    elif total.unit.currency:
        name = said.TOTAL_IN(currency=total.unit.currency)
    else:
        name = said.TOTAL_IN_CHIPS()
    return name, total.played, *_amounts(total), total.rule


def reference(line: WalletMovement) -> Cell:
    """What caused a movement, as it is called: a class of holders by its word, all else by its name on record."""
    return book_said.HOLDERS.get(line.reference, line.reference)


def _movement(line: WalletMovement) -> tuple[Cell, ...]:
    """A movement of the account."""
    what = book_said.MOVED.get(line.what, line.what)
    return line.at, what, reference(line), euros(line.before), euros(line.amount), euros(line.after)
