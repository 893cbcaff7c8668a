"""A player's statement as pages: what he staked in all, and what he won or lost (R803 r.39 and its fellows).

The lines, the totals and the rules that owe them are those of ``tombo.projections.session_statement``; the words are those of its text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.ids import called
from tombo.ledger.core.said import Said, Sum, Told, euros
from tombo.ledger.terms.every import LAWS
from tombo.ledger.terms.unit import EURO, Unit
from tombo.projections.accounts.reading import WalletMovement
from tombo.projections.session_statement.lines import PLACE
from tombo.projections.session_statement.reading import (
    FOREVER,
    OWED_BY,
    OpenStake,
    SessionSpan,
    Statement,
    StatementLine,
    Totals,
)
from tombo.reports.document import Cell
from tombo.reports.pages.complaint import how_to_complain
from tombo.reports.pages.page import NOTHING, Block, Column, Fact, Notes, Page, PageTable
from tombo.reports.said import common
from tombo.reports.said import page as words
from tombo.reports.said import statement as text_said
from tombo.reports.said import statement_page as said
from tombo.reports.statement import not_counted, reference


class AccountText(NamedTuple):
    """A player's account over the time of his statement, in cents: what cash it held before and after, and what moved it between."""

    opening: int
    closing: int
    lines: Sequence[WalletMovement]
    bonus: Sequence[WalletMovement] = ()
    """What moved its bonus."""


AMOUNTS: Final = (
    *(
        Column(head(), amount=True, spec="figure")
        for head in (words.PAGE_STAKED, said.PAGE_WON, said.PAGE_RETURNED, words.PAGE_REFUNDED, words.PAGE_COMMISSION)
    ),
    Column(words.PAGE_RESULT(), amount=True, spec="signed"),
)
"""What a line and a total say."""
TOTALS: Final = (Column(words.PAGE_GAME()), Column(words.PAGE_PLAYED(), amount=True), *AMOUNTS)
LINES: Final = (
    Column(words.PAGE_LOG_INDEX()),
    Column(words.PAGE_WHEN(), spec="moment"),
    Column(said.PAGE_SESSION()),
    Column(words.PAGE_GAME()),
    Column(said.PAGE_OPERATION()),
)
TICKETS: Final = Column(said.PAGE_TICKETS(), amount=True, spec="figure")
RUNNING: Final = Column(said.PAGE_RUNNING(), amount=True, spec="signed")
SESSIONS: Final = (
    Column(said.PAGE_SESSION()),
    Column(words.PAGE_GAME()),
    Column(said.PAGE_BEGAN(), spec="moment"),
    Column(said.PAGE_ENDED()),
)
STAKES: Final = (
    Column(words.PAGE_GAME()),
    Column(words.PAGE_TABLE()),
    Column(said.PAGE_SESSION()),
    Column(said.PAGE_WHERE()),
    Column(words.PAGE_STAKED(), amount=True, spec="figure"),
)
ACCOUNT: Final = (
    Column(words.PAGE_LOG_INDEX()),
    Column(words.PAGE_WHEN(), spec="moment"),
    Column(said.PAGE_MOVEMENT()),
    Column(said.PAGE_REFERENCE()),
    Column(said.PAGE_BALANCE_BEFORE(), amount=True, spec="figure"),
    Column(words.PAGE_AMOUNT(), amount=True, spec="signed"),
    Column(said.PAGE_BALANCE_AFTER(), amount=True, spec="figure"),
)


def statement_pages(
    found: Statement,
    stakes: Sequence[OpenStake] = (),
    account: AccountText | None = None,
    going: str | None = None,
) -> tuple[Page, ...]:
    """The statement to print, on sheets that lie: a page for each unit, as euro and chips do not add up.

    ``stakes``: what is undecided, and in no line; ``account``: left out where a single session is told, for it belongs to none.
    ``going``: its last day, if it is not over.
    """
    counted = (*(total.unit for total in found.total), *(stake.unit for stake in stakes))
    pages: list[Page] = []
    for unit in {(unit.currency, unit.decimals): unit for unit in counted}.values() or (EURO,):
        part = found._replace(
            lines=tuple(line for line in found.lines if line.unit == unit),
            games=tuple(total for total in found.games if total.unit == unit),
            total=tuple(total for total in found.total if total.unit == unit),
        )
        undecided = [stake for stake in stakes if stake.unit == unit]
        pages.append(_page(part, undecided, unit, None if pages else account, going))
    return tuple(pages)


def _page(
    found: Statement, stakes: Sequence[OpenStake], unit: Unit, account: AccountText | None, going: str | None
) -> Page:
    rules = tuple(filter(None, (OWED_BY[one] for one in _regulations(found) or OWED_BY)))
    total = found.total[0] if found.total else Totals("", "", unit, *(0,) * 8)
    return Page(
        text_said.STATEMENT(player=found.player),
        said.STATEMENT_BASIS(rules=rules),
        tuple(_facts(found, total, account, going)),
        tuple(_blocks(found, total, stakes, account)),
        wide=True,
    )


def _facts(found: Statement, total: Totals, account: AccountText | None, going: str | None) -> Iterator[Fact]:
    if found.since:
        yield Fact(said.PAGE_FROM(), words.PAGE_DATED(at=found.since))
    if found.until != FOREVER:
        yield Fact(said.PAGE_UNTIL(), words.PAGE_DATED(at=found.until))
    if going is not None:
        yield Fact(words.PAGE_GOES_ON(), common.DAY_GOES_ON(day=going))
    yield Fact(said.PAGE_AS_OF(), found.size - 1)
    yield Fact(said.PAGE_TOTAL_STAKED(), total.unit.sum(total.staked))
    yield Fact(words.PAGE_RESULT(), total.unit.sum(total.result), spec="gain")
    yield Fact(words.PAGE_PLAYED(), total.played)
    if account is not None:
        yield Fact(said.PAGE_ACCOUNT_BEFORE(), euros(account.opening))
        yield Fact(said.PAGE_ACCOUNT_AFTER(), euros(account.closing))


