"""A player's statement as a page: totals that add up, every word in both languages, and nothing that came from outside does harm."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, get_args

import pytest

from tests.tools.printed import html, rows
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament.events import Registered
from tombo.ledger.house.banked.events import RoundEnded
from tombo.ledger.house.session.events import SessionEnded
from tombo.ledger.house.table.events import TableHandEnded
from tombo.ledger.kinds import EVENTS
from tombo.ledger.terms.unit import EURO, Unit
from tombo.projections.accounts.book import Book
from tombo.projections.accounts.reading import WalletMovement
from tombo.projections.line import Line
from tombo.projections.session_statement import lines as rows_of
from tombo.projections.session_statement.reading import (
    FOREVER,
    OpenStake,
    SessionSpan,
    Statement,
    StatementLine,
    Totals,
)
from tombo.reports.pages.page import NOTHING, Page, english, portuguese
from tombo.reports.pages.statement import AccountText, statement_pages
from tombo.reports.said.statement import ENDED
from tombo.reports.said.statement_page import ACCOUNT_MOVED, LINE_OUTCOMES, LINE_WHATS, UNDECIDED

BEGINS: Final = 1_784_055_600 * SECOND
DAY: Final = 24 * HOUR
PLAYED: Final[tuple[tuple[str, str, str, int, str, int, int, int, int, int], ...]] = (
    ("hand", "R806", "hand:mesa-1/41", 41, "settled", 5_000, 9_500, 0, 0, 500),
    ("hand", "R806", "hand:mesa-1/42", 42, "voided", 1_200, 0, 0, 1_200, 0),
    ("round", "R804", "roulette:roleta-1/7", 7, "settled", 1_001, 0, 501, 0, 0),
    ("registration", "R810", "tournament:noite-1", 3, "cash", 2_200, 0, 0, 0, 200),
    ("prize", "R810", "tournament:noite-1", 3, "place 1", 0, 6_000, 0, 0, 0),
)


def lines() -> list[StatementLine]:
    """What p-1 played in an evening."""
    results = [won + back + refunded - staked for *_, staked, won, back, refunded, _ in PLAYED]
    return [
        StatementLine._make(
            (
                100 + number,
                BEGINS,
                BEGINS + number * SECOND,
                "ps-1",
                game,
                what,
                *told,
                EURO,
                0,
                staked,
                won,
                back,
                refunded,
                fee,
                result,
                running,
            )
        )
        for number, ((what, game, *told, staked, won, back, refunded, fee), result, running) in enumerate(
            zip(PLAYED, results, accumulate(results), strict=True)
        )
    ]


def total(lines: Sequence[StatementLine], game: str = "") -> Totals:
    """Lines of one unit added up."""
    names = ("ticket", "staked", "won", "returned", "refunded", "commission", "result")
    played = sum(line.what in {"hand", "round"} for line in lines)
    return Totals(game, "", lines[0].unit, played, *(sum(getattr(line, name) for line in lines) for name in names))


def statement(*told: StatementLine, player: str = "p-1", spans: Sequence[SessionSpan] = ()) -> Statement:
    """The statement of that evening, with ``told`` as its lines."""
    games = sorted({line.game for line in told})
    units = {line.unit.currency: [one for one in told if one.unit == line.unit] for line in told}
    by_game = tuple(total([line for line in told if line.game == game], game) for game in games)
    return Statement(
        player, 200, BEGINS, BEGINS + DAY, tuple(spans), told, by_game, tuple(total(one) for one in units.values())
    )


def page(*told: StatementLine, account: AccountText | None = None) -> Page:
    """The one page of that statement."""
    (found,) = statement_pages(statement(*told), account=account)
    return found


SESSION: Final = SessionSpan("ps-1", "R806", 5, BEGINS, None, None, None)
ACCOUNT: Final = AccountText(
    0,
    17_800,
    [
        WalletMovement(90, BEGINS, "deposit", "outside", 10_000, 0, 10_000),
        WalletMovement(100, BEGINS, "payment", "table:mesa-1", -5_000, 10_000, 5_000),
    ],
)


def test_a_statement_has_the_totals_the_law_asks_for() -> None:
    """By game and over all: staked, won, returned, refunded, commission, profit or loss; and how many hands and rounds."""
    assert rows(page(*lines()), "Totais por jogo, em EUR") == [
        ["Roleta americana (R804)", "1", "10,01", "0,00", "5,01", "0,00", "0,00", "-5,00"],
        ["Póquer não bancado, hold'em (R806)", "2", "62,00", "95,00", "0,00", "12,00", "5,00", "+45,00"],
        ["Torneios de póquer não bancado (R810)", "0", "22,00", "60,00", "0,00", "0,00", "2,00", "+38,00"],
        ["Todos os jogos", "3", "94,01", "155,00", "5,01", "12,00", "7,00", "+78,00"],
    ]


def test_a_statement_has_every_hand_with_its_number() -> None:
    """Each line with log index, time in Lisbon, player session, game, number and outcome, and what it all came to so far."""
    found = rows(page(*lines()), "Todas as jogadas e operações, em EUR")
    assert [(row[0], row[4], row[-1]) for row in found] == [
        ("100", "Jogada n.º 41, liquidada: mesa-1/41", "+45,00"),
        ("101", "Jogada n.º 42, nula: mesa-1/42", "+45,00"),
        ("102", "Jogada n.º 7, liquidada: roulette:roleta-1/7", "+40,00"),
        ("103", "Inscrição n.º 3, paga em dinheiro: tournament:noite-1", "+18,00"),
        ("104", "Prémio n.º 3, 1.º lugar: tournament:noite-1", "+78,00"),
        ("Total", NOTHING, "+78,00"),
    ]
    assert {(row[1][:13], row[2]) for row in found[:-1]} == {("2026-07-14 20", "ps-1")}


def test_a_statement_shows_the_account_move_by_move() -> None:
    """Balance before, movement, balance after."""
    assert [row[2:] for row in rows(page(*lines(), account=ACCOUNT), "Movimentos da conta, em EUR")] == [
        ["Depósito", "exterior", "0,00", "+100,00", "100,00"],
        ["Jogo", "table:mesa-1", "100,00", "-50,00", "50,00"],
    ]


@pytest.mark.parametrize(
    ("regulation", "rule"),
    [("R803", "R803 r.39"), ("R804", "R804 r.26"), ("R805", "R805 r.33"), ("R806", "R806 r.67"), ("R809", "R809 r.68")],
)
def test_a_statement_names_the_rule_that_owes_it(regulation: str, rule: str) -> None:
    """Of a session its own rule, also where nothing was played; of several games theirs."""
    (idle,) = statement_pages(statement(spans=[SESSION._replace(regulation=regulation)]))
    assert rule in portuguese(idle.basis)
    assert portuguese(idle.basis).count("R8") == 1
    assert "(R804 r.26, R806 r.67)" in english(page(*lines()).basis)


def test_a_statement_of_nothing_says_so() -> None:
    """Who did not play has totals of nothing, and is told that there was nothing."""
    found = page()
    assert rows(found, "Totais por jogo, em EUR") == [["Todos os jogos", "0", *["0,00"] * 6]]
    said = "".join(ET.fromstring(html(found)).itertext())
    assert "Nenhuma jogada neste período." in said
    assert "Saldo da conta" not in said


def test_a_statement_says_when_and_what_the_account_held() -> None:
    """From when to when, up to which entry, and the balance before and after; of all time it names no limit."""
    facts = {english(fact.label): portuguese(fact.value, fact.spec) for fact in page(*lines(), account=ACCOUNT).facts}
    assert facts["As of log index"] == "199"
    assert (facts["Account at the beginning"], facts["Account at the end"]) == ("0,00 EUR", "178,00 EUR")
    assert (facts["Total staked"], facts["Profit or loss"], facts["Hands and rounds"]) == (
        "94,01 EUR",
        "+78,00 EUR",
        "3",
    )
    (whole,) = statement_pages(statement(*lines())._replace(since=0, until=FOREVER))
    assert {english(fact.label) for fact in whole.facts} == {*facts} - {
        *("From", "Until before", "Account at the beginning", "Account at the end")
    }


def test_a_statement_lists_its_sessions() -> None:
    """Game, beginning, end and how it ended; one that goes on says so."""
    over = SESSION._replace(session="ps-0", ended_index=9, ended=BEGINS + 60 * SECOND, cause="inactivity")
    (found,) = statement_pages(statement(*lines(), spans=[over, SESSION]))
    game = "Póquer não bancado, hold'em (R806)"
    assert rows(found, "Sessões de jogo") == [
        ["ps-0", game, "2026-07-14 20:00:00", "2026-07-14 20:01:00, por inatividade"],
        ["ps-1", game, "2026-07-14 20:00:00", "em curso"],
    ]


def test_what_is_undecided_stands_apart() -> None:
    """A stake in the round under way or in prison is in no total, and in a table of its own."""
    stakes = [
        OpenStake("ps-1", "R804", "roleta-1", "prison", EURO, 200),
        OpenStake("ps-1", "R804", "roleta-1", "round", EURO, 1_050),
    ]
    (found,) = statement_pages(statement(*lines()), stakes)
    assert [row[1:] for row in rows(found, "Apostas por decidir, ainda fora dos totais, em EUR")] == [
        ["roleta-1", "ps-1", "Na prisão", "2,00"],
        ["roleta-1", "ps-1", "Na jogada em curso", "10,50"],
    ]
    assert rows(found, "Totais por jogo, em EUR") == rows(page(*lines()), "Totais por jogo, em EUR")


def test_a_ticket_is_told_apart_from_money() -> None:
    """Where an entry won is used, its value has a column of its own, and the result knows nothing of it."""
    used = lines()[3]._replace(ticket=-2_200, staked=0, commission=0, outcome="ticket", result=0, running=0)
    (row, sums) = rows(page(used), "Todas as jogadas e operações, em EUR")
    assert row[4:7] == ["Inscrição n.º 3, paga com uma inscrição ganha: tournament:noite-1", "-22,00", "0,00"]
    assert sums[5:] == ["-22,00", *["0,00"] * 7]


def test_chips_and_euro_have_pages_of_their_own() -> None:
    """Demo play is in chips, and says so; two units are two pages, and the account stands on the first."""
    chips = lines()[0]._replace(unit=Unit(currency=None, decimals=0))
    in_euro, in_chips = statement_pages(statement(lines()[1], chips), account=ACCOUNT)
    sums = [
        "Todos os jogos",
        "1",
        "5\N{NO-BREAK SPACE}000",
        "9\N{NO-BREAK SPACE}500",
        "0",
        "0",
        "500",
        "+4\N{NO-BREAK SPACE}500",
    ]
    assert rows(in_chips, "Totais por jogo, em fichas")[-1] == sums
    assert rows(in_euro, "Totais por jogo, em EUR")[-1][2] == "12,00"
    assert len(rows(in_euro, "Movimentos da conta, em EUR")) == 2
    assert "Movimentos da conta" not in html(in_chips)


def test_every_word_a_statement_can_hold_has_its_words() -> None:
    """Every sort of line, outcome, undecided stake and end of a session is told in both languages, and none is left over."""
    outcomes = set(get_args(rows_of.Outcome))
    assert set(LINE_WHATS) == set(get_args(rows_of.What))
    assert set(LINE_OUTCOMES) == outcomes
    for event, field in ((TableHandEnded, "outcome"), (RoundEnded, "outcome"), (Registered, "funding")):
        assert set(get_args(event.model_fields[field].annotation)) <= outcomes
    assert set(ENDED) == set(get_args(SessionEnded.model_fields["cause"].annotation))
    assert all(
        phrase.pt and phrase.en for words in (LINE_WHATS, LINE_OUTCOMES, UNDECIDED, ENDED) for phrase in words.values()
    )


def test_every_movement_of_a_wallet_has_its_words() -> None:
    """Whatever the book of accounts says moved a wallet, for every kind of entry an account can have."""
    event = {
        "amount": Money(100),
        "cause": "table:m",
        "cause_version": 1,
        "dispute": "dispute:d",
        "dispute_version": 2,
        "ticket": "t",
        "until": 1,
        "wallet": "cash",
    }
    book = Book()
    moved = {
        what
        for kind in EVENTS
        if kind.startswith("account.") and kind in book.reads
        for source, target, _, what in book(Line(1, "account:p-1", 1, kind, None, 1, event))
        if {"wallet:p-1", "bonus:p-1"} & {source, target}
    }
    assert moved == set(ACCOUNT_MOVED)


def test_the_bonus_has_lines_of_its_own() -> None:
    """What moved it, and no line of the account."""
    granted = WalletMovement(95, BEGINS, "bonus", "promotion", 2_000, 0, 2_000)
    staked = WalletMovement(96, BEGINS, "payment", "roulette:roleta-1/1", -500, 2_000, 1_500)
    told = page(account=ACCOUNT._replace(bonus=[granted, staked]))
    assert [row[2:] for row in rows(told, "Movimentos do bónus, que não é dinheiro da conta, em EUR")] == [
        ["Bónus atribuído", "promoções", "0,00", "+20,00", "20,00"],
        ["Jogo", "roulette:roleta-1/1", "20,00", "-5,00", "15,00"],
    ]
    assert len(rows(told, "Movimentos da conta, em EUR")) == len(ACCOUNT.lines)


HOSTILE: Final = '<script>alert("1")</script>&amp;\u202e'


def test_what_came_from_outside_is_text_and_no_markup() -> None:
    """Whatever a player, a session, a table or a reference is called, it stands on the page as it is, and does nothing."""
    line = lines()[0]._replace(session=HOSTILE, stream=f"hand:{HOSTILE}/41")
    account = ACCOUNT._replace(lines=[ACCOUNT.lines[0]._replace(reference=HOSTILE)])
    stakes = [OpenStake(HOSTILE, "R804", HOSTILE, "round", EURO, 200)]
    spans = [SESSION._replace(session=HOSTILE)]
    text = html(*statement_pages(statement(line, player=HOSTILE, spans=spans), stakes, account))
    root = ET.fromstring(text)
    assert "<script" not in text
    assert "\u202e" not in text
    assert not list(root.iter("script"))
    assert "".join(root.itertext()).count(HOSTILE[:-1]) >= 6
