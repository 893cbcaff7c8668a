"""A player's statement as a page: what he staked in all, and what he won or lost (R803 r.39 and its fellows).

Amounts are minor units. What each word means: ``staked`` is what he put in, less what came back uncalled; ``won`` pots he
collected, after commission, and prizes; ``returned`` stakes that came back; ``refunded`` what was void or cancelled;
``commission`` what the operator took of his payments, which ``won`` no longer holds, of a fee, which ``staked`` holds, or of a
buy-in, which has a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from cli.pages.page import Block, Column, Fact, Notes, Page, Table
from cli.pages.phrase import NOTHING, Phrase, Text, dated, figure, priced, signed
from cli.text import called, moment
from ledger.core.lisbon import in_lisbon
from ledger.core.regulation import Unit

EUR: Final = Unit(currency="EUR", decimals=2)


class StatementLine(NamedTuple):
    """What an entry brought the player, as ``projections.session_statement`` has it.

    Amounts in minor units of ``unit``. ``at``: when it happened. ``game``: the regulation. ``number``: of the hand or round at its
    table, or of the entry in its tournament, 0 where there is none. ``ticket``: the value of an entry won, or below 0 of one used,
    which is no cash, and not in ``result``. ``running``: this result and those before it, together.
    """

    log_index: int
    recorded: int
    at: int
    session: str
    game: str
    what: str
    stream: str
    number: int
    outcome: str
    unit: Unit
    ticket: int
    staked: int
    won: int
    returned: int
    refunded: int
    commission: int
    result: int
    running: int


class WalletLine(NamedTuple):
    """A movement of the account: ``before`` + ``amount`` = ``after``, in cents. ``reference`` is the operator's, or a stream."""

    log_index: int
    recorded: int
    what: str
    reference: str
    amount: int
    before: int
    after: int


class Statement(NamedTuple):
    """All of a player's play from ``since`` to before ``until``; of one session or one regulation where they are named.

    ``opening`` and ``closing`` are what the account held, in cents; None where that was not asked for. Invariant: its lines are of
    one unit, as a ledger has either games for money or demo play.
    """

    player: str
    session: str | None
    regulation: str | None
    since: int
    until: int
    opening: int | None
    closing: int | None
    lines: Sequence[StatementLine]
    wallet: Sequence[WalletLine]


class Totals(NamedTuple):
    """Lines added up, in their unit."""

    hands: int
    ticket: int
    staked: int
    won: int
    returned: int
    refunded: int
    commission: int
    result: int