def _game(regulation: str) -> Told:
    """The game of a regulation, with its number."""
    return words.GAME_OF_REGULATION(game=LAWS[regulation].in_full, regulation=regulation)


def _blocks(
    found: Statement, total: Totals, stakes: Sequence[OpenStake], account: AccountText | None
) -> Iterator[Block]:
    if found.passed:
        yield Notes(said.PAGE_NOT_COUNTED(), not_counted(found), alarm=True)
    rows = tuple(_total(_game(one.game), one) for one in found.games)
    heading = _in(said.TOTALS_BY_GAME, said.TOTALS_BY_GAME_IN_CHIPS, total.unit)
    yield PageTable(heading, TOTALS, rows, _total(said.ALL_GAMES(), total))
    yield Notes(said.COLUMNS_MEAN(), (said.MEANS_STAKED(), said.MEANS_RESULT()))
    if found.sessions:
        yield PageTable(said.PLAYER_SESSIONS(), SESSIONS, tuple(map(_session, found.sessions)))
    if found.lines:
        yield _lines(found.lines, total)
    else:
        yield Notes(words.PAGE_PLAYED(), (said.PAGE_NOTHING_PLAYED(),))
    if stakes:
        heading = _in(said.STAKES_UNDECIDED, said.STAKES_UNDECIDED_IN_CHIPS, stakes[0].unit)
        yield PageTable(heading, STAKES, tuple(map(_undecided, stakes)))
    if account is not None and account.lines:
        yield PageTable(said.ACCOUNT_MOVEMENTS(), ACCOUNT, tuple(map(_moved, account.lines)))
    if account is not None and account.bonus:
        yield PageTable(said.BONUS_MOVEMENTS(), ACCOUNT, tuple(map(_moved, account.bonus)))
    yield how_to_complain(_regulations(found) or LAWS)


def _regulations(found: Statement) -> list[str]:
    """Those of the games that were played in its time, in order."""
    return sorted({line.game for line in found.lines} | {span.regulation for span in found.sessions})


def _total(name: Told, total: Totals) -> tuple[Cell, ...]:
    return name, total.played, *_amounts(total)


def _in(row: Said, in_chips: Said, unit: Unit) -> Told:
    return row(currency=unit.currency) if unit.currency else in_chips()


def _amounts(line: StatementLine | Totals) -> tuple[Sum, ...]:
    """The amounts of a line, as ``AMOUNTS`` names them."""
    amounts = (line.staked, line.won, line.returned, line.refunded, line.commission, line.result)
    return tuple(map(line.unit.sum, amounts))


def _session(span: SessionSpan) -> tuple[Cell, ...]:
    ended = said.SESSION_GOES_ON()
    if span.ended is not None and span.cause is not None:
        ended = said.SESSION_ENDED_AT(ended=span.ended, cause=text_said.ENDED[span.cause])
    return span.session, _game(span.regulation), span.started, ended


def _lines(lines: Sequence[StatementLine], total: Totals) -> PageTable:
    tickets = any(line.ticket for line in lines)
    columns = (*LINES, *((TICKETS,) if tickets else ()), *AMOUNTS, RUNNING)
    running = total.unit.sum(lines[-1].running)
    nothing: tuple[Cell, ...] = (NOTHING,) * 4
    sums = (said.PAGE_TOTAL(), *nothing, *_ticket(total, told=tickets), *_amounts(total), running)
    heading = _in(said.EVERYTHING_PLAYED, said.EVERYTHING_PLAYED_IN_CHIPS, total.unit)
    return PageTable(heading, columns, tuple(_line(line, tickets=tickets) for line in lines), sums)


def _line(line: StatementLine, *, tickets: bool) -> tuple[Cell, ...]:
    place = (line.log_index, line.at, line.session, line.game, told(line))
    return (*place, *_ticket(line, told=tickets), *_amounts(line), line.unit.sum(line.running))


def _ticket(line: StatementLine | Totals, *, told: bool) -> tuple[Sum, ...]:
    return (line.unit.sum(line.ticket),) if told else ()


def told(line: StatementLine) -> Told:
    """What a line is about: ``Jogada n.º 42, nula: mesa-1/42``. The name of the stream stands once."""
    what, name, number, outcome = said.LINE_WHATS[line.what], called(line.stream), line.number, line.outcome
    if number and outcome.startswith(PLACE):
        place = int(outcome.removeprefix(PLACE))
        return said.LINE_NUMBERED_WITH_PLACE(what=what, number=number, place=place, name=name)
    if number and outcome:
        ended = said.LINE_OUTCOMES[outcome]
        return said.LINE_NUMBERED_WITH_OUTCOME(what=what, number=number, outcome=ended, name=name)
    if outcome:
        return said.LINE_WITH_OUTCOME(what=what, outcome=said.LINE_OUTCOMES[outcome], name=name)
    return said.LINE_NUMBERED(what=what, number=number, name=name) if number else said.LINE_PLAIN(what=what, name=name)


def _undecided(stake: OpenStake) -> tuple[Cell, ...]:
    """What is at stake, and in no line and no total yet."""
    where = said.UNDECIDED[stake.what]
    return _game(stake.game), stake.table, stake.session, where, stake.unit.sum(stake.staked)


def _moved(line: WalletMovement) -> tuple[Cell, ...]:
    amounts = (euros(line.before), euros(line.amount), euros(line.after))
    return line.log_index, line.at, said.ACCOUNT_MOVED[line.what], reference(line), *amounts
