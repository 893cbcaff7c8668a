"""The tie-out with the wallet: every kind of difference is found, with its entries and lines; what ties is counted and summed."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

from tombo.ledger.core.entry import By, Entry, EventBase
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.exchange.wallet import write_statement
from tombo.ledger.house.account.events import (
    AccountOpened,
    BonusConverted,
    BonusExpired,
    BonusGranted,
    Credited,
    Debited,
    Deposited,
    TicketConverted,
    TicketGranted,
    Withdrawn,
)
from tombo.ledger.house.wallet import Movement, Operation, WalletDifference, WalletLine, WalletTotal, movement_of
from tombo.ledger.store.scratch import Scratch
from tombo.projections.tie_out import difference_json, read, tie_out
from tombo.reports.wallet import difference

DAY = (1_000, 2_000)


def moved(index: int, transaction: str, cents: int, *, player: str = "p-1", operation: Operation = "debit") -> Movement:
    return Movement(index, f"account:{player}", index, transaction, player, operation, cents, 1_500)


def line(
    number: int,
    transaction: str,
    cents: int,
    *,
    player: str = "p-1",
    operation: Operation = "debit",
    instant: int = 1_500,
    balance: int | None = None,
) -> WalletLine:
    return WalletLine(number, transaction, player, operation, cents, instant, balance)


def found(lines: list[WalletLine], movements: list[Movement], *, matched: int) -> list[WalletDifference]:
    """The differences; ``matched`` pairs are none, and the totals count what is listed."""
    with Scratch() as scratch:
        result = tie_out(lines, movements, DAY, scratch)
        differences = list(result.differences())
    assert result.here == WalletTotal(len(movements), sum(each.amount for each in movements))
    assert result.there == WalletTotal(len(lines), sum(each.amount for each in lines))
    assert result.matched.count == matched
    assert result.ties is (not differences)
    for kind, total in result.totals.items():
        cents = [each.cents for each in differences if each.kind == kind]
        assert total == WalletTotal(len(cents), sum(cents))
    return differences


def test_two_hands_of_one_command_are_two() -> None:
    """What is there as often on both sides ties, whatever the order."""
    here = [moved(1, "c-1", 10), moved(2, "c-1", 10), moved(3, "c-1", 20), moved(4, "c-1", 10, operation="credit")]
    there = [line(2, "c-1", 20), line(3, "c-1", 10), line(4, "c-1", 10, operation="credit"), line(5, "c-1", 10)]
    assert found(there, here, matched=4) == []


def test_what_one_side_lacks_is_missing() -> None:
    """Here is the ledger, there the wallet; a debit is no credit."""
    here, there = moved(1, "c-1", 10), line(2, "c-1", 10, operation="credit")
    assert found([there], [here], matched=0) == [
        WalletDifference("missing_here", 10, (), (there,)),
        WalletDifference("missing_there", 10, (here,), ()),
    ]


def test_amounts_that_differ_are_told_together() -> None:
    """One cent more: both amounts, and the cent; equal ones are matched before."""
    here, there = [moved(1, "c-1", 10), moved(2, "c-1", 25)], [line(2, "c-1", 26), line(3, "c-1", 10)]
    assert found(there, here, matched=1) == [WalletDifference("amount_differs", 1, (here[1],), (there[0],))]


def test_another_player_is_told() -> None:
    """A prize that the wallet gave to somebody else."""
    here, there = [moved(1, "c-1", 10), moved(2, "c-1", 10, player="p-2")], [line(2, "c-1", 10), line(3, "c-1", 10)]
    assert found(there, here, matched=1) == [WalletDifference("player_differs", 10, (here[1],), (there[1],))]


def test_other_players_are_paired_by_name() -> None:
    """Not by the order in which the log and the file have them."""
    here = [moved(1, "c-1", 10, player="p-2"), moved(2, "c-1", 10, player="p-1")]
    there = [line(2, "c-1", 10, player="p-3"), line(3, "c-1", 10, player="p-4")]
    assert [each.movements for each in found(there, here, matched=0)] == [(here[1],), (here[0],)]


def test_a_line_too_many_is_duplicated_there() -> None:
    """It is told with the line it repeats, and the entry both are about."""
    here, there = moved(1, "c-1", 10), [line(2, "c-1", 10), line(3, "c-1", 10)]
    assert found(there, [here], matched=1) == [WalletDifference("duplicated_there", 10, (here,), (there[0], there[1]))]


def test_a_movement_too_many_is_duplicated_here() -> None:
    """It is told with the entry it repeats, and the line both are about."""
    here, there = [moved(1, "c-1", 10), moved(4, "c-1", 10)], line(2, "c-1", 10)
    assert found([there], here, matched=1) == [WalletDifference("duplicated_here", 10, (here[0], here[1]), (there,))]


def test_what_neither_side_shares_is_no_duplicate() -> None:
    """Two lines of which the ledger has none are both missing."""
    there = [line(2, "c-1", 10), line(3, "c-1", 10)]
    assert [each.kind for each in found(there, [], matched=0)] == ["missing_here", "missing_here"]


@pytest.mark.parametrize("instant", [999, 2_000])
def test_a_line_of_another_day_is_out_of_the_window(instant: int) -> None:
    """Together with the movement it is about, which is then not missing; the day's own line is matched first."""
    here, there = (
        [moved(1, "c-1", 10), moved(2, "c-2", 20)],
        [
            line(2, "c-1", 10, instant=instant),
            line(3, "c-1", 10, instant=1_999),
            line(4, "c-2", 20, instant=instant),
        ],
    )
    assert found(there, here, matched=1) == [
        WalletDifference("out_of_window", 10, (), (there[0],)),
        WalletDifference("out_of_window", 20, (here[1],), (there[2],)),
    ]


