"""A player's statement as pages: what he staked in all, and what he won or lost (R803 r.39 and its fellows).

The lines, the totals and the rules that owe them are those of ``projections.session_statement``; here are their words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from cli.pages.page import Block, Column, Fact, Notes, Page, PageTable
from cli.pages.phrase import NOTHING, Phrase, Text, dated, figure, priced, signed
from cli.text import moment
from ledger.core.ids import called
from ledger.core.language import Language
from ledger.core.lisbon import in_lisbon
from ledger.core.said import Told, Word, written
from ledger.terms.unit import EURO, Unit
from projections.accounts.reading import WalletMovement
from projections.session_statement.lines import PLACE
from projections.session_statement.reading import (
    FOREVER,
    OWED_BY,
    OpenStake,
    SessionSpan,
    Statement,
    StatementLine,
    Totals,
)
from reports.said import statement as said
from reports.said.book import MOVED
from reports.statement import HEADS


class AccountText(NamedTuple):
    """A player's account over the time of his statement, in cents: what it held before and after, and what moved it between."""

    opening: int
    closing: int
    lines: Sequence[WalletMovement]


def _named(row: Word | Told) -> Phrase:
    """What the text says too, with a capital."""
    pt, en = (written(row, language) for language in (Language.PT, Language.EN))
    return Phrase(pt[0].upper() + pt[1:], en[0].upper() + en[1:])


GAMES: Final[Mapping[str, Phrase]] = {
    "R803": Phrase("Póquer sem descarte", "Póquer sem descarte"),
    "R804": Phrase("Roleta americana", "American roulette"),
    "R805": Phrase("Blackjack/21", "Blackjack/21"),
    "R806": Phrase("Póquer não bancado, hold'em", "Non-banked poker, hold'em"),
    "R807": Phrase("Roleta francesa", "French roulette"),
    "R809": Phrase("Póquer não bancado, sintético", "Non-banked poker, sintético"),
    "R810": Phrase("Torneios de póquer não bancado", "Tournaments of non-banked poker"),
    "R811": Phrase("Póquer não bancado, Omaha", "Non-banked poker, Omaha"),
}
"""Regulation to the game it rules."""
WHAT: Final[Mapping[str, Phrase]] = {
    "hand": Phrase("Jogada", "Hand"),
    "round": Phrase("Jogada", "Round"),
    "release": Phrase("Aposta que sai da prisão", "Stake out of prison"),
    "commission": Phrase("Comissão da cave", "Commission of a buy-in"),
    **{name: _named(word) for name, word in said.ENTRIES.items()},
}
"""What a line is about."""
MOVEMENTS: Final[Mapping[str, Phrase]] = {
    **{name: _named(MOVED[name]) for name in ("deposit", "withdrawal", "compensation")},
    "reversal": Phrase("Compensação anulada", "Compensation taken back"),
    "conversion": Phrase("Inscrição ganha paga em dinheiro", "Ticket paid out"),
    "payment": Phrase("Jogo", "Play"),
}
"""What moved an account."""
OUTCOMES: Final[Mapping[str, Phrase]] = {
    "settled": Phrase("liquidada", "settled"),
    "voided": Phrase("nula", "void"),
    **{name: Phrase(word.pt, word.en) for name, word in said.BUY_INS.items()},
    "cash": Phrase("paga em dinheiro", "paid in cash"),
    "ticket": Phrase("paga com uma inscrição ganha", "paid with a ticket"),
    "free": Phrase("gratuita", "free"),
}
"""How it ended or was paid; a place is told by its number."""
UNDECIDED: Final[Mapping[str, Phrase]] = {
    "prison": Phrase("Na prisão", "In prison"),
    "round": Phrase("Na jogada em curso", "In the round under way"),
}
"""Where a stake is that no line tells yet."""
TICKETS: Final = Phrase("Inscrições ganhas", "Tickets")
COUNT: Final = Phrase("Jogadas", "Hands and rounds")
AMOUNTS: Final = (
    *map(_named, HEADS),
    Phrase("Lucro ou perda", "Profit or loss"),
)
WORDS: Final = (
    Phrase(
        "Apostado: o que pôs em jogo, menos o que ninguém acompanhou. Ganho: potes recebidos, já sem comissão, e prémios. "
        "Devolvido: apostas que voltaram, com prémio, empate ou metade. Reembolsado: jogadas nulas e torneios cancelados.",
        "Staked: what he put in, less what nobody called. Won: pots collected, after commission, and prizes. "
        "Returned: stakes that came back, with a prize, a tie or by half. Refunded: void hands and cancelled tournaments.",
    ),
    Phrase(
        "Lucro ou perda = ganho + devolvido + reembolsado - apostado. A comissão já está contada: saiu do ganho, ou faz parte "
        "da taxa de inscrição apostada; só a da cave inicial e das reposições tem linha própria, e conta como perda.",
        "Profit or loss = won + returned + refunded - staked. Commission is counted already: it has left what was won, or is "
        "part of the fee staked; only that of buy-ins and top-ups has a line of its own, and counts as a loss.",
    ),
)
"""What the columns mean."""


