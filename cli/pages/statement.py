"""A player's statement as a page: what he staked in all, and what he won or lost (R803 r.39 and its fellows).

Amounts are euro cents. What each word means: ``staked`` is what he put in, less what came back uncalled; ``won`` pots he
collected, after commission, and prizes; ``returned`` stakes that came back; ``refunded`` what was void or cancelled;
``commission`` what the operator took of his payments, which ``won`` no longer holds, or of a buy-in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from cli.pages.page import Block, Column, Fact, Notes, Page, Table
from cli.pages.phrase import NOTHING, Phrase, Text, dated, figure, signed
from cli.text import called, in_lisbon, moment
from ledger.core.regulation import Unit

EUR: Final = Unit(currency="EUR", decimals=2)
What = Literal[
    "hand",
    "round",
    "entry",
    "reentry",
    "rebuy",
    "add_on",
    "prize",
    "bounty",
    "ticket",
    "refund",
    "buy_in_commission",
]
"""What a line of a statement is about."""
Movement = Literal["deposit", "withdrawal", "compensation", "game"]
"""What moved an account."""


class StatementLine(NamedTuple):
    """A hand, a round, or something a tournament took or gave, as it changed what the player has won or lost.

    ``running`` is the result of the statement up to and with this line. Amounts in cents.
    """

    log_index: int
    recorded: int
    occurred: int | None
    session: str | None
    game: str
    what: What
    stream: str
    number: int | None
    outcome: str
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
    what: Movement
    reference: str
    amount: int
    before: int
    after: int


class Statement(NamedTuple):
    """All of a player's play from ``since`` to before ``until``; of one session or one regulation where they are named.

    ``opening`` and ``closing`` are what the account held, in cents; None where that was not asked for.
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
    """Lines added up, in cents."""

    hands: int
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
    "R809": "R809 r.68",
}
"""Regulation to the rule that owes the player this; of R807, R810 and R811 the text is not before us."""
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
WHAT: Final[Mapping[What, Phrase]] = {
    "hand": Phrase("Jogada", "Hand"),
    "round": Phrase("Jogada", "Round"),
    "entry": Phrase("Inscrição", "Entry"),
    "reentry": Phrase("Reinscrição (reentry)", "Reentry"),
    "rebuy": Phrase("Recompra (rebuy)", "Rebuy"),
    "add_on": Phrase("Add-on", "Add-on"),
    "prize": Phrase("Prémio", "Prize"),
    "bounty": Phrase("Prémio de eliminação", "Bounty"),
    "ticket": Phrase("Inscrição ganha", "Ticket"),
    "refund": Phrase("Devolução", "Refund"),
    "buy_in_commission": Phrase("Comissão da cave", "Commission of a buy-in"),
}
MOVEMENTS: Final[Mapping[Movement, Phrase]] = {
    "deposit": Phrase("Depósito", "Deposit"),
    "withdrawal": Phrase("Levantamento", "Withdrawal"),
    "compensation": Phrase("Compensação", "Compensation"),
    "game": Phrase("Jogo", "Play"),
}
OUTCOMES: Final[Mapping[str, Phrase]] = {
    "open": Phrase("em curso", "in play"),
    "settled": Phrase("liquidada", "settled"),
    "voided": Phrase("nula", "void"),
}
"""Of hands and rounds; anything else reads as it stands."""
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
        "Lucro ou perda = ganho + devolvido + reembolsado - apostado. A comissão já saiu do ganho; só a da cave inicial e "
        "das reposições tem linha própria, e conta como perda.",
        "Profit or loss = won + returned + refunded - staked. Commission has left what was won already; only that of "
        "buy-ins and top-ups has a line of its own, and counts as a loss.",
    ),
)
"""What the columns mean."""


def added(lines: Sequence[StatementLine]) -> Totals:
    """The sums of ``lines``; hands and rounds are counted, what tournaments take and give is not."""
    return Totals(
        sum(line.what in {"hand", "round"} for line in lines),
        *(
            sum(getattr(line, name) for line in lines)
            for name in ("staked", "won", "returned", "refunded", "commission", "result")
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
    total = added(statement.lines)
    if statement.session is not None:
        yield Fact(Phrase("Sessão de jogo", "Player session"), statement.session)
    if statement.regulation is not None:
        yield Fact(Phrase("Jogo", "Game"), game_name(statement.regulation))
    yield Fact(Phrase("Desde", "From"), dated(statement.since))
    yield Fact(Phrase("Até antes de", "Until before"), dated(statement.until))
    yield Fact(Phrase("Total apostado", "Total staked"), f"{figure(total.staked, EUR)} EUR")
    yield Fact(AMOUNTS[-1], f"{signed(total.result, EUR)} EUR")
    yield Fact(COUNT, str(total.hands))
    if statement.opening is not None:
        yield Fact(
            Phrase("Saldo da conta no início", "Account at the beginning"), f"{figure(statement.opening, EUR)} EUR"
        )
    if statement.closing is not None:
        yield Fact(Phrase("Saldo da conta no fim", "Account at the end"), f"{figure(statement.closing, EUR)} EUR")


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
    games = sorted({line.game for line in lines})
    rows = tuple((game_name(game), *_summed([line for line in lines if line.game == game])) for game in games)
    heading = Phrase("Totais por jogo, em EUR", "Totals by game, in EUR")
    return Table(heading, columns, rows, (Phrase("Todos os jogos", "All games"), *_summed(lines)))


def _summed(lines: Sequence[StatementLine]) -> tuple[Text, ...]:
    hands, *amounts, result = added(lines)
    return (str(hands), *(figure(amount, EUR) for amount in amounts), signed(result, EUR))


def _lines(lines: Sequence[StatementLine]) -> Table:
    columns = (
        Column(Phrase("Registo", "Log index")),
        Column(_WHEN),
        Column(Phrase("Sessão", "Session")),
        Column(_GAME),
        Column(Phrase("Jogada ou operação", "Hand or operation")),
        *(Column(label, amount=True) for label in (*AMOUNTS, Phrase("Acumulado", "Running"))),
    )
    total = added(lines)
    empty = (NOTHING,) * 4
    sums = (*(figure(amount, EUR) for amount in total[1:-1]), signed(total.result, EUR), signed(lines[-1].running, EUR))
    heading = Phrase("Todas as jogadas e operações, em EUR", "Every hand, round and operation, in EUR")
    return Table(heading, columns, tuple(map(_line, lines)), (Phrase("Total", "Total"), *empty, *sums))


def _line(line: StatementLine) -> tuple[Text, ...]:
    name, number = WHAT[line.what], "" if line.number is None else f" n.º {line.number}"
    where = called(line.stream)
    if line.what in OVER:
        outcome = OUTCOMES.get(line.outcome, Phrase(line.outcome, line.outcome))
        what = Phrase(f"{name.pt}{number}, {outcome.pt}: {where}", f"{name.en}, {outcome.en}")
    else:
        what = Phrase(f"{name.pt}{number}: {where}", name.en)
    amounts = (line.staked, line.won, line.returned, line.refunded, line.commission)
    return (
        str(line.log_index),
        short(line.recorded if line.occurred is None else line.occurred),
        line.session or NOTHING,
        line.game,
        what,
        *(figure(amount, EUR) for amount in amounts),
        signed(line.result, EUR),
        signed(line.running, EUR),
    )


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
            MOVEMENTS[line.what],
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
OVER: Final = frozenset({"hand", "round"})
"""What has an outcome."""