def test_the_wallets_own_balances_chain() -> None:
    """Each player's balance follows from his line before; where it does not, both lines are told, and it goes on from there."""
    there = [
        line(2, "d-1", 1_000, operation="deposit", balance=1_500),
        line(3, "d-1", 100, player="p-2", operation="deposit", balance=100),
        line(4, "c-1", 300, balance=1_200),
        line(5, "c-2", 300, balance=901),
        line(6, "c-3", 50, operation="credit", balance=951),
        line(7, "w-1", 951, operation="withdrawal", balance=0),
        line(8, "k-1", 5, operation="compensation", balance=5),
        line(9, "k-2", 5, operation="conversion", balance=10),
    ]
    here = [
        moved(each.number, each.transaction, each.amount, player=each.player, operation=each.operation)
        for each in there
    ]
    assert found(there, here, matched=8) == [WalletDifference("balance_breaks", 1, (), (there[2], there[3]))]


def test_sums_beyond_what_a_database_adds_are_exact() -> None:
    """A hostile statement of two thousand of the largest amounts is added up to the cent."""
    there = [line(number, f"c-{number}", AMOUNT_MAX) for number in range(2, 2_050)]
    assert len(found(there, [], matched=0)) == len(there)


def test_a_scratch_serves_again() -> None:
    """What was joined before is forgotten, also where it ended in the middle of a statement."""

    def broken() -> list[WalletLine]:
        raise UnreadableError("wallet statement, line 2: found nothing; expected something")

    with Scratch() as scratch:
        tie_out([line(2, "c-1", 10)], [], DAY, scratch)
        with pytest.raises(UnreadableError):
            tie_out((each for each in broken()), [], DAY, scratch)
        assert tie_out([], [moved(1, "c-1", 10)], DAY, scratch).totals["missing_there"] == WalletTotal(1, 10)
        assert [each.kind for each in scratch.differences()] == ["missing_there"]


def test_e6_a_wallet_that_has_more_than_the_ledger_is_told() -> None:
    """All balances raised by 10,000.00 chain, and every movement is there. Red before: it ties."""
    raised = 1_000_000
    there = [
        line(2, "c-1", 10, balance=490 + raised),
        line(3, "c-2", 20, player="p-2", balance=80 + raised),
        line(4, "c-3", 30, balance=460 + raised),
        line(5, "c-4", 40, player="p-3"),
    ]
    here = [moved(n, each.transaction, each.amount, player=each.player) for n, each in enumerate(there)]
    with Scratch() as scratch:
        result = tie_out(there, here, DAY, scratch, {"p-1": 500, "p-2": 100}.__getitem__)
        assert list(result.differences()) == [
            WalletDifference("balance_differs", raised, (), (there[0],)),
            WalletDifference("balance_differs", raised, (), (there[1],)),
        ]
        assert (result.matched.count, result.balances, result.ties) == (4, 2, False)
        lowered = [each._replace(balance=each.balance and each.balance - raised) for each in there]
        result = tie_out(lowered, here, DAY, scratch, {"p-1": 500, "p-2": 100}.__getitem__)
        assert (result.ties, result.balances) == (True, 2)


def test_e2e_a_deposit_twice_under_one_reference_is_told() -> None:
    """Both sides have it twice, so that it matches. Red before: it ties. Two stakes of one command are two."""
    twice = [moved(n, "MB 12", 500, operation="deposit") for n in (1, 2)]
    here = [*twice, moved(3, "MB 12", 500, operation="deposit", player="p-2"), moved(4, "c-1", 5), moved(5, "c-1", 5)]
    there = [
        line(n, one.transaction, one.amount, player=one.player, operation=one.operation)
        for n, one in enumerate(here, 2)
    ]
    assert found(there, here, matched=5) == [WalletDifference("reference_again", 500, tuple(twice), ())]


def test_e6_an_instant_beyond_every_calendar_is_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    """Red before: an OverflowError, which the command called a fault of tombo itself."""
    statement = tmp_path / "wallet.csv"
    row = "c-1,p-1,debit,1.00,9999-12-31T23:59:59-23:59"
    statement.write_text(f"transaction,player,operation,amount,occurred\n{row}\n", encoding="utf-8")
    with (
        pytest.raises(UnreadableError, match=r"line 2: found occurred .*; expected an instant from 1970"),
        read(statement, DAY),
    ):
        pass