OWED: Final[Mapping[str, str]] = {
    "R803": "R803 r.39",
    "R804": "R804 r.26",
    "R805": "R805 r.33",
    "R806": "R806 r.67",
    "R807": "R807 r.27",
    "R809": "R809 r.68",
    "R811": "R811 r.67",
}
"""Regulation to the rule that owes the player this; a tournament (R810) is played in a session of its game."""
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
    "registration": Phrase("Inscrição", "Registration"),
    "reentry": Phrase("Nova inscrição (reentry)", "Reentry"),
    "registration cancelled": Phrase("Inscrição anulada", "Registration cancelled"),
    "rebuy": Phrase("Rebuy", "Rebuy"),
    "add-on": Phrase("Add-on", "Add-on"),
    "prize": Phrase("Prémio", "Prize"),
    "bounty": Phrase("Prémio de eliminação", "Bounty"),
    "ticket": Phrase("Inscrição ganha", "Ticket"),
    "refund": Phrase("Devolução", "Refund"),
}
"""What a line is about; anything else reads as it stands."""
MOVEMENTS: Final[Mapping[str, Phrase]] = {
    "deposit": Phrase("Depósito", "Deposit"),
    "withdrawal": Phrase("Levantamento", "Withdrawal"),
    "compensation": Phrase("Compensação", "Compensation"),
    "game": Phrase("Jogo", "Play"),
}
"""What moved an account; anything else reads as it stands."""
OUTCOMES: Final[Mapping[str, Phrase]] = {
    "open": Phrase("em curso", "in play"),
    "settled": Phrase("liquidada", "settled"),
    "voided": Phrase("nula", "void"),
    "buy_in": Phrase("cave inicial", "buy-in"),
    "top_up": Phrase("reposição", "top-up"),
    "cash": Phrase("paga em dinheiro", "paid in cash"),
    "ticket": Phrase("paga com uma inscrição ganha", "paid with a ticket"),
    "free": Phrase("gratuita", "free"),
}
"""How it ended or was paid; a place is told by its number, and anything else reads as it stands."""
PLACE: Final = "place "
TICKETS: Final = Phrase("Inscrições ganhas", "Tickets")
COUNT: Final = Phrase("Jogadas", "Hands and rounds")
AMOUNTS: Final = (
    Phrase("Apostado", "Staked"),
    Phrase("Ganho", "Won"),
    Phrase("Devolvido", "Returned"),
    Phrase("Reembolsado", "Refunded"),
    Phrase("Comissão", "Commission"),
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


def added(lines: Sequence[StatementLine]) -> Totals:
    """The sums of ``lines``; hands and rounds are counted, what tournaments take and give is not."""
    return Totals(
        sum(line.what in {"hand", "round"} for line in lines),
        *(
            sum(getattr(line, name) for line in lines)
            for name in ("ticket", "staked", "won", "returned", "refunded", "commission", "result")
        ),
    )


def statement_page(statement: Statement) -> Page:
    """The statement to print, on sheets that lie."""
    title = Phrase(f"Extrato do jogador {statement.player}", f"Statement of player {statement.player}")
    games = [statement.regulation] if statement.regulation else sorted({line.game for line in statement.lines})
    rules = ", ".join(OWED[game] for game in games if game in OWED) or ", ".join(OWED.values())
    basis = Phrase(
        f"Valores totais apostados e respetivos lucros ou perdas ({rules}).",
        f"The totals staked, and the profit or loss that came of it ({rules}).",
    )
    return Page(title, basis, tuple(_facts(statement)), tuple(_blocks(statement)), wide=True)


def _facts(statement: Statement) -> Iterator[Fact]:
    total, unit = added(statement.lines), unit_of(statement.lines)
    if statement.session is not None:
        yield Fact(Phrase("Sessão de jogo", "Player session"), statement.session)
    if statement.regulation is not None:
        yield Fact(Phrase("Jogo", "Game"), game_name(statement.regulation))
    yield Fact(Phrase("Desde", "From"), dated(statement.since))
    yield Fact(Phrase("Até antes de", "Until before"), dated(statement.until))
    yield Fact(Phrase("Total apostado", "Total staked"), priced(total.staked, unit))
    yield Fact(AMOUNTS[-1], ("+" if total.result > 0 else "") + priced(total.result, unit))
    yield Fact(COUNT, str(total.hands))
    if statement.opening is not None:
        yield Fact(Phrase("Saldo da conta no início", "Account at the beginning"), priced(statement.opening, EUR))
    if statement.closing is not None:
        yield Fact(Phrase("Saldo da conta no fim", "Account at the end"), priced(statement.closing, EUR))


def game_name(regulation: str) -> Phrase:
    """The game of a regulation, with its number; one we do not know by its number alone."""
    name = GAMES.get(regulation)
    return Phrase(regulation, regulation) if name is None else Phrase(f"{name.pt} ({regulation})", f"{name.en}")


def _blocks(statement: Statement) -> Iterator[Block]:
    yield _by_game(statement.lines)
    yield Notes(Phrase("O que significam as colunas", "What the columns mean"), WORDS)
    if statement.lines:
        yield _lines(statement.lines)
    else:
        yield Notes(COUNT, (Phrase("Nenhuma jogada neste período.", "No hand or round in this time."),))
    if statement.wallet:
        yield _wallet(statement.wallet)


def _by_game(lines: Sequence[StatementLine]) -> Table:
    columns = tuple(Column(label, amount=number > 0) for number, label in enumerate((_GAME, COUNT, *AMOUNTS)))
    games, unit = sorted({line.game for line in lines}), unit_of(lines)
    rows = tuple((game_name(game), *_summed([line for line in lines if line.game == game], unit)) for game in games)
    heading = _in(Phrase("Totais por jogo", "Totals by game"), unit)
    return Table(heading, columns, rows, (Phrase("Todos os jogos", "All games"), *_summed(lines, unit)))


def _summed(lines: Sequence[StatementLine], unit: Unit) -> tuple[Text, ...]:
    hands, _, *amounts, result = added(lines)
    return (str(hands), *(figure(amount, unit) for amount in amounts), signed(result, unit))


def unit_of(lines: Sequence[StatementLine]) -> Unit:
    """What the amounts of a statement count."""
    return lines[0].unit if lines else EUR


def _in(heading: Phrase, unit: Unit) -> Phrase:
    return Phrase(f"{heading.pt}, em {unit.currency or 'fichas'}", f"{heading.en}, in {unit.currency or 'chips'}")


def _lines(lines: Sequence[StatementLine]) -> Table:
    unit, tickets = unit_of(lines), any(line.ticket for line in lines)
    labels = (*((TICKETS,) if tickets else ()), *AMOUNTS, Phrase("Acumulado", "Running"))
    columns = (
        Column(Phrase("Registo", "Log index")),
        Column(_WHEN),
        Column(Phrase("Sessão", "Session")),
        Column(_GAME),
        Column(Phrase("Jogada ou operação", "Hand or operation")),
        *(Column(label, amount=True) for label in labels),
    )
    total = added(lines)
    amounts = total[1:-1] if tickets else total[2:-1]
    sums = (*(figure(amount, unit) for amount in amounts), signed(total.result, unit), signed(lines[-1].running, unit))
    heading = _in(Phrase("Todas as jogadas e operações", "Every hand, round and operation"), unit)
    rows = tuple(_line(line, tickets=tickets) for line in lines)
    return Table(heading, columns, rows, (Phrase("Total", "Total"), *(NOTHING,) * 4, *sums))


def _line(line: StatementLine, *, tickets: bool) -> tuple[Text, ...]:
    amounts = (line.staked, line.won, line.returned, line.refunded, line.commission)
    return (
        str(line.log_index),
        short(line.at),
        line.session or NOTHING,
        line.game,
        told(line),
        *(figure(amount, line.unit) for amount in ((line.ticket, *amounts) if tickets else amounts)),
        signed(line.result, line.unit),
        signed(line.running, line.unit),
    )


def told(line: StatementLine) -> Phrase:
    """What a line is about: ``Jogada n.º 42, nula: mesa-1/42``. The name of the stream stands once."""
    name = WHAT.get(line.what, Phrase(line.what, line.what))
    number = f" n.º {line.number}" if line.number else ""
    outcome = OUTCOMES.get(line.outcome, Phrase(line.outcome, line.outcome))
    if line.outcome.startswith(PLACE):
        outcome = Phrase(f"{line.outcome.removeprefix(PLACE)}.º lugar", line.outcome)
    ended = Phrase(f", {outcome.pt}", f", {outcome.en}") if line.outcome else Phrase("", "")
    return Phrase(f"{name.pt}{number}{ended.pt}: {called(line.stream)}", f"{name.en}{ended.en}")


def _wallet(lines: Sequence[WalletLine]) -> Table:
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
            short(line.recorded),
            MOVEMENTS.get(line.what, line.what),
            line.reference,
            figure(line.before, EUR),
            signed(line.amount, EUR),
            figure(line.after, EUR),
        )
        for line in lines
    )
    return Table(Phrase("Movimentos da conta, em EUR", "Movements of the account, in EUR"), columns, rows)


def short(instant: int) -> str:
    """Date and time in Lisbon, for a cell."""
    return f"{in_lisbon(instant) or moment(instant):%Y-%m-%d %H:%M:%S}"


_GAME: Final = Phrase("Jogo", "Game")
_WHEN: Final = Phrase("Quando", "When")