def statement_pages(
    found: Statement, stakes: Sequence[OpenStake] = (), account: AccountText | None = None
) -> tuple[Page, ...]:
    """The statement to print, on sheets that lie: a page for each unit, as euro and chips do not add up.

    ``stakes``: what is undecided, and in no line; ``account``: left out where a single session is told, for it belongs to none.
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
        pages.append(_page(part, undecided, unit, None if pages else account))
    return tuple(pages)


def _page(found: Statement, stakes: Sequence[OpenStake], unit: Unit, account: AccountText | None) -> Page:
    title = Phrase(f"Extrato do jogador {found.player}", f"Statement of player {found.player}")
    regulations = sorted({line.game for line in found.lines} | {span.regulation for span in found.sessions})
    rules = ", ".join(filter(None, (OWED_BY[one] for one in regulations or OWED_BY)))
    basis = Phrase(
        f"Valores totais apostados e respetivos lucros ou perdas ({rules}).",
        f"The totals staked, and the profit or loss that came of it ({rules}).",
    )
    total = found.total[0] if found.total else Totals("", "", unit, *(0,) * 8)
    return Page(
        title, basis, tuple(_facts(found, total, account)), tuple(_blocks(found, total, stakes, account)), wide=True
    )


def _facts(found: Statement, total: Totals, account: AccountText | None) -> Iterator[Fact]:
    unit = total.unit
    if found.since:
        yield Fact(Phrase("Desde", "From"), dated(found.since))
    if found.until != FOREVER:
        yield Fact(Phrase("Até antes de", "Until before"), dated(found.until))
    yield Fact(Phrase("Registo até", "As of log index"), str(found.size - 1))
    yield Fact(Phrase("Total apostado", "Total staked"), priced(total.staked, unit))
    yield Fact(AMOUNTS[-1], ("+" if total.result > 0 else "") + priced(total.result, unit))
    yield Fact(COUNT, str(total.played))
    if account is not None:
        yield Fact(Phrase("Saldo da conta no início", "Account at the beginning"), priced(account.opening, EURO))
        yield Fact(Phrase("Saldo da conta no fim", "Account at the end"), priced(account.closing, EURO))


def _game(regulation: str) -> Phrase:
    """The game of a regulation, with its number."""
    name = GAMES[regulation]
    return Phrase(f"{name.pt} ({regulation})", name.en)


def _blocks(
    found: Statement, total: Totals, stakes: Sequence[OpenStake], account: AccountText | None
) -> Iterator[Block]:
    yield _by_game(found.games, total)
    yield Notes(Phrase("O que significam as colunas", "What the columns mean"), WORDS)
    if found.sessions:
        yield _sessions(found.sessions)
    if found.lines:
        yield _lines(found.lines, total)
    else:
        yield Notes(COUNT, (Phrase("Nenhuma jogada neste período.", "No hand or round in this time."),))
    if stakes:
        yield _undecided(stakes)
    if account is not None and account.lines:
        yield _wallet(account.lines)


def _by_game(games: Sequence[Totals], total: Totals) -> PageTable:
    columns = tuple(Column(label, amount=number > 0) for number, label in enumerate((_GAME, COUNT, *AMOUNTS)))
    rows = tuple(_sums(_game(one.game), one) for one in games)
    sums = _sums(Phrase("Todos os jogos", "All games"), total)
    return PageTable(_in(Phrase("Totais por jogo", "Totals by game"), total.unit), columns, rows, sums)


def _sums(name: Phrase, total: Totals) -> tuple[Text, ...]:
    return (name, str(total.played), *_amounts(total))


def _amounts(line: StatementLine | Totals) -> tuple[str, ...]:
    """The amounts of a line, as ``AMOUNTS`` names them."""
    amounts = (line.staked, line.won, line.returned, line.refunded, line.commission)
    return (*(figure(amount, line.unit) for amount in amounts), signed(line.result, line.unit))


def _sessions(sessions: Sequence[SessionSpan]) -> PageTable:
    labels = (_named(said.STATEMENT_SESSION()), _GAME, Phrase("Início", "Began"), Phrase("Fim", "Ended"))
    rows = tuple((span.session, _game(span.regulation), short(span.started), _ended(span)) for span in sessions)
    return PageTable(Phrase("Sessões de jogo", "Player sessions"), tuple(map(Column, labels)), rows)


def _ended(span: SessionSpan) -> Phrase:
    if span.ended is None or span.cause is None:
        return Phrase("em curso", "not over")
    how = said.ENDED[span.cause]
    return Phrase(f"{short(span.ended)}, {how.pt}", how.en)


def _in(heading: Phrase, unit: Unit) -> Phrase:
    return Phrase(f"{heading.pt}, em {unit.currency or 'fichas'}", f"{heading.en}, in {unit.currency or 'chips'}")


def _lines(lines: Sequence[StatementLine], total: Totals) -> PageTable:
    unit, tickets = total.unit, any(line.ticket for line in lines)
    labels = (*((TICKETS,) if tickets else ()), *AMOUNTS, _named(said.STATEMENT_RUNNING()))
    columns = (
        Column(Phrase("Registo", "Log index")),
        Column(_WHEN),
        Column(_named(said.STATEMENT_SESSION())),
        Column(_GAME),
        Column(Phrase("Jogada ou operação", "Hand or operation")),
        *(Column(label, amount=True) for label in labels),
    )
    sums = (*_ticket(total, told=tickets), *_amounts(total), signed(lines[-1].running, unit))
    heading = _in(Phrase("Todas as jogadas e operações", "Every hand, round and operation"), unit)
    rows = tuple(_line(line, tickets=tickets) for line in lines)
    return PageTable(heading, columns, rows, (Phrase("Total", "Total"), *(NOTHING,) * 4, *sums))


def _line(line: StatementLine, *, tickets: bool) -> tuple[Text, ...]:
    place = (str(line.log_index), short(line.at), line.session, line.game, told(line))
    return (*place, *_ticket(line, told=tickets), *_amounts(line), signed(line.running, line.unit))


def _ticket(line: StatementLine | Totals, *, told: bool) -> tuple[str, ...]:
    return (figure(line.ticket, line.unit),) if told else ()


def told(line: StatementLine) -> Phrase:
    """What a line is about: ``Jogada n.º 42, nula: mesa-1/42``. The name of the stream stands once."""
    name, number = WHAT[line.what], f" n.º {line.number}" if line.number else ""
    ended = _outcome(line.outcome)
    return Phrase(f"{name.pt}{number}{ended.pt}: {called(line.stream)}", f"{name.en}{ended.en}")


def _outcome(outcome: str) -> Phrase:
    """How it ended or was paid, after a comma; nothing where that needs no word."""
    if not outcome:
        return Phrase("", "")
    if outcome.startswith(PLACE):
        return Phrase(f", {outcome.removeprefix(PLACE)}.º lugar", f", {outcome}")
    return Phrase(f", {OUTCOMES[outcome].pt}", f", {OUTCOMES[outcome].en}")


def _undecided(stakes: Sequence[OpenStake]) -> PageTable:
    """What is at stake, and in no line and no total yet."""
    labels = (_GAME, Phrase("Mesa", "Table"), _named(said.STATEMENT_SESSION()), Phrase("Onde está", "Where it is"))
    columns = (*map(Column, labels), Column(AMOUNTS[0], amount=True))
    rows = tuple(
        (_game(stake.game), stake.table, stake.session, UNDECIDED[stake.what], figure(stake.staked, stake.unit))
        for stake in stakes
    )
    heading = Phrase("Apostas por decidir, ainda fora dos totais", "Stakes not decided, not in the totals yet")
    return PageTable(_in(heading, stakes[0].unit), columns, rows)


def _wallet(lines: Sequence[WalletMovement]) -> PageTable:
    columns = (
        Column(Phrase("Registo", "Log index")),
        Column(_WHEN),
        Column(Phrase("Movimento", "Movement")),
        Column(Phrase("Referência", "Reference")),
        *(
            Column(label, amount=True)
            for label in (
                Phrase("Saldo antes", "Balance before"),
                Phrase("Valor", "Amount"),
                Phrase("Saldo depois", "Balance after"),
            )
        ),
    )
    rows = tuple(
        (
            str(line.log_index),
            short(line.at),
            MOVEMENTS[line.what],
            line.reference,
            figure(line.before, EURO),
            signed(line.amount, EURO),
            figure(line.after, EURO),
        )
        for line in lines
    )
    return PageTable(Phrase("Movimentos da conta, em EUR", "Movements of the account, in EUR"), columns, rows)


def short(instant: int) -> str:
    """Date and time in Lisbon, for a cell."""
    return f"{in_lisbon(instant) or moment(instant):%Y-%m-%d %H:%M:%S}"


_GAME: Final = Phrase("Jogo", "Game")
_WHEN: Final = Phrase("Quando", "When")