def test_a_file_is_tied_out_in_one_call(tmp_path: Path) -> None:
    """The statement by its path; the differences as sentences, and as JSON."""
    statement = tmp_path / "wallet.csv"
    with statement.open("w", encoding="utf-8", newline="") as file:
        write_statement([line(0, "c-1", 1_001, balance=0), line(0, "c-2", 5, balance=7)], file)
    with read(statement, DAY) as loaded:
        result = loaded.tied([moved(7, "c-1", 1_000), moved(8, "c-2", 5)], None)
        assert loaded.sha256 == result.sha256 == sha256(statement.read_bytes()).hexdigest()
        assert (result.matched, result.ties) == (WalletTotal(1, 5), False)
        differs, breaks = result.differences()
    assert difference(differs).text() == (
        "the amounts differ, 0.01 EUR: entry 7 (account:p-1 version 7: debit of 10.00 EUR, c-1),"
        " line 2 (p-1: debit of 10.01 EUR, c-1 at 1970-01-01T00:00:00.001500Z, balance 0.00 EUR)"
    )
    assert (
        difference(breaks)
        .text()
        .startswith("the wallet's balance does not follow from the line before, 0.12 EUR: line 2 (p-1: ")
    )
    assert difference_json(differs)["movements"][0]["log_index"] == 7
    assert difference_json(breaks)["lines"][1]["balance"] == 7


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    """By its path."""
    with (
        pytest.raises(UnreadableError, match=r"No such file.*none\.csv; expected a CSV file"),
        read(tmp_path / "none.csv", DAY),
    ):
        pass


def _entry(event: EventBase, occurred: int | None) -> Entry:
    by = By(actor="platform", id="games")
    return Entry(9, "account:p-1", 4, event.kind, by, None, occurred, 77, event, b"", b"")  # type: ignore[attr-defined]


CAUSE = {"cause": "roulette:r-1/1", "cause_version": 2, "wallet": "cash"}


@pytest.mark.parametrize(
    ("event", "transaction", "operation"),
    [
        (Deposited(amount=Money(5), reference="MB 12"), "MB 12", "deposit"),
        (Withdrawn(amount=Money(5), reference="IBAN 3"), "IBAN 3", "withdrawal"),
        (Debited.model_validate({"amount": Money(5), **CAUSE}), "c-9", "debit"),
        (Credited.model_validate({"amount": Money(5), **CAUSE}), "c-9", "credit"),
        (TicketConverted(amount=Money(5), ticket="t-1"), "c-9", "conversion"),
        (Debited.model_validate({"amount": Money(5), **CAUSE, "wallet": "bonus"}), "c-9", "bonus_debit"),
        (Credited.model_validate({"amount": Money(5), **CAUSE, "wallet": "bonus"}), "c-9", "bonus_credit"),
        (BonusGranted(amount=Money(5), reference="welcome", until=9), "c-9", "bonus_grant"),
        (BonusConverted(amount=Money(5), reference="played"), "c-9", "bonus_conversion"),
        (BonusExpired(amount=Money(5)), "c-9", "bonus_expiry"),
    ],
)
def test_an_entry_of_an_account_is_a_movement(event: EventBase, transaction: str, operation: Operation) -> None:
    """Under the platform's reference, or the command that caused it; when it occurred, else when it was recorded."""
    expected = Movement(9, "account:p-1", 4, transaction, "p-1", operation, 5, 66)
    assert movement_of(_entry(event, 66), "c-9") == expected
    assert movement_of(_entry(event, None), "c-9") == expected._replace(instant=77)
    some = {name: value for name, value in event if name in {"amount", "reference", "wallet"}}
    assert movement_of(_entry(event, 66)._replace(event=some), "c-9") == expected


@pytest.mark.parametrize("operation", get_args(Operation))
def test_what_moves_the_bonus_leaves_the_cash_as_it_is(operation: Operation) -> None:
    """But a conversion, which makes cash of it: so that a balance without bonus follows from line to line."""
    moved = Movement(9, "account:p-1", 4, "c-9", "p-1", operation, 5, 66).change
    line = WalletLine(2, "c-9", "p-1", operation, 5, 66)
    assert moved == line.change
    of_bonus = operation.startswith("bonus_") and operation != "bonus_conversion"
    assert abs(moved) == (0 if of_bonus else 5)
    assert (moved < 0) == (operation in {"withdrawal", "debit", "reversal", "adjustment_down"})


def test_an_entry_without_money_is_no_movement() -> None:
    """An account that opens, a ticket that is won."""
    granted = TicketGranted(
        amount=Money(5), cause="tournament:t", cause_version=1, freeroll=False, target="t", ticket="t-1"
    )
    assert movement_of(_entry(AccountOpened(player="p-1"), 66), "c-9") is None
    assert movement_of(_entry(granted, 66), "c-9") is None
